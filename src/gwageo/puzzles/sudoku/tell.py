"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re

from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.deduction import Step, deduce
from gwageo.puzzles.parsing import block, conventions, find
from gwageo.puzzles.sudoku.grid import CELLS, SIZE, UNITS, Sudoku
from gwageo.puzzles.sudoku.solve import Grid
from gwageo.puzzles.wording import Line, Slots, Words

_PAIR = r"\((\d), ?(\d)\)"


def _place(cell: int) -> str:
    row, column = divmod(cell, SIZE)
    return f"({row + 1}, {column + 1})"


def _drawn(grid: Grid) -> str:
    lines = (grid[row * SIZE : row * SIZE + SIZE] for row in range(SIZE))
    return "\n".join(" ".join(str(value or ".") for value in line) for line in lines)


def view(puzzle: Sudoku) -> Slots:
    """The slots of the question."""
    cells = ", ".join(map(_place, puzzle.asked))
    return {"grid": _drawn(puzzle.givens), "cells": cells, "count": len(puzzle.asked)}


def gold(puzzle: Sudoku, solution: Grid, words: Words) -> str:
    """The digits in the queried cells."""
    return " ".join(str(solution[cell]) for cell in puzzle.asked)


def features(puzzle: Sudoku, solution: Grid) -> Features:
    """Givens, queried cells, and cells that simple steps do not settle."""
    trials = sum(step.reason == "trial" for step in _steps(puzzle, solution))
    return {
        "givens": sum(map(bool, puzzle.givens)),
        "asked": len(puzzle.asked),
        "asked_given": sum(bool(puzzle.givens[cell]) for cell in puzzle.asked),
        "trials": trials,
    }


def _steps(puzzle: Sudoku, solution: Grid) -> list[Step]:
    return list(deduce(puzzle.givens, UNITS, SIZE, solution))


def explain(puzzle: Sudoku, solution: Grid) -> Explanation:
    """Cell by cell."""
    return Explanation(
        givens=(Line("grid", grid=_drawn(puzzle.givens)), Line("asked", cells=view(puzzle)["cells"])),
        steps=tuple(_told(step) for step in _steps(puzzle, solution)),
        check=Line("check", grid=_drawn(solution)),
    )


def _told(step: Step) -> Line:
    slots: dict[str, int | str] = {"place": _place(step.cell), "value": step.value}
    if step.unit is None:
        return Line(step.reason, **slots)
    kind, number = divmod(step.unit, SIZE)
    return Line("only_place", unit=Line(("row", "column", "box")[kind], number=number + 1), **slots)


def parse(text: str) -> Sudoku:
    """Read a question back: nine lines of nine cells, and a line of coordinates."""
    conventions(
        text,
        rows_before_columns=r"\(row, col(?:umn)?\)|\(행, 열\)",
        counting_from_1=r"1-based|1-기반|counted from 1|1부터 센다",
    )
    rows = block(r"[1-9.](?: [1-9.]){8}", text, "grid of nine rows")
    if len(rows) != SIZE:
        raise Unreadable(f"the grid has {len(rows)} rows; expected 9")
    cells = find(rf"^{_PAIR}(?:, {_PAIR})*$", text, "coordinates on a line of their own").group()
    asked = [(int(row) - 1) * SIZE + int(column) - 1 for row, column in re.findall(_PAIR, cells)]
    if not all(0 <= cell < CELLS for cell in asked):
        raise Unreadable(f"a coordinate in {cells!r} lies outside the grid; rows and columns go from 1 to 9")
    return Sudoku(tuple(0 if mark == "." else int(mark) for row in rows for mark in row.split()), tuple(asked))
