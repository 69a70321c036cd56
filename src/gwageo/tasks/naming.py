"""Naming: which item a row of answers is for.

`id` names an item; where the rows of a set have no such field it is the row number, counted from 0. Sets whose
published rows have a key of their own (`key` in IFEval, `index` in Ko-LAMBADA) are also answered under that column, and
under `row`, the row number. Ids that might as well be the keys of other items are refused: judged as row numbers, a
file of keys would be off by one in silence.
"""

from collections.abc import Mapping, Sequence

from gwageo.core import DataError, Item
from gwageo.tasks.base import Task
from gwageo.tasks.files import Row
from gwageo.tasks.rows import written

ROW = "row"
"""The column for row numbers, in exams whose items have a published key."""


def item_names(task: Task, items: Sequence[Item], rows: Sequence[Row], file: str) -> list[str]:
    """The id of the item that each row answers.

    Args:
        task: The exam.
        items: All items of it.
        rows: The answers.
        file: Name of the answer file in messages.

    Raises:
        DataError: A row names no item, two different ones, or one that is not there; or the ids may be keys.
    """
    known = {item.id for item in items}
    keys = _keys(task, items)
    names: list[str] = []
    plain: list[str] = []
    for row in rows:
        found = _cell(row, "id")
        key = _cell(row, task.key_column) if keys and task.key_column else None
        number = _cell(row, ROW) if keys else None
        if found is None:
            found = number if key is None else _by_key(task, keys, key, row, file)
        elif key is not None and keys.get(key) != found:
            raise DataError(
                f"is {key!r}, which is not the {task.key_column} of the item {found!r} that the row names as its id",
                file=file,
                row=row.number,
                column=task.key_column,
            )
        elif key is None and number is None:
            plain.append(found)
        if found is None:
            raise DataError("has no id", file=file, row=row.number, column="id")
        names.append(found)
    if plain and all(name in keys for name in plain) and any(keys[name] != name for name in plain):
        raise DataError(
            f"every id is the {task.key_column} of an item of {task.name} whose id is another; call the column "
            f"'{task.key_column}' if that is what it holds, or '{ROW}' if it holds row numbers counted from 0",
            file=file,
            column="id",
        )
    for row, name in zip(rows, names, strict=True):
        if name not in known:
            raise DataError(
                f"answers the item {name!r}, which is not among the {len(items)} items of {task.name}; give the items "
                "that were asked with --data",
                file=file,
                row=row.number,
                column="id",
            )
    return names


def _keys(task: Task, items: Sequence[Item]) -> Mapping[str, str]:
    """Published key to id; nothing where the items have none, or share some."""
    column = task.key_column
    if column is None or not all(column in item.metadata for item in items):
        return {}
    keys = {str(item.metadata[column]): item.id for item in items}
    return keys if len(keys) == len(items) else {}


def _by_key(task: Task, keys: Mapping[str, str], key: str, row: Row, file: str) -> str:
    if key not in keys:
        raise DataError(
            f"is {key!r}, which is the {task.key_column} of no item of {task.name}; give the items that were asked "
            "with --data",
            file=file,
            row=row.number,
            column=task.key_column,
        )
    return keys[key]


def _cell(row: Row, column: str) -> str | None:
    name = (written(row.cells.get(column)) or "").strip()
    return name or None
