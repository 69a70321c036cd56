"""Rows: items of puzzles as lines of a file, ours and the released ones. The one reader of rows for audit and exams.

Released rows carry id, question, answer, difficulty or tier, and further fields by type; ours carry the columns of
`row_of`. Both become the same Item, from JSONL and from tables, whose columns hold numbers and objects as JSON texts.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.core.errors import DataError
from gwageo.puzzles.registry import TYPES, load

_CELL = r"(?P<type>[a-z_]+?)_(?P<language>en|ko)"
_ID = re.compile(_CELL + r"_(?P<tier>easy|medium|hard)_")
_TASK = re.compile(rf"(?:nolli/)?{_CELL}(?:_(?P<tier>easy|medium|hard))?\Z")
_OWN = ("id", "question", "answer")
_NESTED = ("choices", "certificate", "features")
"""Columns of objects."""


def read_row(row: Mapping[str, Any], number: int, file: str = "items") -> Item:
    """An item from a row.

    Args:
        row: Column name to value.
        number: Row number from 1, for error sentences.
        file: Name of the file, for error sentences.

    Raises:
        DataError: A column is missing, or the type cannot be told.
    """
    for column in _OWN:
        if column not in row or row[column] in (None, ""):
            raise DataError("this column is missing or empty", file=file, row=number, column=column)
    cell = told(row)
    kind = cell["type"]
    if kind is None:
        raise DataError(
            "the type of puzzle is not told; expected a column 'type', or an id such as sudoku_ko_hard_0001",
            file=file,
            row=number,
        )
    if kind not in TYPES:
        raise DataError(
            f"the puzzle type {kind!r} is not known; expected one of {', '.join(TYPES)}", file=file, row=number
        )
    rest = {name: _object(value) if name in _NESTED else value for name, value in row.items() if name not in _OWN}
    choices = rest.pop("choices", None)
    fields = {"question": row["question"]} | ({"choices": choices} if choices else {})
    return Item(id=str(row["id"]), fields=fields, gold=_gold(kind, row["answer"]), metadata={**rest, **cell})


def told(row: Mapping[str, Any]) -> dict[str, Any]:
    """Type, language and tier of the puzzle of a row, by its columns, else by its id; None where it says nothing."""
    by_task = _TASK.match(str(row.get("task") or "").replace("-", "_"))
    by_id = _ID.match(str(row.get("id") or ""))
    named = [match.groupdict() for match in (by_task, by_id) if match and match["type"] in TYPES]
    columns = {**row, "tier": row.get("tier") or row.get("difficulty")}
    return {
        name: next((each[name] for each in (columns, *named) if each.get(name)), None)
        for name in ("type", "language", "tier")
    }


def _object(value: Any) -> Any:
    """What a JSON text of an object says; anything else as it is."""
    found = _parsed(value)
    return found if isinstance(found, dict) else value


def _gold(kind: str, value: Any) -> Any:
    """The answer; of a type whose answers need not be texts, what a JSON text says."""
    found = _parsed(value) if load(kind).json_answers else value
    return found if isinstance(found, (int, dict)) and not isinstance(found, bool) else value


def _parsed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def row_of(item: Item) -> dict[str, Any]:
    """The item as one flat row: id, pair_id, task, type, language, tier, seed, version, question, answer, ..."""
    head = {"id": item.id, "pair_id": item.metadata.get("pair_id")}
    body = {"question": item.fields["question"], "answer": item.gold}
    more = {name: value for name, value in item.fields.items() if name != "question"}
    rest = {name: value for name, value in item.metadata.items() if name not in head and name != "trace"}
    return {**head, **{k: rest.pop(k) for k in ("task", "type", "language", "tier", "seed", "version") if k in rest},
            **body, **more, "trace": item.metadata.get("trace"), **rest}  # fmt: skip
