"""Whole numbers as answers: what the readers of several types share."""

import re
from collections import deque

from gwageo.puzzles.replies import Found, Piece, Reply, conclusion, first_line

_NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d{1,3}(?:[,\u202f ]\d{3})+(?![\d])|\d+)(?:\.0+)?(?!\.?\d)")


def canonical(gold: object) -> str:
    """The number without separators, leading zeros or a plus sign."""
    return plain(str(gold))


def plain(text: str) -> str:
    """Digits, with a minus in front where there is one: "−1,200" is "-1200"."""
    digits = re.sub(r"\D", "", text.split(".")[0]).lstrip("0") or "0"
    return f"-{digits}" if text.strip()[:1] in "-−" and text.strip() and digits != "0" else digits


def found(match: re.Match[str], piece: Piece, rule: str, group: int = 0) -> Found:
    """A match of a number in a piece, as an answer."""
    return Found(plain(match[group]), piece.start + match.start(group), piece.start + match.end(group), rule)


def last(pattern: re.Pattern[str], piece: Piece, rule: str, group: int = 1) -> Found | None:
    """The last match of a pattern in a piece."""
    matches = deque(pattern.finditer(piece.text), maxlen=1)
    return found(matches[0], piece, rule, group) if matches else None


def last_digits(piece: Piece, rule: str) -> Found | None:
    """The last run of digits of a piece, looked for from its end."""
    text = piece.text
    end = next((place + 1 for place in range(len(text) - 1, -1, -1) if text[place].isdecimal()), 0)
    start = next((place + 1 for place in range(end - 1, -1, -1) if not text[place].isdecimal()), 0)
    return Found(plain(text[start:end]), piece.start + start, piece.start + end, rule) if end else None


def robust(reply: Reply, gold: object) -> Found | None:
    """The number behind the label and the last equals sign of its line; else the only number of the last line."""
    for piece in reply.declared:
        line = first_line(piece)
        if match := _declared(line):
            return reply.back(*found(*match, line.rule)[:4])
    for line in reply.last_lines(1):
        end = conclusion(line)
        numbers = list(_NUMBER.finditer(end.text))
        if numbers and len({plain(match.group()) for match in numbers}) == 1:
            return reply.back(*found(numbers[0], end, end.rule)[:4])
    return None


def _declared(line: Piece) -> tuple[re.Match[str], Piece] | None:
    """The number of a declared line: behind its last equals sign, else the first in it."""
    for piece in dict.fromkeys((conclusion(line), line)):
        if match := _NUMBER.search(piece.text):
            return match, piece
    return None
