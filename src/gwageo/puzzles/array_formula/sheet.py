"""The puzzle as its reader sees it: three tables and a question about them."""

from dataclasses import dataclass
from typing import NamedTuple

Cell = int | str
"""A number, or a text: a lexicon id, or a code that is the same everywhere (ORD-001)."""
Answer = int | str


class Table(NamedTuple):
    """Rows of cells under named columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Query(NamedTuple):
    """What is asked, by its kind, and what the sentence names: ids, years, thresholds."""

    kind: str
    named: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One puzzle."""

    products: Table
    orders: Table
    customers: Table
    query: Query
    exact: bool = True
    """Whether the question says that nothing is cut off before the end and what a median is; ours always do."""
