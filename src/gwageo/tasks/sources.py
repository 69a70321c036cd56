"""Where items come from: the published hub set, a local file or folder, or the bundled quick set.

All rows are read and checked before anything runs; a row that cannot be used is an error that names file, row and
column.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from gwageo.core import DataError, Item, UserError
from gwageo.core.canonical import digest
from gwageo.tasks.base import RowError, Task
from gwageo.tasks.files import Row, Rows, read_file
from gwageo.tasks.folders import choose, plain
from gwageo.tasks.hub import fetch

BUNDLED = "bundled"
"""The value of `data` that means gwageo's own quick items."""

_TIERS = (("easy", "medium", "hard", "challenge"), ("elementary", "middle", "high"))
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ItemSet:
    """The items of one exam, and where they came from."""

    items: tuple[Item, ...]
    origin: str
    """In words, for people."""
    kind: Literal["hub", "file", "bundled"]
    digest: str
    """SHA-256 over id, fields and gold in order."""
    revision: str | None = None
    """Of a hub set; None where it is unknown or the items are local."""
    notes: tuple[str, ...] = ()
    """What a reader of the result should know about the data."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The rows of one file, and its name in messages."""

    name: str
    rows: Rows


def read_items(task: Task, data: str | Path | None = None, *, token: str | None = None) -> ItemSet:
    """Read and check all items of an exam.

    Args:
        task: The exam.
        data: "bundled" for the quick set, a file, a folder (see `folders`), or None for the published hub set.
        token: For the hub; None is the environment variable HF_TOKEN.

    Raises:
        DataError: A file or a row cannot be used.
        UserError: The hub set cannot be had.
    """
    if data == BUNDLED:
        return _bundled(task)
    if data is None:
        return _from_hub(task, token)
    path = Path(data).expanduser()
    if not _exists(path):
        raise DataError(f"does not exist; expected a file or folder with the items of {task.name}", file=str(path))
    paths = choose(path, task) if path.is_dir() else (path,)
    parts = [_Part(str(each), read_file(each)) for each in paths]
    found = _item_set(task, parts, ", ".join(part.name for part in parts), "file")
    notes = [*_name_notes(paths[0], task), *_id_notes(found.items, paths[0].name), *found.notes]
    return replace(found, notes=tuple(notes))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file can have
        return False


def _bundled(task: Task) -> ItemSet:
    resource = files("gwageo.tasks").joinpath("quick", f"{task.data_name}.jsonl")
    if not resource.is_file():
        raise UserError(f"There is no bundled quick set for {task.name}; give the items with --data PATH")
    with as_file(resource) as path:
        part = _Part(f"{BUNDLED} {resource.name}", read_file(path))
    origin = "gwageo's own quick items, not the benchmark's"
    return _item_set(task, [part], origin, "bundled")


def _from_hub(task: Task, token: str | None) -> ItemSet:
    if task.hub is None:
        raise UserError(f"{task.name} has no published set; give the items with --data PATH")
    found = fetch(task.hub, task.name, token)
    part = _Part(found.name, found.rows)
    return _item_set(task, [part], f"{found.name}, Hugging Face hub", "hub", revision=found.revision)


def _item_set(
    task: Task,
    parts: Sequence[_Part],
    origin: str,
    kind: Literal["hub", "file", "bundled"],
    *,
    revision: str | None = None,
) -> ItemSet:
    items: list[Item] = []
    places: list[tuple[str, int]] = []
    for part in parts:
        for row in part.rows.rows:
            items.append(_item(task, row, part.name, len(items)))
            places.append((part.name, row.number))
    _refuse_duplicates(items, places)
    found = [*_composed_notes(parts), *_item_notes(items)]
    content = digest([[item.id, item.fields, item.gold] for item in items])
    return ItemSet(tuple(items), origin, kind, content, revision, tuple(found))


def _item(task: Task, row: Row, file: str, number: int) -> Item:
    missing = [column for column in task.columns if column not in row.cells]
    if missing:
        have = ", ".join(map(repr, row.cells)) or "none"
        raise DataError(f"the column is missing; the columns are {have}", file=file, row=row.number, column=missing[0])
    try:
        return task.item(row.cells, number)
    except RowError as error:
        raise DataError(error.problem, file=file, row=row.number, column=error.column) from error


def _refuse_duplicates(items: Sequence[Item], places: Sequence[tuple[str, int]]) -> None:
    rows: dict[str, list[int]] = {}
    for item, (_, number) in zip(items, places, strict=True):
        rows.setdefault(item.id, []).append(number)
    twice = {name: numbers for name, numbers in rows.items() if len(numbers) > 1}
    if not twice:
        return
    shown = ", ".join(f"{name!r} (rows {_joined(numbers)})" for name, numbers in list(twice.items())[:_NAMED])
    more = f" and {len(twice) - _NAMED} more" if len(twice) > _NAMED else ""
    raise DataError(f"ids must be unique, but {len(twice)} occur more than once: {shown}{more}", file=places[0][0])


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


def _composed_notes(parts: Sequence[_Part]) -> list[str]:
    count = sum(part.rows.composed for part in parts)
    return [f"{count} rows held decomposed letters (NFD); they were composed."] if count else []


def _item_notes(items: Sequence[Item]) -> list[str]:
    """What the row readers noticed, counted."""
    counts: dict[str, int] = {}
    for item in items:
        if "note" in item.metadata:
            counts[item.metadata["note"]] = counts.get(item.metadata["note"], 0) + 1
    return [f"{count} items: {note}." for note, count in counts.items()]


def _name_notes(path: Path, task: Task) -> list[str]:
    """A note where the file is named after another exam of the same kind."""
    words = set(plain(path.stem).split("_"))
    own = set(task.data_name.split("_"))
    for tiers in _TIERS:
        other = (words & set(tiers)) - own
        if other and own & set(tiers):
            return [f"{path.name} is named {other.pop()!r}, but was read as {task.name}; the exam asked for decides."]
    return []


def _id_notes(items: Sequence[Item], file_name: str) -> list[str]:
    """A note where the ids speak of another tier than the file name."""
    words = set(plain(Path(file_name).stem).split("_"))
    for tiers in _TIERS:
        named = words & set(tiers)
        in_ids: dict[str, int] = {}
        for item in items:
            for tier in set(plain(item.id).split("_")) & set(tiers):
                in_ids[tier] = in_ids.get(tier, 0) + 1
        other = {tier: count for tier, count in in_ids.items() if tier not in named}
        if named and other:
            tier, count = max(other.items(), key=lambda pair: pair[1])
            return [f"{file_name} is named {sorted(named)[0]!r}, but {count} of {len(items)} ids say {tier!r}."]
    return []
