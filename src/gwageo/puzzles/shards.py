"""Shards: items by the million, as a folder of Parquet files that any number of kills cannot spoil.

Every shard is the work of one process, appears when it is whole, and holds a digest of its items. Made again with the
same request, the folder keeps the shards that are there and gets the others; another request is refused. What comes
out depends on the request alone: not on the workers, nor on how often the work was broken off.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.core.errors import ConfigError, DataError, UserError
from gwageo.puzzles import parquet
from gwageo.puzzles.files import replacing
from gwageo.puzzles.registry import load
from gwageo.puzzles.suite import CHUNK, Cell, Chunk, check_counts, chunks, make_chunk
from gwageo.puzzles.workers import in_order

SIZE = 10_000
MANIFEST = "manifest.json"
_DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class Filled:
    """What a folder of shards holds."""

    items: int
    shards: int
    kept: int
    """Shards that were there before."""
    digest: str
    """SHA-256 over the digests of all shards, in order."""


@dataclass(frozen=True, slots=True)
class _Shard:
    """One file to be made."""

    path: Path
    cell: Cell


@dataclass(frozen=True, slots=True)
class _Job:
    """The shards of one run of indices: one for every language asked for, so that a pair is made once."""

    shards: tuple[_Shard, ...]
    seed: int
    start: int
    count: int


def fill(
    folder: str | Path, cells: Sequence[Cell], *, seed: int = 0, count: int = SIZE, workers: int = 1, size: int = SIZE
) -> Filled:
    """Fill a folder with the items of cells, `size` of one cell in a shard; shards that are whole are kept.

    Args:
        folder: Made where it is missing.
        cells: As `suite.choose` gives them.
        seed: What the items are drawn from.
        count: Items of every cell.
        workers: Processes that work at once.
        size: Items in a shard; the last of a cell may hold fewer.

    Raises:
        ConfigError: The folder holds the shards of another request.
        UserError: A count, size or number of workers that cannot be.
        StoreError: The folder cannot be written; shards that are whole stay.
    """
    place = Path(folder)
    if size < 1:
        raise UserError(f"cannot put {size!r} items in a shard; give at least 1")
    check_counts(cells, seed, count)
    _claim(place, {"seed": seed, "count": count, "shard_size": size, "types": _versions(cells)})
    jobs = list(_jobs(place, cells, seed, count, size))
    missing = [job for job in map(_left, jobs) if job.shards]
    for _ in in_order(_make, missing, workers):
        pass
    made = sum(len(job.shards) for job in missing)
    every = sum(len(job.shards) for job in jobs)
    return Filled(len(cells) * count, every, every - made, digest(place))


def digest(folder: str | Path) -> str:
    """SHA-256 over the digests of all shards of a folder, in the order of their names.

    Raises:
        DataError: A file is no shard.
    """
    total = hashlib.sha256()
    for path in sorted(Path(folder).glob("*.parquet")):
        total.update((_noted(path)[1] or "").encode())
    return total.hexdigest()


def _versions(cells: Sequence[Cell]) -> dict[str, int]:
    """What decides about the items: the cells, and the version of their types."""
    return {each.name: load(each.type).version for each in cells}


def _claim(folder: Path, request: dict[str, Any]) -> None:
    """Make sure that the folder belongs to this request, and sweep up what a kill has left."""
    path = folder / MANIFEST
    if path.exists():
        _compare(path, request)
    elif next(folder.glob("*.parquet"), None):
        raise ConfigError(f"{folder} holds Parquet files and no {MANIFEST}; give a folder that is empty")
    else:
        with replacing(path) as part:
            part.write_text(json.dumps(request, indent=2) + "\n", encoding="utf-8")
    for part in folder.glob(".*.part"):
        part.unlink(missing_ok=True)


def _compare(path: Path, request: dict[str, Any]) -> None:
    try:
        there = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", file=str(path)) from error
    there = there if isinstance(there, dict) else {}
    differ = [told for name, new in request.items() if there.get(name) != new for told in _told(name, there, new)]
    if differ:
        raise ConfigError(
            f"{path.parent} holds the shards of another request: {'; '.join(differ)}; give another folder"
        )


def _told(name: str, there: dict[str, Any], new: Any) -> list[str]:
    """How a field differs; of the types the first three that do."""
    old = there.get(name)
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return [f"{name} was {old!r}, now {new!r}"]
    keys = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    return [f"version of {key} was {old.get(key)!r}, now {new.get(key)!r}" for key in keys[:3]]


def _jobs(folder: Path, cells: Sequence[Cell], seed: int, count: int, size: int) -> Iterator[_Job]:
    of = -(-count // size)
    for chunk in chunks(cells, seed, count, size):
        number = chunk.start // size
        shards = (_Shard(folder / f"{cell.name}-{number:05d}-of-{of:05d}.parquet", cell) for cell in chunk.cells)
        yield _Job(tuple(shards), seed, chunk.start, chunk.count)


def _left(job: _Job) -> _Job:
    """What is still to be made of a job."""
    left = tuple(shard for shard in job.shards if not shard.path.exists() or _noted(shard.path)[0] != job.count)
    return _Job(left, job.seed, job.start, job.count)


def _noted(path: Path) -> tuple[int, str | None]:
    try:
        rows, notes = parquet.notes(path)
    except (OSError, ValueError) as error:
        raise DataError(
            f"is not a whole Parquet file ({error}); delete it to have it made again", file=str(path)
        ) from error
    return rows, notes.get(_DIGEST)


def _make(job: _Job) -> None:
    """Make the shards of a job, a hundred items at a time."""
    with ExitStack() as stack:
        files = [stack.enter_context(parquet.Writer(stack.enter_context(replacing(each.path)))) for each in job.shards]
        sums = [hashlib.sha256() for _ in files]
        cells = tuple(shard.cell for shard in job.shards)
        for start in range(job.start, job.start + job.count, CHUNK):
            count = min(CHUNK, job.start + job.count - start)
            for file, total, made in zip(files, sums, make_chunk(Chunk(cells, job.seed, start, count)), strict=True):
                file.add(made.lines)
                total.update("".join(f"{line}\n" for line in made.lines).encode())
        for file, total in zip(files, sums, strict=True):
            file.note(**{_DIGEST: total.hexdigest()})
