"""Cells of a source row, whatever format they came in: texts, whole numbers, lists in JSON or literal form.

Spreadsheets turn 2 into 2.0 and lists into text; Parquet gives structs; data frames give arrays. Literals are parsed,
never executed.
"""

import ast
import json
import math
from collections.abc import Mapping
from typing import Any

from gwageo.tasks.base import RowError

_LITERAL_LIMIT = 100_000
"""Characters; a longer cell is no list of choices."""


def cell(row: Mapping[str, Any], column: str) -> Any:
    """The cell, refused where the column is missing or empty."""
    if column not in row:
        have = ", ".join(map(repr, row)) or "no columns"
        raise RowError(f"the column is missing; the row has {have}", column, shown=have)
    value = row[column]
    if value is None or (isinstance(value, float) and math.isnan(value)):
        raise RowError("the cell is empty", column)
    return value


def text(row: Mapping[str, Any], column: str) -> str:
    """A text that is not blank; whole numbers are written out."""
    value = cell(row, column)
    found = written(value)
    if found is None:
        raise _wrong(value, "a text", column)
    if not found.strip():
        raise _wrong(found, "a text that is not blank", column)
    return found


def written(value: Any) -> str | None:
    """A text as it is and a number as its text (2.0 as "2"); None for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def whole(row: Mapping[str, Any], column: str) -> int:
    """A whole number, also as "2" or 2.0."""
    value = cell(row, column)
    found = (written(value) or "").strip().removesuffix(".0")
    if not (found.isascii() and found.removeprefix("-").isdigit() and len(found) < 20):
        raise _wrong(value, "a whole number", column)
    return int(found)


def item_id(row: Mapping[str, Any], number: int) -> str:
    """The field `id` as text, else the zero-based row number."""
    if row.get("id") is None:
        return str(number)
    return text(row, "id").strip()


def structured(value: Any, column: str) -> Any:
    """A cell that holds a structure: as it is, or parsed from JSON or from a Python literal."""
    if hasattr(value, "tolist") and not isinstance(value, (str, bytes)):
        value = value.tolist()
    if not isinstance(value, str):
        return value
    for parse in (json.loads, _literal):
        try:
            return parse(value)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    raise _wrong(value, "JSON or a literal", column)


def _literal(value: str) -> Any:
    if len(value) > _LITERAL_LIMIT:
        raise ValueError("too long for a literal")
    return ast.literal_eval(value.strip())


def texts(value: Any, column: str) -> tuple[str, ...]:
    """A list of texts."""
    found = structured(value, column)
    if not isinstance(found, (list, tuple)):
        raise _wrong(value, "a list", column)
    names = tuple(written(each) for each in found)
    if any(name is None or not name.strip() for name in names):
        raise _wrong(value, "a list of texts that are not blank", column)
    return tuple(name for name in names if name is not None)


def choices(row: Mapping[str, Any], column: str = "choices") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels and texts of a `choices` cell, as many of each, labels distinct, at least two."""
    value = structured(cell(row, column), column)
    if not isinstance(value, Mapping) or not {"label", "text"} <= value.keys():
        raise _wrong(value, "a mapping with the lists 'label' and 'text'", column)
    labels, names = texts(value["label"], column), texts(value["text"], column)
    if len(labels) != len(names) or len(labels) < 2:
        raise RowError(
            f"has {len(labels)} labels and {len(names)} texts, expected as many of each and at least 2", column
        )
    if len(set(labels)) != len(labels):
        raise RowError(f"has the labels {list(labels)}, expected each once", column)
    return labels, names


def _wrong(value: Any, expected: str, column: str) -> RowError:
    shown = _short(value)
    return RowError(f"is {shown}, expected {expected}", column, shown=shown)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
