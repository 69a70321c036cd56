"""Reader: the queried digits in a reply."""

import re
from itertools import islice

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, first_line, last_lines

_DIGIT = re.compile(r"[1-9]")
_COORDINATE = re.compile(
    r"[(\[]?\s?(?:r|row|행)?\s?[1-9]\s?(?:행|,|c|col)\s?(?:c|col|열)?\s?[1-9]\s?열?\s?[)\]]?\s?(?:[=:]|->|→)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]")


def canonical(gold: object) -> str:
    """The digits separated by single spaces."""
    return " ".join(_DIGIT.findall(str(gold)))


def _exactly(piece: Piece, count: int, rule: str) -> Found | None:
    digits = list(islice(_DIGIT.finditer(piece.text), count + 1))
    if len(digits) != count:
        return None
    start, end = piece.start + digits[0].start(), piece.start + digits[-1].end()
    return Found(" ".join(digit.group() for digit in digits), start, end, rule)


def strict(reply: Reply, gold: object) -> Found | None:
    """The payload if it has the right number of digits; else one of the last five lines; else the last digits."""
    count = len(_DIGIT.findall(str(gold)))
    if reply.payload and (found := _exactly(reply.payload, count, "label")):
        return found
    for line in last_lines(reply.text, 5):
        if found := _exactly(line, count, "last lines"):
            return found
    return _last(reply.text, count)


def _last(text: str, count: int) -> Found | None:
    """The last digits of a text, looked for from its end."""
    places = (place for place in range(len(text) - 1, -1, -1) if "1" <= text[place] <= "9")
    last = list(islice(places, count))[::-1]
    if len(last) < count:
        return None
    return Found(" ".join(text[place] for place in last), last[0], last[-1] + 1, "last digits")


def robust(reply: Reply, gold: object) -> Found | None:
    """The declared line, with coordinates in front of the digits allowed; else a last line of digits alone."""
    count = len(_DIGIT.findall(str(gold)))
    for piece in reply.declared:
        line = first_line(piece)
        bare = _COORDINATE.sub(lambda match: " " * len(match.group()), line.text)
        if found := _exactly(Piece(bare, line.start, line.rule), count, "declared"):
            return reply.back(found.value, found.start, found.end, found.rule)
    for line in reply.last_lines(1):
        if not _WORDS.search(line.text) and (found := _exactly(line, count, "last line")):
            return reply.back(found.value, found.start, found.end, found.rule)
    return None


READER = Reader(canonical, strict, robust)
