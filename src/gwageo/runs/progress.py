"""How a run tells what it is doing, without knowing who listens."""

from collections import Counter
from dataclasses import dataclass, field

from gwageo.core import Verdict


@dataclass(frozen=True, slots=True)
class Traffic:
    """What went over a wire so far, earlier processes of the run included where tokens and money are meant."""

    requests: int
    again: int
    """Of them, sent again after a fault."""
    at_once: int
    """Requests that the server gets at once at present."""
    reused: int
    """Replies from the cache."""
    tokens: int
    """Known tokens of prompts and replies."""
    unknown: int
    """Replies without their usage: tokens and cost are at least what is told."""
    cost: float | None
    """US dollars; None where the price is not known."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a run stands."""

    done: int
    """Answers that are on disk, those of earlier processes included."""
    total: int
    fresh: int
    """Answers that this process asked for."""
    elapsed_s: float
    """Since this process began to ask."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    traffic: Traffic | None = None
    """None for a model in this process."""

    @property
    def rate(self) -> float | None:
        """Fresh answers per second; None before the first."""
        return self.fresh / self.elapsed_s if self.fresh and self.elapsed_s > 0 else None

    @property
    def eta_s(self) -> float | None:
        """Seconds to the end at the present rate; None while it is unknown."""
        return (self.total - self.done) / self.rate if self.rate else None


class Observer:
    """Listens to a run. This one is silent; a terminal or a notebook brings its own."""

    def say(self, text: str) -> None:
        """One sentence for a person: what is being loaded, continued, stopped."""

    def advance(self, snapshot: Snapshot) -> None:
        """After every batch that has reached the disk."""

    def abandoned(self) -> None:
        """The call in flight is given up on the caller's word. A thread cannot be stopped: a command may end here."""
