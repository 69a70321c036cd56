"""Solver: column by column from the right; in each column the last unknown digit follows from the others.

The order in which symbols get their digits is fixed by the words and the revealed symbols, so it is worked out once, as
a list of steps. Stops at two solutions.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from gwageo.puzzles.base import Search
from gwageo.puzzles.cryptarithmetic.addition import TABLES, Addition, Symbol, spelt

Digits = tuple[int, ...]
"""The digit of every symbol, in the order of `Addition.symbols`."""
BASE = 10
_ALL = (1 << BASE) - 1
_FITTING = tuple(
    tuple(tuple(digit for digit in range(BASE) if (factor * digit + rest) % BASE == 0) for rest in range(BASE))
    for factor in range(BASE)
)
"""Digits that bring a column to a multiple of ten, by their factor and by the rest of the column."""
_DIGITS = tuple(tuple(digit for digit in range(BASE) if mask >> digit & 1) for mask in range(1 << BASE))


class Step(NamedTuple):
    """One symbol gets its digit, or a column without new symbols is checked."""

    symbol: int
    """-1 for a check."""
    factor: int
    """How often the symbol stands in the column, less one if it is the result's."""
    table: int
    closes: bool
    """Whether this settles the column."""
    known: tuple[tuple[int, int], ...]
    """Symbols of the next column that have digits by then, with their factors; only where the column is settled."""
    last: bool
    """Whether it is the leftmost column."""


class Plan(NamedTuple):
    """A puzzle laid out for the search."""

    start: tuple[int, ...]
    """Digits of the revealed symbols, -1 elsewhere."""
    used: tuple[int, ...]
    """Digits taken, as bits, by table."""
    allowed: tuple[int, ...]
    """Digits that a symbol can have, as bits."""
    tables: tuple[int, ...]
    begin: int
    """Sum of the revealed digits of the rightmost column."""
    steps: tuple[Step, ...]
    loose: tuple[int, ...]
    """Symbols that cancel out of every column."""


def solve(puzzle: Addition) -> Search[Digits]:
    """Assignments of digits to all symbols, two at most; the work is the number of search nodes."""
    if any(not spelt(word) for word in puzzle.words) or _clash(puzzle):
        return Search((), 0)
    found, work = search(plan(puzzle, dict(puzzle.revealed)))
    return Search(tuple(found), work)


def _clash(puzzle: Addition) -> bool:
    """Whether two revealed symbols of one table share a digit, or a word begins with a revealed 0."""
    given = dict(puzzle.revealed)
    taken = Counter((symbol.table, digit) for symbol, digit in given.items())
    return max(taken.values(), default=0) > 1 or any(given.get(spelt(word)[0]) == 0 for word in puzzle.words)


def plan(puzzle: Addition, given: Mapping[Symbol, int]) -> Plan:
    """Lay out a puzzle of which these digits are given."""
    symbols = puzzle.symbols
    number = {symbol: index for index, symbol in enumerate(symbols)}
    columns = factors(puzzle, number)
    done = {number[symbol] for symbol in given if symbol in number}
    known = [tuple((s, f) for s, f in columns[0].items() if s in done)]
    rows: list[list[tuple[int, int]]] = []
    for place, column in enumerate(columns):
        fresh = sorted(((s, f) for s, f in column.items() if s not in done), key=lambda pair: _ease(pair[1]))
        done |= {s for s, _ in fresh}
        rows.append(fresh)
        following = columns[place + 1] if place + 1 < len(columns) else {}
        known.append(tuple((s, f) for s, f in following.items() if s in done))
    steps: list[Step] = []
    for place, fresh in enumerate(rows):
        for at, (index, factor) in enumerate(fresh or [(-1, 0)]):
            closes = at == max(len(fresh), 1) - 1
            table = symbols[index].table if index >= 0 else 0
            steps.append(
                Step(index, factor, table, closes, known[place + 1] if closes else (), place == len(columns) - 1)
            )
    start = tuple(given.get(symbol, -1) for symbol in symbols)
    used = [0] * TABLES
    for symbol in set(symbols) & set(given):
        used[symbol.table] |= 1 << given[symbol]
    begin = sum(factor * start[symbol] for symbol, factor in known[0])
    loose = tuple(index for index in range(len(symbols)) if index not in done)
    return Plan(
        start, tuple(used), _allowed(puzzle, number), tuple(s.table for s in symbols), begin, tuple(steps), loose
    )


def factors(puzzle: Addition, number: Mapping[Symbol, int]) -> list[dict[int, int]]:
    """For every column from the right: symbol to how often it stands there, less one for the result."""
    columns: list[Counter[int]] = [Counter() for _ in range(max(len(spelt(word)) for word in puzzle.words))]
    for word in puzzle.words:
        sign = -1 if word == puzzle.result else 1
        for place, symbol in enumerate(reversed(spelt(word))):
            columns[place][number[symbol]] += sign
    return [{symbol: factor for symbol, factor in column.items() if factor} for column in columns]


def _ease(factor: int) -> int:
    """Factors prime to ten come last in a column: they leave one digit."""
    return 1 if factor % 2 and factor % 5 else 0


def _allowed(puzzle: Addition, number: Mapping[Symbol, int]) -> tuple[int, ...]:
    """No word begins with 0; the front of the sum is as small as the addends allow."""
    allowed = [_ALL] * len(number)
    longest = max(len(spelt(word)) for word in puzzle.addends)
    for word in puzzle.words:
        allowed[number[spelt(word)[0]]] &= ~1
    fronts = [spelt(word)[0] for word in puzzle.addends if len(spelt(word)) == longest]
    front = number[spelt(puzzle.result)[0]]
    if len(spelt(puzzle.result)) == longest:
        for symbol in fronts:
            allowed[number[symbol]] &= (1 << BASE - len(fronts) + 1) - 1
        allowed[front] &= ~((1 << len(fronts)) - 1)
    elif len(spelt(puzzle.result)) == longest + 1:
        allowed[front] &= (1 << len(puzzle.addends)) - 1
    return tuple(allowed)


def search(plan: Plan, limit: int = 2, nodes: int | None = None) -> tuple[list[Digits], int]:
    """Solutions up to a limit, and the nodes it took; a search that runs out of nodes has a work above them.

    Args:
        plan: The puzzle laid out.
        limit: Solutions after which the search ends.
        nodes: Nodes after which the search ends, or None.
    """
    steps, allowed = plan.steps, plan.allowed
    digits, used = list(plan.start), list(plan.used)
    found: list[Digits] = []
    most = nodes if nodes is not None else 1 << 62
    work = 0
    end = len(steps)

    def descend(at: int, total: int) -> bool:
        """Whether the search is over."""
        nonlocal work
        work += 1
        if work > most:
            return True
        symbol, factor, table, closes, known, last = steps[at]
        if symbol < 0:
            return not total % BASE and close(at, total, known, last)
        free = allowed[symbol] & ~used[table]
        options = _FITTING[factor % BASE][total % BASE] if closes else _DIGITS[free]
        for digit in options:
            bit = 1 << digit
            if free & bit:
                used[table] |= bit
                digits[symbol] = digit
                reached = total + factor * digit
                over = close(at, reached, known, last) if closes else descend(at + 1, reached)
                used[table] ^= bit
                if over:
                    return True
        digits[symbol] = -1
        return False

    def close(at: int, total: int, known: tuple[tuple[int, int], ...], last: bool) -> bool:
        carry = total // BASE
        if carry < 0 or (last and carry):
            return False
        if at + 1 == end:
            found.extend(islice(_settled(plan, digits, used, 0), limit - len(found)))
            return len(found) >= limit
        for symbol, factor in known:
            carry += factor * digits[symbol]
        return descend(at + 1, carry)

    descend(0, plan.begin)
    return found, work


def _settled(plan: Plan, digits: list[int], used: list[int], at: int) -> Iterator[Digits]:
    """The digits, with every choice for the symbols that no column settles."""
    if at == len(plan.loose):
        yield tuple(digits)
        return
    symbol = plan.loose[at]
    table = plan.tables[symbol]
    for digit in _DIGITS[plan.allowed[symbol] & ~used[table]]:
        used[table] |= 1 << digit
        digits[symbol] = digit
        yield from _settled(plan, digits, used, at + 1)
        used[table] ^= 1 << digit
