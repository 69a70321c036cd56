"""Reader: the syllables, or the blocks of letters, in a reply."""

import re
from collections import deque

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, first_line
from gwageo.puzzles.syllables import HANGUL, declared_word

_LABEL = re.compile(r"(?:answer|정답|답)\s*[:：]", re.IGNORECASE)
_BLOCKS = re.compile(r"(?<![A-Za-z])[A-Za-z]+(?:-[A-Za-z]+)+")


def canonical(gold: object) -> str:
    """The answer in lower case."""
    return str(gold).strip().lower()


def _pattern(gold: object) -> re.Pattern[str]:
    return HANGUL if HANGUL.search(str(gold)) else _BLOCKS


def strict(reply: Reply, gold: object) -> Found | None:
    """The last run of syllables in the payload, else in the reply from its last label on."""
    source = reply.payload or _from_last_label(reply)
    for match in deque(_pattern(gold).finditer(source.text), maxlen=1):
        return Found(canonical(match.group()), source.start + match.start(), source.start + match.end(), source.rule)
    return None


def _from_last_label(reply: Reply) -> Piece:
    labels = deque(_LABEL.finditer(reply.text), maxlen=1)
    start = labels[0].end() if labels else 0
    return Piece(reply.text[start:], start, "label in text" if labels else "whole")


def robust(reply: Reply, gold: object) -> Found | None:
    """The word of the right length behind the label, its syllables perhaps apart or with an ending behind it."""
    text = canonical(gold)
    if _pattern(gold) is HANGUL:
        return declared_word(reply, len(text), hangul=True)
    blocks = text.count("-") + 1
    for line in [*map(first_line, reply.declared), *reply.last_lines(1)]:
        for match in re.finditer(r"(?<![A-Za-z])[A-Za-z]+(?:\s?[-‐‑–·, ]\s?[A-Za-z]+)*", line.text):
            parts = re.findall("[A-Za-z]+", match.group())
            if len(parts) == blocks:
                value = "-".join(parts).lower()
                return reply.back(value, line.start + match.start(), line.start + match.end(), line.rule)
    return None


READER = Reader(canonical, strict, robust)
