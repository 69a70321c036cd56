"""Item: one question of an exam, as read from its source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """One question. Immutable.

    Example:
        >>> Item(id="Mercury_1", fields={"question": "물은 몇 도에서 끓는가?"}, gold=2).gold
        2
    """

    id: str
    """Unique within the task: the field `id`, else the zero-based row number as text."""
    fields: Mapping[str, Any]
    """What the prompt is made from, under the published column names."""
    gold: Any
    """The right answer: an index among the choices, a text, or a mapping for graded tasks. JSON-able."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What no prompt shows: language, tier, type, seed, pair_id, key, subject, ... JSON-able."""
