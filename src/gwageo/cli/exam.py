"""From the options of `run` and `plan` to what is examined: configurations, or a nightly file."""

from typing import TYPE_CHECKING, Any

import typer

from gwageo.cli.values import assignments, listed
from gwageo.core import ConfigError, Protocol, Sampling

if TYPE_CHECKING:
    from gwageo.api import RunConfig

SHOWING = frozenset({"output", "resume", "form", "as_json", "print_config"})
"""Options that do not say what is asked of a model."""
_BESIDE_A_FILE = SHOWING - {"resume"} | {"tasks"}
_YAML = (".yaml", ".yml")


def configurations(context: typer.Context) -> "list[RunConfig]":
    """One configuration per protocol, from the options of a command that has those of `run`.

    Raises:
        UserError: An option has a value that cannot be.
    """
    from gwageo.api import make_config, stored_config

    asked = context.params
    if asked["resume"] is not None and _typed(context) <= SHOWING:
        return [stored_config(asked["resume"])]
    fields = _fields(asked)
    return [make_config(**fields, protocol=one) for one in _protocols(asked["protocol"], asked["few_shot"])]


def _fields(asked: dict[str, Any]) -> dict[str, Any]:
    from gwageo.api import named_tasks
    from gwageo.models.options import ModelOptions
    from gwageo.tasks.base import Settings

    files = tuple(asked["task_file"] or ())
    loading = (
        "dtype", "device", "device_map", "revision", "adapter", "context_length", "pack_mb", "trust_remote_code", "seed"
    )  # fmt: skip
    drawing = (asked["temperature"], asked["top_p"], asked["top_k"], asked["seed"], asked["recommended"])
    return {
        "model": asked["model"],
        "model_options": ModelOptions(**{name: asked[name] for name in loading}),
        "tasks": named_tasks(asked["tasks"] or None, files),
        "task_files": files,
        "data": asked["data"],
        "limit": asked["limit"],
        "repeats": asked["repeats"],
        "concurrency": asked["concurrency"],
        "settings": Settings(
            shots=asked["shots"],
            shot_seed=asked["shot_seed"],
            options=assignments(list(asked["choice"] or [])),
            shot_data=asked["shot_data"],
            shot_ids=listed(asked["shot_ids"]),
            max_tokens=asked["max_tokens"],
            sampling=Sampling(*drawing),
        ),
    }


def _protocols(text: str, few_shot: str) -> list[Protocol]:
    """`plain,chat` as protocols, each once."""
    from gwageo.api import few_shot_form, protocol_name

    form = few_shot_form(few_shot)
    return [Protocol(protocol_name(name.strip()), form) for name in dict.fromkeys(text.split(","))]


def _typed(context: typer.Context) -> set[str]:
    """The options that stand on the command line."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name != "DEFAULT"}


def nightly_path(context: typer.Context) -> str | None:
    """The nightly file that is asked for, or None where tasks are.

    Raises:
        ConfigError: Tasks or options stand beside a nightly file, which says everything itself.
    """
    names: list[str] = list(context.params["tasks"] or ())
    paths = [name for name in names if name.lower().endswith(_YAML)]
    if not paths:
        return None
    if len(names) > 1:
        others = ", ".join(name for name in names if name != paths[0])
        raise ConfigError(f"A nightly file is run by itself, but {others} stand beside it")
    spelled = {parameter.name: max(parameter.opts, key=len) for parameter in context.command.params}
    more = sorted(spelled[name] for name in _typed(context) - _BESIDE_A_FILE)
    if more:
        raise ConfigError(f"{paths[0]} says what is run; leave out {', '.join(more)}, or change the file")
    return paths[0]
