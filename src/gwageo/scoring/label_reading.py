"""The robust reading of a multiple-choice reply: the answer that a person would say it states.

In this order: the last explicit statement ("정답: **B**", "답은 ③입니다", "A가 아니라 B입니다", a box), the last
line that holds a label alone, the only label that begins a line, the only label mentioned, the text of one
option. Reasoning that opens the reply is skipped. What is denied or doubted states nothing (`stance`). Two labels
joined in one statement are ambiguous; a list of all labels is an echo of the instructions. Behind an anchor, and only
there, other names of places count too: ③, 3번, (다), 3. Every repetition in the expressions is bounded, so that the
time is linear in the text. A label that ends a group of words names something else: 비타민 B, plan B.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.text import Folded, fold
from gwageo.scoring.readings import Reading, moved, window_start
from gwageo.scoring.stance import only_a_form, refused_before, stance

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"
_MARKS = r"*_`'\"“”‘’()\[\]{}<>【】〔〕「」『』$~:=#>|-"
_GLUE = rf"(?:[\s{_MARKS}]|\\(?:boxed|text|textbf|mathbf|mathrm)){{0,24}}"
_MARKER = r"(?:정답|해답|답안|답변|답|아니라|아니고|(?<![a-z])answer|\\boxed)(?:\s{0,2}(?:은|는|이|is))?"
_WIDE_ENDINGS = (
    "번|입니다|이에요|예요|에요|이다|이고|이며|이라|이지|이었|였|라고|일 |나 |거나|가|는|은|를|을|이|로|임"
    "|와|과|도|만|의|에|인|다|야|보기"
)
_NARROW_ENDINGS = "번|입니다|이에요|예요|이다|임|가 |를 "
_JOIN = (
    r"[)\].'\"*`}$]{0,4}(?:번|보기)?(?:,(?=\s?(?:또는|혹은|아니면)))?\s{0,2}(?:와|과|,|/|·|및|또는|혹은|아니면|이?거나|이나|나|그리고|하고|and|or|&|\+|~)"
    r"[\s(*`]{0,3}"
)
_PREDICATE = (
    r"[)\].'\"*`}]{0,4}(?:번|보기)?\s{0,2}(?:입니다|이에요|예요|에요|이다|임\b|라고|이라고"
    r"|(?:정답|맞)"
    r"|(?:가|이) ?(?:정답|답|맞|옳|더|가장|적절)"
    r"|(?:를|을) ?(?:고르|고른|고릅|골|선택|답)|로 ?(?:하|정하|결정|답))"
)
_STANCE = stance("번|보기")
_ORDINALS = "가나다라마바사아자차카타파하"
"""Names of places in Korean exams."""
_ORDINAL_ENDS = (
    r"(?=번?\)|번?[*_`'\"’”$}\]]{0,4}\s{0,2}(?:\Z|[\n(]|[.,](?![0-9])|입니다|이다|예요|이에요|와|과|또는|혹은|아니면|이나|및|/|→"
    r"|[이가]? ?아[니닙님닌]))"
)
_LAST_MENTIONS = 200
"""Only so many mentions from the end are looked at; it bounds the time."""

_GROUP = re.compile(r"([가-힣]{1,20}|[A-Za-z]{2,20}) \Z")
"""The word right before a label, with nothing around the label."""
_LEADS = re.compile(
    r"(?:.*(?:은|는|므로|니까|으니|지만|으로|적으로|에서|르면|하면|보면|다면|이라면|하여|해서|라서|답이|답인))?"
    r"|때|중|가운데|결국|결론|즉|따라서|그래서|그러면|그러니|아마|아마도|아무래도|물론|역시|당연히|확실히|오직|바로|다시|최종|정답|해답|답|답변"
    r"|보기|선지|선택지|문항|옵션|진술|문장|설명|주장|항목|기호|번호|답안|경우|(?i:option|choice|letter|answer|statement|sentence|item|alternative|is|be|it|so|thus|hence|therefore|only|just|probably|definitely"
    r"|actually|rather|instead|choose|pick|select|chose|picked|for|with|to|and|or|not|but|than|eliminates?|leaves|say|think)"
)
"""Words behind which a label may still be the answer."""
_MARKED = re.compile(rf"(?i:{_MARKER}){_GLUE}")
_TEXT_FOLLOWS = re.compile(r"[.):\]*`\s]{0,6}")
_TEXT_ENDS = re.compile(r"\s{0,2}(?:입니다|이다|이에요|예요|[.,!)\]}*\"'”’`]|\n|\Z)")


@dataclass(frozen=True, slots=True)
class _Found:
    """One statement."""

    start: int
    end: int
    index: int
    """Position of the label among the labels."""
    rule: str
    many: bool = False
    """Whether other labels are joined to it."""


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The expressions for one set of labels."""

    labels: tuple[str, ...]
    marked: re.Pattern[str]
    stated: re.Pattern[str]
    alone: re.Pattern[str]
    heading: re.Pattern[str]
    bare: re.Pattern[str]
    joined: re.Pattern[str]
    before: re.Pattern[str]
    corrected: re.Pattern[str]
    neither: re.Pattern[str]

    def index(self, token: str) -> int | None:
        """Position of a label, an ordinal ("2" of "2번") or a circled digit."""
        if token in self.labels:
            return self.labels.index(token)
        if token.upper() in self.labels:
            return self.labels.index(token.upper())
        number = _CIRCLED.find(token) + 1 or _ORDINALS.find(token) + 1 or (int(token) if token.isdecimal() else 0)
        return number - 1 if 1 <= number <= len(self.labels) else None


@lru_cache
def _grammar(labels: tuple[str, ...], *, digits: bool = True) -> _Grammar:
    """The expressions; `digits` tells whether a digit behind an anchor may name a place."""
    names = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    hangul = any("가" <= label[:1] <= "힣" for label in labels)
    edge = rf"(?=\Z|[^0-9A-Za-z가-힣]|{_NARROW_ENDINGS if hangul else _WIDE_ENDINGS})(?!\.\d)"
    label = rf"(?<![0-9A-Za-z가-힣])(?P<label>(?:{names}){edge}|[{_CIRCLED}]|\d{{1,2}}(?=\s?번))"
    # Behind a marker the small letter counts too, but not the English article.
    places = [*("" if hangul else _ORDINALS[: len(labels)])]
    places += [str(number) for number in range(len(labels), 0, -1)] if digits else []
    further = rf"|(?:{'|'.join(places)}){_ORDINAL_ENDS}" if places else ""
    marked = rf"(?P<label>(?!a [a-z])(?:(?i:{names})){edge}|[{_CIRCLED}]|\d{{1,2}}(?=\s?번){further})"
    following = rf"(?P<label>(?:{names})|[{_CIRCLED}]|\d{{1,2}}(?=\s?번){further})"
    small = label.replace(f"(?:{names})", f"(?i:{names})")
    line_marks = rf"[ \t\r{_MARKS}]{{0,16}}"
    return _Grammar(
        labels,
        marked=re.compile(rf"(?i:{_MARKER}){_GLUE}{marked}"),
        stated=re.compile(label + _PREDICATE),
        alone=re.compile(rf"(?m)^{line_marks}{small}번?[ \t\r.,!{_MARKS}]{{0,16}}$"),
        heading=re.compile(rf"(?m)^{line_marks}{label}번?[*_`]{{0,3}}[.):\]]"),
        bare=re.compile(rf"(?!A [a-z]){label}"),
        before=re.compile(rf"(?:{names}){_JOIN}\Z"),
        joined=re.compile(rf"{_JOIN}{following}(?=\Z|[^0-9A-Za-z가-힣]|와|과|입니다|이다|예요|모두|중|번|인)"),
        corrected=re.compile(rf"{_STANCE.corrected.pattern}[(*`]{{0,3}}{following}{edge}"),
        neither=re.compile(rf"(?:번|보기)?도\s{{0,2}}(?:(?:{names})(?:번)?도\s{{0,2}}){{1,9}}아[니닙님닌]"),
    )


def read_label(reply: str, labels: Sequence[str], options: Sequence[str] = (), *, truncated: bool = False) -> Reading:
    """Read the label that a reply states.

    Args:
        reply: The reply of a model, any text.
        labels: In order of the options, for example A to D.
        options: Texts of the options: they may be the answer, and show when label and text disagree.
        truncated: Whether the reply was cut; then only explicit statements count.

    Example:
        >>> read_label("Answer: B\\n\\n잠깐, 다시 계산합니다.\\n\\nAnswer: C", "ABCD").value
        'C'
    """
    split = split_reasoning(reply, cut=truncated)
    if split.answer_start is None:
        return Reading("truncated", flags=("unclosed_reasoning",))
    start = window_start(reply, split.answer_start)
    folded = fold(reply[start:])
    # Where options are numbers themselves, a digit may be the text of one.
    digits = not any(option.strip()[:1].isdecimal() for option in options)
    grammar = _grammar(tuple(labels), digits=digits)
    found, echo = _explicit(folded.text, grammar, options)
    by_text = _stated_text(folded.text, options)
    if by_text is not None and (found is None or by_text.start > found.end):
        found = by_text
    if found is None and not echo:
        found = _implicit(folded.text, grammar, options, truncated=truncated)
    if found is None:
        return Reading("truncated" if truncated else "echo" if echo else "no_answer")
    if found.many:
        return Reading("ambiguous", rule=found.rule)
    span = moved(folded.span(found.start, found.end), start)
    flags = ("label_text_mismatch",) if _contradicted(folded, found, options) else ()
    return Reading("ok", grammar.labels[found.index], span, found.rule, flags)


def _mentions(
    text: str, pattern: re.Pattern[str], grammar: _Grammar, rule: str, options: Sequence[str] = ()
) -> Iterator[_Found]:
    """Every match that names a label and is not denied or doubted right behind it."""
    for match in deque(pattern.finditer(text), maxlen=_LAST_MENTIONS):
        index = grammar.index(match["label"])
        start, end = match.span("label")
        if index is None or only_a_form(text, match.start()):
            continue
        if not _refused(text, start, _behind_text(text, end, options, index), grammar):
            yield _Found(start, end, index, rule)


def _behind_text(text: str, end: int, options: Sequence[str], index: int) -> int:
    """Where a label with the text of its option ends: "A. 구리"."""
    option = _bare_option(options[index]) if index < len(options) else ""
    gap = _TEXT_FOLLOWS.match(text, end)
    return gap.end() + len(option) if option and gap and text.startswith(option, gap.end()) else end


def _refused(text: str, start: int, end: int, grammar: _Grammar) -> bool:
    """Whether a label is denied or doubted; one that another replaces is left to `_corrected`."""
    if refused_before(text, start) or grammar.neither.match(text, end):
        return True
    return _STANCE.denied.match(text, end) is not None and not grammar.corrected.match(text, end)


def _corrected(text: str, found: _Found, grammar: _Grammar) -> _Found:
    """The label that stands in place of another: A, 아니 B; A → B."""
    for _ in grammar.labels:
        match = grammar.corrected.match(text, found.end)
        index = grammar.index(match["label"]) if match else None
        if match is None or index is None or _refused(text, *match.span("label"), grammar):
            break
        found = _Found(match.start("label"), match.end("label"), index, found.rule)
    return found


def _explicit(text: str, grammar: _Grammar, options: Sequence[str]) -> tuple[_Found | None, bool]:
    """The last explicit statement, and whether the instructions were echoed."""
    last: _Found | None = None
    echo = False
    for stated in _mentions(text, grammar.marked, grammar, "marker", options):
        found = _corrected(text, stated, grammar)
        also, end = _joined(text, found, grammar)
        if len(also) > 1 and (
            len(also) == len(grammar.labels) > 2 or re.match(r"\s{0,2}(?:중|가운데)", text[end : end + 5])
        ):
            echo = True
            continue
        last = replace(found, end=end, many=True) if len(also) > 1 else found
    for found in _mentions(text, grammar.stated, grammar, "statement"):
        if _in_a_group(text, found.start, first=True):
            continue
        if last is None or found.start > last.end:
            last = replace(found, many=grammar.before.search(text, max(0, found.start - 9), found.start) is not None)
    return last, echo


def _stated_text(text: str, options: Sequence[str]) -> _Found | None:
    """The last option whose text stands behind a marker in the place of a label."""
    texts = [(_bare_option(option), index) for index, option in enumerate(options)]
    for match in reversed(deque(_MARKED.finditer(text), maxlen=_LAST_MENTIONS)):
        for option, index in sorted(texts, reverse=True):
            end = match.end() + len(option)
            if option and text.startswith(option, match.end()) and _TEXT_ENDS.match(text, end):
                return _Found(match.end(), end, index, "marker_text")
    return None


def _joined(text: str, found: _Found, grammar: _Grammar) -> tuple[set[int], int]:
    """The labels listed in one statement, and where the list ends."""
    labels, end = {found.index}, found.end
    for _ in grammar.labels:
        match = grammar.joined.match(text, end)
        if match is None:
            break
        index = grammar.index(match["label"])
        if index is not None:
            labels.add(index)
        end = match.end("label")
    return labels, end


def _implicit(text: str, grammar: _Grammar, options: Sequence[str], *, truncated: bool) -> _Found | None:
    alone = list(_mentions(text, grammar.alone, grammar, "line", options))
    if alone:
        several = len({found.index for found in alone}) == len(grammar.labels) > 2
        return None if several else alone[-1]
    if truncated:
        return None
    for pattern, rule in ((grammar.heading, "heading"), (grammar.bare, "only_label")):
        found = list(_mentions(text, pattern, grammar, rule, options))
        if any(_in_a_group(text, each.start) for each in found):
            break
        if found and len({each.index for each in found}) == 1:
            return found[-1]
    return _option_text(text, options)


def _in_a_group(text: str, start: int, *, first: bool = False) -> bool:
    """Whether a label is the end of a group of words that names something else.

    Args:
        text: The folded reply.
        start: Where the label begins.
        first: Whether the group must begin its sentence, as in "비타민 B입니다."
    """
    word = _GROUP.search(text, max(0, start - 22), start)
    if word is None or _LEADS.fullmatch(word[1]):
        return False
    before = text[max(0, word.start() - 4) : word.start()].rstrip(" *_`\"'")
    return not first or not before or before[-1] in ".!?\n:"


def _option_text(text: str, options: Sequence[str]) -> _Found | None:
    """The option whose text is the whole reply."""
    whole = _stripped(text)
    same = [index for index, option in enumerate(options) if whole and _bare_option(option) == whole]
    start = text.find(whole) if whole else 0
    return _Found(start, start + len(whole), same[0], "option_text") if len(same) == 1 else None


def _contradicted(folded: Folded, found: _Found, options: Sequence[str]) -> bool:
    """Whether the label is followed by the text of another option."""
    line = folded.text[found.end : found.end + 400].partition("\n")[0]
    rest = _stripped(line.lstrip(" .):]*번"))
    texts = [_bare_option(option) for option in options]
    if not rest or found.index >= len(texts) or (texts[found.index] and rest.startswith(texts[found.index])):
        return False
    return any(text and rest == text for text in texts)


@lru_cache(4096)
def _bare_option(option: str) -> str:
    return _stripped(fold(option).text)


def _stripped(text: str) -> str:
    return text.strip(" \t\r\n.,!*_`'\"“”‘’()[]{}<>")
