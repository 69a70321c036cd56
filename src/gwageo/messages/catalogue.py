"""The catalogue: sentences as data, one TOML file per matter, each entry with all languages.

The entry `[run.model]` of `help.toml` has the id `help.run.model`. A file is read when one of its entries is first
needed, so that `--help` reads little.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Language = Literal["en", "ko"]
LANGUAGES: tuple[Language, ...] = ("en", "ko")
FILES = (
    "data",
    "diagnosis",
    "error",
    "help",
    "kbs",
    "look",
    "nightly",
    "nolli",
    "note",
    "number",
    "plan",
    "run",
    "setting",
    "sheet",
    "table",
    "tasks",
    "word",
)
"""Matters in alphabetical order; each is a file and the first part of its entries' ids."""

Texts = Mapping[Language, str]


@cache
def entries(matter: str) -> Mapping[str, Texts]:
    """Id to texts for one matter, in file order.

    Raises:
        KeyError: There is no such matter.
    """
    if matter not in FILES:
        raise KeyError(f"there is no matter {matter!r} in the catalogue; its matters are {', '.join(FILES)}")
    text = files("gwageo.messages").joinpath(f"{matter}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text), matter))


def _flat(tree: Mapping[str, Any], prefix: str) -> list[tuple[str, Texts]]:
    found: list[tuple[str, Texts]] = []
    for name, value in tree.items():
        key = f"{prefix}.{name}"
        found += [(key, value)] if "en" in value or "ko" in value else _flat(value, key)
    return found
