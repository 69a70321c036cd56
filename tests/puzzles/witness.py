"""A second witness: puzzles as constraints for OR-Tools CP-SAT, written from the rules and from nothing of ours.

Each function takes a puzzle that was read from a question and gives up to two answers, as the item would carry them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ortools.sat.python.cp_model import FEASIBLE, INFEASIBLE, OPTIMAL, CpModel, CpSolver

LIMIT_S = 60.0


def solutions(model: CpModel, asked: Sequence[Any]) -> list[tuple[int, ...]]:
    """Up to two different values of the variables asked for."""
    found: list[tuple[int, ...]] = []
    while len(found) < 2 and (values := _solve(model, asked)) is not None:
        found.append(values)
        model.add_forbidden_assignments(asked, [values])
    return found


def _solve(model: CpModel, asked: Sequence[Any]) -> tuple[int, ...] | None:
    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LIMIT_S
    state = solver.solve(model)
    assert state in (OPTIMAL, FEASIBLE, INFEASIBLE), "the witness ran out of time"
    return tuple(map(solver.value, asked)) if state in (OPTIMAL, FEASIBLE) else None


def _latin(model: CpModel, size: int, givens: Sequence[int]) -> list[Any]:
    cells = [model.new_int_var(given or 1, given or size, "") for given in givens]
    for line in range(size):
        model.add_all_different(cells[line * size : line * size + size])
        model.add_all_different(cells[line::size])
    return cells


def inequality(puzzle: Any) -> list[str]:
    model = CpModel()
    cells = _latin(model, puzzle.size, puzzle.givens)
    for smaller, larger in puzzle.less:
        model.add(cells[smaller] < cells[larger])
    return [" ".join(map(str, found)) for found in solutions(model, cells)]


def sudoku(puzzle: Any) -> list[str]:
    model = CpModel()
    cells = _latin(model, 9, puzzle.givens)
    for row in (0, 3, 6):
        for column in (0, 3, 6):
            model.add_all_different([cells[(row + r) * 9 + column + c] for r in range(3) for c in range(3)])
    return [" ".join(str(found[cell]) for cell in puzzle.asked) for found in solutions(model, cells)]


def minesweeper(puzzle: Any) -> list[str]:
    model = CpModel()
    rows, columns = range(puzzle.rows), range(puzzle.columns)
    mines = {(row, column): model.new_bool_var("") for row in rows for column in columns}
    for (row, column), mine in mines.items():
        number = puzzle.cells[row * puzzle.columns + column]
        if number >= 0:
            around = [
                mines[r, c] for r in range(row - 1, row + 2) for c in range(column - 1, column + 2) if (r, c) in mines
            ]
            model.add(mine == 0)
            model.add(sum(around) == number)
    model.add(sum(mines.values()) == puzzle.mines)
    places = list(mines)
    return [
        ", ".join(f"({row},{column})" for (row, column), mine in zip(places, found, strict=True) if mine)
        for found in solutions(model, list(mines.values()))
    ]


def number_baseball(puzzle: Any) -> list[str]:
    model = CpModel()
    at = [[model.new_bool_var("") for _ in range(10)] for _ in range(puzzle.length)]
    for place in at:
        model.add_exactly_one(place)
    for digit in range(10):
        model.add_at_most_one(place[digit] for place in at)
    for guess, strikes, balls in puzzle.hints:
        digits = [int(digit) for digit in guess]
        model.add(sum(at[place][digit] for place, digit in enumerate(digits)) == strikes)
        model.add(sum(place[digit] for place in at for digit in digits) == strikes + balls)
    for digit in puzzle.digits:
        model.add_exactly_one(place[digit] for place in at)
    for place, digit in puzzle.places:
        model.add(at[place][digit] == 1)
    every = [variable for place in at for variable in place]
    return ["".join(str(index % 10) for index, on in enumerate(found) if on) for found in solutions(model, every)]


def sat_puzzles(puzzle: Any) -> list[tuple[bool, ...]]:
    model = CpModel()
    values = [model.new_bool_var("") for _ in puzzle.variables]
    for clause in puzzle.clauses:
        model.add_bool_or(values[v] if positive else values[v].negated() for v, positive in clause)
    return [tuple(map(bool, found)) for found in solutions(model, values)]


def cryptarithmetic(puzzle: Any, spelt: Callable[[str], Sequence[Any]]) -> list[str]:
    """`spelt` gives the symbols of a word: pairs of table and letter."""
    model = CpModel()
    known = dict(puzzle.revealed)
    words = {word: spelt(word) for word in (*puzzle.addends, puzzle.result)}
    symbols = dict.fromkeys(symbol for word in words.values() for symbol in word)
    digits = {each: model.new_int_var(known.get(each, 0), known.get(each, 9), "") for each in (*symbols, *known)}
    for table in {table for table, _ in digits}:
        model.add_all_different(digit for (own, _), digit in digits.items() if own == table)
    for word in words.values():
        model.add(digits[word[0]] > 0)
    model.add(sum(_value(words[word], digits) for word in puzzle.addends) == _value(words[puzzle.result], digits))
    asked = [digits[symbol] for symbol in symbols]
    told = [dict(zip(symbols, found, strict=True)) for found in solutions(model, asked)]
    return ["".join(str(values[symbol]) for symbol in words[puzzle.result]) for values in told]


def _value(word: Iterable[Any], digits: Mapping[Any, Any]) -> Any:
    total: Any = 0
    for symbol in word:
        total = total * 10 + digits[symbol]
    return total


def yacht_dice(puzzle: Any) -> list[str]:
    """The queried sums that some assignment with the highest total has."""
    model = CpModel()
    table = [[_points(sorted(roll), category) for category in range(12)] for roll in puzzle.rolls]
    given = [[model.new_bool_var("") for _ in range(12)] for _ in range(12)]
    for line in range(12):
        model.add_exactly_one(given[line])
        model.add_exactly_one(row[line] for row in given)
    upper = sum(table[r][c] * given[r][c] for r in range(12) for c in range(6))
    bonus = model.new_bool_var("")
    model.add(upper >= 63).only_enforce_if(bonus)
    total = 35 * bonus + sum(table[r][c] * given[r][c] for r in range(12) for c in range(12))
    model.maximize(total)
    solver = CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == OPTIMAL
    model.add(total == round(solver.objective_value))
    model.clear_objective()
    asked = model.new_int_var(0, 1000, "")
    model.add(asked == sum(table[r][c] * given[r][c] for r in puzzle.queried for c in range(12)))
    return [str(found) for (found,) in solutions(model, [asked])]


def _points(roll: Sequence[int], category: int) -> int:
    """What sorted dice score: ones to sixes, three and four of a kind, full house, straights, yacht."""
    if category < 6:
        return sum(die for die in roll if die == category + 1)
    longest = max(roll.count(die) for die in roll)
    if category in (6, 7):
        return sum(roll) if longest >= category - 3 else 0
    short = any(set(range(low, low + 4)) <= set(roll) for low in (1, 2, 3))
    full = sorted(map(roll.count, set(roll))) == [2, 3]
    return (25 * full, 30 * short, 40 * (tuple(roll) in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))), 50 * (longest == 5))[
        category - 8
    ]
