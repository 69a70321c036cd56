"""Demonstrations: which items are shown before the item under test.

The published draw is one `random.Random(1234)` per task, advanced once per item in file order with `sample`, over the
whole set. There is no other split, so the demonstrations come from the test items. Two forms of it are published:

- `SELF_ALLOWED` (Ko-ARC): n items are drawn, and 6 of 2,376 easy and 6 of 1,167 challenge items draw themselves. That
  one demonstration is replaced here by a draw of a generator of its own, so that every other item keeps the published
  ones; "keep" restores the leak.
- `SELF_DROPPED` (Ko-GSM8K): n + 1 items are drawn and the item itself is dropped, else the last one.

Two more are no part of the published protocol: `draw_apart` takes them from a set of their own, and `fixed` shows every
item the same ones. Where a fixed demonstration is the item under test, it is replaced in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from gwageo.core import ConfigError

Draw = Literal["self_allowed", "self_dropped"]


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """The demonstrations of every item of a set."""

    shown: tuple[tuple[int, ...], ...]
    """For each item, the positions of its demonstrations in drawn order."""
    drew_itself: tuple[int, ...] = ()
    """Positions of the items that are among their own demonstrations, or would be without a replacement."""


def draw(n_items: int, shots: int, *, kind: Draw, seed: int, name: str, keep_self: bool = False) -> Demonstrations:
    """Draw the demonstrations of a whole set.

    Args:
        n_items: Size of the set; a limit on the items that are asked must not change it.
        shots: Demonstrations per item, at least 0.
        kind: How the item itself is kept out.
        seed: 1234 is the published one.
        name: Of the set; it seeds the replacement.
        keep_self: Leave an item among its own demonstrations where the published draw has it so.

    Raises:
        ConfigError: The set is too small.
    """
    if shots == 0:
        return Demonstrations(((),) * n_items)
    if n_items - 1 < shots:
        most = max(n_items - 1, 0)
        raise ConfigError(
            f"{name}: {shots} demonstrations per item need at least {shots + 1} items, because an item never "
            f"sees itself, but the set has {n_items}; use --shots {most} or fewer, or give more items"
        )
    generator = Random(seed)  # noqa: S311 - the published protocol prescribes this generator
    if kind == "self_dropped":
        return Demonstrations(tuple(_without(generator.sample(range(n_items), shots + 1), i) for i in range(n_items)))
    drawn = [tuple(generator.sample(range(n_items), shots)) for _ in range(n_items)]
    leaks = tuple(index for index, shown in enumerate(drawn) if index in shown)
    if not keep_self:
        for index in leaks:
            drawn[index] = _replaced(drawn[index], index, n_items, seed, name)
    return Demonstrations(tuple(drawn), leaks)


def draw_apart(n_items: int, n_pool: int, shots: int, *, seed: int, name: str) -> Demonstrations:
    """Draw from a set of their own: one `sample` per item in file order; no item can draw itself.

    Raises:
        ConfigError: That set is too small.
    """
    if n_pool < shots:
        raise ConfigError(
            f"{name}: {shots} demonstrations per item need at least {shots} items, but the shot data has {n_pool}; "
            f"use --shots {n_pool} or fewer, or give more items"
        )
    generator = Random(seed)  # noqa: S311 - the same kind of draw as the published one
    return Demonstrations(tuple(tuple(generator.sample(range(n_pool), shots)) for _ in range(n_items)))


def fixed(
    n_items: int, chosen: tuple[int, ...], *, apart: bool, seed: int, name: str, keep_self: bool = False
) -> Demonstrations:
    """Show every item the same demonstrations, in this order.

    Args:
        n_items: Size of the set.
        chosen: Positions of the demonstrations.
        apart: Whether they are positions in a set of their own.
        seed: Of the replacement where an item is one of its own demonstrations.
        name: Of the set; it seeds the replacement too.
        keep_self: Leave it there instead.

    Raises:
        ConfigError: Nothing is left to replace with.
    """
    if apart:
        return Demonstrations((chosen,) * n_items)
    if not keep_self and n_items == len(chosen):
        raise ConfigError(
            f"{name}: --shot-ids names all {n_items} items, so that none is left to stand in where an item is one of "
            "its own demonstrations; name fewer"
        )
    shown = [
        chosen if keep_self or index not in chosen else _replaced(chosen, index, n_items, seed, name)
        for index in range(n_items)
    ]
    return Demonstrations(tuple(shown), tuple(sorted(chosen)))


def _without(drawn: Sequence[int], index: int) -> tuple[int, ...]:
    return tuple(each for each in drawn if each != index)[: len(drawn) - 1]


def _replaced(drawn: tuple[int, ...], index: int, n_items: int, seed: int, name: str) -> tuple[int, ...]:
    others = sorted(set(range(n_items)) - set(drawn))
    other = Random(f"{seed}:{name}:{index}").choice(others)  # noqa: S311 - a local generator with a stated seed
    return tuple(other if each == index else each for each in drawn)
