"""Result tables: terminal, Markdown, CSV, JSON and LaTeX from the same summary rows.

Text formats share one list of columns; CSV and JSON give the full numbers, one column per verdict.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gwageo.analysis.summary import SummaryRow
from gwageo.core import VERDICTS, UnknownName, Verdict
from gwageo.core.canonical import plain
from gwageo.report import numbers

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Format = Literal["table", "md", "csv", "json", "latex"]

MARK = "*"
TRUNCATED_MARK = "†"
HEAD = ("task", "metric", "value", "std. error", "95 % interval", "chance", "n", "protocol", "shots", "verdicts")
NARROW_HEAD = ("task", "metric", "value", "std. error", "95 % interval", "n")
WIDE = 300
TRUST = {
    "winner_changes": "acc_npsq and acc_npsq_matched prefer different choices in",
    "near_zero_question_free": "a question-free log-likelihood within 1 nat of zero in",
    "thin_margin": "the winner of some metric lies within numeric noise (0.001 nats) in",
    "thinking_not_honoured": "thinking off was not honoured: replies with reasoning",
}
"""Flags of items that say how far a figure can be trusted, in words."""
RIGHT_ALIGNED = frozenset({"value", "std. error", "95 % interval", "chance", "n", "shots"})


@dataclass(frozen=True, slots=True)
class Table:
    """A table as texts: what every format but CSV and JSON draws."""

    title: str
    head: tuple[str, ...]
    body: tuple[tuple[str, ...], ...]
    footnotes: tuple[str, ...]
    """Departures from published settings, truncation, notes."""


def table(rows: Sequence[SummaryRow]) -> Table:
    """The cells and footnotes of a result table."""
    models = list(dict.fromkeys(row.model for row in rows))
    body = []
    seen: set[tuple[str, str, str]] = set()
    for row in rows:
        key = (row.model, row.task, row.protocol)
        body.append(_cells(row, first=key not in seen, several=len(models) > 1))
        seen.add(key)
    return Table(", ".join(models), HEAD, tuple(body), _footnotes(rows))


def _cells(row: SummaryRow, *, first: bool, several: bool) -> tuple[str, ...]:
    name = f"{row.model} · {row.label}" if several else row.label
    marks = (MARK if row.departures else "") + (TRUNCATED_MARK if row.verdicts["truncated"] else "")
    return (
        name + (f" {marks}" if marks else "") if first else "",
        f"{row.metric} ({numbers.unit_name(row.unit)})",
        numbers.figure(row.value, row.unit),
        numbers.figure(row.stderr, row.unit),
        numbers.interval(row.ci95, row.unit),
        numbers.figure(row.chance if row.unit == "fraction" else None, row.unit),
        str(row.n),
        row.protocol,
        str(row.shots),
        verdict_text(row.verdicts) if first else "",
    )


def verdict_text(verdicts: Mapping[Verdict, int] | Mapping[str, int]) -> str:
    """The verdicts that occurred, with their counts; all others are 0.

    Example:
        >>> verdict_text({"right": 3, "wrong": 2, "failed": 0})
        'right 3, wrong 2'
    """
    return ", ".join(f"{name.replace('_', ' ')} {verdicts[name]}" for name in VERDICTS if verdicts.get(name)) or "none"


def _footnotes(rows: Sequence[SummaryRow]) -> tuple[str, ...]:
    """Every remark once, with the tasks that it holds for, in the order in which they come up."""
    remarks: dict[str, list[str]] = {}
    for row in {(row.model, row.task, row.protocol): row for row in reversed(rows)}.values():
        for remark in _remarks(row):
            labels = remarks.setdefault(remark, [])
            if row.label not in labels:
                labels.insert(0, row.label)
    return tuple(f"{', '.join(labels)}: {remark}" for remark, labels in reversed(remarks.items()))


def _remarks(row: SummaryRow) -> list[str]:
    total = sum(row.verdicts.values())
    found = [f"{MARK} {departure}" for departure in row.departures]
    if row.verdicts["truncated"]:
        found.append(f"{TRUNCATED_MARK} truncated {numbers.share(row.verdicts['truncated'], total)}")
    if row.verdicts["failed"]:
        found.append(f"failed {numbers.share(row.verdicts['failed'], total)}; failed items are not in n")
    if row.ties:
        found.append(f"ties {numbers.share(row.ties, total)}")
    found += [
        f"{words} {numbers.share(row.flags[flag], total)}" for flag, words in TRUST.items() if row.flags.get(flag)
    ]
    if row.over_length:
        found.append(f"cut to the context length {numbers.share(row.over_length, total)}")
    return [*found, *row.notes][::-1]


def check_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UnknownName: There is no such format.
    """
    for known in RENDERERS:
        if name == known:
            return known
    raise UnknownName("format", name, RENDERERS)


def render(rows: Sequence[SummaryRow], kind: Format) -> str:
    """The rows in one format, ending in a line break."""
    return RENDERERS[kind](rows)


def terminal(rows: Sequence[SummaryRow], width: int = WIDE, *, colour: bool = False) -> str:
    """A table with rules. Where it does not fit the width, what holds for a whole task goes below; no number is cut."""
    from rich.console import Console

    content = table(rows)
    out = io.StringIO()
    console = Console(
        file=out, width=WIDE, force_terminal=colour, legacy_windows=False, highlight=False, markup=False, soft_wrap=True
    )
    notes = content.footnotes
    drawn = _drawn(content, HEAD)
    if console.measure(drawn).maximum > width:
        drawn = _drawn(content, NARROW_HEAD)
        notes = (*_settings_lines(rows), *notes)
    console.print(drawn)
    for note in notes:
        console.print(note)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _drawn(content: Table, head: Sequence[str]) -> "RichTable":
    from rich import box
    from rich.table import Table as RichTable

    style = box.HEAVY_HEAD if tuple(head) == HEAD else box.SIMPLE_HEAD
    drawn = RichTable(title=content.title or None, title_justify="left", title_style="bold", box=style)
    for name in head:
        drawn.add_column(name, justify="right" if name in RIGHT_ALIGNED else "left", no_wrap=True)
    places = [HEAD.index(name) for name in head]
    for cells in content.body:
        drawn.add_row(*(cells[place] for place in places))
    return drawn


def _settings_lines(rows: Sequence[SummaryRow]) -> tuple[str, ...]:
    """Protocol, shots and verdicts of each task, as lines."""
    lines = [f"{row.label}: {row.protocol}, {row.shots} shots; {verdict_text(row.verdicts)}" for row in rows]
    return tuple(dict.fromkeys(lines))


def markdown(rows: Sequence[SummaryRow]) -> str:
    """A table for a README or an issue."""
    content = table(rows)
    lines = [
        f"**{_md(content.title)}**",
        "",
        _md_row(content.head),
        _md_row(["---:" if name in RIGHT_ALIGNED else "---" for name in content.head], escape=False),
        *(_md_row(cells) for cells in content.body),
    ]
    if content.footnotes:
        lines += ["", *(f"- {_md(note)}" for note in content.footnotes)]
    return "\n".join(lines) + "\n"


def _md_row(cells: Sequence[str], *, escape: bool = True) -> str:
    return "| " + " | ".join(_md(cell) if escape else cell for cell in cells) + " |"


def _md(text: str) -> str:
    for sign in "\\|*_<`":
        text = text.replace(sign, "\\" + sign)
    return text


LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "†": r"\dag{}",
    "–": "--",
    "·": r"\textperiodcentered{}",
}


def latex(rows: Sequence[SummaryRow]) -> str:
    """A `tabular` for a paper, with booktabs rules."""
    content = table(rows)
    columns = "".join("r" if name in RIGHT_ALIGNED else "l" for name in content.head)
    lines = [
        f"% {content.title}; needs \\usepackage{{booktabs}}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _latex_row(content.head),
        "\\midrule",
        *(_latex_row(cells) for cells in content.body),
        "\\bottomrule",
        "\\end{tabular}",
        *(f"\\par\\footnotesize {_latex(note)}" for note in content.footnotes),
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(_latex(cell) for cell in cells) + r" \\"


def _latex(text: str) -> str:
    return "".join(LATEX_ESCAPES.get(sign, sign) for sign in text)


def flat(row: SummaryRow) -> dict[str, Any]:
    """A row with full numbers and one column per verdict, for CSV."""
    return {
        "model": row.model,
        "task": row.label,
        "metric": row.metric,
        "value": row.value,
        "unit": row.unit,
        "n": row.n,
        "stderr": row.stderr,
        "ci95_low": row.ci95[0] if row.ci95 else None,
        "ci95_high": row.ci95[1] if row.ci95 else None,
        "ci_method": row.ci_method,
        "chance": row.chance,
        "protocol": row.protocol,
        "shots": row.shots,
        **row.verdicts,
        "ties": row.ties,
        "over_length": row.over_length,
        "departures": "; ".join(row.departures),
        "notes": "; ".join(row.notes),
    }


def comma_separated(rows: Sequence[SummaryRow]) -> str:
    """Full numbers, one line per row."""
    out = io.StringIO()
    records = [flat(row) for row in rows]
    writer = csv.DictWriter(out, fieldnames=list(records[0]) if records else ["task"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def json_text(rows: Sequence[SummaryRow]) -> str:
    """The rows as strict JSON, as summary.json has them."""
    return json.dumps(plain(list(rows)), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


RENDERERS: dict[Format, Callable[[Sequence[SummaryRow]], str]] = {
    "table": terminal,
    "md": markdown,
    "csv": comma_separated,
    "json": json_text,
    "latex": latex,
}
