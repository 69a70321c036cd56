"""The puzzle as its reader sees it: a note from a holiday that says when the birthday is, and what is asked."""

from dataclasses import dataclass
from typing import Literal

Ask = Literal["pillar", "date", "weekday"]

HOLIDAYS = {
    "새해 첫날": (1, 1),
    "3·1절": (3, 1),
    "식목일": (4, 5),
    "어린이날": (5, 5),
    "현충일": (6, 6),
    "제헌절": (7, 17),
    "광복절": (8, 15),
    "개천절": (10, 3),
    "한글날": (10, 9),
    "성탄절": (12, 25),
}
"""Holiday to month and day."""

RELATIVE = {
    "오늘": 0,
    "금일": 0,
    "내일": 1,
    "익일": 1,
    "명일": 1,
    "다음 날": 1,
    "이튿날": 1,
    "모레": 2,
    "내일모레": 2,
    "낼모레": 2,
}
"""Word for a day to the days from the day of the note."""

WEEKDAYS = ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일")


@dataclass(frozen=True, slots=True)
class Note:
    """One puzzle."""

    year: int
    holiday: str
    relative: str
    days: int
    """Days from the birthday to the day that is asked about."""
    ask: Ask
