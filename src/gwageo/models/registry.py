"""From a model name to a model: `embedded`, `hf:ORG/NAME`, a folder, `openai:NAME`, `baseline:gold|random|first`."""

from collections.abc import Callable
from pathlib import Path

from gwageo.core import ConfigError, UnknownName
from gwageo.models.base import Model
from gwageo.models.known import MARK, preset
from gwageo.models.options import ModelOptions


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


def _openai(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.openai.endpoint import OpenAIModel

    return OpenAIModel(rest, options)


def _anthropic(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.anthropic import AnthropicModel

    return AnthropicModel(rest, options)


def _vllm(rest: str, options: ModelOptions) -> Model:
    from gwageo.models.vllm import VllmModel

    return VllmModel(rest, options)


KINDS: dict[str, Callable[[str, ModelOptions], Model]] = {
    "embedded": _embedded,
    "hf": _hf,
    "baseline": _baseline,
    "openai": _openai,
    "anthropic": _anthropic,
    "vllm": _vllm,
}


def load_model(name: str, options: ModelOptions | None = None) -> Model:
    """The model behind a name, not yet loaded.

    Args:
        name: `embedded`, `hf:ORG/NAME`, a folder with a checkpoint, `openai:NAME`, or
            `baseline:gold|random|first`.
        options: How to load it.

    Raises:
        UnknownName: No such kind of model, with the closest names.
        ConfigError: A path to no folder.
    """
    options = options or ModelOptions()
    kind, _, rest = name.partition(":")
    if kind in KINDS:
        return KINDS[kind](rest, options)
    if Path(name).expanduser().is_dir():
        return _hf(str(Path(name).expanduser()), options)
    if name.startswith(MARK):
        count = len(preset(name))
        raise ConfigError(
            f"{name} stands for {count} models, and one run has one model; name it under models: in a nightly file, "
            "or give it to gwageo reproduce --models"
        )
    if name.startswith((".", "/", "~")) or "/" in kind:
        raise ConfigError(f"There is no folder {name!r}; give a folder with a checkpoint, or hf:ORG/NAME for the hub")
    served = ["vllm:ORG/NAME", "openai:NAME", "anthropic:NAME"]
    known = ["embedded", "hf:ORG/NAME", *served, "baseline:gold", "baseline:random", "baseline:first"]
    raise UnknownName("model", name, known)
