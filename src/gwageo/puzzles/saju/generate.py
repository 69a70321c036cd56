"""Generator: every question of a tier once, in random order, with fixed shares of the three kinds."""

from collections.abc import Mapping
from dataclasses import dataclass

from gwageo.hangul.calendar import CYCLE
from gwageo.puzzles.base import Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.saju.birth import Birth

FIRST_YEAR, YEARS = 1950, 66
MONTHS, DAYS, HOURS = 12, 28, 24
_DATES = YEARS * MONTHS * DAYS
SIZES = {"hour_of_pillar": CYCLE * HOURS, "day_of_date": _DATES, "hour_of_date": _DATES * HOURS}


@dataclass(frozen=True, slots=True)
class Params:
    """Shares in every hundred items."""

    hour_of_pillar: int
    """The day's pillar is given, the hour's is asked."""
    day_of_date: int
    hour_of_date: int

    def __post_init__(self) -> None:
        if min(self.shares.values()) < 0 or sum(self.shares.values()) != 100:
            raise ValueError(f"expected shares that add up to 100: {self!r}")

    @property
    def shares(self) -> Mapping[str, int]:
        """Kind to share."""
        return {kind: getattr(self, kind) for kind in SIZES}


PRESETS: dict[Tier, Params] = {
    "easy": Params(80, 20, 0),
    "medium": Params(40, 40, 20),
    "hard": Params(12, 44, 44),
}


def _sizes(params: Params) -> dict[str, int]:
    return {kind: size for kind, size in SIZES.items() if params.shares[kind]}


def space(params: Params) -> int:
    """Number of different questions."""
    return sum(_sizes(params).values())


def generate(draw: Draw, params: Params) -> Birth:
    """The question whose turn it is."""
    sizes = _sizes(params)
    kind, number = draw.deal("kind", {each: params.shares[each] for each in sizes}, sizes)
    if kind == "hour_of_pillar":
        day, hour = divmod(number, HOURS)
        return Birth(day=day, hour=hour)
    if kind == "day_of_date":
        return Birth(date=_date(number))
    place, hour = divmod(number, HOURS)
    return Birth(date=_date(place), hour=hour)


def _date(number: int) -> tuple[int, int, int]:
    months, day = divmod(number, DAYS)
    year, month = divmod(months, MONTHS)
    return FIRST_YEAR + year, month + 1, day + 1
