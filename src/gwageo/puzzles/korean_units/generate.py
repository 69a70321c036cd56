"""Generator: random ratios and quantities; redrawn until something is subtracted and the sum stays above zero."""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.korean_units.bill import SYSTEMS, UNITS, Bill, Entry
from gwageo.puzzles.korean_units.solve import total

RATIOS = (7, 11, 12, 13, 16, 17, 19, 23)
ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    entries: int
    fewest_units: int
    largest: int
    """Largest number in front of a unit."""
    times: tuple[int, int] = (2, 9)

    def __post_init__(self) -> None:
        if (
            self.entries < 2
            or not 1 <= self.fewest_units <= UNITS
            or self.largest < 1
            or not 1 <= self.times[0] <= self.times[1]
        ):
            raise ValueError(
                f"expected at least 2 entries, 1 to {UNITS} units, amounts from 1 and rising factors: {self!r}"
            )


PRESETS: dict[Tier, Params] = {
    "easy": Params(entries=17, fewest_units=4, largest=1249),
    "medium": Params(entries=24, fewest_units=4, largest=2499),
    "hard": Params(entries=26, fewest_units=5, largest=6999),
}


def generate(draw: Draw, params: Params) -> Bill:
    """A bill with a positive sum."""
    system = draw.choice(tuple(SYSTEMS))
    ratios = tuple(draw.sample(RATIOS, UNITS - 1))
    for _ in range(ATTEMPTS):
        bill = Bill(system, ratios, tuple(_entry(draw, params) for _ in range(params.entries)))
        if total(bill) > 0 and not all(entry.added for entry in bill.entries):
            return bill
    raise GaveUp("bill", params, ATTEMPTS)


def _entry(draw: Draw, params: Params) -> Entry:
    used = set(draw.sample(range(UNITS), draw.between(params.fewest_units, UNITS)))
    amounts = tuple(draw.between(1, params.largest) if unit in used else 0 for unit in range(UNITS))
    return Entry(not draw.chance(1, 4), draw.between(*params.times), amounts)
