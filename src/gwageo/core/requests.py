"""Request: what is asked of a model, free of how the model is reached."""

from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from gwageo.core.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation that the model's own template turns into text, generation header included."""

    messages: tuple[Message, ...]
    suffix: str = ""
    """Text appended behind the generation header."""
    thinking: bool | None = None
    """The template variable `enable_thinking`; None leaves it unset."""


Prompt = str | Chat


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are drawn. The default is greedy."""

    temperature: float = 0.0
    """0 means greedy: the likeliest token at every step."""
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None
    recommended: bool = False
    """Use the checkpoint's own generation settings instead of the values above."""

    def __post_init__(self) -> None:
        if not 0 <= self.temperature < inf:
            raise ConfigError(f"The temperature cannot be {self.temperature!r}; it is a number from 0 (greedy) upwards")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise ConfigError(f"top_p cannot be {self.top_p!r}; it is a share of probability above 0 and at most 1")
        if self.top_k is not None and self.top_k < 1:
            raise ConfigError(f"top_k cannot be {self.top_k!r}; it is a number of tokens, at least 1")
        given = self.temperature > 0 or self.top_p is not None or self.top_k is not None
        if self.recommended and given:
            raise ConfigError("Recommended sampling takes its values from the checkpoint; give no other ones beside it")
        if self.temperature == 0 and given:
            raise ConfigError("top_p and top_k have no meaning for greedy decoding; give a temperature above 0 too")


GREEDY = Sampling()


@dataclass(frozen=True, slots=True)
class LogLikelihood:
    """Ask for log P(continuation | context), summed over the continuation's tokens, in nats."""

    context: Prompt
    """May be empty text: then one start token stands in its place."""
    continuation: str
    reference: str | None = None
    """The continuation of the right choice. Only baselines read it; it is never sent or hashed."""


@dataclass(frozen=True, slots=True)
class Generate:
    """Ask for text that goes on from the prompt."""

    prompt: Prompt
    max_tokens: int
    """Limit of one reply, in tokens, at least 1."""
    stop: tuple[str, ...] = ()
    """The reply is cut at the first occurrence of any of these, itself not included."""
    sampling: Sampling = GREEDY
    choices: tuple[str, ...] = ()
    """Replies among which a guessing baseline picks. Never sent or hashed."""
    reference: str | None = None
    """A reply that scores full marks. Only baselines read it; it is never sent or hashed."""
    think_budget: int | None = None
    """Tokens of thinking after which it is closed and the answer begins, at least 1; None lets it run."""


Request = LogLikelihood | Generate


def as_mapping(request: Request) -> dict[str, Any]:
    """The request's fields for hashing and keeping; a setting that came later is left out while it is unset.

    So that what was hashed before the setting existed keeps its hash.
    """
    fields = {name: getattr(request, name) for name in request.__dataclass_fields__}
    if fields.get("think_budget", 0) is None:
        del fields["think_budget"]
    return fields
