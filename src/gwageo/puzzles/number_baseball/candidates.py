"""Candidates: all numbers that fit some hints, as bit sets, so that millions are filtered in milliseconds.

A number is a set of digits and an order of them. The sum of strikes and balls of a hint depends on the set alone, its
strikes on the order too. For every set that fits, the orders that fit are one whole number with a bit per order; the
strikes of a guess are added up for all orders at once, bit by bit, as in a binary adder.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, permutations

from gwageo.puzzles.number_baseball.game import DIGITS, Hint

Orders = int
"""A set of orders: bit i is the i-th permutation of the places."""
Candidates = dict[str, Orders]
"""Set of digits, as ascending text, to the orders that fit. Sets without any are left out."""


@lru_cache(maxsize=4)
def planes(length: int) -> tuple[tuple[Orders, ...], ...]:
    """For every place and every rank among the digits: the orders that put that digit there."""
    orders = list(permutations(range(length)))
    table = []
    for place in range(length):
        column = "".join(str(order[place]) for order in reversed(orders))
        table.append(tuple(int(column.translate(_one_hot(rank)), 2) for rank in range(length)))
    return tuple(table)


def _one_hot(rank: int) -> dict[int, str]:
    return {ord(digit): "1" if digit == str(rank) else "0" for digit in DIGITS}


def everything(length: int) -> Candidates:
    """All numbers with so many different digits."""
    whole = (1 << sum(1 for _ in permutations(range(length)))) - 1
    return {"".join(digits): whole for digits in combinations(DIGITS, length)}


def count(candidates: Candidates) -> int:
    """How many numbers there are."""
    return sum(orders.bit_count() for orders in candidates.values())


def after(candidates: Candidates, hint: Hint) -> Candidates:
    """The candidates that fit a further hint."""
    left = {}
    guessed = set(hint.guess)
    for digits, orders in candidates.items():
        if len(guessed.intersection(digits)) == hint.strikes + hint.balls:
            fitting = orders & with_strikes(hint.guess, digits, hint.strikes)
            if fitting:
                left[digits] = fitting
    return left


def with_strikes(guess: str, digits: str, strikes: int) -> Orders:
    """The orders of a set of digits that agree with a guess in exactly so many places."""
    table = planes(len(guess))
    sums = [0, 0, 0, 0]  # the binary digits of the number of strikes, for all orders at once
    for place, digit in enumerate(guess):
        rank = digits.find(digit)
        carry = table[place][rank] if rank >= 0 else 0
        for power in range(4):
            if not carry:
                break
            sums[power], carry = sums[power] ^ carry, sums[power] & carry
    fitting = -1
    for power, bits in enumerate(sums):
        fitting &= bits if strikes >> power & 1 else ~bits
    return fitting


def first(candidates: Candidates, limit: int) -> list[str]:
    """Up to `limit` of the candidates as numbers."""
    found: list[str] = []
    for digits, orders in candidates.items():
        while orders and len(found) < limit:
            lowest = orders & -orders
            orders ^= lowest
            found.append(_number(digits, lowest))
    return found


def _number(digits: str, order: Orders) -> str:
    ranks = (next(rank for rank, plane in enumerate(row) if plane & order) for row in planes(len(digits)))
    return "".join(digits[rank] for rank in ranks)


def within(candidates: Candidates, digits: Iterable[int], places: Iterable[tuple[int, int]]) -> Candidates:
    """The candidates with these digits and these digits in their places."""
    known = set(map(str, digits))
    left = {}
    for own, orders in candidates.items():
        for place, digit in places:
            rank = own.find(str(digit))
            orders &= planes(len(own))[place][rank] if rank >= 0 else 0
        if orders and known <= set(own):
            left[own] = orders
    return left
