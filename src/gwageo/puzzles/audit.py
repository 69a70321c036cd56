"""Audit: is the answer of an item the only right one? Solved afresh from the question's text.

The item's own certificate is not believed, and its answer is compared only after the solver has spoken.
"""

from dataclasses import dataclass
from typing import Literal

from gwageo.core import Item
from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.registry import load

State = Literal["sound", "ambiguous", "wrong", "unreadable"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the audit says about one item."""

    id: str
    state: State
    reason: str
    """Empty when sound."""


def check(item: Item) -> Finding:
    """Read the question, solve it, and compare the answer.

    Returns:
        `ambiguous` when there is more than one solution, `wrong` when there is none or another one than the item says,
        `unreadable` when the question is not understood.
    """
    kind = load(str(item.metadata["type"]))
    try:
        words = kind.wording[str(item.metadata["language"])]
    except KeyError:
        return Finding(item.id, "unreadable", f"{kind.name} does not exist in {item.metadata['language']!r}")
    try:
        puzzle = kind.parse(str(item.fields["question"]))
        found = kind.solver.solve(puzzle).found
    except Unreadable as error:
        return Finding(item.id, "unreadable", str(error))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # a question that no writer of ours made
        return Finding(item.id, "unreadable", f"the question leads nowhere ({type(error).__name__}: {error})")
    shown = [kind.reader.show(kind.gold(puzzle, solution, words)) for solution in found]
    if len(found) > 1:
        return Finding(item.id, "ambiguous", f"both {shown[0]} and {shown[1]} fit the question")
    if not found:
        return Finding(item.id, "wrong", "no answer fits the question")
    gold = kind.gold(puzzle, found[0], words)
    if kind.reader.canonical(gold) != kind.reader.canonical(item.gold):
        return Finding(item.id, "wrong", f"the only answer is {shown[0]}, not {kind.reader.show(item.gold)}")
    return Finding(item.id, "sound", "")
