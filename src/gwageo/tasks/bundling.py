"""Making a bundle: the items of exams as published, one JSONL file per set, checked before they are kept."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gwageo.core import ConfigError, DataError
from gwageo.tasks.base import Task
from gwageo.tasks.bundle import TOKENIZER, Bundle, Entry, Tokenizer, read_bundle, write_bundle, write_text
from gwageo.tasks.sources import Source, item_set, open_source, read_items


@dataclass(frozen=True, slots=True)
class Wanted:
    """One exam to be bundled, and where its items come from now."""

    task: Task
    data: str | None
    """As for `read_items`; None is the published set."""


def bundle(wanted: Sequence[Wanted], folder: Path, *, model: str | None = None) -> Bundle:
    """Put the items of exams into a folder; sets that are there already and not asked for stay.

    Args:
        wanted: Exams. Those that share a set share its file.
        folder: Made if absent.
        model: Whose tokenizer is to lie beside the items.

    Raises:
        UserError: A set cannot be had, or a row cannot be used; sets that were fetched before it are kept.
        StoreError: The folder cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file; give -o a directory")
    found = read_bundle(folder) or Bundle({})
    by_set: dict[str, list[Wanted]] = {}
    for one in wanted:
        by_set.setdefault(one.task.data_name, []).append(one)
    for name, exams in by_set.items():
        found = replace(found, sets={**found.sets, name: _fetch(name, exams, folder)})
        write_bundle(folder, found)
    if model is not None:
        found = replace(found, tokenizer=_tokenizer(model, folder))
        write_bundle(folder, found)
    return found


def _fetch(name: str, exams: Sequence[Wanted], folder: Path) -> Entry:
    """Write one set, after every exam that it serves could read it; read back, it must be the same."""
    source = open_source(exams[0].task, exams[0].data)
    before = [item_set(one.task, source) for one in exams]
    path = folder / f"{name}.jsonl"
    text = "".join(_line(row.cells, path, row.number) for part in source.parts for row in part.rows.rows)
    entry = Entry(
        file=path.name,
        rows=len(before[0].items),
        sha256=write_text(path, text),
        origin=_origin(source),
        kind=source.kind,
        revision=source.revision,
        licence=exams[0].task.card.licence if source.kind != "bundled" else "MIT",
        tasks=tuple(one.task.name for one in exams),
    )
    for one, kept in zip(exams, before, strict=True):
        if read_items(one.task, path).digest != kept.digest:
            raise DataError("does not hold the same items as its source when it is read back", file=str(path))
    return entry


def _origin(source: Source) -> str:
    """Where the items come from; a local file by its name only, since its folder means nothing elsewhere."""
    return source.origin if source.kind != "file" else ", ".join(Path(part.name).name for part in source.parts)


def _line(cells: Mapping[str, Any], path: Path, number: int) -> str:
    try:
        text = json.dumps(dict(cells), ensure_ascii=False, allow_nan=False, default=_listed)
    except (TypeError, ValueError) as error:
        raise DataError(f"holds a value that JSON cannot keep: {error}", file=str(path), row=number) from error
    return text + "\n"


def _listed(value: Any) -> Any:
    """Arrays of data frames as lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} of type {type(value).__name__}")


def _tokenizer(name: str, folder: Path) -> Tokenizer:
    from gwageo.models.extras import import_torch
    from gwageo.models.local import LocalModel
    from gwageo.models.registry import load_model

    model = load_model(name)
    if not isinstance(model, LocalModel) or name == "embedded":
        raise ConfigError(f"{name} has no tokenizer to bundle: only a folder or hf:ORG/NAME has one; leave --model out")
    import_torch()
    from gwageo.models.loading import load_tokenizer

    found = model.found()
    load_tokenizer(found, model.options).save_pretrained(folder / TOKENIZER)
    return Tokenizer(name, found.fingerprint)
