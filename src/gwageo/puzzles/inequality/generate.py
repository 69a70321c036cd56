"""Generator: a Latin square with a few givens and all signs, from which signs are dropped while one solution remains.

Two modes. In `propagation` the signs left still solve the puzzle by cutting candidates alone; in `search` they do not,
and the reader has to look further.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import CYCLE, Draw
from gwageo.puzzles.inequality.grid import Futoshiki, Pair, neighbours
from gwageo.puzzles.inequality.solve import Square, complete, opening, propagate

Mode = Literal["search", "propagation"]
ATTEMPTS = 400
FEWEST_SIGNS = 3

# Measured on the released grids; beyond what two draws allow, they come from cells revealed on top.
_FIVE = {2: 17, 3: 18, 4: 21, 5: 19, 6: 25}
_FIVE_MEDIUM = {2: 16, 3: 27, 4: 24, 5: 17, 6: 16}
_FIVE_HARD = {2: 36, 3: 30, 4: 14, 5: 8, 6: 12}
_SIX_MEDIUM = {3: 10, 4: 17, 5: 14, 6: 17, 7: 28, 8: 2, 9: 5, 10: 5, 13: 2}
_SIX_HARD = {3: 25, 4: 33, 5: 38, 6: 4}


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    sizes: Mapping[int, int]
    """Size of the square to its share of 100."""
    search: int
    """Share of 100 that cutting candidates alone does not solve."""
    givens: Mapping[int, Mapping[int, int]]
    """Size to shares of 100 of the number of givens."""

    def __post_init__(self) -> None:
        shares = (self.sizes, *self.givens.values())
        if any(sum(share.values()) != CYCLE for share in shares) or not 0 <= self.search <= CYCLE:
            raise ValueError(f"expected shares of {CYCLE} for sizes, for givens of each size, for search: {self!r}")
        if set(self.sizes) != set(self.givens):
            raise ValueError(f"expected the numbers of givens for the sizes {sorted(self.sizes)}; got {self.givens!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(sizes={5: 100}, search=100, givens={5: _FIVE}),
    "medium": Params(sizes={5: 62, 6: 38}, search=82, givens={5: _FIVE_MEDIUM, 6: _SIX_MEDIUM}),
    "hard": Params(sizes={5: 20, 6: 80}, search=92, givens={5: _FIVE_HARD, 6: _SIX_HARD}),
}


def generate(draw: Draw, params: Params) -> Futoshiki:
    """A puzzle of the mode and size whose turn it is."""
    size = draw.quota("size", params.sizes)
    mode: Mode = draw.quota("mode", {"search": params.search, "propagation": 100 - params.search})
    count = draw.quota("givens", params.givens[size])
    for _ in range(ATTEMPTS):
        square = _square(draw, size)
        givens = _reveal(draw, size, square, count)
        if givens is None:
            continue
        less = _drop(draw, size, givens, square, mode)
        if len(less) >= FEWEST_SIGNS and (_propagates(size, givens, less) == (mode == "propagation")):
            return Futoshiki(size, givens, less)
    raise GaveUp(f"{mode} puzzle of size {size}", params, ATTEMPTS)


def _square(draw: Draw, size: int) -> Square:
    """The cyclic Latin square with rows, columns and numbers in random order."""
    rows, columns, numbers = draw.permutation(size), draw.permutation(size), draw.permutation(size)
    return tuple(numbers[(row + column) % size] + 1 for row in rows for column in columns)


def _signs(size: int, square: Square) -> tuple[Pair, ...]:
    """All signs between neighbours."""
    return tuple((a, b) if square[a] < square[b] else (b, a) for a, b in neighbours(size))


def _reveal(draw: Draw, size: int, square: Square, count: int) -> Square | None:
    """So many random givens; None where they leave two solutions even with all signs."""
    shown = set(draw.sample(range(size * size), count))
    givens = tuple(value if cell in shown else 0 for cell, value in enumerate(square))
    return givens if len(complete(size, opening(size, givens), _signs(size, square)).found) == 1 else None


def _drop(draw: Draw, size: int, givens: Square, square: Square, mode: Mode) -> tuple[Pair, ...]:
    """Signs left when each was dropped, in random order, unless the mode needs it; in reading order.

    While one solution remains, a puzzle without a sign has another one exactly if it has one with that sign turned
    round, which is far quicker to refute.
    """
    signs = dict(enumerate(_signs(size, square)))
    for place in draw.permutation(len(signs)):
        small, large = signs.pop(place)
        rest = tuple(signs.values())
        if mode == "propagation":
            needed = not _propagates(size, givens, rest)
        else:
            needed = bool(complete(size, opening(size, givens), (*rest, (large, small)), limit=1).found)
        if needed:
            signs[place] = (small, large)
    return tuple(signs[place] for place in sorted(signs))


def _propagates(size: int, givens: Square, less: tuple[Pair, ...]) -> bool:
    """Whether cutting candidates alone settles every cell."""
    masks = opening(size, givens)
    return propagate(size, masks, less, hidden=False) and all(mask & mask - 1 == 0 for mask in masks)
