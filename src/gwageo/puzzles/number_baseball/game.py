"""The puzzle as its reader sees it: hints, and digits or places that are given away."""

from dataclasses import dataclass
from typing import NamedTuple

DIGITS = "0123456789"


class Hint(NamedTuple):
    """One guess and what was said of it."""

    guess: str
    strikes: int
    """Right digits in the right place."""
    balls: int
    """Right digits in another place."""


@dataclass(frozen=True, slots=True)
class Baseball:
    """One puzzle."""

    length: int
    """Digits of the secret number, all different."""
    hints: tuple[Hint, ...]
    digits: tuple[int, ...] = ()
    """Digits known to occur, in ascending order; their places are not known."""
    places: tuple[tuple[int, int], ...] = ()
    """Known places, counted from 0, with their digits, in order of place."""


def hint(secret: str, guess: str) -> Hint:
    """What is said of a guess."""
    strikes = sum(a == b for a, b in zip(secret, guess, strict=True))
    return Hint(guess, strikes, len(set(secret) & set(guess)) - strikes)
