"""From a model name to a model: `embedded`, `hf:ORG/NAME`, a folder, `baseline:gold|random|first`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gwageo.core import ConfigError, UnknownName
from gwageo.models.base import Model

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


def _embedded(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.embedded import Embedded

    if rest:
        raise ConfigError(f"The embedded model takes no name behind a colon, but got {rest!r}; write just: embedded")
    return Embedded(options)


def _hf(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.local import LocalModel

    return LocalModel(rest, options)


def _baseline(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.baseline import Baseline

    return Baseline(rest, options)


KINDS: dict[str, Callable[[str, ModelOptions], Model]] = {
    "embedded": _embedded,
    "hf": _hf,
    "baseline": _baseline,
}


def load_model(name: str, options: ModelOptions | None = None) -> Model:
    """The model behind a name, not yet loaded.

    Args:
        name: `embedded`, `hf:ORG/NAME`, a folder with a checkpoint, or `baseline:gold|random|first`.
        options: How to load it.

    Raises:
        UnknownName: No such kind of model, with the closest names.
    """
    options = options or ModelOptions()
    kind, _, rest = name.partition(":")
    if kind in KINDS:
        return KINDS[kind](rest, options)
    if Path(name).expanduser().is_dir():
        return _hf(str(Path(name).expanduser()), options)
    known = ["embedded", "hf:ORG/NAME", "baseline:gold", "baseline:random", "baseline:first"]
    raise UnknownName("model", name, known)
