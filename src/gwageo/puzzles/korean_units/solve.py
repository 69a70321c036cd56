"""Solver: the sum in the smallest unit."""

from gwageo.puzzles.base import Search
from gwageo.puzzles.korean_units.bill import Bill, Entry


def value(bill: Bill, entry: Entry) -> int:
    """An entry in the smallest unit, without its factor and sign."""
    return sum(amount * size for amount, size in zip(entry.amounts, bill.sizes, strict=True))


def total(bill: Bill) -> int:
    """The sum of all entries in the smallest unit."""
    return sum((1 if entry.added else -1) * entry.times * value(bill, entry) for entry in bill.entries)


def solve(puzzle: Bill) -> Search[int]:
    """The sum; the work is the number of quantities."""
    return Search((total(puzzle),), sum(bool(amount) for entry in puzzle.entries for amount in entry.amounts))
