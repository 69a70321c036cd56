"""Generator: every question of a tier once, in random order, with fixed shares of what is asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from gwageo.puzzles.base import Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.time.note import HOLIDAYS, RELATIVE, Ask, Note

FIRST_YEAR, YEARS = 1990, 36
FEWEST, MOST = 2, 30
_SPAN = MOST - FEWEST + 1
_OFFSETS = tuple(dict.fromkeys(RELATIVE.values()))
Kind = tuple[Ask, int]
"""What is asked, and the offset of the word for the day."""


@dataclass(frozen=True, slots=True)
class Params:
    """Shares in every hundred items."""

    pillar: int = 0
    date: int = 0
    weekday: int = 0

    def __post_init__(self) -> None:
        parts = (self.pillar, self.date, self.weekday)
        if min(parts) < 0 or sum(parts) != 100:
            raise ValueError(f"expected shares that add up to 100: {self!r}")

    @property
    def shares(self) -> Mapping[Kind, int]:
        """Shares by kind: as even over the offsets as whole numbers can be."""
        asks: dict[Ask, int] = {"pillar": self.pillar, "date": self.date, "weekday": self.weekday}
        count = len(_OFFSETS)
        return {
            (ask, offset): share // count + (place < share % count)
            for ask, share in asks.items()
            if share
            for place, offset in enumerate(_OFFSETS)
        }


PRESETS: dict[Tier, Params] = {
    "easy": Params(pillar=34, date=66),
    "medium": Params(pillar=60, weekday=40),
    "hard": Params(pillar=91, date=9),
}


def _words(offset: int) -> tuple[str, ...]:
    return tuple(word for word, days in RELATIVE.items() if days == offset)


def _sizes(params: Params) -> dict[Kind, int]:
    return {kind: YEARS * len(HOLIDAYS) * len(_words(kind[1])) * _SPAN for kind in params.shares}


def space(params: Params) -> int:
    """Number of different questions."""
    return sum(_sizes(params).values())


def generate(draw: Draw, params: Params) -> Note:
    """The question whose turn it is."""
    (ask, offset), number = draw.deal("kind", params.shares, _sizes(params))
    words = _words(offset)
    number, days = divmod(number, _SPAN)
    number, word = divmod(number, len(words))
    year, holiday = divmod(number, len(HOLIDAYS))
    return Note(FIRST_YEAR + year, tuple(HOLIDAYS)[holiday], words[word], FEWEST + days, ask)
