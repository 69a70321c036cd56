"""Rows of a local file: JSONL, JSON, Parquet, CSV, TSV, XLSX. Every row comes with its number, counted from 1.

Files come from anywhere: a byte-order mark and both line ends are read right, and whatever cannot be read is a
`DataError` that says where. Decomposed Hangul is composed, and counted; nothing else about a text is changed.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.core import DataError
from gwageo.hangul.text import compose

_MAX_CELL = 10_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """One row."""

    number: int
    """Counted from 1; a line number in JSONL, the data row in tables (their heading is not counted)."""
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a file."""

    rows: tuple[Row, ...]
    composed: int = 0
    """Rows that held decomposed letters."""


def read_file(path: Path) -> Rows:
    """Read a whole file.

    Raises:
        DataError: The file is missing, of an unknown kind, empty, or holds something else than rows.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise DataError(f"the ending is {path.suffix!r}, expected one of {', '.join(READERS)}", file=str(path))
    try:
        found = list(reader(path))
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from error
    if not found:
        raise DataError("holds no rows", file=str(path))
    return composed(found)


def composed(found: Sequence[Row]) -> Rows:
    """The rows with clean column names and composed texts."""
    changed = 0
    rows = []
    for row in found:
        cells = {_column(name): _compose(value) for name, value in row.cells.items()}
        changed += any(
            cells[_column(name)] != value for name, value in row.cells.items() if not hasattr(value, "tolist")
        )
        rows.append(Row(row.number, cells))
    return Rows(tuple(rows), changed)


def _column(name: Any) -> str:
    return compose(str(name)).replace("\N{ZERO WIDTH NO-BREAK SPACE}", "").strip()


def _compose(value: Any) -> Any:
    if isinstance(value, str):
        return compose(value)
    if isinstance(value, Mapping):
        return {key: _compose(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_compose(entry) for entry in value]
    return value


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte-order mark and with line feeds only."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"is not UTF-8: byte {error.start} is 0x{raw[error.start]:02x}; save the file as UTF-8 "
            "(it may be CP949 or UTF-16)",
            file=str(path),
        ) from error
    return text.replace("\r\n", "\n")


def parse_json(text: str, path: Path, row: int | None = None) -> Any:
    """Parse JSON, however hostile; a key that stands twice would hide a value, and is refused."""

    def keyed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise DataError(f"has the key {twice!r} twice", file=str(path), row=row)
        return found

    try:
        return json.loads(text, object_pairs_hook=keyed)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if row is None else f"character {error.colno}"
        raise DataError(f"is not JSON ({error.msg} at {where})", file=str(path), row=row) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"is JSON that cannot be used ({type(error).__name__})", file=str(path), row=row) from error


def _jsonl(path: Path) -> Iterator[Row]:
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield Row(number, _mapping(parse_json(line, path, number), path, number))


def _json(path: Path) -> Iterator[Row]:
    text = read_text(path)
    if not text.strip():
        return
    value = parse_json(text, path)
    if isinstance(value, dict) and isinstance(value.get("data"), list):
        value = value["data"]
    if isinstance(value, dict):
        value = _from_columns(value, path)
    if not isinstance(value, list):
        raise DataError(
            f"holds {type(value).__name__}, expected a list of rows or columns of equal length", file=str(path)
        )
    for number, row in enumerate(value, 1):
        yield Row(number, _mapping(row, path, number))


def _from_columns(value: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    lengths = {len(cells) if isinstance(cells, (list, dict)) else -1 for cells in value.values()}
    if len(lengths) != 1 or -1 in lengths:
        raise DataError("is an object, expected columns of equal length or the rows under 'data'", file=str(path))
    columns = {name: list(cells.values()) if isinstance(cells, dict) else cells for name, cells in value.items()}
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _mapping(row: Any, path: Path, number: int) -> Mapping[str, Any]:
    if not isinstance(row, dict):
        raise DataError(f"is {type(row).__name__}, expected an object", file=str(path), row=number)
    return row


def _separated(delimiter: str) -> Callable[[Path], Iterator[Row]]:
    def read(path: Path) -> Iterator[Row]:
        csv.field_size_limit(_MAX_CELL)
        lines = csv.reader(io.StringIO(read_text(path), newline=""), delimiter=delimiter)
        try:
            yield from _table(lines, path)
        except csv.Error as error:
            raise DataError(f"is not a table: {error}", file=str(path), row=max(lines.line_num - 1, 1)) from error

    return read


def _xlsx(path: Path) -> Iterator[Row]:
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        try:
            lines = [list(cells) for cells in book.worksheets[0].iter_rows(values_only=True)]
        finally:
            book.close()
    except OSError:
        raise
    except Exception as error:  # a broken workbook raises whatever its zip or XML parser raises
        raise DataError(f"is not a workbook ({type(error).__name__}: {error})", file=str(path)) from error
    yield from _table(iter(lines), path)


def _table(lines: Iterator[list[Any]], path: Path) -> Iterator[Row]:
    """Rows under a heading; blank lines are no rows, empty cells are no values."""
    heading = [_column(name) if name is not None else "" for name in next(lines, [])]
    named = [name for name in heading if name]
    if len(set(named)) != len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise DataError(f"has the column {twice!r} twice", file=str(path))
    for number, cells in enumerate(lines, 1):
        if all(cell in (None, "") for cell in cells):
            continue
        if len(cells) > len(heading):
            raise DataError(f"has {len(cells)} cells, the heading has {len(heading)}", file=str(path), row=number)
        values = {name: (None if cell == "" else cell) for name, cell in zip(heading, cells, strict=False) if name}
        yield Row(number, values)


def _parquet(path: Path) -> Iterator[Row]:
    import pyarrow
    import pyarrow.parquet

    try:
        with path.open("rb") as source:  # a path with a colon in it would be taken for an address
            found = pyarrow.parquet.read_table(source).to_pylist()
    except (pyarrow.ArrowException, ValueError) as error:  # ValueError: texts that are not UTF-8, dates out of range
        raise DataError(f"is not Parquet that can be read ({error})", file=str(path)) from error
    for number, row in enumerate(found, 1):
        yield Row(number, row)


READERS: dict[str, Callable[[Path], Iterator[Row]]] = {
    ".jsonl": _jsonl,
    ".json": _json,
    ".parquet": _parquet,
    ".csv": _separated(","),
    ".tsv": _separated("\t"),
    ".xlsx": _xlsx,
}
"""Ending to reader."""
