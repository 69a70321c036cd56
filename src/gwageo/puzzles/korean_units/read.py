"""Reader: the sum in a reply; units are not compared."""

import re
from collections import deque

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line

_LABEL = re.compile(r"(?:정답|answer)\s*[:：]?\s*([\d,]+)", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*")
_NUMBER = re.compile(r"-?\d{1,3}(?:[,\u202f ]\d{3})+(?!\d)|-?\d+")
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
    """The number behind the label and the last equals sign of its line; else the only number of the last line."""
    for line in map(first_line, reply.declared):
        if found := _number(line):
            return reply.back(*found)
    for line in map(conclusion, reply.last_lines(1)):
        numbers = {_plain(match.group()) for match in _NUMBER.finditer(line.text)}
        if len(numbers) == 1 and (found := _number(line)):
            return reply.back(*found)
    return None


def _number(line: Piece) -> tuple[str, int, int, str] | None:
    last = conclusion(line)
    line = last if _NUMBER.search(last.text) else line
    match = _NUMBER.search(line.text)
    if match is None:
        return None
    return _plain(match.group()), line.start + match.start(), line.start + match.end(), line.rule


READER = Reader(canonical, strict, robust)
