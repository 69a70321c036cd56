"""The workshop: makes items, each with the certificate that its answer is the only one.

An item depends on its type, version, tier, seed and index, and on nothing else: not on the machine, the process, the
number of workers or the order of making. One item: `make_item("sudoku", "ko", "hard", seed=7, index=42)`.
"""

from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from gwageo.core import Item
from gwageo.core.errors import UserError
from gwageo.puzzles.base import Language, Solved, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.registry import AnyType, cell, load

AnySolved = Solved[Any, Any]


def make(
    type: str,  # noqa: A002  # the word of the records, the table and the command line
    language: str,
    tier: str,
    *,
    seed: int = 0,
    count: int = 100,
    start: int = 0,
) -> Iterator[Item]:
    """Items number `start` to `start + count - 1` of a cell.

    Raises:
        UserError: The cell does not exist, the count is below one, or there are not so many different questions.
    """
    kind, spoken, level = cell(type, language, tier)
    _check_count(kind, spoken, level, count, start)
    return (_item(kind, spoken, level, seed, index) for index in range(start, start + count))


def make_item(type: str, language: str, tier: str, *, seed: int = 0, index: int = 0) -> Item:  # noqa: A002  # as in make
    """One item of a cell; arguments as for `make`."""
    return next(make(type, language, tier, seed=seed, count=1, start=index))


def made(type: str, language: str, tier: str, *, seed: int = 0, index: int = 0) -> AnySolved:  # noqa: A002  # as in make
    """The puzzle behind an item, free of language, with its solution, certificate, features and explanation."""
    kind, spoken, level = cell(type, language, tier)
    return _made(kind.name, None if kind.paired else spoken, level, seed, index)


def _check_count(kind: AnyType, language: Language, tier: Tier, count: int, start: int) -> None:
    if count < 1:
        raise UserError(f"cannot make {count!r} items; give a count from 1 on")
    if start < 0:
        raise UserError(f"there is no item number {start!r}; items are counted from 0")
    space = kind.space(kind.presets[language, tier]) if kind.space else None
    if space is not None and start + count > space:
        asked = f"number {start + count - 1} (counted from 0)" if start else f"--count {count}"
        raise UserError(f"{asked} is more than the {space:,} different questions of {kind.name} {tier}")


@lru_cache(maxsize=512)  # a cell of one language is usually followed by its twin in the other
def _made(name: str, language: Language | None, tier: Tier, seed: int, index: int) -> AnySolved:
    kind = load(name)
    own = () if language is None else (language,)
    draw = Draw(kind.name, kind.version, *own, tier, seed, index=index)
    puzzle = kind.generate(draw, kind.presets[language or kind.languages[0], tier])
    return kind.certify(puzzle)


def _item(kind: AnyType, language: Language, tier: Tier, seed: int, index: int) -> Item:
    solved = _made(kind.name, None if kind.paired else language, tier, seed, index)
    more = kind.extras(solved.puzzle, kind.wording[language]) if kind.extras else {}
    place = f"{tier}_s{seed}_{index:06d}"
    return Item(
        id=f"{kind.name}_{language}_{place}",
        fields={"question": kind.render(solved.puzzle, language), **more},
        gold=kind.answer(solved, language),
        metadata={
            "pair_id": f"{kind.name}_{place}" if kind.paired else None,
            "task": f"nolli/{kind.name.replace('_', '-')}-{language}-{tier}",
            "type": kind.name,
            "language": language,
            "tier": tier,
            "seed": seed,
            "index": index,
            "version": kind.version,
            "calibrated": kind.calibrated,
            "trace": kind.trace(solved, language, tier),
            "certificate": asdict(solved.certificate),
            "features": dict(solved.features),
        },
    )


def system_message(type: str, language: str) -> str:  # noqa: A002  # as in make
    """What is sent as the system message under chat; left out under plain."""
    kind, spoken, _ = cell(type, language, "easy")
    return kind.wording[spoken].system
