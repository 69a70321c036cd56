"""Reader: the plaintext in a reply."""

import re
from collections import deque

from gwageo.puzzles.replies import Found, Piece, Reader, Reply
from gwageo.puzzles.syllables import HANGUL, declared_word

_CUTS = (re.compile(r"answer\s*[:：]", re.IGNORECASE), re.compile(r"원문\s*[:：]"))
_WORD = r"(?:answer|plaintext|원문|정답|답)\s*[:：]?\s*"
_LETTERS_BEHIND = re.compile(_WORD + r"['\"*]{0,3}([A-Za-z]+)(?![A-Za-z])", re.IGNORECASE)
_SYLLABLES_BEHIND = re.compile(_WORD + r"['\"*]{0,3}([가-힣]+)", re.IGNORECASE)
_LETTERS = re.compile(r"(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
_SYLLABLES = re.compile(r"[가-힣]{2,}")


def canonical(gold: object) -> str:
    """The plaintext in capital letters."""
    return str(gold).strip().upper()


def _hangul(gold: object) -> bool:
    return bool(HANGUL.search(str(gold)))


def _last(pattern: re.Pattern[str], piece: Piece, rule: str) -> Found | None:
    for match in deque(pattern.finditer(piece.text), maxlen=1):
        group = match.lastindex or 0
        return Found(canonical(match[group]), piece.start + match.start(group), piece.start + match.end(group), rule)
    return None


def strict(reply: Reply, gold: object) -> Found | None:
    """The last run of capitals or syllables in the payload; else behind a label, else in what follows the last one."""
    run = _SYLLABLES if _hangul(gold) else _LETTERS
    if reply.payload and (found := _last(run, reply.payload, "label")):
        return found
    source = _cut(reply)
    behind = _SYLLABLES_BEHIND if _hangul(gold) else _LETTERS_BEHIND
    return _last(behind, source, "label in text") or _last(run, source, "last run")


def _cut(reply: Reply) -> Piece:
    """The reply from its last label on."""
    for pattern in _CUTS:
        for match in deque(pattern.finditer(reply.text), maxlen=1):
            return Piece(reply.text[match.start() :], match.start(), "cut")
    return reply.body


def robust(reply: Reply, gold: object) -> Found | None:
    """The word of the right length behind the label, in either case, perhaps with gaps or an ending behind it."""
    found = declared_word(reply, len(canonical(gold)), hangul=_hangul(gold))
    return found and found._replace(value=canonical(found.value))


READER = Reader(canonical, strict, robust)
