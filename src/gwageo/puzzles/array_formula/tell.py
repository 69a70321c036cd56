"""What is said about a puzzle: its view, gold, features and explanation."""

from gwageo.puzzles.array_formula.sheet import Answer, Cell, Query, Sheet, Table
from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.wording import Line, Listing, Name, Slot, Slots, Words


def _cell(cell: Cell) -> Slot:
    return Name(cell) if isinstance(cell, str) else cell


def _line(cells: tuple[Cell, ...]) -> Line:
    return Line("cells", cells=Listing("cells", tuple(map(_cell, cells))))


def _query(query: Query) -> Line:
    return Line(f"ask_{query.kind}", **{f"p{place}": _cell(cell) for place, cell in enumerate(query.named, 1)})


def view(puzzle: Sheet) -> Slots:
    """The slots of the question."""
    tables: dict[str, Table] = {
        "product": puzzle.products, "order": puzzle.orders, "customer": puzzle.customers
    }  # fmt: skip
    slots: dict[str, Slot] = {"query": _query(puzzle.query)}
    for name, table in tables.items():
        slots[f"{name}_head"] = _line(table.columns)
        slots[f"{name}_rows"] = tuple(map(_line, table.rows))
    return slots


def gold(puzzle: Sheet, solution: Answer, words: Words) -> Answer:
    """The number, or the text as the tables of this language spell it."""
    return words.name(solution) if isinstance(solution, str) else solution


def features(puzzle: Sheet, solution: Answer) -> Features:
    """Rows of every table, columns of all, the kind of question, and whether the answer is a text."""
    return {
        "products": len(puzzle.products.rows),
        "orders": len(puzzle.orders.rows),
        "customers": len(puzzle.customers.rows),
        "columns": sum(len(table.columns) for table in (puzzle.products, puzzle.orders, puzzle.customers)),
        "kind": puzzle.query.kind,
        "text": int(isinstance(solution, str)),
    }


def explain(puzzle: Sheet, solution: Answer) -> Explanation:
    """What the question asks for, step by step; the sums over hundreds of rows are not written out."""
    steps = (Line("joined"), Line("apply", query=_query(puzzle.query)), Line("only"))
    return Explanation((Line("given"),), steps, Line("check"))
