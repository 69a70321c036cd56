"""Score: the judgement of one item's outputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Verdict = Literal["right", "wrong", "scored", "no_answer", "truncated", "empty", "refused", "failed"]
"""`scored` is for graded tasks; `failed` (an error, an invalid log-probability) leaves every mean."""

Extraction = Literal["ok", "no_answer", "ambiguous", "echo", "truncated", "empty", "refused"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Score:
    """Metric values of one item, and the verdict that says why."""

    verdict: Verdict
    metrics: Mapping[str, float | list[bool] | list[float]] = field(default_factory=dict)
    """Fractions 0-1 (EQ-Bench in points). Lists where an item counts several times. Empty when failed."""
    extraction: Extraction | None = None
    """How the answer was found in the text; None for log-likelihood tasks."""
    extracted: str | None = None
    """The answer as read, or the chosen option."""
    span: tuple[int, int] | None = None
    """Where in the reply it was read, in characters; None where it was not read from text."""
    rule: str | None = None
    """The name of the reading rule that found it."""
    flags: tuple[str, ...] = ()
    """`tie`, `undefined_score`, `over_length`, `boundary_merge`, ..."""
    error: str | None = None
    """Why the item failed."""
