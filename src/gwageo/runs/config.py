"""RunConfig: what a person asks for in one run, validated; and how two configurations differ."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from gwageo.core import ConfigError, Protocol
from gwageo.models.options import ModelOptions
from gwageo.tasks.base import Settings

Count = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(min_length=1)]

SERVED = ("concurrency", "no_cache", "batch", "max_cost", "max_total_tokens", "prices")
"""Fields on how a server is asked: none of them decides what it answers."""


class RunConfig(BaseModel):
    """One model under one protocol over a set of tasks."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, protected_namespaces=(), revalidate_instances="always"
    )

    model: Name = "embedded"
    model_options: ModelOptions = ModelOptions()
    tasks: Annotated[tuple[Name, ...], Field(min_length=1)] = ("quick",)
    """Tasks and suites, as written."""
    task_files: tuple[Name, ...] = ()
    """Files with tasks of one's own, whose names may stand in `tasks`."""
    protocol: Protocol = Protocol()
    data: Name | None = None
    """File or folder with the items, or `bundled`; None is each task's own source."""
    limit: Count | None = None
    """The first so many items of each task; demonstrations are still drawn from all of them."""
    repeats: Count = 1
    """How often each item is asked."""
    settings: Settings = Settings()
    margin: Annotated[float, Field(gt=0, lt=100)] | None = None
    """Difference that counts as none when the run is compared, in points of 100, fixed before it begins."""
    concurrency: Count | None = None
    """Calls in flight at once; None is the model's own number. It never changes a score."""
    no_cache: bool = False
    """Whether a server is asked anew for what earlier runs were answered, and nothing is kept for later ones."""
    batch: bool = False
    """Whether a provider is asked through its batch API: half the price, within a day."""
    max_cost: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """US dollars at which a run stops; None is no limit."""
    max_total_tokens: Count | None = None
    """Prompt and completion tokens at which a run stops; None is no limit."""
    prices: Name | None = None
    """File with prices of models that the bundled table does not name, or names wrongly."""


def flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as dotted names.

    Example:
        >>> flatten({"a": {"b": 1}, "c": [2]})
        {'a.b': 1, 'c': [2]}
    """
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        name = f"{prefix}{key}"
        flat |= flatten(value, f"{name}.") if isinstance(value, Mapping) and value else {name: value}
    return flat


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Every field in which two identities differ, with both values."""
    old, new = flatten(there), flatten(here)
    return [
        f"{name} is {_shown(old, name)} there and {_shown(new, name)} here"
        for name in sorted(old.keys() | new.keys())
        if _shown(old, name) != _shown(new, name)
    ]


def _shown(flat: Mapping[str, Any], name: str) -> str:
    return repr(flat[name]) if name in flat else "absent"


def check_same(there: Mapping[str, Any], here: Mapping[str, Any], directory: object) -> None:
    """Refuse to go on with a run that asks something else.

    Raises:
        ConfigError: Names every field that differs, with both values.
    """
    fields = differences(there, here)
    if fields:
        raise ConfigError(
            f"The run in {directory} has another configuration: {'; '.join(fields)}. "
            "Use the same options to go on with it, or give -o another directory"
        )
