"""Sudoku: the solver agrees with plain trial, queried cells are empty, grids differ in structure."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, load, made, make_item, reward, score
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.sudoku.generate import Params, generate
from gwageo.puzzles.sudoku.grid import CELLS, UNITS, Sudoku, base
from gwageo.puzzles.sudoku.solve import fill, solve
from gwageo.tasks.registry import load_task

SUDOKU = load("sudoku")


def plain_trial(grid: list[int], limit: int) -> int:
    """Solutions by trying every digit in every empty cell, in reading order."""
    if 0 not in grid:
        return 1
    cell, count = grid.index(0), 0
    seen = {grid[other] for unit in UNITS if cell in unit for other in unit}
    for digit in set(range(1, 10)) - seen:
        grid[cell] = digit
        count += plain_trial(grid, limit - count)
        grid[cell] = 0
        if count >= limit:
            break
    return count


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(20, 46))
def test_the_solver_counts_as_plain_trial_does(seed: int, holes: int) -> None:
    draw = Draw("test", seed, index=0)
    full = made("sudoku", "ko", "easy", seed=seed % 50).solution
    empty = set(draw.sample(range(CELLS), holes))
    grid = tuple(0 if cell in empty else value for cell, value in enumerate(full))
    assert len(fill(grid).found) == plain_trial(list(grid), 2)


def test_a_grid_without_two_of_its_digits_has_two_solutions() -> None:
    """The two can be swapped everywhere."""
    full = made("sudoku", "ko", "easy").solution
    grid = tuple(0 if value < 3 else value for value in full)
    assert len(fill(grid).found) == 2


def test_givens_that_contradict_each_other_have_no_solution() -> None:
    assert solve(Sudoku((5, 5, *[0] * 79), (3,))).found == ()


@pytest.mark.parametrize(
    ("tier", "givens", "asked"), [("easy", (40, 43), 4), ("medium", (37, 39), 5), ("hard", (31, 35), 6)]
)
def test_a_tier_has_its_givens_and_asks_empty_cells_only(tier: str, givens: tuple[int, int], asked: int) -> None:
    for index in range(30):
        features = made("sudoku", "en", tier, seed=4, index=index).features
        assert givens[0] <= int(features["givens"]) <= givens[1]
        assert (features["asked"], features["asked_given"]) == (asked, 0)


def test_the_grids_of_a_cell_differ_in_structure() -> None:
    """Not one grid turned and mirrored: the sorted counts of givens per row, column and box differ."""
    shapes = set()
    for index in range(60):
        givens = made("sudoku", "ko", "hard", seed=4, index=index).puzzle.givens
        counts = [sum(bool(givens[cell]) for cell in unit) for unit in UNITS]
        shapes.add(tuple(sorted(tuple(sorted(counts[start : start + 9])) for start in (0, 9, 18))))
    assert len(shapes) > 50


def test_parameters_without_a_puzzle_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match=r"attempts with Params\(givens=17"):
        generate(Draw("test", index=0), Params(givens=17, fewest=17, most=17, asked=4))


@pytest.mark.parametrize("wrong", [{"givens": 90}, {"fewest": 10}, {"asked": 0}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected 17"):
        Params(**{"givens": 33, "fewest": 31, "most": 35, "asked": 6, **wrong})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "(row, column)", "(column, row)"),
        ("ko", "(행, 열)", "(열, 행)"),
        ("ko", "1부터 센다", "0부터 센다"),
        ("en", "counted from 1", "counted from 0"),
        ("en", "\n1 . ", "\n. 1 "),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = next(
        p
        for i in range(99)
        for p in [made("sudoku", "en", "easy", seed=2, index=i).puzzle]
        if p.givens[9] == 1 and not p.givens[10]
    )
    assert is_caught(SUDOKU, puzzle, language, old, new)  # type: ignore[arg-type]  # a table of texts


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: (2,7)=6, (3,1)=2, (8,8)=9, (9,4)=5", 1.0),
        ("Answer: 6, 2, 9, 5", 1.0),
        ("Answer: [6 2 9 5]", 1.0),
        ("정답：６ ２ ９ ５", 1.0),
        ("**답**: R2C7 = 6, R3C1 = 2, R8C8 = 9, R9C4 = 5", 1.0),
        ("6 2 9 5", 1.0),
        ("Answer: 6 2 9 5 1", 0.0),
        ("Answer: 6 2 9", 0.0),
        ("6 2 9 5 are the digits I would try", 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="6 2 9 5", metadata={"type": "sudoku"})
    assert reward(reply, item) == robust


def test_the_format_line_of_the_question_is_an_echo() -> None:
    item = make_item("sudoku", "ko", "easy")
    assert score("Answer: <숫자>", item).extraction == "echo"


def shuffled(givens: tuple[int, ...], draw: Draw) -> tuple[int, ...]:
    """The same puzzle with bands, rows, columns and digits shuffled, and perhaps turned."""
    rows = [band * 3 + row for band in draw.permutation(3) for row in draw.permutation(3)]
    columns = [band * 3 + row for band in draw.permutation(3) for row in draw.permutation(3)]
    digits = [0, *(digit + 1 for digit in draw.permutation(9))]
    turned = draw.chance(1, 2)
    cells = [givens[column * 9 + row] if turned else givens[row * 9 + column] for row in rows for column in columns]
    return tuple(digits[digit] for digit in cells)


@pytest.mark.parametrize("index", range(10))
def test_a_puzzle_turned_about_has_the_same_base(index: int) -> None:
    puzzle = made("sudoku", "en", "hard", seed=3, index=index).puzzle
    again = Sudoku(shuffled(puzzle.givens, Draw("shuffle", index=index)), (0, 1))
    assert base(again) == base(puzzle)
    assert base(made("sudoku", "en", "hard", seed=3, index=index + 10).puzzle) != base(puzzle)


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_the_released_korean_cells_are_five_puzzles_turned_about(tier: str, material: Path) -> None:
    path = material / "data" / "nolli" / "released" / f"sudoku_ko_{tier}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    items = [load_task(f"nolli/sudoku-ko-{tier}").item(row, number) for number, row in enumerate(rows)]
    assert sorted(Counter(item.metadata["cluster"] for item in items).values()) == [20] * 5
