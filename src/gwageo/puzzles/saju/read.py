"""Reader: the pair of stem and branch in a reply."""

import re
from collections import deque

from gwageo.puzzles.pillars import PAIR, declared_pair
from gwageo.puzzles.replies import Found, Piece, Reader, Reply

_LABEL = re.compile(r"(?:answer|정답|답)\s*[:：]", re.IGNORECASE)


def canonical(gold: object) -> str:
    """The two syllables."""
    return str(gold).strip()


def strict(reply: Reply, gold: object) -> Found | None:
    """The first pair of the payload, else of the reply from its last label on."""
    source = reply.payload or _from_last_label(reply)
    match = PAIR.search(source.text)
    if match is None:
        return None
    return Found(match.group(), source.start + match.start(), source.start + match.end(), source.rule)


def _from_last_label(reply: Reply) -> Piece:
    labels = deque(_LABEL.finditer(reply.text), maxlen=1)
    start = labels[0].end() if labels else 0
    return Piece(reply.text[start:], start, "label in text" if labels else "whole")


def robust(reply: Reply, gold: object) -> Found | None:
    """A pair of the cycle, in Hangul or Chinese characters, behind the label; else the only one of the last line."""
    return declared_pair(reply)


READER = Reader(canonical, strict, robust)
