"""Reader: the number of minutes or events in a reply."""

import re

from gwageo.puzzles.replies import Found, Reader, Reply
from gwageo.puzzles.whole import canonical, found, last, last_digits, plain, robust

_LABEL = re.compile(r"answer\s*[:：]\s*(\d+)", re.IGNORECASE)
_MINUTE = re.compile(r"(?:occurs\s+at\s+minute|at\s+minute|minute)\s+(\d+)", re.IGNORECASE)
_MINUTES = re.compile(r"(?<!\d)(\d+)\s{0,9}minutes?", re.IGNORECASE)


def strict(reply: Reply, gold: object) -> Found | None:
    """Bare digits; else behind a label, behind "minute", in front of "minutes"; else the last number."""
    source = reply.payload or reply.body
    bare = source.text.strip()
    if bare.isdecimal():
        start = source.start + source.text.index(bare)
        return Found(plain(bare), start, start + len(bare), source.rule)
    if match := _LABEL.search(source.text):
        return found(match, source, "label in text", 1)
    if minute := last(_MINUTE, source, "minute"):
        return minute
    if match := _MINUTES.search(source.text):
        return found(match, source, "minutes", 1)
    return last_digits(source, "last number")


READER = Reader(canonical, strict, robust)
