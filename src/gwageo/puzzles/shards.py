"""Shards: items by the million, as a folder of Parquet files that any number of kills cannot spoil.

Every shard is the work of one process, appears when it is whole, and holds a digest of its items. Before it appears,
the SHA-256 of its bytes goes into the folder's list, as `sha256sum` writes them. Made again with the same request, the
folder keeps the shards whose bytes the list vouches for, and gets the others; another request is refused. What comes
out depends on the request alone: not on the workers, nor on how often the work was broken off.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.core.disk import exists, take_away
from gwageo.core.errors import ConfigError, DataError, UserError
from gwageo.puzzles import parquet
from gwageo.puzzles.files import replacing
from gwageo.puzzles.registry import load
from gwageo.puzzles.suite import CHUNK, Cell, Chunk, check_counts, chunks, make_chunk
from gwageo.puzzles.workers import in_order

SIZE = 10_000
MANIFEST = "manifest.json"
SUMS = "shards.sha256"
"""The list of shards: one `SHA-256  name` a line."""
FORMAT = 2
"""Of the columns and the folder; 1 had no list, and answers in JSON throughout."""
_DIGEST = "digest"
_LEFT = re.compile(r"\..*\.part")
"""What a killed run leaves."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a folder of shards holds."""

    items: int
    shards: int
    kept: int
    """Shards that were there before, byte by byte as they were made."""
    mended: int
    """Shards that were there and were not what had been made; they were made again."""
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
    request = {"format": FORMAT, "seed": seed, "count": count, "shard_size": size, "types": _versions(cells)}
    _claim(place, request)
    jobs = list(_jobs(place, cells, seed, count, size))
    every = sorted(shard.path for job in jobs for shard in job.shards)
    there = [path for path in every if path.exists()]
    sums = _vouched(place, there)
    _list(place, sums)
    missing = [job for job in (_left(job, sums) for job in jobs) if job.shards]
    made = {name: told for listed in in_order(_make, missing, workers) for name, told in listed.items()}
    _list(place, {**sums, **made})
    return Filled(len(cells) * count, len(every), len(sums), len(there) - len(sums), digest(place))


def digest(folder: str | Path) -> str:
    """SHA-256 over the digests of the items of all shards in a folder's list, in the order of their names.

    Raises:
        DataError: A file is no shard.
    """
    total = hashlib.sha256()
    for name in sorted(_sums(Path(folder))):
        total.update(_noted(Path(folder, name)).encode())
    return total.hexdigest()


def _vouched(folder: Path, there: Sequence[Path]) -> dict[str, str]:
    """Name to sum of the shards whose bytes are those that the list has."""
    known = _sums(folder)
    return {path.name: known[path.name] for path in there if known.get(path.name) == _sum(path)}


def _sums(folder: Path) -> dict[str, str]:
    """The list: name to sum. A line that a kill has cut short names nothing."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    except FileNotFoundError:
        return {}
    whole = (line[:-1].partition("  ") for line in lines if line.endswith("\n"))
    return {name: told for told, _, name in whole}


def _list(folder: Path, sums: Mapping[str, str]) -> None:
    """Put the list in place, in the order of names."""
    with replacing(folder / SUMS) as part:
        part.write_text("".join(_line(sums[name], name) for name in sorted(sums)), encoding="utf-8", newline="\n")


def _line(told: str, name: str) -> str:
    return f"{told}  {name}\n"


def _sum(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def _versions(cells: Sequence[Cell]) -> dict[str, int]:
    """What decides about the items: the cells, and the version of their types."""
    return {each.name: load(each.type).version for each in cells}


def _claim(folder: Path, request: dict[str, Any]) -> None:
    """Make sure that the folder belongs to this request, and sweep up what a kill has left."""
    path = folder / MANIFEST
    if exists(path):
        _compare(path, request)
    else:
        inside = folder.glob("*") if exists(folder) else ()
        strange = sorted(each.name for each in inside if not _LEFT.fullmatch(each.name))
        if strange:
            raise ConfigError(
                f"{folder} is not empty and holds no shards (it has {strange[0]!r}); give -o another folder"
            )
        with replacing(path) as part:
            part.write_text(json.dumps(request, indent=2) + "\n", encoding="utf-8")
    for part in folder.glob(".*"):
        if _LEFT.fullmatch(part.name):
            take_away(part)


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


def _left(job: _Job, sums: Mapping[str, str]) -> _Job:
    """What is still to be made of a job."""
    return _Job(tuple(shard for shard in job.shards if shard.path.name not in sums), job.seed, job.start, job.count)


def _noted(path: Path) -> str:
    """The digest of its items that a shard holds."""
    try:
        return parquet.notes(path)[_DIGEST]
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"is no shard ({error})", file=str(path)) from error


def _make(job: _Job) -> dict[str, str]:
    """Make the shards of a job, a hundred items at a time; each is listed before it appears. Name to sum."""
    with ExitStack() as stack:
        parts = [stack.enter_context(replacing(each.path)) for each in job.shards]
        _write(job, parts)
        made = {shard.path.name: _sum(part) for shard, part in zip(job.shards, parts, strict=True)}
        for shard in job.shards:
            _enter(shard.path, made[shard.path.name])
    return made


def _write(job: _Job, parts: Sequence[Path]) -> None:
    with ExitStack() as stack:
        files = [stack.enter_context(parquet.Writer(part)) for part in parts]
        sums = [hashlib.sha256() for _ in files]
        cells = tuple(shard.cell for shard in job.shards)
        for start in range(job.start, job.start + job.count, CHUNK):
            count = min(CHUNK, job.start + job.count - start)
            for file, total, made in zip(files, sums, make_chunk(Chunk(cells, job.seed, start, count)), strict=True):
                file.add(made.lines)
                total.update("".join(f"{line}\n" for line in made.lines).encode())
        for file, total in zip(files, sums, strict=True):
            file.note(**{_DIGEST: total.hexdigest()})


def _enter(path: Path, told: str) -> None:
    """Add a shard to the list, in one write, since other processes add theirs."""
    with (path.parent / SUMS).open("ab") as file:
        file.write(_line(told, path.name).encode())
