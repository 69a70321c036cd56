"""The puzzle as its reader sees it: size, givens and signs."""

from dataclasses import dataclass
from functools import cache

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Futoshiki:
    """One puzzle."""

    size: int
    givens: tuple[int, ...]
    """`size` x `size` numbers, row by row; 0 means empty."""
    less: tuple[Pair, ...]
    """Neighbouring cells of which the first holds the smaller number, in reading order of the earlier cell."""


@cache
def units(size: int) -> tuple[tuple[int, ...], ...]:
    """Rows, then columns."""
    rows = tuple(tuple(range(row * size, row * size + size)) for row in range(size))
    return rows + tuple(tuple(range(column, size * size, size)) for column in range(size))


@cache
def peers(size: int) -> tuple[tuple[int, ...], ...]:
    """For every cell the other cells of its row and column."""
    return tuple(
        tuple(sorted({other for unit in units(size) if cell in unit for other in unit} - {cell}))
        for cell in range(size * size)
    )


@cache
def neighbours(size: int) -> tuple[Pair, ...]:
    """All pairs of neighbouring cells, the earlier one first, in reading order."""
    pairs = []
    for cell in range(size * size):
        if cell % size < size - 1:
            pairs.append((cell, cell + 1))
        if cell + size < size * size:
            pairs.append((cell, cell + size))
    return tuple(pairs)
