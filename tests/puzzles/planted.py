"""Faults planted into a wording, to show that reading a question back finds them."""

from gwageo.puzzles.base import Language, Unreadable
from gwageo.puzzles.registry import AnyType


def is_caught(kind: AnyType, puzzle: object, language: Language, old: str, new: str) -> bool:
    """Whether the parser sees that `old` was replaced by `new` in the question of a puzzle."""
    text = kind.render(puzzle, language)
    assert old in text, f"{old!r} does not occur in the question"
    try:
        return bool(kind.parse(text.replace(old, new)) != puzzle)
    except Unreadable:
        return True
