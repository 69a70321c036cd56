"""Generator: from a pool of guesses, always the one that leaves the fewest numbers, until one number is left.

The hints alone settle the number; digits and places that are given away are help only. Of hints that leave as many
numbers the plainer one is taken at the easy tier (more strikes, fewer balls), the other way round above it: that is
what the released hints show.
"""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import CYCLE, Draw
from gwageo.puzzles.number_baseball.candidates import Candidates, after, count, everything
from gwageo.puzzles.number_baseball.game import DIGITS, Baseball, Hint, hint

ATTEMPTS = 200
POOL = 50
TRIES = 600
"""Guesses drawn to fill the pool."""


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    length: int
    most_balls: int
    most_hints: int
    digits: int = 0
    """Digits given away."""
    place: int = 0
    """Share of 100 of the puzzles that give one place away."""
    plain: bool = False
    """Of hints that leave as many numbers, take the one with the most strikes and the fewest balls."""
    fewest_hints: int = 4
    most_strikes: int = 2

    def __post_init__(self) -> None:
        if not 2 <= self.length <= 9 or not 1 <= self.fewest_hints <= self.most_hints:
            raise ValueError(f"expected 2 to 9 digits and 1 <= fewest_hints <= most_hints: {self!r}")
        if not 0 <= self.digits <= self.length or not 0 <= self.place <= CYCLE:
            raise ValueError(f"expected up to {self.length} digits and a share of {CYCLE} with a place: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(length=7, most_balls=5, most_hints=8, digits=5, plain=True),
    "medium": Params(length=8, most_balls=6, most_hints=9, place=60),
    "hard": Params(length=8, most_balls=6, most_hints=9),
}


def generate(draw: Draw, params: Params) -> Baseball:
    """A puzzle whose hints fit one number."""
    places = draw.quota("place", {1: params.place, 0: CYCLE - params.place})
    for _ in range(ATTEMPTS):
        secret = _number(draw, params.length)
        hints = _choose(_pool(draw, secret, params), params)
        if hints is None:
            continue
        digits = sorted(map(int, draw.sample(secret, params.digits)))
        known = sorted((place, int(secret[place])) for place in draw.sample(range(params.length), places))
        return Baseball(params.length, tuple(hints), tuple(digits), tuple(known))
    raise GaveUp("number", params, ATTEMPTS)


def _number(draw: Draw, length: int) -> str:
    return "".join(draw.sample(DIGITS, length))


def _pool(draw: Draw, secret: str, params: Params) -> list[Hint]:
    """Different hints within the limits on strikes and balls, the wanted ones of equals first."""
    pool: dict[str, Hint] = {}
    for _ in range(TRIES):
        said = hint(secret, _number(draw, params.length))
        if said.strikes <= params.most_strikes and said.balls <= params.most_balls and said.guess != secret:
            pool[said.guess] = said
            if len(pool) == POOL:
                break
    return sorted(pool.values(), key=lambda said: (said.strikes, -said.balls), reverse=params.plain)


def _choose(pool: list[Hint], params: Params) -> list[Hint] | None:
    """Hints that leave one number, not before the fewest wanted; None where the most allowed leave more."""
    chosen: list[Hint] = []
    left = everything(params.length)
    while len(chosen) < params.most_hints and pool:
        enough = len(chosen) + 1 >= params.fewest_hints
        best = _best(pool, left, 1 if enough else 2, first=not chosen)
        if best is None:
            return None
        chosen.append(best)
        pool.remove(best)
        left = after(left, best)
        if enough and count(left) == 1:
            return chosen
    return None


def _best(pool: list[Hint], left: Candidates, least: int, *, first: bool) -> Hint | None:
    """The hint that leaves the fewest numbers, but at least `least`; the earliest of equals."""
    sizes: dict[tuple[int, int], int] = {}
    best, fewest = None, None
    for said in pool:
        kind = (said.strikes, said.balls)
        if first and kind in sizes:  # from all numbers, what a hint leaves depends on its strikes and balls alone
            size = sizes[kind]
        else:
            size = sizes[kind] = count(after(left, said))
        if size >= least and (fewest is None or size < fewest):
            best, fewest = said, size
    return best
