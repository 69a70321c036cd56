"""Pillars: reading a pair of the sexagenary cycle in a reply; shared by the types whose answers are such pairs."""

import re
from itertools import islice

from gwageo.hangul.calendar import BRANCHES, NUMBERS, STEMS
from gwageo.puzzles.replies import Found, Piece, Reply, conclusion, first_line

_HANJA = str.maketrans("甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥", STEMS + BRANCHES)
PAIR = re.compile(f"[{STEMS}][{BRANCHES}]")
_APART = re.compile(
    rf"(?<![가-힣])(?P<stem>[{STEMS}])(?:\s?\((?P=stem)\))?[ ·,+-]{{0,2}}"
    rf"(?P<branch>[{BRANCHES}])(?:\s?\((?P=branch)\))?"
    r"(?=[^가-힣(]|\Z|일주|시주|일진|간지|입니다|이다|이에요|예요|임(?![가-힣]))"
)
"""A pair whose two syllables stand apart, alone but for an ending: 병 오, 병(丙)오(午)."""
_SEVERAL = 3


def pairs(text: str) -> list[re.Match[str]]:
    """The first few pairs in a text that belong to the cycle, in Hangul or in Chinese characters, perhaps apart."""
    plain = text.translate(_HANJA)
    matches = (match for match in PAIR.finditer(plain) if match.group() in NUMBERS)
    apart = (match for match in _APART.finditer(plain) if _pair(match) in NUMBERS)
    return list(islice(matches, _SEVERAL)) or list(islice(apart, _SEVERAL))


def _pair(match: re.Match[str]) -> str:
    """The two syllables of a match."""
    return match["stem"] + match["branch"] if match.lastindex else match.group()


def declared_pair(reply: Reply) -> Found | None:
    """The first pair behind the last label, or the only pair of the last line."""
    for piece in reply.declared:
        if found := pairs(first_line(piece).text):
            return _back(reply, piece, found[0])
    for line in map(conclusion, reply.last_lines(1)):
        found = pairs(line.text)
        if len({_pair(match) for match in found}) == 1:
            return _back(reply, line, found[0])
    return None


def _back(reply: Reply, piece: Piece, match: re.Match[str]) -> Found:
    return reply.back(_pair(match), piece.start + match.start(), piece.start + match.end(), piece.rule)
