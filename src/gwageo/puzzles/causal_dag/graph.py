"""The puzzle as its reader sees it: events, rules that cause them, the first event, and what is asked."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["time", "gap", "count"]


class Rule(NamedTuple):
    """One way in which an event comes about; events are places in the list of the puzzle."""

    causes: tuple[int, ...]
    needs_all: bool
    """Whether all causes must have occurred, or the first is enough. True for a single cause."""
    effect: int
    delay: int
    """In minutes."""


class Query(NamedTuple):
    """What is asked about an event."""

    kind: Kind
    """`time`: when it first occurs; `gap`: how long after another; `count`: how many have occurred by then."""
    target: int
    since: int | None
    """The other event of a gap."""


@dataclass(frozen=True, slots=True)
class Graph:
    """One puzzle."""

    events: tuple[tuple[int, str], ...]
    """Number (7 for E7) and lexicon id of every event in the order shown; names from elsewhere stand for themselves."""
    rules: tuple[Rule, ...]
    """In the order shown."""
    start: int
    minute: int
    query: Query
