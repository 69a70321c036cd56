"""The puzzle as its reader sees it: twelve rolls and the rounds that are asked for; and what a roll scores."""

from dataclasses import dataclass
from functools import lru_cache

CATEGORIES = (
    "aces", "twos", "threes", "fours", "fives", "sixes",
    "three_kind", "four_kind", "full_house", "small_straight", "large_straight", "yacht",
)  # fmt: skip
UPPER = 6
ROUNDS = len(CATEGORIES)
BONUS, BONUS_FROM = 35, 63
_SMALL = (frozenset({1, 2, 3, 4}), frozenset({2, 3, 4, 5}), frozenset({3, 4, 5, 6}))

Roll = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One puzzle."""

    rolls: tuple[Roll, ...]
    """The dice of every round, in the order shown."""
    queried: tuple[int, ...]
    """Rounds that are asked for, counted from 0, rising."""


def scores(roll: Roll) -> tuple[int, ...]:
    """What a roll scores in every category."""
    return _scores(tuple(sorted(roll)))


@lru_cache(maxsize=252)  # as many different rolls as there are
def _scores(roll: Roll) -> tuple[int, ...]:
    faces, total = frozenset(roll), sum(roll)
    counts = sorted((roll.count(face) for face in faces), reverse=True)
    upper = tuple(face * roll.count(face) for face in range(1, UPPER + 1))
    return (
        *upper,
        total if counts[0] >= 3 else 0,
        total if counts[0] >= 4 else 0,
        25 if counts == [3, 2] else 0,
        30 if any(run <= faces for run in _SMALL) else 0,
        40 if len(faces) == 5 and max(faces) - min(faces) == 4 else 0,
        50 if counts[0] == 5 else 0,
    )
