"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re

from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.deduction import Step, deduce
from gwageo.puzzles.inequality.grid import Futoshiki, Pair, neighbours, units
from gwageo.puzzles.inequality.solve import Square, opening, propagate
from gwageo.puzzles.parsing import block, conventions, number
from gwageo.puzzles.wording import Line, Slots, Words

_SIGN = re.compile(r"^- \((\d),(\d)\) ([<>]) \((\d),(\d)\)$", re.MULTILINE)


def _place(size: int, cell: int) -> str:
    return f"({cell // size + 1},{cell % size + 1})"


def _rows(size: int, grid: Square) -> tuple[Line, ...]:
    lines = (grid[row * size : row * size + size] for row in range(size))
    return tuple(Line("grid_row", row=row, cells=_cells(line)) for row, line in enumerate(lines, 1))


def _cells(line: Square) -> str:
    return " ".join(str(value or "_") for value in line)


def _sign(size: int, pair: Pair) -> str:
    first, second = sorted(pair)
    return f"{_place(size, first)} {'<' if pair == (first, second) else '>'} {_place(size, second)}"


def view(puzzle: Futoshiki) -> Slots:
    """The slots of the question."""
    return {
        "size": puzzle.size,
        "cells": puzzle.size**2,
        "grid": _rows(puzzle.size, puzzle.givens),
        "signs": tuple(f"- {_sign(puzzle.size, pair)}" for pair in puzzle.less),
    }


def gold(puzzle: Futoshiki, solution: Square, words: Words) -> str:
    """All numbers, row by row."""
    return " ".join(map(str, solution))


def features(puzzle: Futoshiki, solution: Square) -> Features:
    """Size, givens, signs, and the mode that limited propagation gives it."""
    masks = opening(puzzle.size, puzzle.givens)
    propagates = propagate(puzzle.size, masks, puzzle.less, hidden=False)
    settled = propagates and all(mask & mask - 1 == 0 for mask in masks)
    return {
        "size": puzzle.size,
        "givens": sum(map(bool, puzzle.givens)),
        "signs": len(puzzle.less),
        "mode": "propagation" if settled else "search",
    }


def explain(puzzle: Futoshiki, solution: Square) -> Explanation:
    """Cell by cell."""
    size = puzzle.size
    signs = ", ".join(_sign(size, pair) for pair in puzzle.less)
    steps = deduce(puzzle.givens, units(size), size, solution, puzzle.less)
    return Explanation(
        givens=(Line("grid", rows=_rows(size, puzzle.givens)), Line("signs", signs=signs)),
        steps=tuple(_told(size, step) for step in steps),
        check=Line("check", rows=_rows(size, solution)),
    )


def _told(size: int, step: Step) -> Line:
    slots: dict[str, int | str] = {"place": _place(size, step.cell), "value": step.value}
    if step.unit is None:
        return Line(step.reason, **slots)
    kind, place = divmod(step.unit, size)
    return Line("only_place", unit=Line(("row", "column")[kind], number=place + 1), **slots)


def parse(text: str) -> Futoshiki:
    """Read a question back: the size, labelled rows, and signs between coordinates."""
    conventions(
        text,
        rows_before_columns=r"\(row, column\)|\(행, 열\)",
        counting_from_1=r"1-based|1부터 시작|from 1|1부터 센다",
        what_the_signs_mean=r"\(a\) < \(b\).*(?:smaller|작다)",
    )
    size = number(r"(\d) ?x ?\d", text, "the size")
    rows = block(r"(?:Row|행) \d: [\d_](?: [\d_])*", text, "grid of labelled rows")
    grid = [0 if mark == "_" else int(mark) for row in rows for mark in row.split(": ")[1].split()]
    if len(rows) != size or len(grid) != size * size or max(grid) > size:
        raise Unreadable(f"the grid has {len(rows)} rows and {len(grid)} cells; expected size {size}")
    return Futoshiki(size, tuple(grid), tuple(_pair(size, match) for match in _SIGN.finditer(text)))


def _pair(size: int, match: re.Match[str]) -> Pair:
    row, column, sign, other_row, other_column = match.groups()
    first = (int(row) - 1) * size + int(column) - 1
    second = (int(other_row) - 1) * size + int(other_column) - 1
    if tuple(sorted((first, second))) not in neighbours(size):
        raise Unreadable(f"the sign {match.group()!r} does not stand between neighbouring cells")
    return (first, second) if sign == "<" else (second, first)
