"""Where items come from: the published hub set, a local file or folder, or the bundled quick set.

All rows are read and checked before anything runs; a row that cannot be used is an error that names file, row and
column.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from gwageo.core import ConfigError, DataError, Item, MissingExtra, UserError
from gwageo.core.canonical import digest
from gwageo.core.disk import exists
from gwageo.tasks.base import Hub, RowError, Task
from gwageo.tasks.bundle import check_whole, read_bundle
from gwageo.tasks.files import Row, Rows, composed, read_file
from gwageo.tasks.folders import choose, plain
from gwageo.tasks.hub import Fetched, fetch
from gwageo.tasks.privacy import CELL, check_id, hidden, problem

BUNDLED = "bundled"
"""The value of `data` that means gwageo's own quick items."""
HUB = "hub:"
"""What `data` begins with where it names a set on the hub under another id or split: hub:ORG/NAME@SPLIT."""

_TIERS = (("easy", "medium", "hard", "challenge"), ("elementary", "middle", "high"))
_OWN_FOLDERS = ("examples", "quick")
"""Where rows written for gwageo lie."""
_NAMED = 5
STOP, COUNT = "stop", "count"
"""Values of `base.DATA_ERRORS` that are told apart here."""


@dataclass(frozen=True, slots=True)
class ItemSet:
    """The items of one exam, and where they came from."""

    items: tuple[Item, ...]
    origin: str
    """In words, for people."""
    kind: Literal["hub", "file", "bundled", "made"]
    digest: str
    """SHA-256 over id, fields and gold in order."""
    revision: str | None = None
    """Of a hub set; None where it is unknown or the items are local."""
    notes: tuple[str, ...] = ()
    """What a reader of the result should know about the data."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one file, and its name in messages."""

    name: str
    rows: Rows


_HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair: no tokenizer and no file takes it."""


@dataclass(frozen=True, slots=True)
class Source:
    """The rows of one set as they lie, before an exam reads them."""

    parts: tuple[Part, ...]
    origin: str
    kind: Literal["hub", "file", "bundled", "made"]
    revision: str | None = None
    path: Path | None = None
    """The first file; None where there is none of the caller's."""


def read_items(
    task: Task, data: str | Path | None = None, *, token: str | None = None, data_errors: str = STOP
) -> ItemSet:
    """Read and check all items of an exam.

    Args:
        task: The exam.
        data: "bundled" for the quick set, a file, a folder (see `folders`), "hub:ORG/NAME@SPLIT", or None for the
            published hub set.
        token: For the hub; None is the environment variable HF_TOKEN.
        data_errors: What becomes of rows that cannot be used, a value of `base.DATA_ERRORS`.

    Raises:
        DataError: A file or a row cannot be used.
        UserError: The hub set cannot be had.
    """
    return item_set(task, open_source(task, data, token=token), data_errors)


def open_source(task: Task, data: str | Path | None = None, *, token: str | None = None) -> Source:
    """The rows behind an exam; arguments and errors as for `read_items`, whose first half this is."""
    if data in (None, BUNDLED) and (made := task.made()) is not None:
        part = Part(f"made items of {task.name}", composed([Row(number, row) for number, row in enumerate(made, 1)]))
        return Source((part,), "made by gwageo", "made")
    if data == BUNDLED:
        return _bundled(task)
    if data is None or str(data).startswith(HUB):
        return _from_hub(task, None if data is None else str(data), token)
    path = Path(data).expanduser()
    if not exists(path):
        raise DataError(f"does not exist; expected a file or folder with the items of {task.name}", file=str(path))
    return _from_folder(task, path) if path.is_dir() else _from_files((path,))


def item_set(task: Task, source: Source, data_errors: str = STOP) -> ItemSet:
    """The items that an exam makes of a source's rows.

    Args:
        task: The exam.
        source: The rows.
        data_errors: See `read_items`.

    Raises:
        DataError: A row cannot be used; file, row and column are named.
    """
    items: list[Item] = []
    places: list[tuple[str, int]] = []
    errors: list[DataError] = []
    every = [(number, part.name, row) for number, (part, row) in enumerate(_lines(source))]
    rows = [each for each in every if task.takes(each[2].cells)] or every  # of none at all, the first says what it is
    counted: list[DataError] = []
    for number, file, row in rows:
        try:
            item = _item(task, row, file, number)
            defect = _defect(task, item)
            if defect is not None:
                counted.append(_placed(defect, task, file, row))
            if defect is not None and data_errors != COUNT:
                raise counted[-1]
        except DataError as error:
            errors.append(error)
        else:
            items.append(item)
            places.append((file, row.number))
    if errors and data_errors == STOP:
        raise DataError.of(errors[0], f"--option data_errors=skip leaves out such rows, {len(errors)} here")
    if errors and not items:
        raise DataError.of(errors[0], f"none of the {len(errors)} rows can be used")
    _refuse_duplicates(items, places)
    named = [*_name_notes(source.path, task), *_id_notes(items, source.path.name)] if source.path else []
    notes = [*named, *_composed_notes(source.parts), *_item_notes(items)]
    if errors:
        notes.append(f"{len(errors)} of {len(rows)} rows cannot be used and were left out: {_sentences(errors)}")
    if counted and data_errors == COUNT:
        notes.append(
            f"{len(counted)} of {len(rows)} rows have errors and are asked all the same: {_sentences(counted)}"
        )
    if len(rows) < len(every):
        notes.append(f"{len(every) - len(rows)} of {len(every)} rows are items of other exams and were left aside.")
    content = digest([[item.id, item.fields, item.gold] for item in items])
    return ItemSet(tuple(items), source.origin, source.kind, content, source.revision, tuple(notes))


def _lines(source: Source) -> Iterator[tuple[Part, Row]]:
    return ((part, row) for part in source.parts for row in part.rows.rows)


def _sentences(errors: Sequence[DataError]) -> str:
    more = f"; and {len(errors) - _NAMED} more" if len(errors) > _NAMED else ""
    return "; ".join(map(str, errors[:_NAMED])) + more


def _from_files(paths: Sequence[Path]) -> Source:
    parts = tuple(Part(str(each), read_file(each)) for each in paths)
    return Source(parts, ", ".join(part.name for part in parts), "file", path=paths[0])


def _from_folder(task: Task, folder: Path) -> Source:
    """A folder's file; where the folder is a bundle, what its list says of the file."""
    bundle = read_bundle(folder)
    entry = bundle.sets.get(task.data_name) if bundle else None
    if entry is None:
        return _from_files(choose(folder, task))
    path = folder / Path(entry.file).name
    if not path.is_file():
        raise DataError(f"is in the list of {folder}, but not there; fetch the data again", file=str(path))
    check_whole(path, entry)
    found = _from_files((path,))
    origin = entry.origin if entry.kind == "bundled" else f"{found.origin} ({entry.origin})"
    return replace(found, origin=origin, kind="bundled" if entry.kind == "bundled" else "file", revision=entry.revision)


def has_bundled(task: Task) -> bool:
    """Whether a quick set of this exam is bundled."""
    return _quick(task).is_file()


def _quick(task: Task) -> Traversable:
    return files("gwageo.tasks").joinpath("quick", f"{task.data_name}.jsonl")


def example_items(task: Task) -> tuple[Item, ...]:
    """Items written for gwageo that show what an exam without a quick set asks; none where there are none.

    A translation takes its original's, a tier those of its exam.
    """
    names = (task.data_name.removesuffix("_deepl"), task.data_name.rpartition("_")[0])
    places = [files("gwageo.tasks").joinpath(folder, f"{name}.jsonl") for name in names for folder in _OWN_FOLDERS]
    resource = next((place for place in places if place.is_file()), None)
    if resource is None:
        return ()
    with as_file(resource) as path:
        return item_set(task, Source((Part(resource.name, read_file(path)),), resource.name, "bundled")).items


def _bundled(task: Task) -> Source:
    resource = _quick(task)
    if not has_bundled(task):
        raise UserError(f"There is no bundled quick set for {task.name}; give the items with --data PATH")
    with as_file(resource) as path:
        part = Part(f"{BUNDLED} {resource.name}", read_file(path))
    return Source((part,), "gwageo's own quick items, not the benchmark's", "bundled")


def _from_hub(task: Task, data: str | None, token: str | None) -> Source:
    hub = task.hub if data is None else _named_hub(data, task)
    if hub is None:
        raise UserError(f"{task.name} has no published set; give the items with --data PATH")
    found = _fetched(hub, task.name, token)
    part = Part(found.name, found.rows)
    return Source((part,), f"{found.name}, Hugging Face hub", "hub", found.revision)


def _fetched(hub: Hub, name: str, token: str | None) -> Fetched:
    """The set under the first of its ids that gives it; where none does, what was wrong with the first."""
    try:
        return fetch(hub, name, token)
    except MissingExtra:
        raise
    except UserError:
        for path in hub.also:
            with suppress(UserError):
                return fetch(replace(hub, path=path), name, token)
        raise


def _named_hub(data: str, task: Task) -> Hub:
    """The set that `hub:PATH[@SPLIT]` names; all else is as published."""
    path, _, split = data.removeprefix(HUB).partition("@")
    known = task.hub or Hub(path)
    if not path.strip():
        raise ConfigError(f"--data is {data!r}; expected hub:ORG/NAME or hub:ORG/NAME@SPLIT")
    return replace(known, path=path.strip(), split=split.strip() or known.split, revision=None, also=())


def _item(task: Task, row: Row, file: str, number: int) -> Item:
    """The item of a row."""
    missing = [column for column in task.columns if column not in row.cells]
    if missing:
        # Without a heading the first row stands for the columns.
        have = CELL if hidden(task) else ", ".join(map(repr, row.cells)) or "none"
        raise DataError(f"the column is missing; the columns are {have}", file=file, row=row.number, column=missing[0])
    for column, value in row.cells.items():
        half = _HALF.search(value) if isinstance(value, str) else None
        if half is not None:
            raise DataError(
                f"holds half of a character (U+{ord(half[0]):04X}); save the text as whole characters",
                file=file,
                row=row.number,
                column=column,
            )
    try:
        item = task.item(row.cells, number)
        check_id(task, item)
    except RowError as error:
        raise _placed(error, task, file, row) from error
    return item


def _placed(error: RowError, task: Task, file: str, row: Row) -> DataError:
    """The error with its place."""
    return DataError(problem(task, error), file=file, row=row.number, column=error.column)


def _defect(task: Task, item: Item) -> RowError | None:
    """What is wrong with an item that could be read: the exam's own word on it, or options that are equal."""
    options = _options(task, item)
    twice = next((text for text in options if options.count(text) > 1), None)
    if twice is None:
        return task.defect(item)
    problem = "offers two options that are equal" if task.private else f"offers the option {twice!r:.60} twice"
    return task.defect(item) or RowError(problem)


def _refuse_duplicates(items: Sequence[Item], places: Sequence[tuple[str, int]]) -> None:
    rows: dict[str, list[int]] = {}
    for item, (_, number) in zip(items, places, strict=True):
        rows.setdefault(item.id, []).append(number)
    twice = {name: numbers for name, numbers in rows.items() if len(numbers) > 1}
    if not twice:
        return
    shown = ", ".join(f"{name!r} (rows {_joined(numbers)})" for name, numbers in list(twice.items())[:_NAMED])
    more = f" and {len(twice) - _NAMED} more" if len(twice) > _NAMED else ""
    raise DataError(f"ids must be unique; {len(twice)} found more than once: {shown}{more}", file=places[0][0])


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


def _composed_notes(parts: Sequence[Part]) -> list[str]:
    count = sum(part.rows.composed for part in parts)
    rows = "row" if count == 1 else "rows"
    return [f"{count} {rows} held decomposed letters (NFD); they were composed."] if count else []


def _item_notes(items: Sequence[Item]) -> list[str]:
    """What the row readers noticed, counted."""
    counts: dict[str, int] = {}
    for item in items:
        if "note" in item.metadata:
            counts[item.metadata["note"]] = counts.get(item.metadata["note"], 0) + 1
    return [f"{count} {'item' if count == 1 else 'items'}: {note}." for note, count in counts.items()]


def _options(task: Task, item: Item) -> list[str]:
    """The texts among which an item lets choose, whatever the kind of exam; none where it does not."""
    choices = item.fields.get("choices")
    named = [item.fields.get(name, "") for name in getattr(task, "option_fields", ())]
    texts = item.metadata.get("options") or (choices.get("text") if isinstance(choices, Mapping) else None) or named
    return [str(text).strip() for text in texts]


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
