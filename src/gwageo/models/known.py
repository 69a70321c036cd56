"""Known: the models that the publications examined, and named sets of them, from one data file.

`@kbs-table10` stands for the 29 open checkpoints of KBS's table 10. What no publication states of a model is None.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from gwageo.core import UnknownName

Group = Literal["korean", "multilingual", "closed"]
Stage = Literal["base", "mid", "instruct"]
KINDS = frozenset({"anthropic", "hf", "openai", "vllm"})
"""What may stand before a name and say how the model is reached, not which one it is."""
MARK = "@"
"""Before the name of a preset."""


@dataclass(frozen=True, slots=True)
class Known:
    """One model."""

    name: str
    """As tables show it."""
    run: str | None = None
    """What `--model` takes; None where no hub or API name is stated."""
    other: tuple[str, ...] = ()
    """Names in tables of counts."""
    family: str | None = None
    developer: str | None = None
    group: Group | None = None
    size: str | None = None
    """Parameters, with the active ones behind `-A`."""
    stage: Stage | None = None
    template: bool | None = None
    """Whether KBS examines it under its chat template."""
    thinking: str | None = None
    """The template's variable that turns thinking off."""
    sampling: Mapping[str, float] | None = None
    """What its makers recommend."""
    licence: str | None = None
    remote_code: bool | None = None
    """Whether loading it runs code from the checkpoint."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called: its name, that of its run with and without the kind, those of tables."""
        runs = () if self.run is None else (self.run, self.run.partition(":")[2] or self.run)
        return tuple(dict.fromkeys((self.name, *runs, *self.other)))


@cache
def _document() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("known.toml").read_text(encoding="utf-8"))


@cache
def models() -> tuple[Known, ...]:
    """Every model of the file, in its order."""
    return tuple(Known(**{**each, "other": tuple(each.get("other", ()))}) for each in _document()["model"])


@cache
def _by_name() -> Mapping[str, Known]:
    return {name: model for model in models() for name in model.names}


def find(name: str) -> Known | None:
    """The model that a name means, as a run, a paper or a table of counts has it; None where it is not known.

    Example:
        >>> [find(name).name for name in ("vllm:Qwen/Qwen3.5-9B", "gpt-5.5", "openai:gpt-5.5")]
        ['Qwen3.5-9B', 'GPT-5.5', 'GPT-5.5']
    """
    kind, _, rest = name.partition(":")
    return _by_name().get(name) or (_by_name().get(rest) if kind in KINDS else None)


def presets() -> tuple[str, ...]:
    """The names of all presets, with their mark."""
    return tuple(MARK + name for name in _document()["preset"])


def preset(name: str) -> tuple[Known, ...]:
    """The models of a preset.

    Raises:
        UnknownName: There is none, with the closest names.
    """
    found = _document()["preset"].get(name.removeprefix(MARK)) if name.startswith(MARK) else None
    if found is None:
        raise UnknownName("preset", name, presets())
    return tuple(_by_name()[each] for each in found)


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Names of models to run, presets taken apart, each once.

    A model whose hub or API name nobody states stays under its own, so that what loads it can say so.

    Raises:
        UnknownName: There is no such preset.

    Example:
        >>> named(["embedded", "@kbs-closed"])[:2]
        ('embedded', 'anthropic:claude-haiku-4-5-20251001')
    """
    found: list[str] = []
    for name in names:
        found += [each.run or each.name for each in preset(name)] if name.startswith(MARK) else [name]
    return tuple(dict.fromkeys(found))
