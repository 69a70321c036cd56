"""What is said about a puzzle: its view, gold, features and explanation."""

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.cryptarithmetic.addition import TABLES, Addition, Symbol, spelt, value
from gwageo.puzzles.cryptarithmetic.solve import BASE, Digits
from gwageo.puzzles.wording import Line, Listing, Slots, Words

_FINALS = 2


def _told(puzzle: Addition, solution: Digits) -> dict[Symbol, int]:
    return dict(zip(puzzle.symbols, solution, strict=True))


def _revealed(puzzle: Addition) -> tuple[Line, ...]:
    """One line for each table of which something is revealed."""
    lines = []
    for table in range(TABLES):
        pairs = tuple(f"{symbol.letter}={digit}" for symbol, digit in puzzle.revealed if symbol.table == table)
        if pairs:
            lines.append(Line(f"revealed_{table}", digits=Listing("comma", pairs)))
    return tuple(lines)


def _sum(puzzle: Addition) -> str:
    first, *others = puzzle.addends
    return "\n".join([f"  {first}", *(f"+ {word}" for word in others), f"= {puzzle.result}"])


def view(puzzle: Addition) -> Slots:
    """The slots of the question."""
    return {"sum": _sum(puzzle), "revealed": _revealed(puzzle), "result": puzzle.result}


def gold(puzzle: Addition, solution: Digits, words: Words) -> str:
    """The number that the result stands for."""
    return str(value(puzzle.result, _told(puzzle, solution)))


def features(puzzle: Addition, solution: Digits) -> Features:
    """Lengths, symbols, revealed ones, columns with a carry, and different finals."""
    return {
        "addends": len(puzzle.addends),
        "addend_length": max(len(spelt(word)) for word in puzzle.addends),
        "result_length": len(spelt(puzzle.result)),
        "symbols": len(puzzle.symbols),
        "revealed": len(puzzle.revealed),
        "carries": sum(carry > 0 for *_, carry in _columns(puzzle, solution)),
        "third_table": sum(symbol.table == _FINALS for symbol in puzzle.symbols),
    }


def _columns(puzzle: Addition, solution: Digits) -> list[tuple[list[Symbol], Symbol | None, int, int]]:
    """For each column from the right: the addends' symbols, the result's, the carry in and the carry out."""
    told = _told(puzzle, solution)
    rows, result = [spelt(word)[::-1] for word in puzzle.addends], spelt(puzzle.result)[::-1]
    columns, carry = [], 0
    for place in range(max(map(len, (*rows, result)))):
        symbols = [row[place] for row in rows if place < len(row)]
        total = carry + sum(told[symbol] for symbol in symbols)
        columns.append((symbols, result[place] if place < len(result) else None, carry, total // BASE))
        carry = total // BASE
    return columns


def explain(puzzle: Addition, solution: Digits) -> Explanation:
    """Column by column from the right, with the digits that each column brings in."""
    told, known = _told(puzzle, solution), {symbol for symbol, _ in puzzle.revealed}
    steps = []
    for place, (symbols, result, carried, carry) in enumerate(_columns(puzzle, solution), 1):
        fresh = [symbol for symbol in dict.fromkeys([*symbols, *([result] if result else [])]) if symbol not in known]
        known.update(fresh)
        found = tuple(Line(f"digit_{symbol.table}", letter=symbol.letter, digit=told[symbol]) for symbol in fresh)
        terms = "+".join(str(term) for term in [*(told[symbol] for symbol in symbols), *([carried] if carried else [])])
        total = carried + sum(told[symbol] for symbol in symbols)
        steps.append(
            Line("column_new" if found else "column", place=place, found=Listing("comma", found), terms=terms or "0",
                 total=total, digit=total % BASE, carry=Line("carried", carry=carry) if carry else Line("not_carried"))
        )  # fmt: skip
    first, *others = (f"{word}={value(word, told)}" for word in puzzle.words)
    check = Line("check", numbers=Listing("comma", (first, *others)))
    return Explanation((Line("given", sum=_sum(puzzle)), *_revealed(puzzle)), tuple(steps), check)
