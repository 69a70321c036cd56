"""Reader: the completed square in a reply, as one row of numbers or as rows."""

import re

from gwageo.puzzles.replies import Found, Piece, Reader, Reply

_NUMBER = re.compile(r"\d+")
_RUN = re.compile(r"(?<!\d)\d+(?!\d)")
_LABELLED = re.compile(r"(?:answer|정답|solution|sequence)\s*[:：]?\s*([\d\s]+)", re.IGNORECASE)
_TAIL = 200
_ROW_LABEL = re.compile(r"(?:\brow|행|\br)\s*\d+\s*(?:[:=.]|행)?|\d\s*행\s*[:=]?|\d+\s*[x×]\s*\d+", re.IGNORECASE)
_GRID_CHARS = re.compile(r"[\d\s,;|\[\](){}/\\*`_\-–—+:.=~>]*")


def canonical(gold: object) -> str:
    """The numbers separated by single spaces."""
    return " ".join(_NUMBER.findall(str(gold)))


def _numbers(piece: Piece, count: int) -> Found | None:
    """One run of exactly `count` digits, or the first `count` numbers."""
    matches = list(_NUMBER.finditer(piece.text))
    if len(matches) == 1 and len(matches[0].group()) == count:
        return _found(" ".join(matches[0].group()), piece, matches)
    if len(matches) < count:
        return None
    matches = matches[:count]
    return _found(" ".join(str(int(match.group()[:9])) for match in matches), piece, matches)


def _found(value: str, piece: Piece, matches: list[re.Match[str]]) -> Found:
    return Found(value, piece.start + matches[0].start(), piece.start + matches[-1].end(), piece.rule)


def strict(reply: Reply, gold: object) -> Found | None:
    """Numbers behind a label in the payload or reply; else the last run or the last numbers of the reply's end."""
    count = len(_NUMBER.findall(str(gold)))
    source = reply.payload or reply.body
    if reply.payload and (found := _numbers(reply.payload, count)):
        return found
    for match in _LABELLED.finditer(source.text):
        if found := _numbers(Piece(match[1], source.start + match.start(1), "label in text"), count):
            return found
    start = max(0, len(source.text) - _TAIL)
    tail = Piece(source.text[start:], source.start + start, "end of reply")
    for match in reversed(list(_RUN.finditer(tail.text))):
        if len(match.group()) == count:
            return _found(" ".join(match.group()), tail, [match])
    matches = list(_NUMBER.finditer(tail.text))[-count:]
    if len(matches) < count:
        return None
    return _found(" ".join(str(int(match.group()[:9])) for match in matches), tail, matches)


def robust(reply: Reply, gold: object) -> Found | None:
    """The numbers that stand behind the label, on its line or as rows below; else a reply that is the square."""
    count = len(_NUMBER.findall(str(gold)))
    for piece in reply.declared or (Piece(reply.folded.text, 0, "whole reply"),):
        if found := _square(piece, count):
            return reply.back(found.value, found.start, found.end, found.rule)
    return None


def _square(piece: Piece, count: int) -> Found | None:
    """Exactly `count` numbers in the part that holds nothing but a grid."""
    text = _ROW_LABEL.sub(lambda match: " " * len(match.group()), piece.text[: 40 * count])
    grid = _GRID_CHARS.match(text)
    part = Piece(grid.group() if grid else "", piece.start, piece.rule)
    matches = list(_NUMBER.finditer(part.text))
    if len(matches) == count or (len(matches) == 1 and len(matches[0].group()) == count):
        return _numbers(part, count)
    return None


READER = Reader(canonical, strict, robust)
