"""What is said about a board: its view, gold, features, explanation, and the parser that reads a question back."""

from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.minesweeper.board import HIDDEN, Board
from gwageo.puzzles.minesweeper.deduce import Step, steps, trials
from gwageo.puzzles.minesweeper.solve import Mines
from gwageo.puzzles.parsing import block, conventions, number
from gwageo.puzzles.wording import Line, Slots, Words

_TOTAL = r"(?:Total mines: |There are exactly )(\d+)|(?:전체 지뢰: \D*|지뢰는 모두 )(\d+)개"


def _place(board: Board, cell: int) -> str:
    return f"({cell // board.columns},{cell % board.columns})"


def _places(board: Board, cells: list[int]) -> str:
    return ", ".join(_place(board, cell) for cell in cells)


def _members(cells: Mines) -> list[int]:
    return [place for place in range(cells.bit_length()) if cells >> place & 1]


def _drawn(board: Board, mines: Mines = 0) -> str:
    """The board with row and column labels; known mines as `*`."""
    lines = ["   " + " ".join(f"c{column}" for column in range(board.columns))]
    for row in range(board.rows):
        start = row * board.columns
        marks = (
            "*" if mines >> start + column & 1 else "#" if value == HIDDEN else str(value)
            for column, value in enumerate(board.cells[start : start + board.columns])
        )
        lines.append(f"r{row} " + " ".join(marks))
    return "\n".join(lines)


def view(puzzle: Board) -> Slots:
    """The slots of the question."""
    return {"rows": puzzle.rows, "columns": puzzle.columns, "mines": puzzle.mines, "board": _drawn(puzzle)}


def gold(puzzle: Board, solution: Mines, words: Words) -> str:
    """The mines, sorted by row and column."""
    return _places(puzzle, _members(solution))


def features(puzzle: Board, solution: Mines) -> Features:
    """Size, mines, revealed cells, and deductions that no single number gives."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "mines": puzzle.mines,
        "revealed": sum(value != HIDDEN for value in puzzle.cells),
        "trials": trials(puzzle, solution),
    }


def explain(puzzle: Board, solution: Mines) -> Explanation:
    """Number by number."""
    return Explanation(
        givens=(Line("board", board=_drawn(puzzle)), Line("total", mines=puzzle.mines)),
        steps=tuple(_line(puzzle, step) for step in steps(puzzle, solution)),
        check=Line("check", mines=puzzle.mines, board=_drawn(puzzle, solution)),
    )


def _line(board: Board, step: Step) -> Line:
    cells = _places(board, step.cells)
    if step.clue < 0:
        return Line(f"total_{step.reason}", cells=cells)
    return Line(step.reason, clue=_place(board, step.clue), number=board.cells[step.clue], cells=cells)


def parse(text: str) -> Board:
    """Read a question back: labelled rows and the total."""
    conventions(
        text,
        rows_before_columns=r"written as \(row, column\)|\(row, col\) pairs|\(행, 열\)(?:로 나타| 쌍)",
        counting_from_0=r"0-indexed|0-인덱스|from 0|0부터",
        hidden_cells=r"(?:'#'|\"#\").*(?:hidden|unrevealed|가려진|열지 않은)",
    )
    mines = number(
        r"(?:Total mines: |There are exactly )(\d+)|(?:전체 지뢰: \D*|지뢰는 모두 )(\d+)개", text, "the total of mines"
    )
    lines = block(r"r\d+(?: [\d#])+", text, "board of labelled rows")
    rows = [line.split()[1:] for line in lines]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable(f"the rows of the board have different lengths: {[len(row) for row in rows]}")
    return Board(
        len(rows), len(rows[0]), mines, tuple(HIDDEN if mark == "#" else int(mark) for row in rows for mark in row)
    )
