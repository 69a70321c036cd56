"""Where difficulty comes from: does the size of the items grow from tier to tier? Measured, not stated."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from gwageo.puzzles import TIERS, TYPES, load, made
from gwageo.puzzles.base import Features, Language, Tier

Direction = Literal["grows", "not_monotone", "shrinks"]
ITEMS = 20
Size = Callable[[Features, str], float]


def _feature(name: str) -> tuple[str, Size]:
    return name, lambda features, question: float(features[name])


SIZES: dict[str, tuple[str, Size]] = {
    "array_formula": _feature("orders"),
    "causal_dag": _feature("events"),
    "inequality": _feature("size"),
    "minesweeper": ("cells", lambda features, question: float(features["rows"]) * float(features["columns"])),
    "number_baseball": _feature("length"),
    "sat_puzzles": _feature("variables"),
    "sudoku": ("characters", lambda features, question: float(len(question))),
    "yacht_dice": ("rounds", lambda features, question: float(question.count("["))),
    "cipher": _feature("plaintext_length"),
    "cryptarithmetic": _feature("addend_length"),
    "kinship": _feature("hops"),
    "saju": ("characters", lambda features, question: float(len(question))),
    "time": ("characters", lambda features, question: float(len(question))),
    "jamo": _feature("syllables"),
    "korean_units": _feature("entries"),
}
"""The size that a reader would name first, by type: its name and how it is measured."""
SAME = 0.12
"""Sizes that differ by less than this share from easy to hard count as the same."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How one type's size and its other features go from tier to tier."""

    type: str
    size: str
    """What is measured."""
    means: tuple[float, float, float]
    """Easy, medium, hard."""
    direction: Direction
    features: Mapping[str, tuple[float, float, float]]
    """The mean of every number that is measured, by tier."""


def growth(name: str, *, count: int = ITEMS, seed: int = 0) -> Growth:
    """Measure one type on items made afresh, in English where it has them."""
    kind = load(name)
    language: Language = "en" if "en" in kind.languages and "en" not in kind.twins else "ko"
    label, size = SIZES[name]
    sizes, features = {}, {}
    for tier in TIERS:
        items = [made(name, language, tier, seed=seed, index=index) for index in range(count)]
        sizes[tier] = fmean(size(each.features, kind.render(each.puzzle, language)) for each in items)
        features[tier] = [each.features for each in items]
    means = (sizes["easy"], sizes["medium"], sizes["hard"])
    return Growth(name, label, means, direction(means), _means(features))


def growths(*, count: int = ITEMS, seed: int = 0) -> tuple[Growth, ...]:
    """All types."""
    return tuple(growth(name, count=count, seed=seed) for name in TYPES)


def direction(means: tuple[float, float, float]) -> Direction:
    """Whether a size grows, shrinks, or does neither from easy to hard.

    Example:
        >>> direction((9, 12, 14)), direction((20, 22, 8)), direction((81, 81, 81))
        ('grows', 'shrinks', 'not_monotone')
    """
    easy, medium, hard = means
    if hard > easy * (1 + SAME) and medium >= easy * (1 - SAME / 2) and hard >= medium * (1 - SAME / 2):
        return "grows"
    return "shrinks" if hard < easy * (1 - SAME) else "not_monotone"


def _means(features: Mapping[Tier, list[Features]]) -> dict[str, tuple[float, float, float]]:
    first = features["easy"][0]
    names = [name for name, value in first.items() if not isinstance(value, str)]
    return {
        name: (_mean(features["easy"], name), _mean(features["medium"], name), _mean(features["hard"], name))
        for name in names
    }


def _mean(rows: list[Features], name: str) -> float:
    return fmean(float(each[name]) for each in rows)
