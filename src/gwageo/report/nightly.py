"""The summary across the cells of a nightly run: model x task x protocol x shots, failures named."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gwageo.analysis.summary import SummaryRow
from gwageo.core.canonical import plain
from gwageo.messages import retell, translate
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Table
from gwageo.report.tables import FIELDS, Format, columns, csv_text, flat, footnotes, metric_name

HEAD = ("model", "task", "protocol", "shots", "metric", "value", "ci95", "n", "state")


@dataclass(frozen=True, slots=True)
class CellReport:
    """One cell as a report needs it."""

    model: str
    protocol: str
    shots: str
    """A number, or `published`."""
    tasks: tuple[str, ...]
    rows: tuple[SummaryRow, ...]
    failure: str | None
    """Why the cell has no rows."""


def table(name: str, cells: Sequence[CellReport]) -> Table:
    """One line per cell and task with the figure that the publication leads with; a failed cell has its tasks too."""
    body = [line for cell in cells for line in (_failed(cell) if cell.failure is not None else _done(cell))]
    rows = [row for cell in cells for row in cell.rows]
    title = translate("nightly.title", name=name)
    return Table(title, columns(HEAD), tuple(body), (*_failures(cells), *footnotes(rows)))


def _done(cell: CellReport) -> list[tuple[str, ...]]:
    shown = [row for row in cell.rows if row.primary] or list(cell.rows)
    return [
        (
            cell.model,
            row.label,
            cell.protocol,
            str(row.shots),
            metric_name(row),
            numbers.figure(row.value, row.unit),
            numbers.interval(row.ci95, row.unit),
            str(row.n),
            _state(row),
        )
        for row in shown
    ]


def _state(row: SummaryRow) -> str:
    failed = row.verdicts["failed"]
    if not failed:
        return translate("nightly.state.done")
    return translate("nightly.state.item_failed" if failed == 1 else "nightly.state.items_failed", count=failed)


def _failed(cell: CellReport) -> list[tuple[str, ...]]:
    state = translate("nightly.state.failed")
    empty = (numbers.UNKNOWN,) * 4
    return [(cell.model, task, cell.protocol, shots_name(cell.shots), *empty, state) for task in cell.tasks]


def _failures(cells: Sequence[CellReport]) -> list[str]:
    """Each reason once per model, with the cells that failed for it."""
    found: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        if cell.failure is not None:
            found.setdefault((cell.model, cell.failure), []).append(f"{cell.protocol} {shots_name(cell.shots)}")
    return [
        translate("nightly.failure", model=model, cells=", ".join(names), reason=retell(reason, "error") or reason)
        for (model, reason), names in found.items()
    ]


def shots_name(shots: str) -> str:
    """The number of demonstrations as written, in the reader's language."""
    return translate("nightly.published") if shots == "published" else shots


def _flat(cell: CellReport) -> list[dict[str, Any]]:
    """Every figure of a cell with full numbers; a failed cell has one line per task with its reason."""
    if cell.failure is None:
        return [{**flat(row), "asked_shots": cell.shots, "failure": None} for row in cell.rows]
    named = {"model": cell.model, "protocol": cell.protocol, "asked_shots": cell.shots, "failure": cell.failure}
    return [{"task": task, **named} for task in cell.tasks]


def _csv(cells: Sequence[CellReport]) -> str:
    return csv_text([line for cell in cells for line in _flat(cell)], (*FIELDS, "asked_shots", "failure"))


def render(name: str, cells: Sequence[CellReport], kind: Format) -> str:
    """The summary in one format, ending in a line break."""
    if kind == "csv":
        return _csv(cells)
    if kind == "json":
        return json.dumps(plain(list(cells)), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    draw = {"table": drawing.terminal, "md": drawing.markdown, "latex": drawing.latex}[kind]
    return draw(table(name, cells))
