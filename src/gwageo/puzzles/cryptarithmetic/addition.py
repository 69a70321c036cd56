"""The puzzle as its reader sees it: words whose sum is a word, and the digits of some symbols.

A symbol is a pair of the table it belongs to and its letter. English words have one symbol a letter, with a table each
for A-I, J-R and S-Z; Korean words one a jamo, with a table each for initials, vowels and finals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gwageo.hangul import decompose, is_syllable

TABLES = 3
_FIRST = "AJS"


class Symbol(NamedTuple):
    """One symbol."""

    table: int
    """0, 1 or 2."""
    letter: str


@dataclass(frozen=True, slots=True)
class Addition:
    """One puzzle."""

    addends: tuple[str, ...]
    result: str
    revealed: tuple[tuple[Symbol, int], ...]
    """Symbols with their digits, by table and letter."""

    @property
    def words(self) -> tuple[str, ...]:
        """Addends and result."""
        return (*self.addends, self.result)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Every symbol once, in order of first occurrence."""
        return tuple(dict.fromkeys(symbol for word in self.words for symbol in spelt(word)))


@lru_cache(maxsize=4096)
def spelt(word: str) -> tuple[Symbol, ...]:
    """The symbols of a word from left to right.

    Raises:
        ValueError: A character is neither a capital letter nor a syllable.
    """
    symbols: list[Symbol] = []
    for char in word:
        if is_syllable(char):
            symbols += [Symbol(table, letter) for table, letter in enumerate(decompose(char)) if letter]
        elif "A" <= char <= "Z":
            symbols.append(Symbol(sum(char >= first for first in _FIRST) - 1, char))
        else:
            raise ValueError(f"not a capital letter or a syllable: {char!r}")
    return tuple(symbols)


def value(word: str, digits: Mapping[Symbol, int]) -> int:
    """The number that a word stands for."""
    number = 0
    for symbol in spelt(word):
        number = number * 10 + digits[symbol]
    return number
