"""Solver: exhaustive filtering of every number with different digits; stops at two that fit."""

from gwageo.puzzles.base import Search
from gwageo.puzzles.number_baseball.candidates import after, count, everything, first, within
from gwageo.puzzles.number_baseball.game import Baseball


def solve(puzzle: Baseball) -> Search[str]:
    """Numbers that fit all that is said, two at most; the work is the numbers looked at, hint by hint."""
    left = everything(puzzle.length)
    work = 0
    for hint in puzzle.hints:
        work += count(left)
        left = after(left, hint)
    return Search(tuple(first(within(left, puzzle.digits, puzzle.places), 2)), work)
