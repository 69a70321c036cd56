"""Sheet: a table of any analysis, with one kind a column, as terminal, Markdown, LaTeX, CSV or JSON.

Text formats round as the kind says; CSV and JSON give full numbers under names that are the same in every language.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gwageo.core import UnknownName
from gwageo.core.canonical import plain
from gwageo.messages import translate
from gwageo.report import drawing
from gwageo.report.drawing import Column, Table
from gwageo.report.numbers import UNKNOWN, figure, interval
from gwageo.report.visible import one_line

Kind = Literal[
    "text",
    "word",
    "count",
    "percent",
    "gap",
    "interval",
    "gap_interval",
    "p",
    "number",
    "number_interval",
    "range",
    "measure",
    "measures",
]
"""`word` is looked up as `sheet.word.…`; `gap` is a signed difference in points of a percent; `range` two counts."""
Format = Literal["table", "md", "csv", "json", "latex"]
FORMATS: tuple[Format, ...] = ("table", "md", "csv", "json", "latex")
PAIRS = frozenset({"interval", "gap_interval", "number_interval", "range", "measures"})
UNFINISHED = "unfinished"
"""In place of a number whose run has not come to its end."""
SMALL_P = 0.001
_PART: Mapping[str, Kind] = {
    "interval": "percent",
    "gap_interval": "gap",
    "number_interval": "number",
    "range": "count",
}
"""What both values of a pair are."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value, or the two ends of an interval, in the unit of a metric; files hold the bare numbers."""

    value: Any
    unit: str
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """One column: its name in files, which is also that of its heading, and what stands in it."""

    key: str
    kind: Kind = "text"
    label: str | None = None
    """A heading that is a name by itself, a task for example; None looks `sheet.head.…` up."""
    file_only: bool = False
    """Whether only CSV and JSON hold it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of results."""

    name: str
    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.heads) for row in self.rows):
            raise ValueError(f"sheet {self.name}: every row has {len(self.heads)} values")


def render(sheets: Sequence[Sheet], form: str, *, colour: bool = False, width: int = drawing.WIDE) -> str:
    """All sheets in one format, ending in a line break.

    Raises:
        UnknownName: There is no such format.
    """
    if form not in FORMATS:
        raise UnknownName("format", form, FORMATS)
    if form == "json":
        return json.dumps([records(sheet) for sheet in sheets], ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if form == "csv":
        return "\n".join(_csv(sheet, several=len(sheets) > 1) for sheet in sheets)
    if form == "table":
        tables = (_fitted(drawn(sheet), width) for sheet in sheets)
        return "\n".join(drawing.terminal(table, colour=colour, heavy=False) for table in tables)
    return "\n".join((drawing.markdown if form == "md" else drawing.latex)(drawn(sheet)) for sheet in sheets)


def _fitted(table: Table, width: int) -> Table:
    """The table; where it is wider than that, what all rows share goes below, and headings take two lines."""
    if drawing.width(table) <= width or not table.body:
        return table
    shared = [place for place, cells in enumerate(zip(*table.body, strict=True)) if len(set(cells)) == 1]
    below = [place for place in shared if not table.columns[place].number and len(table.body[0]) > len(shared)]
    kept = [place for place in range(len(table.columns)) if place not in below]
    notes = [f"{table.columns[place].name}: {table.body[0][place]}" for place in below]
    columns = [replace(table.columns[place], name=_broken(table.columns[place].name)) for place in kept]
    body = tuple(tuple(cells[place] for place in kept) for cells in table.body)
    return Table(table.title, tuple(columns), body, (*notes, *table.footnotes))


def _broken(name: str) -> str:
    """A long heading in two lines."""
    head, sign, tail = name.partition(":")
    return f"{head}{sign}\n{tail}" if tail else name


def drawn(sheet: Sheet) -> Table:
    """The sheet as texts."""
    shown = [place for place, head in enumerate(sheet.heads) if not head.file_only]
    heads = [sheet.heads[place] for place in shown]
    names = (one_line(head.label or translate(f"sheet.head.{head.key}")) for head in heads)
    columns = tuple(Column(name, _right(head.kind)) for name, head in zip(names, heads, strict=True))
    body = tuple(
        tuple(text(row[place], head.kind) for place, head in zip(shown, heads, strict=True)) for row in sheet.rows
    )
    notes = sheet.notes or (() if body else (translate("sheet.note.empty"),))
    return Table(sheet.title, columns, body, notes)


def records(sheet: Sheet) -> dict[str, Any]:
    """The sheet for programs."""
    rows = [{head.key: bare(value) for head, value in zip(sheet.heads, row, strict=True)} for row in sheet.rows]
    return {"name": sheet.name, "title": sheet.title, "rows": plain(rows), "notes": list(sheet.notes)}


def text(value: Any, kind: Kind) -> str:
    """One value as people read it.

    Example:
        >>> text(0.4567, "percent"), text(-0.012, "gap"), text((0.1, 0.2), "interval"), text(0.00001, "p")
        ('45.7', '-1.2', '10.0 to 20.0', '<.001')
    """
    if isinstance(value, Measure):
        return _measured(value, kind)
    if value is None:
        return UNKNOWN
    if value == UNFINISHED:
        return "…"
    if kind in PAIRS:
        low, high = value
        part = _PART[kind]
        if kind == "range" and low == high:
            return text(low, part)
        return translate("number.interval", low=text(low, part), high=text(high, part))
    if kind == "word":
        return translate(f"sheet.word.{value}")
    if kind == "percent":
        return f"{round(value * 100, 1) + 0.0:.1f}"  # + 0.0: no minus before a zero
    if kind == "gap":
        return f"{round(value * 100, 1) + 0.0:+.1f}"
    if kind == "p":
        return f"<{SMALL_P:.3f}".replace("0.", ".") if value < SMALL_P else f"{value:.3f}".removeprefix("0")
    return f"{round(value, 2) + 0.0:.2f}" if kind == "number" and isinstance(value, float) else str(value)


def _measured(measure: Measure, kind: Kind) -> str:
    if measure.value is None:
        return UNKNOWN
    if kind == "measures":
        return interval(measure.value, measure.unit)
    shown = figure(measure.value, measure.unit)
    return f"+{shown}" if measure.signed and not shown.startswith("-") else shown


def bare(value: Any) -> Any:
    """A value as files hold it."""
    return value.value if isinstance(value, Measure) else value


def _right(kind: Kind) -> bool:
    return kind not in ("text", "word")


def _csv(sheet: Sheet, *, several: bool) -> str:
    """Pairs become two columns; where there are several sheets each begins with its name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if several:
        writer.writerow([f"# {sheet.name}"])
    writer.writerow([name for head in sheet.heads for name in _names(head)])
    for row in sheet.rows:
        cells = (_values(bare(value), head) for value, head in zip(row, sheet.heads, strict=True))
        writer.writerow([cell for pair in cells for cell in pair])
    return out.getvalue()


def _names(head: Head) -> tuple[str, ...]:
    return (f"{head.key}_low", f"{head.key}_high") if head.kind in PAIRS else (head.key,)


def _values(value: Any, head: Head) -> tuple[Any, ...]:
    if head.kind in PAIRS:
        return tuple(value) if value is not None else (None, None)
    return (value,)
