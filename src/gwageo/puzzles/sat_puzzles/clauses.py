"""The puzzle as its reader sees it: a domain, its variables, and clauses of which at least one part is true."""

from dataclasses import dataclass
from typing import NamedTuple

DOMAINS = ("crime", "meeting", "project", "restaurant")
POOLS = {"crime": ("person", 15), "meeting": ("person", 14), "project": ("team", 14), "restaurant": ("dish", 14)}
"""Domain to the kind of its names in the lexicon and how many of them it uses."""


class Literal(NamedTuple):
    """One part of a clause."""

    variable: int
    """Place in the puzzle's list of variables."""
    positive: bool


Clause = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Sat:
    """One puzzle."""

    domain: str
    variables: tuple[str, ...]
    """Lexicon ids; names from elsewhere stand for themselves."""
    clauses: tuple[Clause, ...]
