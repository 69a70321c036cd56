"""The puzzle as its reader sees it: givens and queried cells."""

from dataclasses import dataclass

SIZE = 9
CELLS = SIZE * SIZE


@dataclass(frozen=True, slots=True)
class Sudoku:
    """One puzzle."""

    givens: tuple[int, ...]
    """81 digits, row by row; 0 means empty."""
    asked: tuple[int, ...]
    """Cells to report, as indices, in the order asked."""


def box(cell: int) -> int:
    """The number of the 3x3 box that a cell lies in."""
    row, column = divmod(cell, SIZE)
    return row // 3 * 3 + column // 3


ROWS = tuple(tuple(range(row * SIZE, row * SIZE + SIZE)) for row in range(SIZE))
COLUMNS = tuple(tuple(range(column, CELLS, SIZE)) for column in range(SIZE))
BOXES = tuple(tuple(cell for cell in range(CELLS) if box(cell) == number) for number in range(SIZE))
UNITS = ROWS + COLUMNS + BOXES
