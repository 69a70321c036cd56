"""Solver: the day by calendar arithmetic, and what is asked of it."""

from datetime import date, timedelta

from gwageo.hangul.calendar import day_pillar, name
from gwageo.puzzles.base import Search
from gwageo.puzzles.time.note import HOLIDAYS, RELATIVE, WEEKDAYS, Note


def birthday(puzzle: Note) -> date:
    """The day that the note calls the birthday."""
    return date(puzzle.year, *HOLIDAYS[puzzle.holiday]) + timedelta(days=RELATIVE[puzzle.relative])


def day_of(puzzle: Note) -> date:
    """The day that is asked about."""
    return birthday(puzzle) + timedelta(days=puzzle.days)


def solve(puzzle: Note) -> Search[str]:
    """The answer; the work is the number of days stepped over."""
    try:
        day = day_of(puzzle)
    except (KeyError, ValueError, OverflowError):  # no such holiday, word or year
        return Search((), 0)
    return Search((_told(day, puzzle.ask),), RELATIVE[puzzle.relative] + puzzle.days)


def _told(day: date, ask: str) -> str:
    if ask == "date":
        return f"{day.year}.{day.month}.{day.day}"
    return WEEKDAYS[day.weekday()] if ask == "weekday" else name(day_pillar(day))
