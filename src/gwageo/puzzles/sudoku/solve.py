"""Solver: depth first, always at the empty cell with the fewest candidates, over bit masks; stops at two solutions."""

from gwageo.puzzles.base import Search
from gwageo.puzzles.sudoku.grid import CELLS, SIZE, Sudoku, box

Grid = tuple[int, ...]
_ALL = (1 << SIZE) - 1
_PLACE = tuple((cell // SIZE, cell % SIZE, box(cell)) for cell in range(CELLS))


def solve(puzzle: Sudoku) -> Search[Grid]:
    """Full grids that fit the givens, two at most."""
    return fill(puzzle.givens)


def fill(givens: Grid) -> Search[Grid]:
    """Complete a grid in up to two ways; the work is the number of search nodes."""
    board = list(givens)
    rows, columns, boxes = [_ALL] * SIZE, [_ALL] * SIZE, [_ALL] * SIZE
    empty = []
    for cell, value in enumerate(board):
        row, column, square = _PLACE[cell]
        if not value:
            empty.append((cell, row, column, square))
            continue
        bit = 1 << value - 1
        if not rows[row] & columns[column] & boxes[square] & bit:
            return Search((), 0)
        rows[row] ^= bit
        columns[column] ^= bit
        boxes[square] ^= bit
    found: list[Grid] = []
    nodes = 0

    def descend() -> bool:
        """Whether the search is over."""
        nonlocal nodes
        nodes += 1
        if not empty:
            found.append(tuple(board))
            return len(found) == 2
        best, fewest, mask = -1, 10, 0
        for at, (_, row, column, square) in enumerate(empty):
            left = rows[row] & columns[column] & boxes[square]
            if left & left - 1 == 0:  # no candidate or one: no cell can have fewer that matter
                best, mask = at, left
                break
            count = left.bit_count()
            if count < fewest:
                best, fewest, mask = at, count, left
        cell, row, column, square = place = empty[best]
        empty[best] = empty[-1]
        empty.pop()
        while mask:
            bit = mask & -mask
            mask ^= bit
            board[cell] = bit.bit_length()
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[square] ^= bit
            over = descend()
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[square] ^= bit
            if over:
                return True
        board[cell] = 0
        empty.append(empty[best] if best < len(empty) else place)
        if best < len(empty) - 1:
            empty[best] = place
        return False

    descend()
    return Search(tuple(found), nodes)
