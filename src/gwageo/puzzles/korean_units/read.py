"""Reader: the sum in a reply; units are not compared."""

import re
from collections import deque

from gwageo.puzzles.korean_units.bill import SYSTEMS
from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line

_LABEL = re.compile(r"(?:정답|answer)\s*[:：]?\s*([\d,]+)", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*")
_NUMBER = re.compile(r"-?\d{1,3}(?:[,\u202f ]\d{3})+(?!\d)|-?\d+")
_MODERN = (
    *("제곱미터", "평방미터", "제곱킬로미터", "헥타르", "미터", "센티미터", "밀리미터", "킬로미터", "그램", "킬로그램"),
    *("톤", "리터", "밀리리터", "m", "cm", "mm", "km", "m2", "m²", "㎡", "g", "kg", "t", "L", "l", "mL", "ml"),
)
_KNOWN = sorted({*_MODERN, *(unit for units in SYSTEMS.values() for unit in units)}, key=len, reverse=True)
_UNIT = re.compile(
    rf"[\s*_`)\]}}]{{0,8}}({'|'.join(_KNOWN)})(?=[^가-힣A-Za-z]|$|이|입|임|으로|로|가|을|를|은|는|의|다)"
)
_TAIL = 200


def canonical(gold: object) -> str:
    """The whole number without its unit."""
    digits = re.match(r"\s*(-?[\d,]+)", str(gold))
    return _plain(digits[1]) if digits else str(gold)


def _plain(text: str) -> str:
    digits = re.sub(r"[^\d-]", "", text)
    return digits.lstrip("0") or "0" if not digits.startswith("-") else digits


def strict(reply: Reply, gold: object) -> Found | None:
    """The number behind the last label anywhere; else the last digits near the end. Signs are not seen."""
    for match in deque((m for m in _LABEL.finditer(reply.raw) if m[1].strip(",")), maxlen=1):
        return Found(_plain(match[1]), match.start(1), match.end(1), "label")
    start = max(0, len(reply.raw) - _TAIL)
    for match in deque(_DIGITS.finditer(reply.raw[start:]), maxlen=1):
        return Found(_plain(match.group()), start + match.start(), start + match.end(), "last digits")
    return None


def robust(reply: Reply, gold: object) -> Found | None:
    """The number behind the label and the last equals sign of its line; else the only number of the last line.

    A number with another unit is another quantity; a number without a unit passes, with a flag.
    """
    for line in map(first_line, reply.declared):
        last = conclusion(line)
        for piece in (last, line):
            if match := _NUMBER.search(piece.text):
                return _judged(reply, piece, match, gold)
    for line in map(conclusion, reply.last_lines(1)):
        matches = list(_NUMBER.finditer(line.text))
        if len({_plain(match.group()) for match in matches}) == 1:
            return _judged(reply, line, matches[0], gold)
    return None


def _judged(reply: Reply, piece: Piece, match: re.Match[str], gold: object) -> Found:
    """A number with what is said of its unit."""
    wanted = re.sub(r"[-\d,\s]", "", str(gold))
    unit = _UNIT.match(piece.text, match.end())
    value = _plain(match.group())
    flags: tuple[str, ...] = ()
    if unit is None:
        flags = ("unit_missing",)
    elif unit[1] != wanted:
        value, flags = f"{value} {unit[1]}", ("unit_mismatch",)
    return reply.back(value, piece.start + match.start(), piece.start + match.end(), piece.rule, flags)


READER = Reader(canonical, strict, robust)
