"""Reader: the secret number in a reply."""

import re

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, first_line

_LABELLED = re.compile(r"(?:answer\s*[:：]|secret number|number is)[^\d\n]{0,30}(\d+)", re.IGNORECASE)
_TOKEN = re.compile(r"(?<!\d)\d+(?!\d)")
_SPACED = re.compile(r"(?<![\d.])\d(?:[ ,·\-|]{1,3}\d)+(?!\d)")
_TAIL = 500


def canonical(gold: object) -> str:
    """The digits, leading zeros kept."""
    return str(gold).strip()


def _last(pattern: re.Pattern[str], piece: Piece, length: int, rule: str) -> Found | None:
    """The last match whose digits are as many as wanted."""
    for match in reversed(list(pattern.finditer(piece.text))):
        group = match.lastindex or 0
        digits = re.sub(r"\D", "", match[group])
        if len(digits) == length:
            return Found(digits, piece.start + match.start(group), piece.start + match.end(group), rule)
    return None


def strict(reply: Reply, gold: object) -> Found | None:
    """Digits behind a label in the payload or reply; else the last number of that length near its end."""
    length = len(canonical(gold))
    source = reply.payload or reply.body
    start = max(0, len(source.text) - _TAIL)
    tail = Piece(source.text[start:], source.start + start, source.rule)
    return _last(_LABELLED, source, length, "label in text") or _last(_TOKEN, tail, length, source.rule)


def robust(reply: Reply, gold: object) -> Found | None:
    """The number behind the label, its digits perhaps apart; else a last line with one such number."""
    length = len(canonical(gold))
    lines = [first_line(piece) for piece in reply.declared] + reply.last_lines(1)
    for line in lines:
        found = _last(_TOKEN, line, length, line.rule) or _last(_SPACED, line, length, line.rule)
        if found:
            return reply.back(found.value, found.start, found.end, found.rule)
    return None


READER = Reader(canonical, strict, robust)
