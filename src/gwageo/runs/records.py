"""records.parquet: one row per item and repeat, written in row groups, and put in place only when whole."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from gwageo.core import StoreError
from gwageo.core.disk import take_away

ROW_GROUP = 2000

TEXT, COUNT, NUMBER = "string", "int64", "float64"
COLUMNS: dict[str, str] = {
    "run_id": TEXT,
    "task": TEXT,
    "type": TEXT,
    "language": TEXT,
    "tier": TEXT,
    "item_id": TEXT,
    "pair_id": TEXT,
    "repeat": COUNT,
    "protocol": TEXT,
    "verdict": TEXT,
    "extraction": TEXT,
    "extracted": TEXT,
    "span_start": COUNT,
    "span_end": COUNT,
    "rule": TEXT,
    "metrics": "map<string, float64>",
    "gold": TEXT,
    "prompt_hash": TEXT,
    "response": TEXT,
    "reasoning": TEXT,
    "finish_reason": TEXT,
    "tokens_prompt": COUNT,
    "tokens_completion": COUNT,
    "tokens_reasoning": COUNT,
    "tokens_cached": COUNT,
    "cost": NUMBER,
    "latency_s": NUMBER,
    "loglikelihoods": "list<float64>",
    "unconditional": "list<float64>",
    "error": TEXT,
    "flags": "list<string>",
    "cluster": TEXT,
}
"""Column name to type. `gold` is JSON text; null is unknown or not applicable, never 0."""

ADDED = ("cluster",)
"""Columns that runs made before them lack; they read as null there."""

CLOCK = ("run_id", "latency_s")
"""Columns in which two runs of one configuration may differ."""


def _schema() -> Any:
    import pyarrow as pa

    kinds = {
        TEXT: pa.string(),
        COUNT: pa.int64(),
        NUMBER: pa.float64(),
        "map<string, float64>": pa.map_(pa.string(), pa.float64()),
        "list<float64>": pa.list_(pa.float64()),
        "list<string>": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])


class RecordsWriter:
    """A records file in the making, under a name of its own until it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._group: list[dict[str, Any]] = []
        self._file: IO[bytes] | None = None
        self._writer: Any = None

    def add(self, row: dict[str, Any]) -> None:
        """Take a row with exactly the names of `COLUMNS`; `ROW_GROUP` of them are held at most.

        Raises:
            StoreError: The file cannot be written; what was there before still is.
        """
        self._group.append(row)
        if len(self._group) == ROW_GROUP:
            self._flush()

    def finish(self) -> None:
        """Put the file in place.

        Raises:
            StoreError: It cannot be written; what was there before still is.
        """
        self._flush()
        with self._told():
            self._close()
            self._part.replace(self._path)

    def discard(self) -> None:
        """Leave what was there before, and no trace of this."""
        with suppress(OSError):
            self._close()
        take_away(self._part)

    def _flush(self) -> None:
        """Write the rows held; the first time, and be there none, begin the file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        with self._told():
            if self._writer is None:
                # An open file, since a path with a colon in it would be taken for an address.
                self._file = self._part.open("wb")
                self._writer = pq.ParquetWriter(self._file, _schema(), compression="zstd")
            if self._group:
                self._writer.write_table(pa.Table.from_pylist(self._group, schema=self._writer.schema))
        self._group = []

    def _close(self) -> None:
        writer, file = self._writer, self._file
        self._writer = self._file = None
        try:
            if writer is not None:
                writer.close()
        finally:
            if file is not None:
                file.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.discard()
            raise StoreError(
                f"{self._path} could not be written ({error.strerror or error}); "
                "every answer is kept in the journal, and the same command goes on from there"
            ) from error


def write_records(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write all rows, or leave what was there.

    Args:
        path: Where the file will stand.
        rows: Rows with exactly the names of `COLUMNS`; taken `ROW_GROUP` at a time.

    Raises:
        StoreError: The file could not be written.
    """
    writer = RecordsWriter(path)
    try:
        for row in rows:
            writer.add(row)
        writer.finish()
    finally:
        writer.discard()


def read_records(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Rows of a records file, a row group at a time.

    Raises:
        StoreError: The file is missing or is not a records file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as source, pq.ParquetFile(source) as file:
            wanted, has = list(columns or COLUMNS), set(file.schema_arrow.names)
            absent = [name for name in wanted if name in ADDED and name not in has]
            if missing := set(wanted) - has - set(absent):
                raise StoreError(f"{path} cannot be read as records: it has no column {sorted(missing)[0]!r}")
            for batch in file.iter_batches(columns=[name for name in wanted if name in has]):
                for row in batch.to_pylist():
                    row |= dict.fromkeys(absent)
                    if "metrics" in row:
                        row["metrics"] = dict(row["metrics"])
                    yield row
    except (OSError, pa.ArrowException) as error:
        raise StoreError(f"{path} cannot be read as records: {error}") from error


def row_count(path: Path) -> int:
    """How many rows a records file says that it has.

    Raises:
        StoreError: The file is missing or is not a records file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as source, pq.ParquetFile(source) as file:
            return int(file.metadata.num_rows)
    except (OSError, pa.ArrowException) as error:
        raise StoreError(f"{path} cannot be read as records: {error}") from error
