"""Parquet: rows of items as columns. Where a column would hold several kinds of things it holds JSON texts."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Self

_BATCH = 1000
"""Rows in memory at a time."""
_JSON_COLUMNS = ("answer", "choices", "certificate", "features")
_NAMES = ("id", "pair_id", "task", "type", "language", "tier", "seed", "version", "question", "answer", "trace",
          "index", "calibrated", "certificate", "features", "choices")  # fmt: skip


def read(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows of a file with their numbers from 1."""
    number = 0
    for batch in _pyarrow().ParquetFile(path.absolute()).iter_batches(_BATCH):
        for row in batch.to_pylist():
            number += 1
            yield number, {name: _unpacked(name, value) for name, value in row.items()}


def write(path: Path, lines: Iterable[str]) -> int:
    """Write lines of JSONL as rows; how many there were."""
    count, left = 0, iter(lines)
    with Writer(path) as file:
        while batch := list(islice(left, _BATCH)):
            file.add(batch)
            count += len(batch)
    return count


class Writer:
    """A file that takes rows bit by bit; it can be read once the block has ended.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        parquet = _pyarrow()
        self._schema = _schema()
        # Absolute, since a relative path with a colon in it would be taken for an address.
        self._file = parquet.ParquetWriter(path.absolute(), self._schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, lines: Iterable[str]) -> None:
        """Write lines of JSONL as one group of rows."""
        import pyarrow

        rows = [json.loads(line) for line in lines]
        packed = [{name: _packed(name, row.get(name)) for name in _NAMES} for row in rows]
        self._file.write_table(pyarrow.Table.from_pylist(packed, self._schema))

    def note(self, **texts: str) -> None:
        """Keep texts in the file, for `notes` to read back."""
        self._file.add_key_value_metadata(texts)


def notes(path: Path) -> tuple[int, dict[str, str]]:
    """The number of rows of a file, and what `Writer.note` kept in it."""
    with _pyarrow().ParquetFile(path.absolute()) as file:
        found = file.metadata.metadata or {}
        return int(file.metadata.num_rows), {name.decode(): value.decode() for name, value in found.items()}


def _schema() -> Any:
    import pyarrow

    kinds = {"seed": pyarrow.int64(), "version": pyarrow.int64(), "index": pyarrow.int64(),
             "calibrated": pyarrow.bool_()}  # fmt: skip
    return pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in _NAMES])


def _packed(name: str, value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if name in _JSON_COLUMNS and value is not None else value


def _unpacked(name: str, value: Any) -> Any:
    if name not in _JSON_COLUMNS or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:  # a file of someone else, with texts that are not JSON
        return value


def _pyarrow() -> Any:
    import pyarrow.parquet

    return pyarrow.parquet
