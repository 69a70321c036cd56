"""From the options of `run` and `plan` to what is examined: configurations, or a nightly file."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from gwageo.cli.values import assignments, json_object, listed
from gwageo.core import ConfigError, Protocol, Sampling

if TYPE_CHECKING:
    from gwageo.api import RunConfig

JSON_FIELDS = ("extra_body", "chat_template_kwargs")
"""Options that are JSON objects."""
SHOWING = frozenset({"output", "resume", "form", "as_json", "print_config"})
"""Options that do not say what is asked of a model."""
_BESIDE_A_FILE = SHOWING - {"resume"} | {"tasks"}
_YAML = (".yaml", ".yml")


def configurations(context: typer.Context) -> "list[RunConfig]":
    """One configuration per protocol, from the options of a command that has those of `run`.

    Raises:
        UserError: An option has a value that cannot be.
    """
    from gwageo.api import holds_run, make_config, stored_config

    asked = context.params
    if asked["resume"] is not None:
        typed = _typed(context) - SHOWING
        if not typed:
            return [stored_config(asked["resume"])]
        if holds_run(asked["resume"]):
            asked = {
                **asked,
                **{name: value for name, value in _spoken(stored_config(asked["resume"])).items() if name not in typed},
            }
    fields = _fields(asked)
    return [make_config(**fields, protocol=one) for one in _protocols(asked["protocol"], asked["few_shot"])]


def _spoken(config: "RunConfig") -> dict[str, Any]:
    """A configuration as the options that ask for it."""
    settings, sampling = config.settings, config.settings.sampling
    return {
        **asdict(config.model_options),
        **{name: json.dumps(getattr(config.model_options, name)) for name in JSON_FIELDS},
        **{name: getattr(config, name) for name in served_fields()},
        "model": config.model,
        "tasks": list(config.tasks),
        "task_file": list(config.task_files),
        "protocol": config.protocol.name,
        "few_shot": config.protocol.few_shot,
        "data": config.data,
        "limit": config.limit,
        "repeats": config.repeats,
        "margin": config.margin,
        "shots": settings.shots,
        "shot_seed": settings.shot_seed,
        "shot_data": settings.shot_data,
        "shot_ids": ",".join(settings.shot_ids) or None,
        "max_tokens": settings.max_tokens,
        "think_budget": settings.think_budget,
        "choice": [f"{name}={value}" for name, value in settings.options.items()],
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "top_k": sampling.top_k,
        "recommended": sampling.recommended,
    }


def _fields(asked: dict[str, Any]) -> dict[str, Any]:
    from gwageo.api import named_tasks
    from gwageo.models.options import ModelOptions
    from gwageo.tasks.base import Settings

    files = tuple(asked["task_file"] or ())
    loading = (
        "dtype", "device", "device_map", "revision", "adapter", "context_length", "pack_mb",
        "trust_remote_code", "seed",
        "base_url", "api_key_env", "timeout_s", "stream", "reasoning_effort", "client_stop",
    )  # fmt: skip
    added: dict[str, Any] = {name: json_object(asked[name], name) for name in JSON_FIELDS}
    drawing = (asked["temperature"], asked["top_p"], asked["top_k"], asked["seed"], asked["recommended"])
    return {
        "model": asked["model"],
        "model_options": ModelOptions(**{name: asked[name] for name in loading}, **added),
        "tasks": named_tasks(asked["tasks"] or None, files),
        "task_files": files,
        "data": asked["data"],
        "limit": asked["limit"],
        "repeats": asked["repeats"],
        "margin": asked["margin"],
        **{name: asked[name] for name in served_fields()},
        "settings": Settings(
            shots=asked["shots"],
            shot_seed=asked["shot_seed"],
            options=assignments(list(asked["choice"] or [])),
            shot_data=asked["shot_data"],
            shot_ids=listed(asked["shot_ids"]),
            max_tokens=asked["max_tokens"],
            sampling=Sampling(*drawing),
            think_budget=asked["think_budget"],
        ),
    }


def served_fields() -> tuple[str, ...]:
    """Options on how a server is asked; the fields of a configuration have the same names."""
    from gwageo.runs.config import SERVED

    return SERVED


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
