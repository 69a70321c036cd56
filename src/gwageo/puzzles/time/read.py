"""Reader: a date, a weekday or a pair of the sexagenary cycle in a reply; the gold answer tells which is wanted."""

import re
from collections import deque
from collections.abc import Callable

from gwageo.puzzles.pillars import PAIR, declared_pair
from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line

_DATE = re.compile(r"(?<!\d)(\d{3,4})\s{0,9}[./\-]\s{0,9}(?:윤\s{0,9})?(\d{1,2})\s{0,9}[./\-]\s{0,9}(\d{1,2})(?!\d)")
_ANY_DATE = re.compile(
    r"(?<!\d)(\d{3,4})\s{0,3}(?:[./\-,]|년)\s{0,3}(\d{1,2})\s{0,3}(?:[./\-,]|월)\s{0,3}(\d{1,2})(?!\d)"
)
_WEEKDAY = re.compile("[월화수목금토일]요일")
_ENGLISH = dict(
    zip(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), (f"{day}요일" for day in "월화수목금토일"), strict=True)
)
_ANY_WEEKDAY = re.compile(
    rf"({'|'.join(_ENGLISH)})[a-z]{{0,6}}|([월화수목금토일])(?:요일|(?=[\s)*_.]*$))",
    re.IGNORECASE | re.MULTILINE,
)


def canonical(gold: object) -> str:
    """A date without padding; everything else as it is."""
    text = str(gold).strip()
    match = _DATE.fullmatch(text)
    return _date(match) if match else text


def _date(match: re.Match[str]) -> str:
    return ".".join(str(int(part)) for part in match.groups())


def _weekday(match: re.Match[str]) -> str:
    return _ENGLISH[match[1].lower()] if match[1] else f"{match[2]}요일"


_Told = Callable[[re.Match[str]], str]


def _patterns(gold: object) -> tuple[re.Pattern[str], _Told]:
    text = canonical(gold)
    if text[:1].isdigit():
        return _DATE, _date
    return (_WEEKDAY if text.endswith("요일") else PAIR), lambda match: match.group()


def strict(reply: Reply, gold: object) -> Found | None:
    """The last token of the wanted kind in the payload, without a label in the reply."""
    pattern, told = _patterns(gold)
    source = reply.payload or reply.body
    for match in deque(pattern.finditer(source.text), maxlen=1):
        return Found(told(match), source.start + match.start(), source.start + match.end(), source.rule)
    return None


def robust(reply: Reply, gold: object) -> Found | None:
    """The first token of the wanted kind behind the label, however it is spelt; else the only one of the last line."""
    pattern, told = _patterns(gold)
    if pattern is PAIR:
        return declared_pair(reply)
    pattern, told = (_ANY_DATE, _date) if pattern is _DATE else (_ANY_WEEKDAY, _weekday)
    for line in map(first_line, reply.declared):
        if match := pattern.search(line.text):
            return _back(reply, line, match, told)
    for line in map(conclusion, reply.last_lines(1)):
        matches = list(pattern.finditer(line.text))
        if len({told(match) for match in matches}) == 1:
            return _back(reply, line, matches[0], told)
    return None


def _back(reply: Reply, line: Piece, match: re.Match[str], told: _Told) -> Found:
    return reply.back(told(match), line.start + match.start(), line.start + match.end(), line.rule)


READER = Reader(canonical, strict, robust)
