"""Solver: the whole truth table at once, a bit per assignment; every clause strikes out what it forbids."""

from collections.abc import Iterable
from functools import cache

from gwageo.puzzles.base import Search
from gwageo.puzzles.sat_puzzles.clauses import Clause, Sat

Model = tuple[bool, ...]
"""A value for every variable, in their order."""
Table = int
"""A set of assignments: bit m is the assignment in which variable i is true if bit i of m is set."""


@cache
def column(variable: int, count: int) -> Table:
    """The assignments of `count` variables in which this one is true."""
    block = (1 << (1 << variable)) - 1 << (1 << variable)
    period, size = 2 << variable, 1 << count
    while period < size:
        block |= block << period
        period *= 2
    return block


def everything(count: int) -> Table:
    """All assignments."""
    return (1 << (1 << count)) - 1


def allowed(clause: Clause, count: int) -> Table:
    """The assignments that make a clause true."""
    table = 0
    for variable, positive in clause:
        table |= column(variable, count) if positive else everything(count) ^ column(variable, count)
    return table


def models(clauses: Iterable[Clause], count: int) -> Table:
    """The assignments that make all clauses true."""
    table = everything(count)
    for clause in clauses:
        table &= allowed(clause, count)
    return table


def solve(puzzle: Sat) -> Search[Model]:
    """Assignments that make all clauses true, two at most; the work is the size of the truth table."""
    count = len(puzzle.variables)
    table = models(puzzle.clauses, count)
    found: list[Model] = []
    while table and len(found) < 2:
        number = (table & -table).bit_length() - 1
        table &= table - 1
        found.append(tuple(bool(number >> variable & 1) for variable in range(count)))
    return Search(tuple(found), 1 << count)
