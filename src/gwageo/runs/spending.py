"""What a run has used and paid, and whether it may go on. What a server does not tell is unknown and never 0."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from gwageo.core import ConfigError, Generate, Output, Request, Usage
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
        self._prompt = self._completion = 0
        """Tokens of the longest prompt so far, and of the longest reply that was had or may come."""

    def expect(self, request: Request) -> None:
        """Take note of a request that is about to be made."""
        self._completion = max(self._completion, request.max_tokens if isinstance(request, Generate) else 1)

    def priced(self, output: Output) -> Output:
        """The output with its price."""
        cost = None if self.price is None else self.price.of(output.usage, batch=self.batch)
        return output if cost is None else replace(output, cost=cost)

    def add(self, output: Output) -> None:
        """Count a reply, of this process or of an earlier one of the same run."""
        if output.failed:
            return
        self.totals.add(output)
        self._prompt = max(self._prompt, output.usage.prompt or 0)
        self._completion = max(self._completion, output.usage.completion or 0)

    def reached(self, flying: int = 0) -> str | None:
        """Why nothing more may be asked, or None.

        Args:
            flying: Requests under way. Each of them, and the next one, is expected to take the longest reply that was
                asked for or had, and the longest prompt so far, so that a limit is kept and not passed.
        """
        totals, limits = self.totals, self.limits
        if not limits.any:
            return None
        if totals.unknown:
            return "Replies came without their usage, so that the limit cannot be kept"
        longest = Usage(self._prompt, self._completion)
        one = (0.0 if self.price is None else self.price.of(longest, batch=self.batch)) or 0.0
        if limits.cost is not None and totals.cost > limits.cost:
            return (
                f"--max-cost {limits.cost:g} is passed: {totals.cost:.4f} dollars were paid, "
                "since replies were longer than was asked for"
            )
        if limits.cost is not None and totals.cost + one * (flying + 1) > limits.cost:
            return (
                f"--max-cost {limits.cost:g} is reached: {totals.cost:.4f} dollars were paid, "
                f"and one more reply may take {one:.4f} dollars"
            )
        tokens = self._prompt + self._completion
        if limits.tokens is not None and totals.both > limits.tokens:
            return (
                f"--max-total-tokens {limits.tokens} is passed: {totals.both} were used, "
                "since replies were longer than was asked for"
            )
        if limits.tokens is not None and totals.both + tokens * (flying + 1) > limits.tokens:
            return (
                f"--max-total-tokens {limits.tokens} is reached: {totals.both} were used, "
                f"and one more reply may take {tokens} tokens"
            )
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
