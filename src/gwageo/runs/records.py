"""records.parquet: one row per item and repeat, written in row groups, and put in place only when whole."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from gwageo.core import StoreError

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


def write_records(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write all rows, or leave what was there.

    Args:
        path: Where the file will stand.
        rows: Rows with exactly the names of `COLUMNS`; taken `ROW_GROUP` at a time.

    Raises:
        StoreError: The file could not be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    part = path.with_name(path.name + ".part")
    schema = _schema()
    stream = iter(rows)
    try:
        # An open file, since a path with a colon in it would be taken for an address.
        with part.open("wb") as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
            while group := list(islice(stream, ROW_GROUP)):
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreError(
            f"{path} could not be written ({error.strerror or error}); "
            "every answer is kept in the journal, and the same command goes on from there"
        ) from error


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
