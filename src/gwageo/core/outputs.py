"""Output: what came back for one request."""

from dataclasses import dataclass
from typing import Literal

FinishReason = Literal["stop", "length", "refusal", "content_filter"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the model or server counted them; None is unknown, not 0."""

    prompt: int | None = None
    completion: int | None = None
    reasoning: int | None = None
    cached: int | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """The answer to one request: a log-likelihood, a text, or an error."""

    loglikelihood: float | None = None
    """In nats, at most 0, for a `LogLikelihood` request. May be -inf; NaN marks an invalid answer."""
    text: str | None = None
    """The reply without its reasoning, for a `Generate` request."""
    reasoning: str | None = None
    """Text that the model thought before it answered, kept apart; None where there is none."""
    finish_reason: FinishReason | None = None
    usage: Usage = Usage()
    latency_s: float | None = None
    error: str | None = None
    """Why there is no answer. An output with an error is never scored as wrong, and is asked again on resume."""
    flags: tuple[str, ...] = ()
    """What a reader of the number should know: `over_length`, `boundary_merge`, `empty_context`, ..."""
    cost: float | None = None
    """Price of the reply in US dollars, by its usage; None where usage or price is unknown, or nothing is paid."""
    reused: bool = False
    """Whether an earlier run paid for it, and this one took it from the cache."""

    @property
    def failed(self) -> bool:
        """Whether the request got no usable answer."""
        return self.error is not None
