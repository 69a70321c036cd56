"""Solver: moves every initial."""

from gwageo.puzzles.base import Search
from gwageo.puzzles.jamo.blocks import INITIALS, Blocks


def solve(puzzle: Blocks) -> Search[tuple[int, ...]]:
    """The initials after the move; the work is their number."""
    moved = tuple((block.initial + puzzle.places) % INITIALS for block in puzzle.blocks)
    return Search((moved,), len(moved))
