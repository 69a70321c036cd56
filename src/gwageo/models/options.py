"""ModelOptions: how a model is loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, Literal

from gwageo.core import ConfigError

DType = Literal["auto", "float32", "bfloat16", "float16"]


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a model is loaded. Fields that a kind of model does not use are refused by name when set."""

    dtype: DType = "auto"
    """`auto` is the checkpoint's own on a GPU and float32 on a CPU."""
    device: str = "auto"
    """`auto`, `cpu`, `cuda`, `cuda:1`, `mps`."""
    device_map: str | None = None
    """Spread over devices as accelerate does it, for example `auto`; excludes `device`."""
    revision: str | None = None
    """Branch, tag or commit of a hub checkpoint."""
    adapter: str | None = None
    """Folder or hub name of a LoRA adapter."""
    context_length: int | None = None
    """Tokens of one sequence at most; None is the checkpoint's own limit."""
    pack_mb: int | None = None
    """Memory of one forward pass at most, beside the weights, in MiB; None is the default of the device."""
    trust_remote_code: bool = False
    """Run code from the checkpoint. Needs a pinned revision."""
    seed: int = 0
    """Seed of `baseline:random`."""
    base_url: str | None = None
    """Address of a server; None is the provider's own."""
    api_key_env: str | None = None
    """Environment variable that holds the key; None is the provider's usual one."""
    timeout_s: float = 600.0
    """Seconds for one reply, from the request to its last byte."""
    stream: bool = False
    """Take replies in pieces, as they are made."""
    reasoning_effort: str | None = None
    """How long a reasoning model may think, in the server's own words: `low`, `medium`, `high`, ..."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """Fields added to every request as they are."""
    chat_template_kwargs: Mapping[str, Any] = field(default_factory=dict)
    """Variables for the chat template of a server that takes them."""
    client_stop: bool = False
    """Cut replies at stop strings here, where the server did not."""

    def __post_init__(self) -> None:
        if not 0 < self.timeout_s < inf:
            raise ConfigError(f"--timeout cannot be {self.timeout_s!r}; it is a number of seconds above 0")
        for name in ("context_length", "pack_mb"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ConfigError(f"--{name.replace('_', '-')} cannot be {value!r}; it must be at least 1")


SPELLED = {"timeout_s": "--timeout"}
"""Options whose name on the command line is not the field's."""


def refuse_unused(options: ModelOptions, used: Sequence[str], who: str) -> None:
    """Refuse options that are set and mean nothing to a kind of model.

    Args:
        options: As given.
        used: Fields that mean something to it.
        who: The kind of model, at the beginning of a sentence.

    Raises:
        ConfigError: Names every such option.
    """
    default = ModelOptions()
    unused = [
        SPELLED.get(one.name, "--" + one.name.replace("_", "-"))
        for one in fields(options)
        if one.name not in used and getattr(options, one.name) != getattr(default, one.name)
    ]
    if unused:
        raise ConfigError(f"{who} has no {', no '.join(unused)}; leave these options out")
