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


def base(puzzle: Sudoku) -> str:
    """The pattern of the givens, the same however rows, columns, bands and digits are shuffled or the grid is turned.

    Different grids may share one, but hardly do: in the released English cells none occurs more than twice.
    """
    mask = [bool(digit) for digit in puzzle.givens]
    turned = [mask[column * SIZE + row] for row in range(SIZE) for column in range(SIZE)]
    return min(_unordered(mask), _unordered(turned))


def _unordered(mask: list[bool]) -> str:
    """Bands, their rows, and the thirds of each row as sorted counts."""
    bands = []
    for band in range(0, CELLS, CELLS // 3):
        rows = [mask[start : start + SIZE] for start in range(band, band + CELLS // 3, SIZE)]
        bands.append(sorted("".join(sorted(str(sum(row[third : third + 3])) for third in (0, 3, 6))) for row in rows))
    return "|".join(sorted(" ".join(rows) for rows in bands))
