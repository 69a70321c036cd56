"""Drawing a table of texts: for a terminal, as Markdown, as LaTeX. What stands in it is others' matter."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gwageo.report.visible import visible

if TYPE_CHECKING:
    from rich.table import Table as RichTable

WIDE = 300


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    name: str
    """Its heading, in the reader's language."""
    number: bool = False
    """Numbers stand on the right."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as texts."""

    title: str
    columns: tuple[Column, ...]
    body: tuple[tuple[str, ...], ...]
    footnotes: tuple[str, ...] = ()


def terminal(table: Table, *, colour: bool = False, heavy: bool = True) -> str:
    """A table with rules; no cell is ever cut.

    Args:
        table: What to draw.
        colour: Whether the terminal takes colours.
        heavy: Rules between columns too, or only below the heading.
    """
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out, width=WIDE, force_terminal=colour, legacy_windows=False, highlight=False, markup=False, soft_wrap=True
    )
    console.print(_drawn(table, heavy=heavy))
    for note in table.footnotes:
        console.print(visible(note))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def width(table: Table) -> int:
    """Cells of a terminal that the table takes with heavy rules."""
    from rich.console import Console

    return Console(width=WIDE).measure(_drawn(table, heavy=True)).maximum


def _drawn(table: Table, *, heavy: bool) -> "RichTable":
    from rich import box
    from rich.table import Table as RichTable

    style = box.HEAVY_HEAD if heavy else box.SIMPLE_HEAD
    drawn = RichTable(title=visible(table.title) or None, title_justify="left", title_style="bold", box=style)
    for column in table.columns:
        drawn.add_column(visible(column.name), justify="right" if column.number else "left", no_wrap=True)
    for cells in table.body:
        drawn.add_row(*map(visible, cells))
    return drawn


def markdown(table: Table) -> str:
    """A table for a README or an issue."""
    lines = [
        f"**{_md(table.title)}**",
        "",
        _md_row([column.name for column in table.columns]),
        "| " + " | ".join("---:" if column.number else "---" for column in table.columns) + " |",
        *(_md_row(cells) for cells in table.body),
    ]
    if table.footnotes:
        lines += ["", *(f"- {_md(note)}" for note in table.footnotes)]
    return "\n".join(lines) + "\n"


def _md_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_md(cell) for cell in cells) + " |"


def _md(text: str) -> str:
    text = visible(text)
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


def latex(table: Table) -> str:
    """A `tabular` for a paper, with booktabs rules."""
    columns = "".join("r" if column.number else "l" for column in table.columns)
    lines = [
        f"% {visible(table.title)}; needs \\usepackage{{booktabs}}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _latex_row([column.name for column in table.columns]),
        "\\midrule",
        *(_latex_row(cells) for cells in table.body),
        "\\bottomrule",
        "\\end{tabular}",
        *(f"\\par\\footnotesize {_latex(note)}" for note in table.footnotes),
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(_latex(cell) for cell in cells) + r" \\"


def _latex(text: str) -> str:
    return "".join(LATEX_ESCAPES.get(sign, sign) for sign in visible(text))
