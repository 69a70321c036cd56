"""Rows: items of puzzles as lines of a file, ours and the released ones.

Released rows carry id, question, answer, difficulty or tier, and further fields by type; ours carry the columns of
`row_of`. Both become the same Item.
"""

import re
from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.core.errors import DataError
from gwageo.puzzles.registry import TYPES

_ID = re.compile(r"(?P<type>[a-z_]+?)_(?P<language>en|ko)_(?P<tier>easy|medium|hard)_")
_OWN = ("id", "question", "answer")


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
    match = _ID.match(str(row["id"]))
    kind = row.get("type") or (match["type"] if match else None)
    if kind not in TYPES:
        raise DataError(
            f"the puzzle type {kind!r} is not known; expected one of {', '.join(TYPES)}", file=file, row=number
        )
    told = match.groupdict() if match else {}
    metadata = {name: value for name, value in row.items() if name not in (*_OWN, "choices")}
    metadata |= {
        "type": kind,
        "language": row.get("language") or told.get("language"),
        "tier": row.get("tier") or row.get("difficulty") or told.get("tier"),
    }
    fields = {"question": row["question"]} | ({"choices": row["choices"]} if row.get("choices") else {})
    return Item(id=str(row["id"]), fields=fields, gold=row["answer"], metadata=metadata)


def row_of(item: Item) -> dict[str, Any]:
    """The item as one flat row: id, pair_id, task, type, language, tier, seed, version, question, answer, ..."""
    head = {"id": item.id, "pair_id": item.metadata.get("pair_id")}
    body = {"question": item.fields["question"], "answer": item.gold}
    more = {name: value for name, value in item.fields.items() if name != "question"}
    rest = {name: value for name, value in item.metadata.items() if name not in head and name != "trace"}
    return {**head, **{k: rest.pop(k) for k in ("task", "type", "language", "tier", "seed", "version") if k in rest},
            **body, **more, "trace": item.metadata.get("trace"), **rest}  # fmt: skip
