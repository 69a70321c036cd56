"""The table of types: name -> the package that defines it as `TYPE`, loaded on first use."""

from functools import cache
from importlib import import_module
from typing import Any, cast

from gwageo.core.errors import UnknownName, UserError
from gwageo.puzzles.base import TIERS, Language, PuzzleType, Tier

AnyType = PuzzleType[Any, Any, Any]

TYPES: dict[str, str] = {
    "array_formula": "gwageo.puzzles.array_formula",
    "causal_dag": "gwageo.puzzles.causal_dag",
    "cipher": "gwageo.puzzles.cipher",
    "cryptarithmetic": "gwageo.puzzles.cryptarithmetic",
    "inequality": "gwageo.puzzles.inequality",
    "jamo": "gwageo.puzzles.jamo",
    "kinship": "gwageo.puzzles.kinship",
    "korean_units": "gwageo.puzzles.korean_units",
    "minesweeper": "gwageo.puzzles.minesweeper",
    "number_baseball": "gwageo.puzzles.number_baseball",
    "saju": "gwageo.puzzles.saju",
    "sat_puzzles": "gwageo.puzzles.sat_puzzles",
    "sudoku": "gwageo.puzzles.sudoku",
    "time": "gwageo.puzzles.time",
    "yacht_dice": "gwageo.puzzles.yacht_dice",
}


@cache
def load(name: str) -> AnyType:
    """The type of this name; `-` and `_` are the same.

    Raises:
        UnknownName: No type has this name.
    """
    key = name.replace("-", "_")
    if key not in TYPES:
        raise UnknownName("puzzle type", name, TYPES)
    return cast(AnyType, import_module(TYPES[key]).TYPE)


def cell(name: str, language: str, tier: str) -> tuple[AnyType, Language, Tier]:
    """A type with one of its languages and a tier.

    Raises:
        UserError: One of the three does not exist; the sentence lists what does.
    """
    kind = load(name)
    if language not in kind.languages:
        raise UserError(f"{kind.name} exists in {', '.join(kind.languages)}; there is no language {language!r}")
    if tier not in TIERS:
        raise UnknownName("tier", tier, TIERS)
    return kind, language, tier


def cells() -> tuple[tuple[AnyType, Language, Tier], ...]:
    """Every type, language and tier that exists, in a fixed order."""
    kinds = [load(name) for name in TYPES]
    return tuple((kind, language, tier) for kind in kinds for language in kind.languages for tier in TIERS)
