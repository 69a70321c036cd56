"""What a run has used and paid, and whether it may go on. What a server does not tell is unknown and never 0."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from gwageo.core import ConfigError, Output
from gwageo.runs.prices import Price

_COUNTS = ("prompt", "completion", "reasoning", "cached")


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a run stops by itself. None is nowhere."""

    cost: float | None = None
    """US dollars."""
    tokens: int | None = None
    """Prompt and completion tokens together."""

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return self.cost is not None or self.tokens is not None


@dataclass(slots=True)
class Totals:
    """Sums over replies."""

    replies: int = 0
    reused: int = 0
    """Of them, from the cache: nothing was paid for them."""
    tokens: Counter[str] = field(default_factory=Counter)
    """Known tokens of replies that were paid for."""
    unknown: int = 0
    """Replies whose usage the server did not tell."""
    cost: float = 0.0
    """US dollars for replies with known usage; at least so much was paid."""

    def add(self, output: Output) -> None:
        """Count one reply."""
        self.replies += 1
        if output.reused:
            self.reused += 1
            return
        for name in _COUNTS:
            if (tokens := getattr(output.usage, name)) is not None:
                self.tokens[name] += tokens
        self.unknown += output.usage.prompt is None or output.usage.completion is None
        self.cost += output.cost or 0.0

    @property
    def both(self) -> int:
        """Prompt and completion tokens."""
        return self.tokens["prompt"] + self.tokens["completion"]


class Ledger:
    """Counts what is used, and says when a limit is reached.

    Args:
        price: Of the model; None is unknown.
        limits: Where to stop.
        batch: Whether replies come from a batch API.

    Raises:
        ConfigError: A limit of cost for a model without a price.
    """

    def __init__(self, price: Price | None, limits: Limits, *, name: str = "", batch: bool = False) -> None:
        if limits.cost is not None and price is None:
            raise ConfigError(
                f"--max-cost needs the price of {name}, and the table of prices does not name it; "
                "put it into a file and give --prices FILE"
            )
        self.price = price
        self.limits = limits
        self.batch = batch
        self.totals = Totals()

    def priced(self, output: Output) -> Output:
        """The output with its price."""
        cost = None if self.price is None else self.price.of(output.usage, batch=self.batch)
        return output if cost is None else replace(output, cost=cost)

    def add(self, output: Output) -> None:
        """Count a reply, of this process or of an earlier one of the same run."""
        if not output.failed:
            self.totals.add(output)

    def reached(self, flying: int = 0) -> str | None:
        """Why nothing more may be asked, or None.

        Args:
            flying: Requests under way. Each of them, and the next one, is expected to take what replies took on
                average, so that a limit is kept and not passed.
        """
        totals, limits = self.totals, self.limits
        if not limits.any:
            return None
        if totals.unknown:
            return "Replies came without their usage, so that the limit cannot be kept"
        paid = totals.replies - totals.reused
        ahead = 1 + (flying + 1) / paid if paid else 1.0
        if limits.cost is not None and totals.cost * ahead > limits.cost:
            paid_for = f"{totals.cost:.4f} dollars were paid"
            return f"--max-cost {limits.cost:g} is reached: {paid_for}, and one more reply is too much"
        if limits.tokens is not None and totals.both * ahead > limits.tokens:
            used = f"{totals.both} were used"
            return f"--max-total-tokens {limits.tokens} is reached: {used}, and one more reply is too much"
        return None

    def facts(self) -> dict[str, Any]:
        """For the run's manifest."""
        totals = self.totals
        known = self.price is not None
        return {
            "replies": totals.replies,
            "from_cache": totals.reused,
            "tokens": {name: totals.tokens.get(name) for name in _COUNTS},
            "replies_without_usage": totals.unknown,
            "cost": totals.cost if known else None,
            "cost_is_at_least": bool(totals.unknown) if known else None,
        }
