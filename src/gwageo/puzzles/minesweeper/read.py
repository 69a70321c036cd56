"""Reader: the mines in a reply, as a set of coordinates."""

import re
from collections import deque

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, last_lines

_PAIR = re.compile(r"\(\s*(?:r(?:ow)?\s*)?(\d{1,4})\s*,\s*(?:c(?:ol(?:umn)?)?\s*)?(\d{1,4})\s*\)", re.IGNORECASE)
_ANY_PAIR = re.compile(
    r"[(\[]\s*(?:r(?:ow)?|행)?\s*(\d{1,4})\s*행?\s*,\s*(?:c(?:ol(?:umn)?)?|열)?\s*(\d{1,4})\s*열?\s*[)\]]"
    r"|\br(\d{1,4})\s*,?\s*c(\d{1,4})\b|(\d{1,4})\s*행\s*(\d{1,4})\s*열",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:answer|output|답)\s*[:：]\s*([^\n]*)", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|no|never|except|without|isn't|aren't|excluding|safe)\b", re.IGNORECASE)
_REST = 6
"""Characters beside pairs and separators that a bare list may hold."""


def canonical(gold: object) -> str:
    """The pairs, sorted, each once."""
    return _value([(int(row), int(column)) for row, column in _PAIR.findall(str(gold))])


def _value(pairs: list[tuple[int, int]]) -> str:
    return ", ".join(f"({row},{column})" for row, column in sorted(set(pairs)))


def _pairs(piece: Piece, pattern: re.Pattern[str] = _PAIR) -> Found | None:
    first = pattern.search(piece.text)
    if first is None:
        return None
    pairs = {tuple(group for group in groups if group) for groups in pattern.findall(piece.text)}
    end = max(piece.text.rfind(char) for char in ")]열0123456789") + 1
    value = _value([(int(row), int(column)) for row, column in pairs])
    return Found(value, piece.start + first.start(), piece.start + max(end, first.end()), piece.rule)


def strict(reply: Reply, gold: object) -> Found | None:
    """The last label's remainder unless it is negated; else one of the last three lines that is nothing but pairs."""
    if reply.payload and (found := _pairs(reply.payload)):
        return found
    source = reply.payload or reply.body
    labels = deque(_LABEL.finditer(source.text), maxlen=1)
    for last in labels:
        piece = Piece(last[1], source.start + last.start(1), "label in text")
        if not _NEGATION.search(last[1]) and (found := _pairs(piece)):
            return found
    for line in last_lines(reply.text, 3):
        rest = re.sub(r"[\s,;.\[\]{}]", "", _PAIR.sub("", line.text))
        if len(rest) <= _REST and (found := _pairs(line)):
            return found._replace(rule="last lines")
    return None


def robust(reply: Reply, gold: object) -> Found | None:
    """The pairs behind the label, on its line or listed below it; else a last line of nothing but pairs."""
    for piece in reply.declared:
        if found := _pairs(_listed(piece), _ANY_PAIR):
            return reply.back(found.value, found.start, found.end, found.rule)
    for line in reply.last_lines(1):
        rest = re.sub(r"[\s,;.\[\]{}*`]", "", _ANY_PAIR.sub("", line.text))
        if len(rest) <= _REST and (found := _pairs(line, _ANY_PAIR)):
            return reply.back(found.value, found.start, found.end, found.rule)
    return None


def _listed(piece: Piece) -> Piece:
    """The first line with pairs and the lines right below it that hold pairs too."""
    end = 0
    started = False
    for line in piece.text.split("\n"):
        holds = bool(_ANY_PAIR.search(line))
        if started and not holds:
            break
        started = started or holds
        end += len(line) + 1
    return Piece(piece.text[:end], piece.start, piece.rule)


READER = Reader(canonical, strict, robust)
