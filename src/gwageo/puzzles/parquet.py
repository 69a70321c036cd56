"""Parquet: rows of items as columns, every file with the same ones, so that files of several cells fit together.

`certificate` is a column of objects. `answer` holds texts: the answer itself, or JSON where it is a number or object;
`choices` and `features`, which differ by type, are JSON texts. `rows.read_row` undoes both.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any, Self

from gwageo.core.errors import DataError
from gwageo.puzzles.base import Certificate

_BATCH = 1000
"""Rows in memory at a time."""
_TEXTS = ("answer", "choices", "features")
"""Columns whose values are written as texts, whatever they are."""
_NAMES = ("id", "pair_id", "task", "type", "language", "tier", "seed", "version", "question", "answer", "trace",
          "index", "calibrated", "certificate", "features", "choices")  # fmt: skip


def read(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows of a file with their numbers from 1.

    Raises:
        DataError: It is no Parquet file, or a damaged one.
        OSError: It cannot be opened.
    """
    number = 0
    for batch in _batches(path):
        for row in batch:
            number += 1
            yield number, row


def _batches(path: Path) -> Iterator[list[dict[str, Any]]]:
    import pyarrow

    with path.open("rb") as source:
        try:
            for batch in _pyarrow().ParquetFile(source).iter_batches(_BATCH):
                yield batch.to_pylist()
        # Arrow says of damaged pages that they cannot be read: an OSError.
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise DataError(f"is not Parquet that can be read ({error})", file=str(path)) from error


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


def notes(path: Path) -> dict[str, str]:
    """What `Writer.note` kept in a file."""
    with _pyarrow().ParquetFile(path.absolute()) as file:
        found = file.metadata.metadata or {}
        return {name.decode(): value.decode() for name, value in found.items()}


def _schema() -> Any:
    import pyarrow

    whole, text = pyarrow.int64(), pyarrow.string()
    proof = pyarrow.struct([(each.name, whole if each.type is int else text) for each in fields(Certificate)])
    kinds = {"seed": whole, "version": whole, "index": whole, "calibrated": pyarrow.bool_(), "certificate": proof}
    return pyarrow.schema([(name, kinds.get(name, text)) for name in _NAMES])


def _packed(name: str, value: Any) -> Any:
    if name not in _TEXTS or value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _pyarrow() -> Any:
    import pyarrow.parquet

    return pyarrow.parquet
