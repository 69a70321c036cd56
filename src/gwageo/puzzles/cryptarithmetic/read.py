"""Reader: the number of the result in a reply."""

import re
from collections import deque
from collections.abc import Iterator

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line, last_lines

_LABEL = re.compile(r"(?:answer|output)\s*[:：]\s*(\d+)", re.IGNORECASE)
_SAID = (
    re.compile(r"(?:result|value)\s*(?:is|=)\s*(\d+)", re.IGNORECASE),
    re.compile(r"=[^\S\n]*(\d+)[^\S\n]*$", re.MULTILINE),
)
_TOKEN = re.compile(r"(?<!\d)\d{2,}(?!\d)")
_NUMBER = re.compile(r"\d+(?:[,\u202f ]\d{1,3}){0,4}")


def canonical(gold: object) -> str:
    """The digits."""
    return str(gold).strip()


def strict(reply: Reply, gold: object) -> Found | None:
    """Digits behind a label, then behind "result is" or at a line's end; else a number of the last lines or before."""
    source = reply.payload or reply.body
    for labelled in deque(_LABEL.finditer(source.text), maxlen=1):
        return _found(source, labelled, 1, "label in text")
    for said in filter(None, (pattern.search(source.text) for pattern in _SAID)):
        return _found(source, said, 1, "said in text")
    for line in last_lines(source.text, 5):
        if match := _TOKEN.search(line.text):
            return _found(Piece(line.text, source.start + line.start, line.rule), match, 0, "last lines")
    for last in deque(_TOKEN.finditer(source.text), maxlen=1):
        return _found(source, last, 0, "last number")
    return None


def _found(piece: Piece, match: re.Match[str], group: int, rule: str) -> Found:
    return Found(match[group], piece.start + match.start(group), piece.start + match.end(group), rule)


def robust(reply: Reply, gold: object) -> Found | None:
    """The number behind the label and the last equals sign of its line, perhaps grouped; else of the last line."""
    for line in map(first_line, reply.declared):
        for piece in (conclusion(line), line):
            for value, start, end in _numbers(piece):
                return reply.back(value, start, end, piece.rule)
    for line in map(conclusion, reply.last_lines(1)):
        numbers = list(_numbers(line))
        if len({value for value, _, _ in numbers}) == 1:
            return reply.back(*numbers[0], line.rule)
    return None


def _numbers(piece: Piece) -> Iterator[tuple[str, int, int]]:
    for match in _NUMBER.finditer(piece.text):
        yield re.sub(r"\D", "", match.group()), piece.start + match.start(), piece.start + match.end()


READER = Reader(canonical, strict, robust)
