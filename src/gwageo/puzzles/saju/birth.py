"""The puzzle as its reader sees it: a birth, of which the pillar of the hour or of the day is asked."""

from dataclasses import dataclass
from datetime import date as civil_day

from gwageo.hangul.calendar import day_pillar


@dataclass(frozen=True, slots=True)
class Birth:
    """A day by its date or by its pillar; with an hour the hour's pillar is asked, without one the day's."""

    date: tuple[int, int, int] | None = None
    """Year, month, day of the Gregorian calendar."""
    day: int | None = None
    """The day's pillar, where it is given."""
    hour: int | None = None

    def __post_init__(self) -> None:
        if (self.date is None) == (self.day is None) or (self.hour is None and self.day is not None):
            raise ValueError(f"expected a date, or a day's pillar with an hour; got {self!r}")

    @property
    def day_pillar(self) -> int:
        """The pillar of the day of birth.

        Raises:
            ValueError: There is no such date.
        """
        return day_pillar(civil_day(*self.date)) if self.date else self.day or 0
