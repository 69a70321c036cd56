"""Generator: mines at random, cells revealed until a single arrangement fits, then needless ones hidden again.

The released boards are of that kind: most of their numbers cannot be missed. A shape with a set number of revealed
cells is filled up to it; otherwise hiding stops at a floor whose shares follow the released boards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import CYCLE, Draw
from gwageo.puzzles.minesweeper.board import HIDDEN, Board, neighbours
from gwageo.puzzles.minesweeper.deduce import trials
from gwageo.puzzles.minesweeper.solve import Clue, Mines, arrange

ATTEMPTS = 400
FIRST = 25
"""Percent of the safe cells that are shown before any is chosen to refute a second arrangement."""


class Shape(NamedTuple):
    """Size of a board and its mines."""

    rows: int
    columns: int
    mines: int
    revealed: int | None = None
    """Cells shown; None where that follows from uniqueness and the floor."""
    trials: tuple[int, int] = (0, 99)
    """Fewest and most deductions that no single number gives. The small released boards need none, the large some."""


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    shapes: Mapping[Shape, int]
    """Shape to its share of 100."""
    floors: Mapping[int, int] = field(default_factory=lambda: {0: CYCLE})
    """Number of revealed cells below which no further cell is hidden, to its share of 100."""
    most: int = 100
    """Percent of the safe cells that may be shown at most."""

    def __post_init__(self) -> None:
        if sum(self.shapes.values()) != CYCLE or sum(self.floors.values()) != CYCLE or not 0 < self.most <= 100:
            raise ValueError(f"expected shapes and floors with shares of {CYCLE}, and a percentage: {self!r}")


# fmt: off
_HARD_FLOORS = {
    19: 20, 20: 4, 21: 4, 22: 14, 24: 3, 25: 8, 26: 11, 27: 5, 28: 6, 29: 9, 30: 5, 31: 2, 32: 1, 33: 4, 34: 2, 35: 2,
}
# fmt: on

PRESETS: dict[Tier, Params] = {
    "easy": Params(
        {
            Shape(7, 7, 6, 24, trials=(0, 0)): 28,
            Shape(8, 8, 7, 30, trials=(0, 0)): 28,
            Shape(8, 8, 8, 28, trials=(0, 0)): 24,
            Shape(11, 11, 21, 42, trials=(5, 99)): 10,
            Shape(12, 12, 24, 48, trials=(5, 99)): 10,
        }
    ),
    "medium": Params({Shape(9, 9, 14): 100}, {20: 67, 21: 11, 22: 8, 25: 5, 26: 5, 27: 3, 28: 1}, most=45),
    "hard": Params({Shape(9, 9, 18, trials=(5, 99)): 100}, _HARD_FLOORS, most=58),
}


def generate(draw: Draw, params: Params) -> Board:
    """A board with one arrangement of mines."""
    shape = draw.quota("shape", params.shapes)
    safe = shape.rows * shape.columns - shape.mines
    floor = shape.revealed or draw.quota("floor", params.floors)
    most = shape.revealed or safe * params.most // 100
    for _ in range(ATTEMPTS):
        mines = sum(1 << cell for cell in draw.sample(range(shape.rows * shape.columns), shape.mines))
        layout = _Layout(shape, mines)
        order = draw.shuffled(layout.safe)
        shown = layout.hide(draw.shuffled(layout.reveal(order, safe * FIRST // 100)), floor)
        if len(shown) <= most:
            spare = [cell for cell in order if cell not in shown]
            board = layout.board(shown + spare[: max(floor - len(shown), 0)])
            if shape.trials[0] <= trials(board, mines) <= shape.trials[1]:
                return board
    raise GaveUp(f"board of shape {tuple(shape)}", params, ATTEMPTS)


class _Layout:
    """A board with its mines known."""

    def __init__(self, shape: Shape, mines: Mines) -> None:
        self.shape, self.mines = shape, mines
        around = neighbours(shape.rows, shape.columns)
        self.around = [sum(1 << other for other in others) for others in around]
        self.numbers = [(others & mines).bit_count() for others in self.around]
        self.safe = [cell for cell in range(len(around)) if not mines >> cell & 1]

    def reveal(self, order: list[int], first: int) -> list[int]:
        """Cells to show: the first ones of the order, then always the next that refutes a second arrangement."""
        shown, queue = order[:first], order[first:]
        while (witness := self._witness(shown)) is not None:
            shown.append(self._refuting(queue, witness))
        return shown

    def hide(self, shown: list[int], floor: int) -> list[int]:
        """Hide again, one after the other, what is not needed, as long as more than `floor` cells are shown."""
        for cell in list(shown):
            if len(shown) <= floor:
                break
            rest = [other for other in shown if other != cell]
            if self._witness(rest) is None:
                shown = rest
        return shown

    def _refuting(self, queue: list[int], witness: Mines) -> int:
        """Take the first cell of the queue that refutes the witness."""
        place = next(place for place, cell in enumerate(queue) if self._refutes(cell, witness))
        return queue.pop(place)

    def _refutes(self, cell: int, witness: Mines) -> bool:
        return bool(witness >> cell & 1) or (self.around[cell] & witness).bit_count() != self.numbers[cell]

    def _witness(self, shown: list[int]) -> Mines | None:
        """Another arrangement that fits what is shown."""
        hidden = (1 << len(self.around)) - 1
        for cell in shown:
            hidden ^= 1 << cell
        numbers = [Clue(self.around[cell] & hidden, self.numbers[cell]) for cell in shown]
        found = arrange(numbers, Clue(hidden, self.shape.mines), limit=1, other_than=self.mines).found
        return found[0] if found else None

    def board(self, shown: list[int]) -> Board:
        """What the reader sees."""
        cells = [HIDDEN] * len(self.around)
        for cell in shown:
            cells[cell] = self.numbers[cell]
        return Board(self.shape.rows, self.shape.columns, self.shape.mines, tuple(cells))
