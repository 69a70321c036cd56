"""Drawing a table of texts: for a terminal, as Markdown, as LaTeX. What stands in it is others' matter."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gwageo.messages import translate
from gwageo.report.visible import one_line, visible

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
        console.print(one_line(note))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def width(table: Table) -> int:
    """Cells of a terminal that the table takes with heavy rules."""
    from rich.console import Console

    return Console(width=WIDE).measure(_drawn(table, heavy=True)).maximum


def _drawn(table: Table, *, heavy: bool) -> "RichTable":
    from rich import box
    from rich.table import Table as RichTable

    style = box.HEAVY_HEAD if heavy else box.SIMPLE_HEAD
    drawn = RichTable(title=one_line(table.title) or None, title_justify="left", title_style="bold", box=style)
    for column in table.columns:
        drawn.add_column(visible(column.name), justify="right" if column.number else "left", no_wrap=True)
    for cells in table.body:
        drawn.add_row(*map(one_line, cells))
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
    text = one_line(text)
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
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")


def latex(table: Table) -> str:
    """A `tabular` for a paper, with booktabs rules; its notes are small, and nothing after them is."""
    columns = "".join("r" if column.number else "l" for column in table.columns)
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _latex_row([column.name for column in table.columns]),
        "\\midrule",
        *(_latex_row(cells) for cells in table.body),
        "\\bottomrule",
        "\\end{tabular}",
        *(f"\\par{{\\footnotesize {_latex(note)}\\par}}" for note in table.footnotes),
    ]
    return "\n".join([_latex_comment(table.title, lines), *lines]) + "\n"


def _latex_comment(title: str, lines: Sequence[str]) -> str:
    """What the table is, and the packages that it needs: one more for Korean."""
    packages = ["booktabs", *(["kotex"] if any(map(HANGUL.search, lines)) else [])]
    needed = translate("table.latex_needs", packages=", ".join(f"\\usepackage{{{name}}}" for name in packages))
    return f"% {one_line(title)}; {needed}"


def _latex_row(cells: Sequence[str]) -> str:
    """A row; the first cell never begins with a bracket or star, which the line break above would take for its own."""
    first, *others = map(_latex, cells)
    return " & ".join([f"{{}}{first}" if first.lstrip().startswith(("[", "*")) else first, *others]) + r" \\"


def _latex(text: str) -> str:
    return "".join(LATEX_ESCAPES.get(sign, sign) for sign in one_line(text))
