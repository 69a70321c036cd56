"""KoLightEval's own table: accuracy on a scale of 0 to 10 with two decimals, one column per exam.

One line per model and protocol; per subject and level beneath, where those were asked. A run shows it below its result
where it holds one of the five exams. One item: 0.9667 of ko-ged-mc:middle is 9.67.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gwageo.analysis.summary import SummaryRow
from gwageo.messages import translate
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Column, Table
from gwageo.report.tables import Format

EXAMS = ("ko-ged-mc:elementary", "ko-ged-mc:middle", "ko-ged-mc:high", "ko-gpqa", "ko-math-500")
"""In the order of the report."""
METRIC = "extractive_match"
SCALE = 10
DIGITS = 2
_Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    model: str
    protocol: str
    part: str | None
    """A subject or level; None is the whole."""
    values: _Values
    """Exam to accuracy, 0 to 1."""


def lines(rows: Sequence[SummaryRow]) -> tuple[Line, ...]:
    """The lines that summary rows give; none where no exam of KoLightEval was taken."""
    found: dict[tuple[str, str, str | None], dict[str, float]] = {}
    for row in rows:
        name, _, part = row.metric.partition(":")
        if row.task in EXAMS and name == METRIC and row.value is not None:
            found.setdefault((row.model, row.protocol, part or None), {})[row.task] = row.value
    models = list(dict.fromkeys((model, protocol) for model, protocol, _ in found))
    return tuple(Line(*key, found[key]) for model in models for key in found if key[:2] == model)


def table(rows: Sequence[SummaryRow]) -> Table:
    """The cells."""
    head = (Column(translate("table.ten.model")), *(Column(exam, number=True) for exam in EXAMS))
    body = tuple(
        (
            f"  {line.part}" if line.part else f"{line.model} · {line.protocol}",
            *(_ten(line.values.get(exam)) for exam in EXAMS),
        )
        for line in lines(rows)
    )
    return Table(translate("table.ten.title"), head, body)


def _ten(value: float | None) -> str:
    return numbers.UNKNOWN if value is None else f"{value * SCALE:.{DIGITS}f}"


RENDERERS: dict[Format, Callable[[Sequence[SummaryRow]], str]] = {
    "table": lambda rows: drawing.terminal(table(rows), heavy=False),
    "md": lambda rows: drawing.markdown(table(rows)),
    "latex": lambda rows: drawing.latex(table(rows)),
}
"""CSV and JSON have none: their rows hold the full numbers from 0 to 1."""
