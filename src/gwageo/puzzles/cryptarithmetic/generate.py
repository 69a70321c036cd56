"""Generator: words, digits that make their sum true, and as few revealed digits as leave one solution.

The digits are the first that a search from the smallest finds, as in the released items, whose columns carry as rarely.
Revealing starts from the fewest digits that the tier may reveal. While a second solution exists, one of the digits in
which it differs is revealed; then digits that turn out not to be needed are hidden again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gwageo.puzzles.base import GaveUp, Language, Tier
from gwageo.puzzles.cryptarithmetic.addition import TABLES, Addition, Symbol, spelt
from gwageo.puzzles.cryptarithmetic.solve import BASE, Digits, Plan, plan, search
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.wording import Wording

ATTEMPTS = 5000
"""One in sixty succeeds for the rarest lengths, at a quarter of a millisecond each."""
_ADDENDS = 4
_FINALS = 2
"""The table of finals."""


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    language: Language
    lengths: Mapping[tuple[int, int], int]
    """Symbols of the addends and of the result, with their shares in every hundred items."""
    hidden: int
    """Largest share of hidden symbols, in hundredths."""
    carries: int
    """Fewest columns with a carry."""
    finals: int = 0
    """Fewest different finals."""
    nodes: int = 20_000
    """Largest search for a second solution; a puzzle that needs more reveals more."""

    def __post_init__(self) -> None:
        if sum(self.lengths.values()) != 100 or not 1 <= self.hidden <= 100 or min(self.carries, self.finals) < 0:
            raise ValueError(f"expected shares that add up to 100, and 1 to 100 hundredths hidden: {self!r}")


PRESETS: dict[tuple[Language, Tier], Params] = {
    ("en", "easy"): Params("en", {(6, 6): 37, (6, 7): 63}, 65, 2),
    ("en", "medium"): Params("en", {(7, 7): 20, (7, 8): 80}, 90, 2),
    ("en", "hard"): Params("en", {(8, 8): 100}, 88, 4, nodes=40_000),
    ("ko", "easy"): Params("ko", {(6, 6): 27, (6, 7): 73}, 45, 2, finals=2),
    ("ko", "medium"): Params("ko", {(7, 7): 2, (7, 8): 98}, 53, 2, finals=2),
    ("ko", "hard"): Params("ko", {(7, 7): 5, (7, 8): 47, (8, 8): 8, (8, 9): 40}, 92, 3, finals=3),
}


@cache
def pools(language: Language) -> dict[int, tuple[str, ...]]:
    """The words of a language by their number of symbols."""
    words = Wording("gwageo.puzzles.cryptarithmetic")[language].table["pool"].split()
    return {size: tuple(w for w in words if len(spelt(w)) == size) for size in sorted({len(spelt(w)) for w in words})}


def generate(draw: Draw, params: Params) -> Addition:
    """An addition with one solution."""
    size, longer = draw.quota("lengths", params.lengths)
    for _ in range(ATTEMPTS):
        bare = _words(draw, params, size, longer)
        if bare is None:
            continue
        found, _ = search(plan(bare, {}), limit=1, nodes=400)
        if found and carries(bare, found[0]) >= params.carries:
            revealed = _reveal(draw, params, bare, found[0])
            if revealed is not None:
                return Addition(bare.addends, bare.result, revealed)
    raise GaveUp("addition", params, ATTEMPTS)


def _words(draw: Draw, params: Params, size: int, longer: int) -> Addition | None:
    """Four addends and a result, all different, whose symbols can have different digits."""
    pool = pools(params.language)
    addends = tuple(draw.sample(pool[size], _ADDENDS))
    bare = Addition(addends, draw.choice(pool[longer]), ())
    tables = [sum(symbol.table == table for symbol in bare.symbols) for table in range(TABLES)]
    if bare.result in addends or max(tables) > BASE or (params.finals and tables[_FINALS] < params.finals):
        return None
    return bare


def carries(puzzle: Addition, digits: Digits) -> int:
    """Columns that carry something over."""
    told = dict(zip(puzzle.symbols, digits, strict=True))
    count = carry = 0
    for place in range(max(len(spelt(word)) for word in puzzle.addends)):
        column = [spelt(word)[-1 - place] for word in puzzle.addends if place < len(spelt(word))]
        carry = (carry + sum(told[symbol] for symbol in column)) // BASE
        count += carry > 0
    return count


def _reveal(draw: Draw, params: Params, bare: Addition, truth: Digits) -> tuple[tuple[Symbol, int], ...] | None:
    """The digits to reveal, or None if a search takes too long."""
    symbols = bare.symbols
    hideable = (len(symbols) * params.hidden + 50) // 100
    order = draw.permutation(len(symbols))
    shown = order[hideable:]
    while len(shown) < len(symbols):
        found, work = search(_given(bare, truth, shown), nodes=params.nodes)
        other = next((each for each in found if each != truth), None)
        if other is None and work <= params.nodes:
            needed = _needed(params, bare, truth, draw.shuffled(shown), hideable)
            return tuple(sorted((symbols[index], truth[index]) for index in needed))
        shown.append(draw.choice([i for i in order if i not in shown and (other is None or other[i] != truth[i])]))
    return None


def _needed(params: Params, bare: Addition, truth: Digits, shown: list[int], hideable: int) -> list[int]:
    """The revealed symbols without those that the others determine, as far as the tier hides."""
    needed = list(shown)
    for index in shown:
        if len(truth) - len(needed) >= hideable:
            break
        fewer = [other for other in needed if other != index]
        if not _differs(params, _given(bare, truth, fewer), index, truth[index]):
            needed = fewer
    return needed


def _given(bare: Addition, truth: Digits, shown: list[int]) -> Plan:
    return plan(bare, {bare.symbols[index]: truth[index] for index in shown})


def _differs(params: Params, laid: Plan, symbol: int, digit: int) -> bool:
    """Whether a symbol can have another digit, or it takes too long to tell."""
    allowed = tuple(mask & ~(1 << digit) if index == symbol else mask for index, mask in enumerate(laid.allowed))
    found, work = search(laid._replace(allowed=allowed), limit=1, nodes=params.nodes)
    return bool(found) or work > params.nodes
