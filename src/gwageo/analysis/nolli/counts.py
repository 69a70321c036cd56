"""Counts: how many items of every cell each model got right, from a table or from records.

A cell without a row is absent, and averages over it do not exist; nothing is filled in.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

from gwageo.analysis.averages import Average, macro
from gwageo.analysis.intervals import Estimate, wilson
from gwageo.core import DataError
from gwageo.puzzles import TIERS, TYPES, load
from gwageo.puzzles.base import Language, Tier

COLUMNS = ("model", "task", "tier", "n", "correct")
"""What a table must have. `items` (released or not) and `per_item_correct` are read where they stand."""
MOST = 10**9
"""Items of a cell at most; more is a slip of the pen."""
ROUNDED = 0.0051
"""How far a column `accuracy` may be from correct / n and still be its rounding."""
UNSUPPORTED = 0.05
"""Share of a model's cells whose count may differ from the sum of its items before the model is marked."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one task and tier."""

    n: int
    right: int
    items: str | None = None
    """What is known of the items: released, superseded, mixed, unknown; None where the table does not say."""
    right_by_item: int | None = None
    """Right answers as the stored items sum up to; None where there are none."""

    @property
    def estimate(self) -> Estimate:
        """Share right, with Wilson's interval."""
        share = self.right / self.n
        error = (share * (1 - share) / (self.n - 1)) ** 0.5 if self.n > 1 else None
        return Estimate(share, self.n, error, wilson(self.right, self.n), "wilson")


@dataclass(frozen=True)
class Counts:
    """All cells of all models."""

    cells: Mapping[tuple[str, str, Tier], Cell]
    """By model, task (`cipher_ko`) and tier."""

    @cached_property
    def models(self) -> tuple[str, ...]:
        """In order of appearance."""
        return tuple(dict.fromkeys(model for model, _, _ in self.cells))

    def found(self, model: str, tasks: Iterable[str]) -> list[Cell]:
        """The cells of a model that there are."""
        keys = ((model, task, tier) for task in tasks for tier in TIERS)
        return [self.cells[key] for key in keys if key in self.cells]

    def average(self, model: str, tasks: Iterable[str]) -> Average | None:
        """Unweighted mean over tasks and tiers; None unless every cell is there."""
        wanted = list(tasks)
        cells = self.found(model, wanted)
        return macro([cell.estimate for cell in cells]) if len(cells) == len(wanted) * len(TIERS) else None

    def items(self, model: str, tasks: Iterable[str]) -> int:
        """How many items of these tasks a model has judged answers to."""
        return sum(cell.n for cell in self.found(model, tasks))

    def unsupported(self, model: str) -> str | None:
        """How many of a model's counts are not what its stored items sum up to, if too many; else None."""
        cells = [cell for cell in self.found(model, tasks()) if cell.right_by_item is not None]
        wrong = sum(cell.right != cell.right_by_item for cell in cells)
        return f"{wrong} of {len(cells)}" if cells and wrong > UNSUPPORTED * len(cells) else None

    def other_items(self, model: str, wanted: Iterable[str]) -> int:
        """Cells known to be on other items than the released ones."""
        return sum(cell.items in ("superseded", "mixed") for cell in self.found(model, wanted))


def tasks(language: Language | None = None) -> tuple[str, ...]:
    """Nolli's 25 tasks, or those of a language."""
    return tuple(
        f"{name}_{spoken}"
        for name in TYPES
        for spoken in sorted(set(load(name).languages) - load(name).twins)
        if language in (None, spoken)
    )


def read_counts(path: Path) -> Counts:
    """A table of counts as CSV.

    Raises:
        DataError: The file cannot be read, a column is missing, or a row has numbers that cannot be.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read as a table of counts ({error})", file=str(path)) from error
    reader = csv.DictReader(io.StringIO(text))
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise DataError(
            f"a table of counts has the columns {', '.join(COLUMNS)}; {missing[0]!r} is missing", file=str(path)
        )
    cells: dict[tuple[str, str, Tier], Cell] = {}
    for number, row in enumerate(reader, 2):
        try:
            key, cell = _cell(row)
        except ValueError as error:
            raise DataError(str(error), file=str(path), row=number) from error
        if key in cells:
            raise DataError(f"{' '.join(key)} stands in the table twice", file=str(path), row=number)
        cells[key] = cell
    if not cells:
        raise DataError("the table has no rows", file=str(path))
    return Counts(cells)


def _cell(row: Mapping[str | None, Any]) -> tuple[tuple[str, str, Tier], Cell]:
    if None in row:
        raise ValueError(f"the row has more cells than the heading; {row[None][0]!r} stands under no column")
    if not (row["model"] or "").strip():
        raise ValueError(f"the model is {row['model']!r}, expected its name")
    task, tier = (row["task"] or "").replace("-", "_").removeprefix("nolli/"), row["tier"]
    if task not in tasks():
        raise ValueError(f"there is no Nolli task {row['task']!r}; expected one of {', '.join(tasks()[:3])}, ...")
    if tier not in get_args(Tier):
        raise ValueError(f"the tier is {tier!r}, expected {', '.join(TIERS)}")
    n, right = _whole(row, "n"), _whole(row, "correct")
    if not 0 <= right <= n or n == 0:
        raise ValueError(f"{right} of {n} right cannot be; expected n above 0 and 0 <= correct <= n")
    if n > MOST:
        raise ValueError(f"n is {n}, expected at most {MOST}")
    by_item = _whole(row, "per_item_correct") if row.get("per_item_correct") else None
    if by_item is not None and by_item < 0:
        raise ValueError(f"per_item_correct is {by_item}, expected 0 or more")
    _fits(row, right, n)
    return (row["model"], task, tier), Cell(n, right, row.get("items") or None, by_item)


def _fits(row: Mapping[str | None, Any], right: int, n: int) -> None:
    """A stated accuracy, as a fraction or in percent, is that of the counts."""
    if not row.get("accuracy"):
        return
    try:
        stated = float(row["accuracy"])
    except ValueError:
        raise ValueError(f"column 'accuracy' is {row['accuracy']!r}, expected a number") from None
    if not any(abs(stated / scale - right / n) <= ROUNDED for scale in (1, 100)):
        raise ValueError(f"accuracy {row['accuracy']} contradicts {right} of {n} right, which is {right / n:.4f}")


def _whole(row: Mapping[str | None, Any], column: str) -> int:
    try:
        return int(row[column])
    except (TypeError, ValueError):
        raise ValueError(f"column {column!r} is {row[column]!r}, expected a whole number") from None


def joined(tables: Iterable[Counts]) -> Counts:
    """Several tables as one; of a cell that stands in several the last counts."""
    return Counts({key: cell for table in tables for key, cell in table.cells.items()})


def count_records(model: str, records: Iterable[Mapping[str, Any]]) -> Counts:
    """Counts of a run's records; failed answers are left out, and items asked several times count by their mean.

    Args:
        model: What to call it.
        records: Rows with task, type, language, tier, item_id, verdict and metrics.
    """
    values: dict[tuple[str, Tier], dict[str, list[float]]] = {}
    for row in records:
        if row["type"] in TYPES and row["tier"] in TIERS and row["verdict"] != "failed":
            cell = values.setdefault((f"{row['type']}_{row['language']}", row["tier"]), {})
            cell.setdefault(row["item_id"], []).append(row["metrics"]["exact_match"])
    return Counts(
        {
            (model, task, tier): Cell(len(items), round(sum(sum(each) / len(each) for each in items.values())))
            for (task, tier), items in values.items()
        }
    )
