"""Suites: many cells at once, spread over processes, with the same bytes however many work.

The work is cut into chunks of one type, tier and run of indices, always the same ones; a chunk holds its items in all
languages asked for, so that a pair is made once. Chunks come back in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from gwageo.core.errors import UnknownName, UserError
from gwageo.puzzles.base import LANGUAGES, TIERS, Language, Tier
from gwageo.puzzles.files import as_line
from gwageo.puzzles.registry import TYPES, cell, load
from gwageo.puzzles.workers import in_order
from gwageo.puzzles.workshop import make

CHUNK = 100
PER_CELL = 100


@dataclass(frozen=True, slots=True)
class Cell:
    """One type, language and tier."""

    type: str
    language: Language
    tier: Tier

    @property
    def name(self) -> str:
        """As files are named: `sudoku_ko_hard`."""
        return f"{self.type}_{self.language}_{self.tier}"


@dataclass(frozen=True, slots=True)
class Made:
    """A chunk of one cell, as lines of JSONL."""

    cell: Cell
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of indices of one type and tier."""

    cells: tuple[Cell, ...]
    """The languages of one type and tier."""
    seed: int
    start: int
    count: int


def choose(tasks: Sequence[str] = (), languages: Sequence[str] = (), tiers: Sequence[str] = ()) -> tuple[Cell, ...]:
    """The cells that these names ask for, in a fixed order; nothing means everything.

    Args:
        tasks: Types, with a language or tier behind where wanted: `sudoku`, `sudoku-ko`, `nolli/sudoku-ko-hard`.
        languages: Only these.
        tiers: Only these.

    Raises:
        UserError: A name is unknown, or nothing is left.
    """
    for tier in tiers:
        if tier not in TIERS:
            raise UnknownName("tier", tier, TIERS)
    for language in languages:
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
    asked = [_named(task) for task in tasks] or [(name, None, None) for name in TYPES]
    wanted = dict.fromkeys(
        Cell(kind.name, language, tier)
        for name, only, level in asked
        for kind in [load(name)]
        for tier in TIERS
        for language in kind.languages
        if (tasks or language not in kind.twins)
        and (not languages or language in languages)
        and (not tiers or tier in tiers)
        and only in (None, language)
        and level in (None, tier)
    )
    if not wanted:
        raise UserError(_nothing(asked, languages))
    return tuple(wanted)


def _nothing(asked: Sequence[tuple[str, str | None, str | None]], languages: Sequence[str]) -> str:
    there = "; ".join(f"{name} exists in {', '.join(load(name).languages)}" for name, _, _ in asked[:3])
    return f"There is no such puzzle in {' or '.join(languages) or 'that language and tier'}: {there}"


def _named(task: str) -> tuple[str, str | None, str | None]:
    """Type, language and tier that a name speaks of."""
    parts = task.strip().lower().removeprefix("nolli/").replace("-", "_")
    tier = next((each for each in TIERS if parts.endswith(f"_{each}")), None)
    parts = parts.removesuffix(f"_{tier}") if tier else parts
    language = next((each for each in LANGUAGES if parts.endswith(f"_{each}")), None)
    name = load(parts.removesuffix(f"_{language}") if language else parts).name
    if language is not None:
        cell(name, language, tier or "easy")
    return name, language, tier


def make_all(cells: Sequence[Cell], *, seed: int = 0, count: int = PER_CELL, workers: int = 1) -> Iterator[Made]:
    """The items of cells, chunk by chunk.

    Raises:
        UserError: A count below one, above the space of a cell, or no workers; before anything is made.
    """
    check_counts(cells, seed, count)
    return chain.from_iterable(in_order(make_chunk, chunks(cells, seed, count), workers))


def check_counts(cells: Sequence[Cell], seed: int, count: int) -> None:
    """Refuse, before the first item is made, a count below one or above the space of a cell."""
    for each in cells:
        make(each.type, each.language, each.tier, seed=seed, count=count)


def chunks(cells: Sequence[Cell], seed: int, count: int, size: int = CHUNK) -> list[Chunk]:
    """The work of cells in pieces of at most `size` indices, always the same ones."""
    together: dict[tuple[str, str], list[Cell]] = {}
    for each in cells:
        together.setdefault((each.type, each.tier), []).append(each)
    return [
        Chunk(tuple(group), seed, start, min(size, count - start))
        for group in together.values()
        for start in range(0, count, size)
    ]


def make_chunk(chunk: Chunk) -> list[Made]:
    """The items of a chunk, language by language."""
    return [
        Made(
            each,
            tuple(
                as_line(item)
                for item in make(
                    each.type, each.language, each.tier, seed=chunk.seed, count=chunk.count, start=chunk.start
                )
            ),
        )
        for each in chunk.cells
    ]
