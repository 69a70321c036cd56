"""The puzzle as its reader sees it: blocks of initial, vowel and final as indices, and how far the initials move."""

from dataclasses import dataclass
from typing import NamedTuple

INITIALS, VOWELS, FINALS = 19, 21, 28
CLUSTERS = (3, 5, 6, 9, 10, 11, 12, 13, 14, 15, 18)
"""Finals made of two different consonants; ㄲ and ㅆ are single."""
SINGLE = tuple(final for final in range(FINALS) if final not in CLUSTERS)
"""No final, and every final that is one consonant."""


class Block(NamedTuple):
    """One syllable."""

    initial: int
    vowel: int
    final: int
    """0 when there is none."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """One puzzle."""

    blocks: tuple[Block, ...]
    places: int
    """Places by which every initial moves on, from the last to the first."""
