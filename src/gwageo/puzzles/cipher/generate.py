"""Generator: a log with a keyword, a plaintext, and what the layers make of it.

English plaintexts are random letters. Korean ones are compounds of real words, walked without repeats.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from gwageo.puzzles.base import Language, Tier
from gwageo.puzzles.cipher.layers import PAD, encrypt
from gwageo.puzzles.cipher.message import Message, Rule, Where, words
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.wording import Wording

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEX = "0123456789ABCDEF"
_EXAMPLE = (4, 6)
_SIX = ("CHO_SHIFT", "JUNG_SUB", "REVERSE", "CHO_SHIFT", "JUNG_SUB", "CHO_SHIFT")
_TWELVE = (
    "CHO_SHIFT", "JUNG_SUB", "JONG_SHIFT", "REVERSE", "CHO_SHIFT", "JUNG_SUB", "REVERSE", "JONG_SHIFT", "CHO_SHIFT",
    "JUNG_SUB", "JONG_SHIFT", "REVERSE",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    language: Language
    layers: tuple[str, ...]
    where: Where
    letters: tuple[int, int] | None = None
    """Shortest and longest plaintext of random letters."""
    compounds: Mapping[str, int] = field(default_factory=dict)
    """Patterns of word lists for a plaintext of words, each with its share in every hundred items."""
    examples: int = 0
    reminder: bool = False

    def __post_init__(self) -> None:
        if (self.letters is None) == (not self.compounds):
            raise ValueError(f"expected lengths of random letters or patterns of words: {self!r}")
        if self.letters and not 1 <= self.letters[0] <= self.letters[1]:
            raise ValueError(f"expected rising lengths from 1: {self!r}")
        if self.compounds and sum(self.compounds.values()) != 100:
            raise ValueError(f"expected shares that add up to 100: {self!r}")


PRESETS: dict[tuple[Language, Tier], Params] = {
    ("en", "easy"): Params("en", ("VIGENERE",), "told", (20, 24), examples=1),
    ("en", "medium"): Params("en", ("VIGENERE",), "label", (20, 24), examples=2, reminder=True),
    ("en", "hard"): Params("en", ("TRANSPOSITION", "VIGENERE"), "position", (6, 10), examples=10, reminder=True),
    ("ko", "easy"): Params("ko", _SIX, "position", compounds={"field work place thing": 100}),
    ("ko", "medium"): Params(
        "ko", _TWELVE, "position", compounds={"data2 tool2": 75, "data2 tool3": 12, "data3 tool3": 13}
    ),
    ("ko", "hard"): Params("ko", _TWELVE, "label", compounds={"tech4 part2": 60, "tech4 part3": 36, "tech4 part4": 4}),
}


@cache
def _table(language: Language) -> dict[str, Any]:
    table: dict[str, Any] = Wording("gwageo.puzzles.cipher")[language].table["log"]
    return table


def _sizes(params: Params) -> dict[str, int]:
    lists = _table(params.language)
    sizes = {}
    for pattern in params.compounds:
        sizes[pattern] = 1
        for name in pattern.split():
            sizes[pattern] *= len(lists[name].split())
    return sizes


def space(params: Params) -> int:
    """Number of different plaintexts."""
    if params.letters is None:
        return sum(_sizes(params).values())
    return sum(len(_ALPHABET) ** length for length in range(params.letters[0], params.letters[1] + 1))


def generate(draw: Draw, params: Params) -> Message:
    """A log, a keyword and an encrypted plaintext."""
    table = _table(params.language)
    key = draw.choice(table["keywords"].split())
    log = _log(draw, table, key)
    layers = params.layers
    plain = _letters(draw, params.letters) if params.letters else _compound(draw, params)
    examples = tuple(_letters(draw, _EXAMPLE) for _ in range(params.examples))
    return Message(
        log=log,
        rule=_rule(params.where, log, key),
        layers=layers,
        ciphertext=encrypt(plain, key, layers),
        examples=tuple((example, encrypt(example, key, layers)) for example in examples),
        reminder=params.reminder,
        unpadded="TRANSPOSITION" in layers,
    )


def _rule(where: Where, log: str, key: str) -> Rule:
    if where == "position":
        return Rule(where, position=words(log).index(key) + 1)
    return Rule(where, keyword=key if where == "told" else "")


def _log(draw: Draw, table: Mapping[str, Any], key: str) -> str:
    """The sentences of the language in random order, filled."""
    slots = {
        "number": str(draw.between(*table["numbers"])),
        "coordinate": f"{draw.between(10, 179)}.{draw.below(100):02}",
        "sector": "".join(draw.choice(_HEX) for _ in range(4)),
        "keyword": key,
        **{name: draw.choice(table[name].split(", ")) for name in ("status", "target", "state", "label")},
    }
    return " ".join(sentence.format_map(slots) for sentence in draw.shuffled(table["sentences"]))


def _letters(draw: Draw, lengths: tuple[int, int]) -> str:
    """Random letters; the last one is never the padding letter."""
    body = "".join(draw.choice(_ALPHABET) for _ in range(draw.between(*lengths) - 1))
    return body + draw.choice(_ALPHABET.replace(PAD, ""))


def _compound(draw: Draw, params: Params) -> str:
    """The compound whose turn it is."""
    pattern, number = draw.deal("plaintext", params.compounds, _sizes(params))
    parts = []
    for name in reversed(pattern.split()):
        options = _table(params.language)[name].split()
        number, place = divmod(number, len(options))
        parts.append(options[place])
    return "".join(reversed(parts))
