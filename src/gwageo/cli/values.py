"""What an option may hold: a value that is missing, empty, or another option's name is refused by name."""

import json
from typing import Any

import typer

from gwageo.messages import translate


def given(parameter: typer.CallbackParam, value: Any) -> Any:
    """Refuse an empty value, and one that is an option: an unset shell variable has eaten the real one.

    Raises:
        typer.BadParameter: It names the option and the value.
    """
    name = parameter.opts[0] if parameter.opts else parameter.name
    for one in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(one, str) and not one.strip():
            raise typer.BadParameter(translate("run.value.empty"), param_hint=name)
        if isinstance(one, str) and one.startswith("--"):
            raise typer.BadParameter(translate("run.value.option", value=repr(one)), param_hint=name)
    return value


def option(*names: str, help: str, panel: str, metavar: str | None = None) -> Any:  # noqa: A002 - typer's own word
    """An option of this command line: its values go through `given`."""
    return typer.Option(*names, help=help, rich_help_panel=panel, metavar=metavar, callback=given, show_default=False)


def assignments(pairs: list[str]) -> dict[str, str]:
    """`NAME=VALUE` texts as a mapping.

    Raises:
        ConfigError: A text has no `=`, or a name stands twice with different values.
    """
    from gwageo.core import ConfigError

    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not (name and sign and value):
            raise ConfigError(f"--option takes NAME=VALUE, but got {pair!r}")
        if found.setdefault(name, value) != value:
            raise ConfigError(f"--option {name} is given twice: {found[name]!r} and {value!r}")
    return found


def listed(text: str | None) -> tuple[str, ...]:
    """`a,b,c` as its parts.

    Raises:
        ConfigError: A part is empty.
    """
    from gwageo.core import ConfigError

    parts = tuple(part.strip() for part in text.split(",")) if text is not None else ()
    if not all(parts):
        raise ConfigError(f"--shot-ids takes ids with commas between them, but got {text!r}")
    return parts


def json_object(text: str | None, field: str) -> dict[str, Any]:
    """A JSON object as a mapping; none is an empty one.

    Raises:
        ConfigError: It is something else.
    """
    from gwageo.core import ConfigError

    name = "--" + field.replace("_", "-")
    try:
        found = json.loads(text or "{}")
        json.dumps(found, allow_nan=False)  # NaN and 1e400 are read, and no JSON can hold them
    except ValueError as error:
        raise ConfigError(f"{name} takes a JSON object, but got {text!r}: {error}") from error
    if not isinstance(found, dict):
        raise ConfigError(f'{name} takes a JSON object such as {{"top_k": 20}}, but got {text!r}')
    return found
