"""Pillars: reading a pair of the sexagenary cycle in a reply; shared by the types whose answers are such pairs."""

import re
from itertools import islice

from gwageo.hangul.calendar import BRANCHES, NUMBERS, STEMS
from gwageo.puzzles.replies import Found, Piece, Reply, conclusion, first_line

_HANJA = str.maketrans("甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥", STEMS + BRANCHES)
PAIR = re.compile(f"[{STEMS}][{BRANCHES}]")
_SEVERAL = 3


def pairs(text: str) -> list[re.Match[str]]:
    """The first few pairs in a text that belong to the cycle, in Hangul or in Chinese characters."""
    matches = (match for match in PAIR.finditer(text.translate(_HANJA)) if match.group() in NUMBERS)
    return list(islice(matches, _SEVERAL))


def declared_pair(reply: Reply) -> Found | None:
    """The first pair behind the last label, or the only pair of the last line."""
    for piece in reply.declared:
        if found := pairs(first_line(piece).text):
            return _back(reply, piece, found[0])
    for line in map(conclusion, reply.last_lines(1)):
        found = pairs(line.text)
        if len({match.group() for match in found}) == 1:
            return _back(reply, line, found[0])
    return None


def _back(reply: Reply, piece: Piece, match: re.Match[str]) -> Found:
    return reply.back(match.group(), piece.start + match.start(), piece.start + match.end(), piece.rule)
