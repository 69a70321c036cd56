r"""The robust reading of a mathematical reply: the value that a person would say it states, by plain rules of text.

The last explicit answer wins: a box, what stands behind "정답:", "답은", "Answer:", "final answer is", "최종 답은:", or
before "이 정답이다". What makes another value of the stated one (6제곱, 6의 배수, 6 이상, 루트 6) leaves it open.
Boxes joined only by a comma, 과, 와, 및 or 또는 belong together. Behind a last equals sign that joins numbers the
right-hand side counts. What is denied or doubted is no answer (`scoring.stance`); an amount in a sentence is read as
in word problems (`scoring.number_reading`), and a sentence without one states nothing. Where nothing is stated the last
line counts only if it is a value and nothing else, or ends with one. A box or statement that the token limit cut off is
no answer.
"""

import re
from collections import deque
from dataclasses import dataclass

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.numerals import COUNTERS
from gwageo.hangul.text import MINUS, fold
from gwageo.scoring.mathematics.korean import plain_latex
from gwageo.scoring.number_reading import Stated, amount_in, amounts
from gwageo.scoring.readings import Reading, moved, window_start
from gwageo.scoring.stance import only_a_form, part_before, refused_before, stance

_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{")
_MARKER = re.compile(
    r"(?:(?<![가-힣])(?:최종\s?)?(?:정답|해답|답안|답)(?:(?:은|는)(?=[\s:*$\\(])|(?=\s{0,2}[:*_`\])=$\\\n]|\s[-+(]?[0-9]))"
    r"|(?<![A-Za-z])(?i:(?:final\s)?answer(?:\s{1,2}is)?)(?=[\s*_`:=\])>$\\(-]))[\s*_`:=\])>]{1,16}"
    r"|(?<![#])#{3,6}\s{0,4}(?=[-+]?[$\\₩*]{0,3}[0-9])"
)
_BETWEEN = re.compile(r"[\s$]*(?:,|과|와|및|또는|그리고|and|or|\\text\{\s?(?:and|or)\s?\})?[\s$]*")
_JOINT = re.compile(r"\s{0,3}(?:,|과|와|및|또는|그리고|and|or)\s{0,3}")
_ENVIRONMENT = re.compile(
    r"\$\$([^$]{1,2000})\$\$|\$((?:\\.|[^$\n\\]){1,2000})\$|\\\((.{1,2000}?)\\\)|\\\[([^\]]{1,2000}?)\\\]"
)
_SENTENCE_END = re.compile(r"\.(?=\s|\Z)|(?<=다)\.|\n")
_SUM = re.compile(r"[-+*/×÷()0-9.,\s]{3,200}=\s{0,4}(?=[-+]?[0-9.,]{1,40}\s*\Z)")
_REMARK = re.compile(r"\s{1,2}\([^()]{0,80}[가-힣][^()]{0,80}\)\s{0,2}\Z")
_DENIED = re.compile(r".{0,80}(?:아니라|아니고)\s{1,2}", re.DOTALL)
_COMMAND = re.compile(r"\\[A-Za-z]{1,20}")
_WORDS = re.compile(r"[가-힣]|[A-Za-z]{3}")
_MATHEMATICS = re.compile(r"[0-9=<>\\]")
_NUMBER = re.compile(r"-?(?:[0-9,]{1,40}(?:\.[0-9]{1,20})?|\\frac\{[0-9]{1,20}\}\{[0-9]{1,20}\})")
_FOLLOWS = re.compile(r"(?:다음|아래)(?:과|와) 같[^\n]{0,12}\n\s{0,4}")
_PERCENT = re.compile(r"[\s$*]{0,3}(?:\\?%|퍼센트|프로(?=입니다|이다|[^가-힣]|\Z))")
_BOUND = re.compile(r" ?(?:이상|이하|초과|미만)")
_SHARE = re.compile(r"(?:약\s)?([^\s가-힣]{1,60}\s?분의\s{0,2}[^\s가-힣]{1,60})")
"""A fraction in words whose parts may stand in LaTeX: $4$분의 $1$."""
_SHARE_BEFORE = re.compile(r"분의\s{0,2}\Z")
_AFTER_LATEX = re.compile(r" ?(?:분의|할|!)(?= ?[0-9$\\]|입니다|이다)")
"""What makes another value of one in LaTeX: $6$할입니다."""
_CLAIM = re.compile(
    r"[이가]\s{1,2}(?:바로\s|최종\s?|구하는\s){0,2}(?:정답|해답|답)"
    r"(?:입니다|이다|이에요|예요|임|이 ?됩니다|이 ?된다)(?![가-힣])"
)
_CLAIMED_UNIT = re.compile(
    rf"[)\]*_`'\"’”$]{{0,4}}\s{{0,2}}(?:번째|등|위|도|{COUNTERS}|[ck]?m|k?g|m?[lL])?[)\]*_`'\"’”]{{0,4}}"
)
_JOINED_BEFORE = re.compile(r"(?:[와과나,/]|및|또는|혹은|그리고|or|and)\s{0,2}\$?\Z")
_STANCE = stance("번째|등|개|명|원|점|도")
_MINUS = re.compile(rf"{MINUS}\s{{0,2}}\Z")
_HANGUL = re.compile("[가-힣]")
_SENTENCE = re.compile(r"[가-힣].*[0-9\s]|[0-9].*[가-힣]|(?:다|요|음|함|까)[.!?]?\Z|\Anot\b", re.DOTALL)
"""Words around a value, or none: 하루는 24, 알 수 없다."""
_UNSETTLED = re.compile(r"[0-9]\s?[~∼〜]\s?[0-9]|→|->|⇒|=>")
_NOTHING = re.compile(r"(?:존재하지\s?않|없)(?:다|음|습니다|는다)")
_MOST_JOINED = 8
_SEGMENT = 400
_REACH = 80
_LAST = 60
"""Only so many boxes and markers from the end are looked at; it bounds the time."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    value: str
    rule: str
    many: bool = False
    """Whether several values might be meant."""


def read_math(reply: str, *, truncated: bool = False) -> Reading:
    r"""Read the value that a reply states, in plain LaTeX.

    Args:
        reply: The reply of a model, any text.
        truncated: Whether the reply was cut.

    Example:
        >>> read_math(r"따라서, 최종 답은: $\boxed{6\text{개}}$입니다.").value
        '6'
    """
    split = split_reasoning(reply, cut=truncated)
    if split.answer_start is None:
        return Reading("truncated", flags=("unclosed_reasoning",))
    start = window_start(reply, split.answer_start)
    folded = fold(reply[start:])
    found = _explicit(folded.text, truncated=truncated)
    if found is None and not truncated:
        found = _last_line(folded.text)
    if found is None or not found.value.strip():
        return Reading("truncated" if truncated else "no_answer")
    if found.many:
        return Reading("ambiguous", rule=found.rule)
    return Reading("ok", found.value, moved(folded.span(found.start, found.end), start), found.rule)


def _explicit(text: str, *, truncated: bool) -> _Found | None:
    boxes = _boxes(text)
    shown = [each for each in (_boxed(boxes, text), _claimed(text)) if each]
    boxed = max(shown, key=lambda each: each.start, default=None)
    end = len(text.rstrip())
    for marker in reversed(deque(_MARKER.finditer(text), maxlen=_LAST)):
        if boxed is not None and boxed.start >= marker.start():
            break
        if any(close and start < marker.start() < close for start, _, close in boxes):
            continue
        found = None if only_a_form(text, marker.start()) else _behind(text, marker)
        if found is None or (truncated and found.end >= end):
            continue
        if boxed is None or found.many or _MATHEMATICS.search(found.value):  # "The answer is correct." states nothing
            return found
    return boxed


def _claimed(text: str) -> _Found | None:
    """The last value that is called the answer: 6이 정답이다."""
    for claim in reversed(deque(_CLAIM.finditer(text), maxlen=_LAST)):
        end = claim.start()
        start = max(text.rfind("\n", 0, end) + 1, end - _REACH)
        latex = deque(_ENVIRONMENT.finditer(text, start, end), maxlen=1)
        last: re.Match[str] | Stated | None = latex[0] if latex else next(reversed(amounts(text, start, end)), None)
        if last is None:
            continue
        first, behind = (last.start, last.end) if isinstance(last, Stated) else last.span()
        if not _CLAIMED_UNIT.fullmatch(text, behind, end) or refused_before(text, first):
            continue
        several = _JOINED_BEFORE.search(text, start, first) or _shared_before(text, first)
        value = last.text if isinstance(last, Stated) else plain_latex(last.group())
        return _Found(first, behind, value or "?", "statement", bool(several) or part_before(text, first))
    return None


def _boxes(text: str) -> list[tuple[int, int, int | None]]:
    """The last boxes, the last one first: where each begins, where its inside begins, where it closes if it does."""
    found = reversed(deque(_BOX.finditer(text), maxlen=_LAST))
    return [(match.start(), match.end(), _closing(text, match.end())) for match in found]


def _boxed(boxes: list[tuple[int, int, int | None]], text: str) -> _Found | None:
    """The last box, with the boxes before it that are joined to it, and a percent sign behind it."""
    parts: list[tuple[int, int, int]] = []
    for start, inner, close in boxes:
        if close is None:
            if parts:
                break
            continue
        if not parts and _STANCE.denied.match(text, close + 1):
            continue
        joined = parts and _BETWEEN.fullmatch(text, close + 1, parts[-1][0]) and parts[-1][0] - close > 1
        if parts and not joined:
            break
        parts.append((start, inner, close))
    if not parts:
        return None
    parts.reverse()
    behind = parts[-1][2] + 1
    value = ", ".join(plain_latex(text[inner:close]) for _, inner, close in parts)
    percent = r"\%" if len(parts) == 1 and "%" not in value and _PERCENT.match(text, behind) else ""
    many = _part_of_more(text, behind) or _shared_before(text, parts[0][0])
    return _Found(parts[0][0], behind, value + percent, "boxes" if len(parts) > 1 else "box", many)


def _shared_before(text: str, place: int) -> bool:
    """Whether the lower part of a fraction in words stands right before a value."""
    return _SHARE_BEFORE.search(text, max(0, place - 8), place) is not None


def _part_of_more(text: str, end: int) -> bool:
    """Whether a value in LaTeX that ends here is a part of what is stated."""
    end += text.startswith("$", end)
    return bool(_AFTER_LATEX.match(text, end) or _STANCE.part.match(text, end) or _BOUND.match(text, end))


def _closing(text: str, start: int) -> int | None:
    depth = 1
    for match in re.compile(r"\\.|[{}]").finditer(text, start, start + 4000):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return match.start()
    return None


def _behind(text: str, marker: re.Match[str]) -> _Found | None:
    """The value behind a marker, in its sentence."""
    start = marker.end()
    environment = _ENVIRONMENT.search(text, start, start + _SEGMENT)
    follows = _FOLLOWS.match(text, start)
    line = text.find("\n", follows.end() if follows else start, start + _SEGMENT)
    line = line if line >= 0 else min(len(text), start + _SEGMENT)
    share = _SHARE.match(text, start, line)
    if share is not None and not _HANGUL.search(value := plain_latex(share[1])):
        return None if _STANCE.denied.match(text, share.end()) else _Found(*share.span(1), value, "statement")
    if environment is not None and environment.start() < line:
        return _environments(text, _meant(text, environment, line))
    stop = _SENTENCE_END.search(text, start, line)
    end = _unopened(text, start, stop.start() if stop else line)
    written = text[start:end]
    if not written.strip(" *_`"):
        return None
    value = plain_latex(_result(written))
    if _NOTHING.fullmatch(value):
        value = r"\emptyset"
    bare = _COMMAND.sub(" ", value).strip()
    if value.endswith("!"):
        return _Found(start, start + len(written.rstrip()), value, "statement", many=True)
    if _UNSETTLED.search(value) or _SENTENCE.search(bare) or refused_before(text, start):
        return _in_sentence(text, start, end)
    return _Found(start, start + len(written.rstrip()), value, "statement")


def _in_sentence(text: str, start: int, end: int) -> _Found | None:
    """The amount that a sentence states, read as in word problems."""
    found = amount_in(text, start, end)
    if found is None:
        return None
    many = found.many or text.startswith("!", found.end) or _BOUND.match(text, found.end) is not None
    percent = r"\%" if _PERCENT.match(text, found.end) else ""
    return _Found(found.start, found.end, (found.text or "?") + percent, "statement", many)


def _unopened(text: str, start: int, end: int) -> int:
    """Where a brace closes that was opened before: \\text{정답: 6}."""
    close = _closing(text, start)
    return end if close is None else min(end, close)


def _meant(text: str, first: re.Match[str], line: int) -> re.Match[str]:
    """The value in LaTeX that stands in the place of another: $5$가 아니라 $6$."""
    for _ in range(_MOST_JOINED):
        turn = _STANCE.instead.match(text, first.end()) or _STANCE.corrected.match(text, first.end())
        following = _ENVIRONMENT.search(text, turn.end(), line) if turn else None
        if following is None:
            break
        first = following
    return first


def _environments(text: str, first: re.Match[str]) -> _Found | None:
    """The value in LaTeX, with those that are joined to it ($3$과 $-2$) and a percent sign behind; None if denied."""
    found = [first]
    while len(found) < _MOST_JOINED:
        joint = _JOINT.match(text, found[-1].end())
        following = _ENVIRONMENT.match(text, joint.end()) if joint else None
        if following is None:
            break
        found.append(following)
    values = [next(each for each in one.groups() if each is not None) for one in found]
    tail = _PERCENT.match(text, found[-1].end())
    if _STANCE.denied.match(text, found[-1].end()) or refused_before(text, first.start()):
        return None
    many = _part_of_more(text, found[-1].end()) or part_before(text, first.start())
    many = many or _shared_before(text, first.start())
    minus = "-" if _MINUS.search(text, max(0, first.start() - 8), first.start()) else ""
    written = minus + ", ".join(map(_result, values)) + (tail.group() if tail else "")
    return _Found(first.start(), found[-1].end(), plain_latex(written), "statement", many)


def _result(written: str) -> str:
    """The right-hand side of a sum that is written out; anything else as it is."""
    bare = _REMARK.sub("", _DENIED.sub("", written.strip(" *_`\n")))
    match = _SUM.match(bare)
    return bare[match.end() :] if match else bare


def _last_line(text: str) -> _Found | None:
    """The last line, where it is a value and nothing else, or the value that ends it: 모두 12,000원이다."""
    end = len(text.rstrip())
    start = text.rfind("\n", 0, end) + 1
    written = text[start:end]
    if end - start > _SEGMENT:
        return None
    value = plain_latex(written)
    if _UNSETTLED.search(value):
        return _in_sentence(text, start, end)
    if value.endswith("!") and not _ENVIRONMENT.fullmatch(written.strip(" .*")):
        return _Found(start, end, value, "last_line", many=True)
    words = _WORDS.search(_COMMAND.sub(" ", value)) is not None
    if _ENVIRONMENT.fullmatch(written.strip(" .*")) or (not words and _MATHEMATICS.search(value)):
        return _Found(start, end, value, "last_line")
    latex = [match.start() for match in deque(_ENVIRONMENT.finditer(text, start, end), maxlen=1)]
    for places, any_value in ((latex, True), ([each.start for each in amounts(text, start, end)[-1:]], False)):
        for place in places:
            value = plain_latex(text[place:end])
            other = refused_before(text, place) or only_a_form(text, place) or part_before(text, place)
            if other or _shared_before(text, place) or not (any_value or _NUMBER.fullmatch(value)):
                continue
            if not _WORDS.search(_COMMAND.sub(" ", value)):
                return _Found(place, end, value, "last_value")
    return None
