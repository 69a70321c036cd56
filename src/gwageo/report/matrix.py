"""Protocols side by side: one line per task and metric, one column per protocol, from the rows of several runs."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gwageo.analysis.summary import SummaryRow
from gwageo.core.canonical import plain
from gwageo.messages import translate
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Column, Table
from gwageo.report.tables import Format, metric_name

FLAGS = ("winner_changes", "near_zero_question_free", "thin_margin")
"""What is counted beside the figures: items for which the question-free comparison is shaky."""


@dataclass(frozen=True, slots=True)
class Line:
    """One metric of one task under every protocol."""

    model: str
    label: str
    metric: str
    unit: str
    cells: tuple[SummaryRow | None, ...]
    """One for each protocol; None where the metric does not exist under it."""

    @property
    def known(self) -> list[SummaryRow]:
        """The cells that exist, at least one."""
        return [cell for cell in self.cells if cell is not None]


@dataclass(frozen=True, slots=True)
class Matrix:
    """The lines, and the protocols in the order in which they were asked for."""

    protocols: tuple[str, ...]
    lines: tuple[Line, ...]
    rows: tuple[SummaryRow, ...]
    """What the lines were made from."""

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags that occur at all."""
        return tuple(flag for flag in FLAGS if any(row.flags.get(flag) for row in self.rows))


def side_by_side(rows: Sequence[SummaryRow]) -> Matrix:
    """Lay the rows of several runs beside each other.

    Metrics that exist under one protocol only stand behind those of their task that are common.
    """
    protocols = tuple(dict.fromkeys(row.protocol for row in rows))
    found: dict[tuple[str, str], dict[str, dict[str, SummaryRow]]] = {}
    for row in rows:
        found.setdefault((row.model, row.label), {}).setdefault(row.metric, {})[row.protocol] = row
    lines = []
    for (model, label), metrics in found.items():
        for metric, cells in metrics.items():
            unit = next(iter(cells.values())).unit
            lines.append(Line(model, label, metric, unit, tuple(cells.get(name) for name in protocols)))
    return Matrix(protocols, tuple(lines), tuple(rows))


def table(matrix: Matrix) -> Table:
    """The matrix as texts; what must be said of the runs stands below the table that comes first."""
    models = list(dict.fromkeys(line.model for line in matrix.lines))
    columns = [Column(translate("table.head.task")), Column(translate("table.head.metric"))]
    columns += [Column(name, number=True) for name in matrix.protocols]
    columns += [Column(translate("table.head.n"), number=True)]
    columns += [Column(translate(f"table.flag.{flag}"), number=True) for flag in matrix.flags]
    body, before = [], ("", "")
    for line in matrix.lines:
        first = (line.model, line.label) != before
        before = (line.model, line.label)
        body.append(_cells(line, matrix, first=first, several=len(models) > 1))
    title = translate("table.matrix.title", models=", ".join(models))
    return Table(title, tuple(columns), tuple(body), (translate("table.matrix.legend"),))


def _cells(line: Line, matrix: Matrix, *, first: bool, several: bool) -> tuple[str, ...]:
    name = f"{line.model} · {line.label}" if several else line.label
    values = [_value(cell) for cell in line.cells]
    return (
        name if first else "",
        metric_name(line.known[0]),
        *values,
        _once([str(cell.n) for cell in line.known]),
        *(_counts(line, flag) if first else "" for flag in matrix.flags),
    )


def _value(cell: SummaryRow | None) -> str:
    if cell is None or cell.value is None:
        return numbers.UNKNOWN
    return translate(
        "table.matrix.value",
        value=numbers.figure(cell.value, cell.unit),
        interval=numbers.interval(cell.ci95, cell.unit),
    )


def _counts(line: Line, flag: str) -> str:
    """The number of items with a flag under each protocol, in the order of the columns."""
    return " / ".join(numbers.UNKNOWN if cell is None else str(cell.flags.get(flag, 0)) for cell in line.cells)


def _once(texts: Sequence[str]) -> str:
    """One text where all agree, else all of them."""
    return texts[0] if len(set(texts)) == 1 else " / ".join(texts)


def records(matrix: Matrix) -> list[dict[str, Any]]:
    """Lines with full numbers, one object per protocol, for JSON."""
    return [
        {
            "model": line.model,
            "task": line.label,
            "metric": line.metric,
            "unit": line.unit,
            "protocols": {
                name: {
                    "value": cell.value,
                    "ci95": cell.ci95,
                    "n": cell.n,
                    **{flag: cell.flags.get(flag, 0) for flag in FLAGS},
                }
                for name, cell in zip(matrix.protocols, line.cells, strict=True)
                if cell is not None
            },
        }
        for line in matrix.lines
    ]


def json_text(matrix: Matrix) -> str:
    """The lines as strict JSON."""
    return json.dumps(plain(records(matrix)), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


RENDERERS: dict[Format, Callable[[Matrix], str]] = {
    "table": lambda matrix: drawing.terminal(table(matrix)),
    "md": lambda matrix: drawing.markdown(table(matrix)),
    "json": json_text,
    "latex": lambda matrix: drawing.latex(table(matrix)),
}


def render(matrix: Matrix, kind: Format) -> str:
    """The matrix in one format, ending in a line break. CSV has none: its rows name their protocol already."""
    return RENDERERS[kind](matrix)
