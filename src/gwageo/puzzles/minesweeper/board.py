"""The puzzle as its reader sees it: a board with some numbers revealed, and the total of mines."""

from dataclasses import dataclass
from functools import cache

HIDDEN = -1


@dataclass(frozen=True, slots=True)
class Board:
    """One puzzle."""

    rows: int
    columns: int
    mines: int
    """Mines on the whole board."""
    cells: tuple[int, ...]
    """Row by row: the number of neighbouring mines, or `HIDDEN`."""


@cache
def neighbours(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """For every cell the up to eight cells around it."""
    return tuple(
        tuple(
            r * columns + c
            for r in range(max(row - 1, 0), min(row + 2, rows))
            for c in range(max(column - 1, 0), min(column + 2, columns))
            if (r, c) != (row, column)
        )
        for row in range(rows)
        for column in range(columns)
    )
