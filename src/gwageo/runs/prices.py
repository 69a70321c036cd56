"""What tokens cost: a small table that a person may edit. A model that it does not name has no price, and not 0."""

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any

from gwageo.core import ConfigError, Usage

VARIABLE = "GWAGEO_PRICES"
_MILLION = 1_000_000
_DATED = re.compile(r"-(\d{8}|\d{4}-\d{2}-\d{2})$")
_FIELDS = {"input", "output", "cached", "batch"}


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float
    cached: float
    """Of a prompt token that the provider had in its cache."""
    batch: float = 1.0
    """The share of the price that a batch costs."""

    def of(self, usage: Usage, *, batch: bool = False) -> float | None:
        """The price of one reply; None where its usage is unknown. Reasoning is part of the completion."""
        if usage.prompt is None or usage.completion is None:
            return None
        cached = min(usage.cached or 0, usage.prompt)
        cost = (usage.prompt - cached) * self.input + cached * self.cached + usage.completion * self.output
        return cost / _MILLION * (self.batch if batch else 1.0)


def find_price(name: str, path: str | Path | None = None) -> Price | None:
    """The price of a model, or None where the table does not name it.

    Args:
        name: `openai:NAME`, `openai:NAME@HOST`, `anthropic:NAME`; a dated snapshot costs what its model costs.
        path: A table of one's own; None is that of the environment variable, if it is set.

    Raises:
        ConfigError: The table cannot be read.
    """
    own = path or os.environ.get(VARIABLE) or None
    for table in ([] if own is None else [_read(Path(own))]) + [_bundled()]:
        for each in (name, _DATED.sub("", name)):
            if each in table:
                return table[each]
    return None


@cache
def _bundled() -> dict[str, Price]:
    text = files("gwageo.runs").joinpath("prices.toml").read_text(encoding="utf-8")
    return _table(tomllib.loads(text), "prices.toml")


def _read(path: Path) -> dict[str, Price]:
    try:
        return _table(tomllib.loads(path.expanduser().read_text(encoding="utf-8")), str(path))
    except OSError as error:
        raise ConfigError(f"The table of prices {str(path)!r} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"The table of prices {str(path)!r} is not TOML: {error}") from error


def _table(tree: dict[str, Any], place: str) -> dict[str, Price]:
    return {name: _price(entry, f"{place}, {name!r}") for name, entry in tree.items()}


def _price(entry: Any, place: str) -> Price:
    if not isinstance(entry, dict) or not {"input", "output"} <= entry.keys() <= _FIELDS:
        raise ConfigError(f"{place}: a price has input and output, and may have cached and batch, all in numbers")
    for name, value in entry.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < inf:
            raise ConfigError(f"{place}: {name} cannot be {value!r}: expected a number of at least 0")
    return Price(**{"cached": entry["input"], **entry})
