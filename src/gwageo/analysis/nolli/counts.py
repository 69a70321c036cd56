"""Counts: how many items of every cell each model got right, from a table or from records.

A cell without a row is absent, and averages over it do not exist; nothing is filled in.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

from gwageo.analysis.averages import Average, macro
from gwageo.analysis.intervals import Estimate, wilson
from gwageo.core import DataError
from gwageo.puzzles import TIERS, TYPES, load
from gwageo.puzzles.base import Language, Tier
from gwageo.tasks.files import read_text

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


class Unsupported(NamedTuple):
    """Counts that are not what the stored items sum up to."""

    wrong: int
    whole: int


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

    def unsupported(self, model: str) -> Unsupported | None:
        """How many of a model's counts are not what its stored items sum up to, if too many; else None."""
        cells = [cell for cell in self.found(model, tasks()) if cell.right_by_item is not None]
        wrong = sum(cell.right != cell.right_by_item for cell in cells)
        return Unsupported(wrong, len(cells)) if cells and wrong > UNSUPPORTED * len(cells) else None

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
    cells: dict[tuple[str, str, Tier], Cell] = {}
    try:
        for number, row in _rows(path):
            refused = partial(DataError, file=str(path), row=number)
            key, cell = _cell(row, refused)
            if key in cells:
                raise refused(f"the table has {' '.join(key)} twice")
            cells[key] = cell
    except FileNotFoundError as error:
        raise DataError("does not exist", file=str(path)) from error
    except IsADirectoryError as error:
        raise DataError("is a folder", file=str(path)) from error
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from error
    except csv.Error as error:
        raise DataError(f"is not a table: {error}", file=str(path)) from error
    if not cells:
        raise DataError("holds no rows", file=str(path))
    return Counts(cells)


Row = Mapping[str | None, Any]
"""Column to cell; what stands under no column is a list under None."""
Refused = Callable[..., DataError]
"""A problem, and the column that it is in, to the error that names the row."""


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows under the heading, which must have every column, with their numbers; the heading is row 1."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    heading = reader.fieldnames or ()
    missing = [name for name in COLUMNS if name not in heading]
    if heading and missing:
        have = ", ".join(map(repr, heading))
        raise DataError(f"the column is missing; the columns are {have}", file=str(path), row=1, column=missing[0])
    for row in reader:
        if None in row:
            found = len(heading) + len(row[None])
            raise DataError(f"has {found} cells, the heading has {len(heading)}", file=str(path), row=reader.line_num)
        yield reader.line_num, row


def _cell(row: Row, refused: Refused) -> tuple[tuple[str, str, Tier], Cell]:
    if not (row["model"] or "").strip():
        raise refused(f"is {row['model']!r}, expected a text that is not blank", column="model")
    task, tier = (row["task"] or "").replace("-", "_").removeprefix("nolli/"), row["tier"]
    if task not in tasks():
        raise refused(f"is {row['task']!r}, expected a Nolli task such as {', '.join(tasks()[:3])}", column="task")
    if tier not in get_args(Tier):
        raise refused(f"is {tier!r}, expected one of {', '.join(TIERS)}", column="tier")
    n, right = _whole(row, "n", refused), _whole(row, "correct", refused)
    if not 1 <= n <= MOST:
        raise refused(f"is {n}, expected a whole number from 1 to {MOST}", column="n")
    if not 0 <= right <= n:
        raise refused(f"is {right}, expected a whole number from 0 to n ({n})", column="correct")
    by_item = _whole(row, "per_item_correct", refused) if row.get("per_item_correct") else None
    if by_item is not None and by_item < 0:
        raise refused(f"is {by_item}, expected 0 or more", column="per_item_correct")
    _fits(row, right, n, refused)
    return (row["model"], task, tier), Cell(n, right, row.get("items") or None, by_item)


def _fits(row: Row, right: int, n: int, refused: Refused) -> None:
    """A stated accuracy, as a fraction or in percent, is that of the counts."""
    if not row.get("accuracy"):
        return
    try:
        stated = float(row["accuracy"])
    except ValueError:
        raise refused(f"is {row['accuracy']!r}, expected a number", column="accuracy") from None
    if not any(abs(stated / scale - right / n) <= ROUNDED for scale in (1, 100)):
        raise refused(f"is {row['accuracy']}, but {right} of {n} is {right / n:.4f}", column="accuracy")


def _whole(row: Row, column: str, refused: Refused) -> int:
    try:
        return int(row[column])
    except (TypeError, ValueError):
        raise refused(f"is {row[column]!r}, expected a whole number", column=column) from None


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
