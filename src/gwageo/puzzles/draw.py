"""Draw: the random stream of one puzzle, which also knows the puzzle's place in its cell.

A cell is one type, tier and seed. Shares within a cell ("58 of 100 on a 5x5 grid") are kept exactly in every hundred
items, because they depend on the index alone and not on luck.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from gwageo.core.rng import Key, Stream, Walk

T = TypeVar("T")
CYCLE = 100
"""Items after which every share comes round again."""


class Draw(Stream):
    """The draws of item number `index` of a cell.

    Args:
        cell: What the cell is made of: type, version, tier, seed.
        index: Place of the item within the cell, from 0.
    """

    def __init__(self, *cell: Key, index: int) -> None:
        super().__init__(*cell, index)
        self.cell = cell
        self.index = index

    def quota(self, name: str, shares: Mapping[T, int]) -> T:
        """The option whose turn it is; each gets its share of every hundred items, at scattered places.

        Args:
            name: What is shared out; different names are scattered independently.
            shares: Option to share; the shares add up to 100.
        """
        if sum(shares.values()) != CYCLE:
            raise ValueError(f"the shares of {name!r} must add up to {CYCLE}; got {dict(shares)!r}")
        place = _places(str(self.cell[0]), name)[self.index % CYCLE]
        for option, share in shares.items():
            if place < share:
                return option
            place -= share
        raise AssertionError("a place below 100 falls into one of the shares")

    def deal(self, name: str, shares: Mapping[T, int], sizes: Mapping[T, int]) -> tuple[T, int]:
        """An option with a number below its size; no other of the first `sum(sizes)` items gets the same two.

        The shares hold as in `quota` while every option has numbers left; the turns of an option that is used up go to
        what the others will not need.

        Args:
            name: What is dealt out.
            shares: Option to share; the shares add up to 100.
            sizes: Option to how many different things it offers.
        """
        option = self.quota(name, shares)
        index = self.index % sum(sizes.values())
        number = _turns(str(self.cell[0]), name, shares, option, index)
        if number >= sizes[option]:
            option, number = self._left_over(name, shares, sizes, index)
        return option, Walk(sizes[option], *self.cell, name, str(option))[number]

    def _left_over(self, name: str, shares: Mapping[T, int], sizes: Mapping[T, int], index: int) -> tuple[T, int]:
        """The place of a turn whose own option is used up, counted among all such turns before it."""
        kind, everything = str(self.cell[0]), sum(sizes.values())
        late = sum(max(0, _turns(kind, name, shares, each, index) - size) for each, size in sizes.items())
        for each, size in sizes.items():
            needed = min(size, _turns(kind, name, shares, each, everything))
            if late < size - needed:
                return each, needed + late
            late -= size - needed
        raise AssertionError("the turns below the sum of the sizes find a place")

    def walk(self, name: str, size: int) -> int:
        """A number below `size` that no other item of the cell gets, for the first `size` items."""
        return Walk(size, *self.cell, name)[self.index % size]


def _turns(type_name: str, name: str, shares: Mapping[T, int], option: T, index: int) -> int:
    """How many of the first `index` items are the turns of an option."""
    first = sum(share for other, share in list(shares.items())[: list(shares).index(option)])
    mine = range(first, first + shares[option])
    begun = _places(type_name, name)[: index % CYCLE]
    return index // CYCLE * shares[option] + sum(place in mine for place in begun)


@lru_cache(maxsize=256)
def _places(type_name: str, name: str) -> tuple[int, ...]:
    return tuple(Stream("quota", type_name, name).permutation(CYCLE))
