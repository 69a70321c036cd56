"""A solver that is not ours reads the rendered questions and finds the one answer that the item says."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from gwageo.core import Item
from gwageo.puzzles import TIERS, load, make
from gwageo.puzzles.cryptarithmetic.addition import spelt

pytest.importorskip("ortools", reason="the second witness needs OR-Tools: pip install 'gwageo[witness]'")
import witness

COUNT = int(os.environ.get("GWAGEO_WITNESS_COUNT", "2"))
"""Items of a cell."""
FOUND: dict[str, Callable[[Any], list[Any]]] = {
    "inequality": witness.inequality,
    "sudoku": witness.sudoku,
    "minesweeper": witness.minesweeper,
    "number_baseball": witness.number_baseball,
    "sat_puzzles": witness.sat_puzzles,
    "cryptarithmetic": lambda puzzle: witness.cryptarithmetic(puzzle, spelt),
    "yacht_dice": witness.yacht_dice,
}


def gold(item: Item) -> Any:
    return tuple(item.gold.values()) if isinstance(item.gold, dict) else item.gold


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", FOUND)
def test_the_answer_is_the_only_one(name: str, language: str, tier: str) -> None:
    for item in make(name, language, tier, seed=11, count=COUNT):
        puzzle = load(name).parse(item.fields["question"])
        assert FOUND[name](puzzle) == [gold(item)], item.id
