"""How a reader gets to the mines: number by number, and by trial where no single number tells anything."""

from collections.abc import Iterator
from typing import NamedTuple

from gwageo.puzzles.minesweeper.board import HIDDEN, Board, neighbours
from gwageo.puzzles.minesweeper.solve import Mines


class Step(NamedTuple):
    """One deduction."""

    reason: str
    """`safe`, `mines`, `trial_safe` or `trial_mine`."""
    clue: int
    """The cell whose number tells; for a trial the cell that is settled; -1 for the total."""
    cells: list[int]


def steps(board: Board, solution: Mines) -> Iterator[Step]:
    """Number by number: what it leaves no choice about; where none tells anything, one cell by trial."""
    around = neighbours(board.rows, board.columns)
    clues = [(cell, set(around[cell]), value) for cell, value in enumerate(board.cells) if value != HIDDEN]
    clues.append((-1, set(range(len(board.cells))), board.mines))
    unknown = {cell for cell, value in enumerate(board.cells) if value == HIDDEN}
    mines: set[int] = set()
    while unknown:
        step = next(_told(clues, unknown, mines), None)
        if step is None:
            cell = min(unknown, key=lambda cell: (not any(cell in area for _, area, _ in clues[:-1]), cell))
            step = Step("trial_mine" if solution >> cell & 1 else "trial_safe", cell, [cell])
        unknown -= set(step.cells)
        mines |= {cell for cell in step.cells if solution >> cell & 1}
        yield step


def _told(clues: list[tuple[int, set[int], int]], unknown: set[int], mines: set[int]) -> Iterator[Step]:
    for cell, area, value in clues:
        open_cells = area & unknown
        missing = value - len(area & mines)
        if open_cells and missing == 0:
            yield Step("safe", cell, sorted(open_cells))
        elif open_cells and missing == len(open_cells):
            yield Step("mines", cell, sorted(open_cells))


def trials(board: Board, solution: Mines) -> int:
    """Deductions that no single number gives."""
    return sum(step.reason.startswith("trial") for step in steps(board, solution))
