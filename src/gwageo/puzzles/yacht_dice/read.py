"""Reader: the sum of the queried rounds in a reply."""

import re

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, last_lines
from gwageo.puzzles.whole import canonical, last, last_digits, plain, robust

_LABEL = re.compile(r"(?:answer|output)\s*[:：]\s*(\d+)", re.IGNORECASE)
_TOTAL = re.compile(r"(?:total|sum)(?:\s{1,9}score)?\s{0,9}[:=]?\s{0,9}(\d+)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


def strict(reply: Reply, gold: object) -> Found | None:
    """A number behind a label, else behind "total" or "sum"; else the largest of a last line; else the last one."""
    source = reply.payload or reply.body
    return (
        last(_LABEL, source, "label in text")
        or last(_TOTAL, source, "total")
        or _largest(source)
        or last_digits(source, "last number")
    )


def _largest(source: Piece) -> Found | None:
    for line in last_lines(source.text, 5):
        numbers = set(_DIGITS.findall(line.text))
        if numbers:
            top = max(numbers, key=lambda digits: (len(plain(digits)), plain(digits), digits))
            start = source.start + line.start + line.text.rindex(top)
            return Found(plain(top), start, start + len(top), "last lines")
    return None


READER = Reader(canonical, strict, robust)
