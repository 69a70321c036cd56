"""ModelOptions: how a model is loaded."""

from dataclasses import dataclass
from typing import Literal

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

    def __post_init__(self) -> None:
        for name in ("context_length", "pack_mb"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ConfigError(f"--{name.replace('_', '-')} cannot be {value!r}; it must be at least 1")
