"""Solver: all assignments with the highest total, as paths through sets of rounds.

Categories are filled one after the other; a state is the set of rounds used so far, as bits. The upper section comes
first, and because its bonus never falls when its sum rises, the best sum of a state is all that matters. What remains
of the transitions after the way back holds exactly the assignments with the highest total.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gwageo.puzzles.base import Search
from gwageo.puzzles.yacht_dice.table import BONUS, BONUS_FROM, ROUNDS, UPPER, Game, Roll, scores

_FULL = (1 << ROUNDS) - 1


class Edge(NamedTuple):
    """A round given to the next category, on a way to the highest total."""

    before: int
    """Rounds used before, as bits."""
    round: int
    score: int
    bonus: int
    """The bonus, where this completes an upper section that earns it; else 0."""


class Best(NamedTuple):
    """The highest total and every way to it."""

    total: int
    edges: tuple[tuple[Edge, ...], ...]
    """By category, in order of states."""


@cache
def _frontiers() -> tuple[tuple[tuple[int, tuple[tuple[int, int], ...]], ...], ...]:
    """By category: every set of as many rounds, with the rounds that are free and the set that each leads to."""
    levels: list[list[tuple[int, tuple[tuple[int, int], ...]]]] = [[] for _ in range(ROUNDS)]
    for used in range(_FULL):
        free = tuple((place, used | 1 << place) for place in range(ROUNDS) if not used >> place & 1)
        levels[used.bit_count()].append((used, free))
    return tuple(map(tuple, levels))


def best(rolls: tuple[Roll, ...]) -> Best:
    """The highest total of twelve rolls and every way to it."""
    table = [scores(roll) for roll in rolls]
    value = [-1] * (_FULL + 1)
    value[0] = 0
    earned = [0] * (_FULL + 1)
    for category, level in enumerate(_frontiers()):
        column = [row[category] for row in table]
        if category == UPPER:
            for used, _ in level:
                earned[used] = BONUS if value[used] >= BONUS_FROM else 0
                value[used] += earned[used]
        for used, free in level:
            so_far = value[used]
            for place, after in free:
                reached = so_far + column[place]
                if reached > value[after]:
                    value[after] = reached
    return Best(value[_FULL], _ways(table, value, earned))


def _ways(table: list[tuple[int, ...]], value: list[int], earned: list[int]) -> tuple[tuple[Edge, ...], ...]:
    """The transitions that lie on a way to the highest total."""
    kept: list[tuple[Edge, ...]] = []
    wanted = {_FULL}
    for category in range(ROUNDS - 1, -1, -1):
        column = [row[category] for row in table]
        edges = []
        for after in wanted:
            bonus = earned[after] if category == UPPER - 1 else 0
            due = value[after] - bonus
            for place in range(ROUNDS):
                before = after & ~(1 << place)
                if before != after and value[before] + column[place] == due:
                    edges.append(Edge(before, place, column[place], bonus))
        edges.sort()
        kept.append(tuple(edges))
        wanted = {edge.before for edge in edges}
    return tuple(reversed(kept))


def sums(ways: Best, queried: tuple[int, ...]) -> list[int]:
    """Every sum that the queried rounds have in an assignment with the highest total, from small to large."""
    asked = sum(1 << place for place in queried)
    possible = {0: 1}  # set of rounds to the sums attained, as bits
    for edges in ways.edges:
        after: dict[int, int] = {}
        for edge in edges:
            bit = 1 << edge.round
            attained = possible[edge.before] << edge.score if asked & bit else possible[edge.before]
            after[edge.before | bit] = after.get(edge.before | bit, 0) | attained
        possible = after
    found = possible[_FULL]
    return [value for value in range(found.bit_length()) if found >> value & 1]


def differences(ways: Best) -> Iterator[list[int]]:
    """Score vectors by round that span the differences between any two assignments with the highest total.

    Every state on a way has one way to it as its representative. A transition that leads from a representative to
    something else than a representative gives a difference, and every difference is a sum of such ones.
    """
    kept: dict[int, list[int]] = {0: [0] * ROUNDS}
    for edges in ways.edges:
        for edge in edges:
            vector = kept[edge.before].copy()
            vector[edge.round] += edge.score
            other = kept.setdefault(edge.before | 1 << edge.round, vector)
            if other != vector:
                yield [a - b for a, b in zip(vector, other, strict=True)]


def assignment(ways: Best) -> list[Edge]:
    """One assignment with the highest total, category by category."""
    chosen: list[Edge] = []
    after = _FULL
    for edges in reversed(ways.edges):
        chosen.append(next(edge for edge in edges if edge.before | 1 << edge.round == after))
        after = chosen[-1].before
    return chosen[::-1]


def solve(puzzle: Game) -> Search[int]:
    """Up to two sums that the queried rounds may have; the work is the number of transitions on ways to the best."""
    ways = best(puzzle.rolls)
    return Search(tuple(sums(ways, puzzle.queried)[:2]), sum(map(len, ways.edges)))
