"""The robust reading of a word problem's reply: the amount that a person would say it states.

The last explicit statement wins: behind a line mark (`#### 18`), behind "정답:" or "답은", in a box; behind an
equals sign in such a statement the right-hand side counts. What is denied, doubted or replaced is no answer; two
amounts that might both be meant are ambiguous, and so is one that is a part of what is stated (`stance`). Without any
statement the last amount in the text is taken, unless the reply was cut: then the amount itself may be cut. Mathematics
reads amounts in a sentence by `amount_in` too.
"""

import re
from collections import deque
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.jamo import final_sound
from gwageo.hangul.numerals import COUNTERS
from gwageo.hangul.text import AMOUNT, amount_of, fold, share_at, words_at
from gwageo.scoring.readings import Reading, moved, window_start
from gwageo.scoring.stance import only_a_form, part_before, refused_before, stance

_STATEMENT = re.compile(
    r"(?P<hashes>#{3,8})(?P<hglue>[\s*_`$\\₩:]{0,16})"
    r"|(?:(?:정답|해답|답안|(?<![가-힣])답)(?:은|는|이)?|(?<![A-Za-z])(?i:answer)(?:\s{0,2}is)?)(?=[\s*_`:=\])>$\\₩-])[\s*_`:=#>\])]{0,16}"
    r"|(?P<box>\\boxed\s?\{)"
)
_UNITS = rf"번째|등|위|호|세|도|퍼센트|%|{COUNTERS}|[ck]?m|k?g|m?[lL]"
_STANCE = stance(_UNITS)
_ADJACENT = re.compile(r"(?:[\s*_`$₩~()\[\]{}<>\"']|\\(?:boxed|text|textbf|mathbf|\$|\()|약|총|모두|바로){0,16}")
_HEADING = re.compile(r"단계|번째|\.\s|\)")
_FRAC = re.compile(r"(?P<minus>-?)\\[dt]?frac\s?\{\s?(?P<over>[0-9]{1,12})\s?\}\s?\{\s?(?P<under>[0-9]{1,12})\s?\}")
_FRAC_BEFORE = re.compile(r"-?\\[dt]?frac\s?\{\s?\Z")
_POWER_BEFORE = re.compile(r"\^\{?\Z")
_OVER = re.compile(r"\s?/\s?(?P<under>[0-9]{1,12})(?![0-9.,]?[0-9])")
_AND_PART = re.compile(r"(?:\s{0,2}[와과])?\s{1,2}(?P<over>[0-9]{1,12})\s?/\s?(?P<under>[0-9]{1,12})(?![0-9.,]?[0-9])")
"""What makes a mixed number: 2와 1/2."""
_QUOTIENT = re.compile(r"(-?[0-9]{1,40})/([0-9]{1,40})")
_REMARK = re.compile(r"\s{0,2}\([^()\n]{0,80}[가-힣][^()\n]{0,80}\)[\s.]{0,3}\Z")
_COMPOUND = re.compile(
    r"\s?(?:시간|분|년|개월|주|일|킬로미터|미터|킬로그램|리터|km|m|kg|L)\s{0,2}[0-9]{1,6}\s?"
    r"(?:분|초|개월|일|시간|미터|센티미터|그램|밀리리터|mm|cm|m|g|mL)"
)
"""A quantity in two units, which no single number says: 3시간 20분."""
_TENTHS = re.compile(
    r" ?할(?:(?: ?(?P<hundredths>[0-9]) ?푼)(?: ?(?P<thousandths>[0-9]) ?리)?)?"
    r"(?=입니다|이다|이에요|예요|임|의|이 |을 |은 |정도|[^가-힣 ]| [^가-힣]|\Z)"
)
"""Korean tenths: 6할 5푼 is 0.65."""
_COPULA = r"입니다|이다|이에요|예요|임(?![가-힣])"
_LAST_WORD = re.compile(
    rf"[)\].'\"*_`}}$]{{0,4}}\s{{0,2}}(?:{_UNITS})?[)\]'\"*_`}}$]{{0,4}}(?:{_COPULA})?\s{{0,2}}(?:[.!\n]|\Z)"
)
_STOP = re.compile(r"[,;:(\n]|[.!?](?=\s|\Z)")
_CONNECTED = ("고", "며", "만", "데", "서", "면", "니", "까", "로", "는", "은")
"""Endings of words behind which another statement begins."""
_SEGMENT = 240
_MOST_TURNS = 8
_LAST_AMOUNTS = 4
_LAST_STATEMENTS = 50
"""Only so many statements from the end are looked at; it bounds the time."""


@dataclass(frozen=True, slots=True)
class Stated:
    """An amount that a text states."""

    text: str
    """The plainest decimal form; a quotient (`1/3`) where there is none. Empty where several amounts are meant."""
    start: int
    end: int

    @property
    def many(self) -> bool:
        """Whether several amounts might be meant."""
        return not self.text


def read_number(reply: str, *, truncated: bool = False) -> Reading:
    """Read the amount that a reply states.

    Args:
        reply: The reply of a model, any text.
        truncated: Whether the reply was cut.

    Example:
        >>> read_number("따라서 모두 합하면 3만 5천 원입니다.").value, read_number("답은 12가 아니라 15입니다").value
        ('35000', '15')
    """
    split = split_reasoning(reply, cut=truncated)
    if split.answer_start is None:
        return Reading("truncated", flags=("unclosed_reasoning",))
    start = window_start(reply, split.answer_start)
    folded = fold(reply[start:])
    found = _stated(folded.text, truncated=truncated)
    rule = "statement"
    if found is None and not truncated:
        found, rule = _last(folded.text, 0, len(folded.text)), "last_number"
    if found is None:
        return Reading("truncated" if truncated else "no_answer")
    if found.many:
        return Reading("ambiguous", rule=rule)
    return Reading("ok", found.text, moved(folded.span(found.start, found.end), start), rule)


def number_value(text: str) -> Decimal | Fraction | None:
    """The amount that a short text is, for comparison; None where it is none."""
    quotient = _QUOTIENT.fullmatch(text.strip())
    if quotient is not None and int(quotient[2]):
        return Fraction(int(quotient[1]), int(quotient[2]))
    match = AMOUNT.search(fold(text).text)
    return None if match is None else amount_of(match).value


def amount_in(text: str, start: int, end: int) -> Stated | None:
    """The amount that a statement in a folded text gives: behind its last equals sign, at its beginning, or its last.

    None where it gives none, or takes back the one that it names.

    Example:
        >>> amount_in("12, 아니 15", 0, 9).text, amount_in("12 또는 15", 0, 8).many, amount_in("12개가 아니다", 0, 8)
        ('15', True, None)
    """
    equals = text.rfind("=", start, end)
    found = _adjacent(text, equals + 1 if equals >= 0 else start, end)
    if found is None:
        return _last(text, start, end)
    described = _described(text, found, end)
    return _settled(text, described or found, end)


def _described(text: str, found: Stated, end: int) -> Stated | None:
    """The amount that ends a sentence and that the one at its beginning only describes: 6배 증가한 60입니다."""
    stop = _STOP.search(text, found.end, end)
    places = amounts(text, found.end, stop.start() if stop else end)
    if not places or not _LAST_WORD.match(text, places[-1].end, end):
        return None
    words = text[found.end : places[-1].start].split()
    closed = any(word.endswith(_CONNECTED) for word in words[:-1])
    return places[-1] if words and not closed and final_sound(words[-1]) == "ㄴ" and len(words) > 1 else None


def _stated(text: str, *, truncated: bool) -> Stated | None:
    limit = len(text.rstrip())
    for match in reversed(deque(_STATEMENT.finditer(text), maxlen=_LAST_STATEMENTS)):
        found = None if only_a_form(text, match.start()) else _in_statement(text, match)
        if found is not None and not (truncated and found.end >= limit):
            return found
    return None


def _in_statement(text: str, match: re.Match[str]) -> Stated | None:
    if match["box"]:
        end = _closing(text, match.end())
        found = None if end is None else amount_in(text, match.end(), end)
        return found if end is None or found is None or not _STANCE.denied.match(text, end + 1) else None
    if match["hashes"]:
        found = _adjacent(text, match.end(), match.end() + _SEGMENT)
        return None if found is None or _HEADING.match(text, found.end) else _settled(text, found, len(text))
    end = text.find("\n", match.end(), match.end() + _SEGMENT)
    return amount_in(text, match.end(), end if end >= 0 else min(len(text), match.end() + _SEGMENT))


def _settled(text: str, found: Stated, end: int) -> Stated | None:
    """What is left of an amount once its sentence is read on: itself, another in its place, several, or none."""
    if refused_before(text, found.start) or only_a_form(text, found.start):
        return None
    for _ in range(_MOST_TURNS):
        turn = _STANCE.instead.match(text, found.end, end) or _STANCE.corrected.match(text, found.end, end)
        following = _adjacent(text, turn.end(), end) if turn else None
        if following is None:
            break
        found = following
    for pattern in (_STANCE.alternative, _STANCE.joined):
        match = pattern.match(text, found.end, end)
        if match and _value_at(text, match.end()) is not None:
            return Stated("", found.start, found.end)
    if _STANCE.part.match(text, found.end) or part_before(text, found.start):
        return Stated("", found.start, found.end)
    if _COMPOUND.match(text, found.end):
        return Stated("", found.start, found.end)
    return None if _STANCE.denied.match(text, found.end) else found


def _last(text: str, start: int, end: int) -> Stated | None:
    """The last amount in a part of the text; remarks in brackets behind it are passed over."""
    remark = _REMARK.search(text, max(start, end - 200), end)
    places = amounts(text, start, remark.start() if remark else end)
    if not places and remark:
        places = amounts(text, start, end)
    if not places:
        return None
    before = _STANCE.alternative.match(text, places[-2].end) if len(places) > 1 else None
    beside = _STANCE.joined.match(text, places[-2].end) if len(places) > 1 else None
    if any(each and each.end() == places[-1].start for each in (before, beside)):
        return Stated("", places[-2].start, places[-1].end)
    return _settled(text, places[-1], end)


def amounts(text: str, start: int, end: int) -> list[Stated]:
    """The last few amounts in digits in a part of the text; a fraction or a mixed number is one."""
    places: list[Stated] = []
    for match in deque(AMOUNT.finditer(text, start, end), maxlen=_LAST_AMOUNTS):
        before = _FRAC_BEFORE.search(text, max(start, match.start() - 12), match.start())
        place = before.start() if before else match.start()
        within = (places and place < places[-1].end) or _POWER_BEFORE.search(text, max(start, place - 2), place)
        found = None if within else _value_at(text, place)
        places += [found] if found else []
    return places


def _adjacent(text: str, start: int, end: int) -> Stated | None:
    glue = _ADJACENT.match(text, start)
    place = glue.end() if glue else start
    return _value_at(text, place) if place < end else None


def _value_at(text: str, place: int) -> Stated | None:
    """The amount, fraction, mixed number or number word that stands at a place."""
    fraction = _FRAC.match(text, place)
    if fraction is not None:
        over = int(fraction["over"]) * (-1 if fraction["minus"] else 1)
        return _quotient(Fraction(0), over, int(fraction["under"]), place, fraction.end())
    share = share_at(text, place)
    if share is not None:
        return _stated_as(share.value, place, share.end)
    match = AMOUNT.match(text, place, min(len(text), place + 60))
    found = amount_of(match) if match is not None else words_at(text, place)
    if found is None:
        return None
    under = _OVER.match(text, found.end)
    if under is not None and found.value == int(found.value):
        return _quotient(Fraction(0), int(found.value), int(under["under"]), place, under.end())
    tenths = _TENTHS.match(text, found.end)
    if tenths is not None:
        parts = (int(tenths[name] or 0) for name in ("hundredths", "thousandths"))
        value = Fraction(found.value) / 10 + sum(Fraction(each, 100 * 10**at) for at, each in enumerate(parts))
        return _stated_as(value, place, tenths.end())
    part = _AND_PART.match(text, found.end)
    if part is not None:
        return _quotient(Fraction(found.value), int(part["over"]), int(part["under"]), place, part.end())
    return Stated(found.text, found.start, found.end)


def _quotient(whole: Fraction, over: int, under: int, start: int, end: int) -> Stated | None:
    """A fraction, or a whole number and a fraction, as a text."""
    if not under:
        return None
    return _stated_as(whole + (Fraction(over, under) if whole >= 0 else -Fraction(over, under)), start, end)


def _stated_as(value: Fraction, start: int, end: int) -> Stated:
    """A value in its decimal form, or as a quotient where it has none."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest > 1:
        return Stated(f"{value.numerator}/{value.denominator}", start, end)
    return Stated(_plain(value), start, end)


def _plain(value: Fraction) -> str:
    """The decimal form of a fraction that has one."""
    digits = 0
    while (value * 10**digits).denominator > 1:
        digits += 1
    return format(Decimal((value * 10**digits).numerator).scaleb(-digits), "f")


def _closing(text: str, start: int) -> int | None:
    """Where the brace that was opened before `start` closes; None where it does not within a segment."""
    depth = 1
    for place in range(start, min(len(text), start + _SEGMENT)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return None
