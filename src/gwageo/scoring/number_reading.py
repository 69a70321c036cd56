"""The robust reading of a word problem's reply: the amount that a person would say it states.

The last explicit statement wins: behind a line mark (`#### 18`), behind "정답:" or "답은", in a box; behind an
equals sign in such a statement the right-hand side counts. Without any statement the last amount in the text is
taken, unless the reply was cut: then the amount itself may be cut.
"""

import re
from collections import deque
from collections.abc import Iterator
from decimal import Decimal

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.text import AMOUNT, Amount, amount_of, fold, words_at
from gwageo.scoring.readings import Reading, moved, window_start

_STATEMENT = re.compile(
    r"(?P<hashes>#{3,8})(?P<hglue>[\s*_`$\\₩:]{0,16})"
    r"|(?:(?:정답|해답|답안|(?<![가-힣])답)(?:은|는|이)?|(?<![A-Za-z])(?i:answer)(?:\s{0,2}is)?)(?=[\s*_`:=\])>$\\₩-])[\s*_`:=#>\])]{0,16}"
    r"|(?P<box>\\boxed\s?\{)"
)
_ADJACENT = re.compile(r"(?:[\s*_`$₩~()\[\]{}<>\"']|\\(?:boxed|text|textbf|mathbf|\$|\()|약|총|모두|바로){0,16}")
_HEADING = re.compile(r"단계|번째|\.\s|\)")
_SEGMENT = 240
_LAST_STATEMENTS = 50
"""Only so many statements from the end are looked at; it bounds the time."""


def read_number(reply: str, *, truncated: bool = False) -> Reading:
    """Read the amount that a reply states.

    Args:
        reply: The reply of a model, any text.
        truncated: Whether the reply was cut.

    Example:
        >>> read_number("따라서 모두 합하면 3만 5천 원입니다.").value
        '35000'
    """
    split = split_reasoning(reply, cut=truncated)
    if split.answer_start is None:
        return Reading("truncated", flags=("unclosed_reasoning",))
    start = window_start(reply, split.answer_start)
    folded = fold(reply[start:])
    found = _stated(folded.text, truncated=truncated)
    rule = "statement"
    if found is None and not truncated:
        found, rule = _last(folded.text), "last_number"
    if found is None:
        return Reading("truncated" if truncated else "no_answer")
    span = moved(folded.span(found.start, found.end), start)
    return Reading("ok", found.text, span, rule)


def number_value(text: str) -> Decimal | None:
    """The amount that a short text is, for comparison; None where it is none."""
    match = AMOUNT.search(fold(text).text)
    return None if match is None else amount_of(match).value


def _stated(text: str, *, truncated: bool) -> Amount | None:
    limit = len(text.rstrip())
    for match in reversed(deque(_STATEMENT.finditer(text), maxlen=_LAST_STATEMENTS)):
        found = _in_statement(text, match)
        if found is not None and not (truncated and found.end >= limit):
            return found
    return None


def _in_statement(text: str, match: re.Match[str]) -> Amount | None:
    if match["box"]:
        end = _closing(text, match.end())
        return None if end is None else _in_segment(text, match.end(), end)
    if match["hashes"]:
        found = _adjacent(text, match.end(), match.end() + _SEGMENT)
        return None if found is None or _HEADING.match(text, found.end) else found
    end = text.find("\n", match.end(), match.end() + _SEGMENT)
    return _in_segment(text, match.end(), end if end >= 0 else min(len(text), match.end() + _SEGMENT))


def _in_segment(text: str, start: int, end: int) -> Amount | None:
    equals = text.rfind("=", start, end)
    found = _adjacent(text, equals + 1 if equals >= 0 else start, end)
    if found is None:
        amounts = list(_amounts(text, start, end))
        found = amounts[-1] if amounts else None
    return found


def _adjacent(text: str, start: int, end: int) -> Amount | None:
    glue = _ADJACENT.match(text, start)
    place = glue.end() if glue else start
    match = AMOUNT.match(text, place, min(len(text), end + 60))
    if match is not None and match.start() < end:
        return amount_of(match)
    return words_at(text, place) if place < end else None


def _amounts(text: str, start: int, end: int) -> Iterator[Amount]:
    for match in AMOUNT.finditer(text, start, end):
        yield amount_of(match)


def _closing(text: str, start: int) -> int | None:
    """Where the brace that was opened before `start` closes; None where it does not within a segment."""
    depth = 1
    for place in range(start, min(len(text), start + _SEGMENT)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return None


def _last(text: str) -> Amount | None:
    last = deque(AMOUNT.finditer(text), maxlen=1)
    return amount_of(last[0]) if last else None
