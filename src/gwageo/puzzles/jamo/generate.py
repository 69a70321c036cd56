"""Generator: random syllables with finals of the kinds that the tier asks for."""

from dataclasses import dataclass

from gwageo.puzzles.base import Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.jamo.blocks import FINALS, INITIALS, SINGLE, VOWELS, Block, Blocks


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for; chances of a final's kind in tenths, the rest has none."""

    syllables: int
    single: int
    """No final or one consonant."""
    any: int
    """No final, one consonant or a cluster."""
    places: int = 1

    def __post_init__(self) -> None:
        if self.syllables < 1 or min(self.single, self.any) < 0 or self.single + self.any > 10:
            raise ValueError(f"expected syllables from 1 and tenths that add up to at most 10: {self!r}")
        if not 1 <= self.places < INITIALS:
            raise ValueError(f"expected 1 to {INITIALS - 1} places: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(syllables=2, single=4, any=0),
    "medium": Params(syllables=2, single=10, any=0),
    "hard": Params(syllables=3, single=5, any=5),
}


def generate(draw: Draw, params: Params) -> Blocks:
    """Random syllables."""
    return Blocks(tuple(_block(draw, params) for _ in range(params.syllables)), params.places)


def _block(draw: Draw, params: Params) -> Block:
    kind = draw.weighted((params.single, params.any, 10 - params.single - params.any))
    final = (lambda: draw.choice(SINGLE), lambda: draw.below(FINALS), lambda: 0)[kind]()
    return Block(draw.below(INITIALS), draw.below(VOWELS), final)
