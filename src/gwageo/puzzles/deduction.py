"""Deduction: how a person fills a grid of digits, step by step; shared by the traces of Sudoku and Futoshiki.

The steps are found in a fixed order: a cell with one digit left, a digit with one place left in a row, column or box,
and where both run dry one cell is settled by trial, with the known solution as the guide.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Reason = Literal["only_digit", "only_place", "trial"]


class Step(NamedTuple):
    """One cell settled."""

    cell: int
    value: int
    reason: Reason
    unit: int | None = None
    """The unit in which the place was the only one."""


def deduce(
    start: Sequence[int],
    units: Sequence[Sequence[int]],
    size: int,
    solution: Sequence[int],
    less: Sequence[tuple[int, int]] = (),
) -> Iterator[Step]:
    """The steps from a grid (0 means empty) to its solution.

    Args:
        start: The givens, cell by cell.
        units: Cells in which every digit from 1 to `size` occurs once.
        size: The largest digit.
        solution: The full grid.
        less: Pairs of cells of which the first holds the smaller digit.
    """
    state = _State(units, size, len(start), less)
    for cell, value in enumerate(start):
        if value:
            state.place(cell, value)
    while state.open:
        step = state.only_digit() or state.only_place() or state.trial(solution)
        state.place(step.cell, step.value)
        yield step


class _State:
    """Candidates as bit masks: bit d stands for digit d."""

    def __init__(self, units: Sequence[Sequence[int]], size: int, cells: int, less: Sequence[tuple[int, int]]) -> None:
        self.units, self.size, self.less = units, size, less
        self.masks = [(1 << size + 1) - 2] * cells
        self.open = set(range(cells))
        self.peers: list[set[int]] = [set() for _ in range(cells)]
        for unit in units:
            for cell in unit:
                self.peers[cell] |= set(unit)
        self._bound()

    def place(self, cell: int, value: int) -> None:
        self.open.discard(cell)
        for peer in self.peers[cell]:
            self.masks[peer] &= ~(1 << value)
        self.masks[cell] = 1 << value
        self._bound()

    def _bound(self) -> None:
        """Cut what a smaller or larger neighbour rules out, until nothing changes."""
        changed = bool(self.less)
        while changed:
            changed = False
            for small, large in self.less:
                least = self.masks[small] & -self.masks[small]
                most = 1 << self.masks[large].bit_length() - 1
                low, high = self.masks[small] & (most - 1), self.masks[large] & ~(2 * least - 1)
                if (low, high) != (self.masks[small], self.masks[large]):
                    self.masks[small], self.masks[large], changed = low, high, True

    def only_digit(self) -> Step | None:
        for cell in sorted(self.open):
            mask = self.masks[cell]
            if mask & mask - 1 == 0:
                return Step(cell, mask.bit_length() - 1, "only_digit")
        return None

    def only_place(self) -> Step | None:
        for number, unit in enumerate(self.units):
            once = twice = 0
            for cell in unit:
                if cell in self.open:
                    twice |= once & self.masks[cell]
                    once |= self.masks[cell]
            single = once & ~twice
            if single:
                bit = single & -single
                cell = next(cell for cell in unit if cell in self.open and self.masks[cell] & bit)
                return Step(cell, bit.bit_length() - 1, "only_place", number)
        return None

    def trial(self, solution: Sequence[int]) -> Step:
        cell = min(sorted(self.open), key=lambda cell: self.masks[cell].bit_count())
        return Step(cell, solution[cell], "trial")
