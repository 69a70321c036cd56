"""Minesweeper: the solver agrees with all placements, shapes keep their shares, needless numbers are few."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, load, made, reward
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.minesweeper.board import HIDDEN, Board, neighbours
from gwageo.puzzles.minesweeper.generate import PRESETS, Params, Shape, generate
from gwageo.puzzles.minesweeper.solve import solve

KIND = load("minesweeper")


def all_placements(board: Board) -> int:
    """Solutions among all ways to lay the mines on hidden cells."""
    around = neighbours(board.rows, board.columns)
    hidden = [cell for cell, value in enumerate(board.cells) if value == HIDDEN]
    return sum(
        all(
            value == HIDDEN or sum(other in mines for other in around[cell]) == value
            for cell, value in enumerate(board.cells)
        )
        for mines in map(set, combinations(hidden, board.mines))
    )


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 6), st.integers(0, 10))
def test_the_solver_counts_as_all_placements_do(seed: int, mines: int, shown: int) -> None:
    draw = Draw("test", seed, index=0)
    around = neighbours(4, 4)
    laid = set(draw.sample(range(16), mines))
    safe = [cell for cell in range(16) if cell not in laid]
    told = set(draw.sample(safe, min(shown, len(safe))))
    cells = tuple(sum(other in laid for other in around[cell]) if cell in told else HIDDEN for cell in range(16))
    board = Board(4, 4, mines, cells)
    search = solve(board)
    assert len(search.found) == len(set(search.found)) == min(all_placements(board), 2)


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_shapes_keep_their_shares_in_every_hundred(tier: str) -> None:
    shapes = PRESETS[tier].shapes  # type: ignore[index]  # a tier by name
    features = [made("minesweeper", "ko", tier, seed=6, index=index).features for index in range(100)]
    counts = Counter((f["rows"], f["columns"], f["mines"]) for f in features)
    assert counts == Counter({shape[:3]: share for shape, share in shapes.items()})
    for shape in shapes:
        if shape.revealed:
            assert all(
                f["revealed"] == shape.revealed
                for f in features
                if (f["rows"], f["mines"]) == (shape.rows, shape.mines)
            )


def test_parameters_without_a_board_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match=r"\(5, 5, 12, 1, "):
        generate(Draw("test", index=0), Params({Shape(5, 5, 12, 1): 100}))


def test_shares_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="shares of 100"):
        Params({Shape(5, 5, 5): 99})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "exactly 14 mines", "exactly 15 mines"),
        ("ko", "모두 14개", "모두 15개"),
        ("ko", "0부터 센다", "1부터 센다"),
        ("en", "(row, column)", "(column, row)"),
        ("ko", "가려진 칸", "드러난 칸"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = made("minesweeper", "en", "medium", seed=1).puzzle
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # a table of texts


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("정답: (0,2), (1,3), (4,4)", 0.0),
        ("지뢰 아님: (0,0)\n정답: (0,2), (1,3)", 1.0),
        ("Answer: (1,3), (0,2), (0,2)", 1.0),
        ("**정답:** (0행, 2열), (1행, 3열)", 1.0),
        ("Answer: r0c2, r1c3", 1.0),
        ("Answer: [[0, 2], [1, 3]]", 1.0),
        ("Answer:\n- (0,2)\n- (1,3)\n\nChecked: (0,0) is safe.", 1.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="(0,2), (1,3)", metadata={"type": "minesweeper"})
    assert reward(reply, item) == robust
