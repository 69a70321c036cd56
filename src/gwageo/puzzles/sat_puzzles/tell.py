"""What is said about a puzzle: its view, gold, features and explanation."""

from collections.abc import Iterator

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.sat_puzzles.clauses import Clause, Literal, Sat
from gwageo.puzzles.sat_puzzles.solve import Model
from gwageo.puzzles.wording import Line, Listing, Name, Slots, Words


def _literal(puzzle: Sat, literal: Literal) -> Line:
    kind = f"{puzzle.domain}_{'true' if literal.positive else 'false'}"
    return Line(kind, name=Name(puzzle.variables[literal.variable]))


def _clause(puzzle: Sat, clause: Clause) -> Line:
    """A clause without negations has a shorter sentence."""
    if all(literal.positive for literal in clause):
        names = tuple(Name(puzzle.variables[literal.variable]) for literal in clause)
        return Line(f"{puzzle.domain}_any", names=Listing("any", names))
    return Line("any", parts=Listing("parts", tuple(_literal(puzzle, literal) for literal in clause)))


def _numbered(puzzle: Sat) -> tuple[Line, ...]:
    return tuple(Line("clause", number=n, text=_clause(puzzle, clause)) for n, clause in enumerate(puzzle.clauses, 1))


def view(puzzle: Sat) -> Slots:
    """The slots of the question."""
    return {
        "scene": Line(f"{puzzle.domain}_scene"),
        "label": Line(f"{puzzle.domain}_label"),
        "names": Listing("comma", tuple(map(Name, puzzle.variables))),
        "clauses": _numbered(puzzle),
        "meaning": Line(f"{puzzle.domain}_meaning"),
    }


def gold(puzzle: Sat, solution: Model, words: Words) -> dict[str, bool]:
    """Name to value, in the order of the names."""
    return {words.name(name): value for name, value in zip(puzzle.variables, solution, strict=True)}


def features(puzzle: Sat, solution: Model) -> Features:
    """Domain, variables, clauses, their parts, parts false under the solution, and values found by trial."""
    literals = [literal for clause in puzzle.clauses for literal in clause]
    return {
        "domain": puzzle.domain,
        "variables": len(puzzle.variables),
        "clauses": len(puzzle.clauses),
        "literals": len(literals),
        "false_literals": sum(solution[variable] != positive for variable, positive in literals),
        "trials": sum(clause is None for _, clause in _steps(puzzle, solution)),
    }


def _steps(puzzle: Sat, solution: Model) -> Iterator[tuple[Literal, int | None]]:
    """Values in the order found: forced by the clause of that number, or (None) settled by trial."""
    known: dict[int, bool] = {}
    while len(known) < len(solution):
        literal, clause = _forced(puzzle, known) or (_trial(puzzle, known, solution), None)
        known[literal.variable] = literal.positive
        yield literal, clause


def _forced(puzzle: Sat, known: dict[int, bool]) -> tuple[Literal, int] | None:
    for number, clause in enumerate(puzzle.clauses, 1):
        open_parts = [part for part in clause if part.variable not in known]
        if len(open_parts) == 1 and all(known.get(variable, not positive) != positive for variable, positive in clause):
            return open_parts[0], number
    return None


def _trial(puzzle: Sat, known: dict[int, bool], solution: Model) -> Literal:
    """The open variable that occurs most."""
    counts = [0] * len(solution)
    for clause in puzzle.clauses:
        for variable, _ in clause:
            counts[variable] += 1
    variable = max((v for v in range(len(solution)) if v not in known), key=lambda v: counts[v])
    return Literal(variable, solution[variable])


def explain(puzzle: Sat, solution: Model) -> Explanation:
    """Value by value."""
    steps = tuple(_told(puzzle, literal, clause) for literal, clause in _steps(puzzle, solution))
    return Explanation(_numbered(puzzle), steps, Line("check", count=len(puzzle.clauses)))


def _told(puzzle: Sat, literal: Literal, clause: int | None) -> Line:
    fact = _literal(puzzle, literal)
    if clause is not None:
        return Line("forced", number=clause, fact=fact)
    return Line("trial", fact=fact, other=_literal(puzzle, Literal(literal.variable, not literal.positive)))
