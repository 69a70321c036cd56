"""Generator: twelve rolls of the kinds of a tier, and rounds to ask for whose sum no choice of best assignment moves.

Rolls are kept when a player who takes the best category round by round falls short of the highest total by as much as
the tier wants, and when its rounds are as close to call as it wants. Easy games are mostly built around the queried
rounds instead, among noise. Hard games are the first of a batch that is close enough to call, else the closest of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.yacht_dice.solve import Best, best, differences
from gwageo.puzzles.yacht_dice.table import BONUS, BONUS_FROM, ROUNDS, UPPER, Game, Roll, scores

FACES = (1, 2, 3, 4, 5, 6)
UNIT = 1000
"""Closeness is counted in thousandths."""


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    queried: int
    kinds: tuple[tuple[str, int], ...]
    """Kinds of rolls and their weights."""
    gap: tuple[int, int | None]
    """What a player without foresight may lose, from - to; None is no bound."""
    close: tuple[int, int | None]
    """Sum over the rounds of 1000 / (best score - second best), from - to."""
    built: int = 0
    """Of 100 games, those that are built around the queried rounds."""
    batch: int | None = None
    """Take the closest of so many games where none is close enough; None asks for the bounds without exception."""
    attempts: int = 400

    def __post_init__(self) -> None:
        if not (1 <= self.queried < ROUNDS and self.kinds and 0 <= self.built <= 100 and self.attempts > 0):
            raise ValueError(f"expected 1 to {ROUNDS - 1} queried rounds, kinds of rolls, a share of 100: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(
        2,
        (("yacht", 26), ("large_straight", 22), ("small_straight", 26), ("full_house", 22), ("three_kind", 4)),
        gap=(0, 8), close=(0, 3000), built=69,
    ),
    "medium": Params(2, (("three_kind", 22), ("pair", 22), ("normal", 56)), gap=(7, 30), close=(3500, 7000)),
    "hard": Params(
        8, (("three_kind", 10), ("pair", 15), ("normal", 75)), gap=(30, None), close=(8000, None), batch=100
    ),
}  # fmt: skip


def generate(draw: Draw, params: Params) -> Game:
    """A game whose queried sum is the same in every assignment with the highest total."""
    if params.built and draw.quota("built", {True: params.built, False: 100 - params.built}):
        return _built(draw, params)
    candidates = _in_bounds(draw, params) if params.batch is None else _batch(draw, params, params.batch)
    for rolls, ways in candidates:
        queried = _invariant(draw, ways, params.queried)
        if queried is not None:
            return Game(rolls, queried)
    raise GaveUp("game with a fixed sum", params, params.attempts)


def _in_bounds(draw: Draw, params: Params) -> Iterator[tuple[tuple[Roll, ...], Best]]:
    for _ in range(params.attempts):
        rolls = _rolls(draw, params)
        if _within(closeness(rolls), params.close):
            ways = best(rolls)
            if _within(ways.total - greedy(rolls), params.gap):
                yield rolls, ways


def _batch(draw: Draw, params: Params, size: int) -> Iterator[tuple[tuple[Roll, ...], Best]]:
    """Those of a batch within the bounds, then the others, the closest first."""
    drawn = [_rolls(draw, params) for _ in range(size)]
    ranked = sorted(range(size), key=lambda place: (-closeness(drawn[place]), place))
    good = [place for place in range(size) if _within(closeness(drawn[place]), params.close)]
    for place in good:
        ways = best(drawn[place])
        if _within(ways.total - greedy(drawn[place]), params.gap):
            yield drawn[place], ways
    for place in ranked:
        yield drawn[place], best(drawn[place])


def _within(value: int, bounds: tuple[int, int | None]) -> bool:
    return value >= bounds[0] and (bounds[1] is None or value <= bounds[1])


def closeness(rolls: tuple[Roll, ...]) -> int:
    """How close to call the rounds are: the sum of 1000 / (best score - second best), at most 1000 a round."""
    total = 0
    for roll in rolls:
        *_, second, first = sorted(scores(roll))
        total += UNIT // max(1, first - second)
    return total


def greedy(rolls: tuple[Roll, ...]) -> int:
    """The total of a player who gives every round the best category still free, the first of equals."""
    free = list(range(ROUNDS))
    total = upper = 0
    for roll in rolls:
        table = scores(roll)
        category = max(free, key=lambda each: (table[each], -each))
        free.remove(category)
        total += table[category]
        upper += table[category] if category < UPPER else 0
    return total + (BONUS if upper >= BONUS_FROM else 0)


def _invariant(draw: Draw, ways: Best, count: int) -> tuple[int, ...] | None:
    """Rounds whose sum is the same in every best assignment, drawn from all such choices; None if there are none."""
    basis = _independent(differences(ways))
    choices = list(combinations(range(ROUNDS), count))
    for place in draw.permutation(len(choices)):
        if all(sum(vector[each] for each in choices[place]) == 0 for vector in basis):
            return choices[place]
    return None


def _independent(vectors: Iterator[list[int]]) -> list[list[int]]:
    """The vectors that are no combination of earlier ones, by elimination in whole numbers."""
    basis: list[tuple[int, list[int]]] = []
    for vector in vectors:
        rest = vector
        for pivot, row in basis:
            if rest[pivot]:
                a, b = row[pivot], rest[pivot]
                rest = [x * a - y * b for x, y in zip(rest, row, strict=True)]
        first = next((place for place, value in enumerate(rest) if value), None)
        if first is not None:
            basis.append((first, rest))
            if len(basis) == ROUNDS - 1:
                break
    return [row for _, row in basis]


def _rolls(draw: Draw, params: Params) -> tuple[Roll, ...]:
    weights = [weight for _, weight in params.kinds]
    return tuple(_roll(draw, params.kinds[draw.weighted(weights)][0]) for _ in range(ROUNDS))


def _roll(draw: Draw, kind: str) -> Roll:
    face = draw.choice(FACES)
    if kind == "yacht":
        return (face,) * 5
    if kind == "large_straight":
        low = draw.between(1, 2)
        return tuple(draw.shuffled(range(low, low + 5)))
    if kind == "small_straight":
        low = draw.between(1, 3)
        return tuple(draw.shuffled([*range(low, low + 4), face]))
    if kind == "full_house":
        other = draw.choice([each for each in FACES if each != face])
        return tuple(draw.shuffled([face] * 3 + [other] * 2))
    same = {"three_kind": 3, "pair": 2, "normal": 0}[kind]
    return tuple(draw.shuffled([face] * same + [draw.choice(FACES) for _ in range(5 - same)]))


def _built(draw: Draw, params: Params) -> Game:
    """The queried rounds get telling rolls of different kinds, the others two pairs and a fifth die."""
    for _ in range(params.attempts):
        queried = tuple(sorted(draw.sample(range(ROUNDS), params.queried)))
        telling = iter(draw.sample(_TELLING, params.queried))
        rolls = tuple(_told(draw, next(telling)) if place in queried else _two_pairs(draw) for place in range(ROUNDS))
        if all(sum(vector[each] for each in queried) == 0 for vector in differences(best(rolls))):
            return Game(rolls, queried)
    raise GaveUp("game around its queried rounds", params, params.attempts)


_TELLING = ("three aces", "three", "four")


def _told(draw: Draw, kind: str) -> Roll:
    if kind == "three aces":
        pair = draw.between(2, 6)
        return tuple(draw.shuffled([1, 1, 1, pair, pair]))
    face = draw.between(3, 6)
    rest = draw.sample([each for each in FACES if each != face], 2 if kind == "three" else 1)
    return tuple(draw.shuffled([face] * (5 - len(rest)) + rest))


def _two_pairs(draw: Draw) -> Roll:
    a, b, c = draw.sample(FACES, 3)
    return tuple(draw.shuffled([a, a, b, c, c]))
