"""Solver: candidates as bit masks, cut by rows, columns and signs until nothing changes, then trial; stops at two."""

from collections.abc import Iterable, Sequence

from gwageo.puzzles.base import Search
from gwageo.puzzles.inequality.grid import Futoshiki, Pair, peers, units

Square = tuple[int, ...]
Masks = list[int]
"""Candidates of every cell: bit d - 1 stands for the number d."""


def solve(puzzle: Futoshiki) -> Search[Square]:
    """Full squares that fit, two at most."""
    return complete(puzzle.size, opening(puzzle.size, puzzle.givens), puzzle.less)


def opening(size: int, givens: Sequence[int]) -> Masks:
    """The candidates that the givens alone leave."""
    return [1 << value - 1 if value else (1 << size) - 1 for value in givens]


def complete(size: int, masks: Masks, less: Sequence[Pair], limit: int = 2) -> Search[Square]:
    """Squares within the candidates, up to `limit`; the work is the number of search nodes."""
    found: list[Square] = []
    nodes = 0
    stack = [masks]
    while stack and len(found) < limit:
        masks = stack.pop()
        nodes += 1
        if not propagate(size, masks, less, hidden=True):
            continue
        open_cells = [(mask.bit_count(), cell) for cell, mask in enumerate(masks) if mask & mask - 1]
        if not open_cells:
            found.append(tuple(mask.bit_length() for mask in masks))
            continue
        _, cell = min(open_cells)
        mask = masks[cell]
        while mask:
            bit = mask & -mask
            mask ^= bit
            branch = masks.copy()
            branch[cell] = bit
            stack.append(branch)
    return Search(tuple(found), nodes)


def propagate(size: int, masks: Masks, less: Iterable[Pair], *, hidden: bool) -> bool:
    """Cut candidates in place until nothing changes.

    Args:
        size: Of the square.
        masks: Candidates, cut in place.
        less: The signs.
        hidden: Also settle numbers that have one place left in a row or column. Without it this is the limited
            propagation by which puzzles are classified.

    Returns:
        Whether every cell still has a candidate.
    """
    around = peers(size)
    todo = [cell for cell, mask in enumerate(masks) if mask & mask - 1 == 0]
    done = 0  # bit set of the cells whose number has been taken from their peers
    while True:
        while todo:
            cell = todo.pop()
            if done >> cell & 1:
                continue
            done |= 1 << cell
            bit = masks[cell]
            for other in around[cell]:
                mask = masks[other]
                if mask & bit:
                    mask ^= bit
                    masks[other] = mask
                    if mask & mask - 1 == 0:
                        if not mask:
                            return False
                        todo.append(other)
        changed = False
        for small, large in less:
            low, high = masks[small], masks[large]
            below = low & (1 << high.bit_length() >> 1) - 1
            above = high & -2 * (low & -low)
            if below != low or above != high:
                if not below or not above:
                    return False
                masks[small], masks[large], changed = below, above, True
                if below & below - 1 == 0:
                    todo.append(small)
                if above & above - 1 == 0:
                    todo.append(large)
        if not changed and not (hidden and _settle_hidden(size, masks, todo)):
            return True


def _settle_hidden(size: int, masks: Masks, todo: list[int]) -> bool:
    """Settle numbers that have one place left in a row or column; says whether there were any.

    A number without a place is left to the search: some cell of its unit then runs out of candidates.
    """
    any_settled = False
    for unit in units(size):
        once = twice = 0
        for cell in unit:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        single = once & ~twice
        if single:
            for cell in unit:
                mask = masks[cell]
                bit = mask & single
                if bit and bit != mask and bit & bit - 1 == 0:
                    masks[cell] = bit
                    todo.append(cell)
                    any_settled = True
    return any_settled
