"""Pairing: two lists of values joined by item id, with what was lost on the way."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairs:
    """The items that both sides have, each once."""

    ids: tuple[str, ...]
    """In the order of the first side."""
    a: tuple[float, ...]
    b: tuple[float, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    duplicates: tuple[str, ...]
    """Ids that a side has more than once; the first of its values counts."""

    @property
    def n(self) -> int:
        """Number of pairs."""
        return len(self.ids)


def pair(a: Iterable[tuple[str, float]], b: Iterable[tuple[str, float]]) -> Pairs:
    """Join two lists of (id, value) by id, never by place.

    Example:
        >>> pair([("q1", 1), ("q2", 0)], [("q2", 1)]).only_a
        ('q1',)
    """
    left, twice_a = _first(a)
    right, twice_b = _first(b)
    ids = tuple(each for each in left if each in right)
    return Pairs(
        ids,
        tuple(left[each] for each in ids),
        tuple(right[each] for each in ids),
        tuple(each for each in left if each not in right),
        tuple(each for each in right if each not in left),
        tuple(dict.fromkeys((*twice_a, *twice_b))),
    )


def _first(side: Iterable[tuple[str, float]]) -> tuple[dict[str, float], list[str]]:
    """The first value of every id, and the ids that came again."""
    values: dict[str, float] = {}
    again = []
    for name, value in side:
        if name in values:
            again.append(name)
        else:
            values[name] = value
    return values, again
