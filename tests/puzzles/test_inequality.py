"""Inequality: the solver agrees with plain trial, modes and sizes keep their shares."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, load, made, reward
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.inequality.generate import PRESETS, Params, generate
from gwageo.puzzles.inequality.grid import Futoshiki, neighbours, units
from gwageo.puzzles.inequality.solve import solve

KIND = load("inequality")
GOLD = "2 4 1 5 3 5 1 3 2 4 3 5 4 1 2 4 2 5 3 1 1 3 2 4 5"


def plain_trial(puzzle: Futoshiki, grid: list[int]) -> int:
    """All solutions by trying every number in every empty cell."""
    for unit in units(puzzle.size):
        shown = [grid[cell] for cell in unit if grid[cell]]
        if len(set(shown)) < len(shown):
            return 0
    if any(grid[small] and grid[large] and grid[small] > grid[large] for small, large in puzzle.less):
        return 0
    if 0 not in grid:
        return 1
    cell, count = grid.index(0), 0
    for number in range(1, puzzle.size + 1):
        grid[cell] = number
        count += plain_trial(puzzle, grid)
    grid[cell] = 0
    return count


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 6), st.integers(0, 12))
def test_the_solver_counts_as_plain_trial_does(seed: int, givens: int, signs: int) -> None:
    draw = Draw("test", seed, index=0)
    square = [(row + column) % 4 + 1 for row in draw.permutation(4) for column in draw.permutation(4)][:16]
    square = [(row + column) % 4 + 1 for rows in [draw.permutation(4)] for columns in [draw.permutation(4)]
              for row in rows for column in columns]  # fmt: skip
    shown = set(draw.sample(range(16), givens))
    pairs = sorted(draw.sample(neighbours(4), signs))
    less = tuple((a, b) if square[a] < square[b] else (b, a) for a, b in pairs)
    puzzle = Futoshiki(4, tuple(v if cell in shown else 0 for cell, v in enumerate(square)), less)
    assert len(solve(puzzle).found) == min(plain_trial(puzzle, list(puzzle.givens)), 2)


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_sizes_modes_and_givens_keep_their_shares_in_every_hundred(tier: str) -> None:
    params = PRESETS[tier]  # type: ignore[index]  # a tier by name
    features = [made("inequality", "ko", tier, seed=6, index=index).features for index in range(100)]
    assert Counter(feature["size"] for feature in features) == Counter(dict(params.sizes))
    assert sum(feature["mode"] == "search" for feature in features) == params.search
    assert all(feature["givens"] in params.givens[int(feature["size"])] for feature in features)
    assert all(int(feature["signs"]) >= 3 for feature in features)


def test_parameters_without_a_puzzle_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match="size 5"):
        generate(Draw("test", index=0), Params(sizes={5: 100}, search=100, givens={5: {25: 100}}))


def test_shares_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="shares of 100"):
        Params(sizes={5: 90}, search=10, givens={5: {2: 100}})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "smaller", "larger"),
        ("ko", "작다", "크다"),
        ("ko", " > ", " < "),
        ("en", "(row, column)", "(column, row)"),
        ("ko", "1부터 센다", "0부터 센다"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = made("inequality", "en", "medium", seed=1, index=2).puzzle
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # a table of texts


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("정답:\n2 4 1 5 3\n5 1 3 2 4\n3 5 4 1 2\n4 2 5 3 1\n1 3 2 4 5", 1.0),
        ("정답: [[2,4,1,5,3],[5,1,3,2,4],[3,5,4,1,2],[4,2,5,3,1],[1,3,2,4,5]]", 1.0),
        ("Answer:\nRow 1: 2 4 1 5 3\nRow 2: 5 1 3 2 4\nRow 3: 3 5 4 1 2\nRow 4: 4 2 5 3 1\nRow 5: 1 3 2 4 5", 1.0),
        ("Answer: 2415351324354124253113245", 1.0),
        (f"Answer: {GOLD} 1", 0.0),
        (f"Answer: {GOLD[:-2]}", 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold=GOLD, metadata={"type": "inequality"})
    assert reward(reply, item) == robust
