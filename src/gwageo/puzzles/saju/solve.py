"""Solver: the pillar by calendar arithmetic."""

from gwageo.hangul.calendar import hour_pillar
from gwageo.puzzles.base import Search
from gwageo.puzzles.saju.birth import Birth


def solve(puzzle: Birth) -> Search[int]:
    """The pillar that is asked; the work is the number of pillars computed."""
    try:
        day = puzzle.day_pillar
    except ValueError:  # no such date
        return Search((), 0)
    if puzzle.hour is None:
        return Search((day,), 1)
    return Search((hour_pillar(day, puzzle.hour),), 1 if puzzle.date is None else 2)
