"""Solver: every clue bounds the mines among its hidden neighbours; propagation, then trial; stops at two solutions.

Sets of cells are bit sets in whole numbers, so that a clue is checked with a few bit operations. The total of mines is
one more clue, over all hidden cells.
"""

from typing import NamedTuple

from gwageo.puzzles.base import Search
from gwageo.puzzles.minesweeper.board import HIDDEN, Board, neighbours

Mines = int
"""A set of cells as a bit set: bit i is cell i."""


class Clue(NamedTuple):
    """So many mines among these cells."""

    cells: int
    """Bit set of hidden cells."""
    mines: int


class State(NamedTuple):
    """What is known: cells that are mines, cells that are not."""

    mines: int
    safe: int


def clues(board: Board) -> list[Clue]:
    """The clues of the revealed numbers, each over its hidden neighbours."""
    around = neighbours(board.rows, board.columns)
    hidden = sum(1 << cell for cell, value in enumerate(board.cells) if value == HIDDEN)
    return [
        Clue(sum(1 << other for other in around[cell]) & hidden, value)
        for cell, value in enumerate(board.cells)
        if value != HIDDEN
    ]


def solve(puzzle: Board) -> Search[Mines]:
    """Sets of mines that fit, two at most."""
    hidden = sum(1 << cell for cell, value in enumerate(puzzle.cells) if value == HIDDEN)
    return arrange(clues(puzzle), Clue(hidden, puzzle.mines))


def arrange(numbers: list[Clue], total: Clue, limit: int = 2, other_than: Mines | None = None) -> Search[Mines]:
    """Sets of mines that satisfy the clues and the total, up to `limit`; the work is the number of search nodes.

    Args:
        numbers: Clues of the revealed numbers.
        total: All hidden cells and all mines.
        limit: Solutions to stop at.
        other_than: A solution that does not count.
    """
    found: list[Mines] = []
    stack = [(State(0, 0), list(dict.fromkeys(numbers)))]
    nodes = 0
    while stack and len(found) < limit:
        nodes += 1
        state, left = settle(*stack.pop(), total)
        if state is None:
            continue
        if not left:
            found += _sea(state, total, limit - len(found), other_than)
            continue
        cell = _branch(left, state)
        stack += [(State(state.mines, state.safe | cell), left), (State(state.mines | cell, state.safe), left)]
    return Search(tuple(found), nodes)


def _branch(left: list[Clue], state: State) -> Mines:
    """A cell of the tightest clue that touches most other clues."""
    known = state.mines | state.safe
    tightest = min(left, key=lambda clue: (clue.cells & ~known).bit_count())
    options = tightest.cells & ~known
    best, most = 0, -1
    while options:
        cell = options & -options
        options ^= cell
        touched = sum(1 for clue in left if clue.cells & cell)
        if touched > most:
            best, most = cell, touched
    return best


def settle(state: State, numbers: list[Clue], total: Clue) -> tuple[State | None, list[Clue]]:
    """Follow the clues one at a time until nothing changes.

    Returns:
        The state, or None at a contradiction, and the clues that still have unknown cells.
    """
    mines, safe = state
    active = numbers
    changed = True
    while changed:
        changed = False
        left = []
        for clue in active:
            cells, count = clue
            unknown = cells & ~(mines | safe)
            missing = count - (cells & mines).bit_count()
            if not unknown:
                if missing:
                    return None, []
            elif missing == 0:
                safe |= unknown
                changed = True
            elif missing == (size := unknown.bit_count()):
                mines |= unknown
                changed = True
            elif 0 < missing < size:
                left.append(clue)
            else:
                return None, []
        active = left
        if not changed:
            mines, safe, changed, possible = _follow_total(mines, safe, total)
            if not possible:
                return None, []
    return State(mines, safe), active


def _follow_total(mines: Mines, safe: Mines, total: Clue) -> tuple[Mines, Mines, bool, bool]:
    """The same for the total: mines, safe cells, whether anything changed, whether it can still come out."""
    unknown = total.cells & ~(mines | safe)
    missing = total.mines - mines.bit_count()
    size = unknown.bit_count()
    if not 0 <= missing <= size:
        return mines, safe, False, False
    if unknown and missing in (0, size):
        return (mines, safe | unknown, True, True) if missing == 0 else (mines | unknown, safe, True, True)
    return mines, safe, False, True


def _sea(state: State, total: Clue, limit: int, other_than: Mines | None) -> list[Mines]:
    """Ways to spread the remaining mines over cells that no clue touches."""
    unknown = total.cells & ~(state.mines | state.safe)
    missing = total.mines - state.mines.bit_count()
    cells = [1 << place for place in range(unknown.bit_length()) if unknown >> place & 1]
    if not 0 <= missing <= len(cells):
        return []
    first = state.mines | sum(cells[:missing])
    ways = [first]
    if 0 < missing < len(cells):
        ways.append(first ^ cells[missing - 1] ^ cells[missing])
        ways.append(first ^ cells[0] ^ cells[missing])
    return [way for way in dict.fromkeys(ways) if way != other_than][:limit]
