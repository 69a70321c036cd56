"""KoLightEval's own table: accuracy on a scale of 0 to 10 with two decimals, one column per exam.

One line per model and protocol, and one per subject and level that was asked. It stands below the result of a run with
one of the five exams, and is a view of `gwageo report`. One item: 0.9667 of ko-ged-mc:middle is 9.67.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gwageo.analysis.summary import SummaryRow
from gwageo.messages import translate
from gwageo.report.sheets import Head, Sheet, text

VIEW, OLD_VIEW = "kolighteval-A1", "kolighteval"
"""The name, and the one that it had before."""
EXAMS = ("ko-ged-mc:elementary", "ko-ged-mc:middle", "ko-ged-mc:high", "ko-gpqa", "ko-math-500")
"""In the order of the report."""
METRIC = "extractive_match"
SCALE = 10


class Figure(NamedTuple):
    """One value of a summary."""

    model: str
    protocol: str
    task: str
    metric: str
    value: float | None
    """A fraction; None where no item could be judged."""
    n: int
    ci95: tuple[float, float] | None

    @classmethod
    def of(cls, row: SummaryRow) -> "Figure":
        """What the table needs of a row of a summary."""
        return cls(row.model, row.protocol, row.task, row.metric, row.value, row.n, row.ci95)


def sheet(figures: Iterable[Figure]) -> Sheet | None:
    """The table, with items and 95 % intervals below it and in files; None where no exam of KoLightEval was taken."""
    found: dict[tuple[str, str, str], dict[str, Figure]] = {}
    for each in figures:
        name, _, part = each.metric.partition(":")
        if each.task in EXAMS and name == METRIC and each.value is not None:
            found.setdefault((each.model, each.protocol, part), {})[each.task] = each
    if not found:
        return None
    wholes = [key for key in found if not key[2]]
    ordered = [key for whole in wholes for key in found if key[:2] == whole[:2]]
    heads = (
        *(Head("model"), Head("protocol"), Head("part"), *(Head(exam, "number", exam) for exam in EXAMS)),
        *(Head(f"{exam}_n", "count", file_only=True) for exam in EXAMS),
        *(Head(f"{exam}_ci95", "number_interval", file_only=True) for exam in EXAMS),
    )
    rows = tuple((*key[:2], key[2] or None, *_cells(found[key])) for key in ordered)
    return Sheet(VIEW, translate("sheet.title.kolighteval"), heads, rows, tuple(_note(found[key]) for key in wholes))


def _cells(row: Mapping[str, Figure]) -> tuple[Any, ...]:
    taken = [row.get(exam) for exam in EXAMS]
    return (
        *(None if each is None or each.value is None else each.value * SCALE for each in taken),
        *(None if each is None else each.n for each in taken),
        *(None if each is None else _interval(each) for each in taken),
    )


def _interval(each: Figure) -> tuple[float, float] | None:
    return None if each.ci95 is None else (each.ci95[0] * SCALE, each.ci95[1] * SCALE)


def _note(row: Mapping[str, Figure]) -> str:
    """How sure the figures of a line are."""
    taken = [row[exam] for exam in EXAMS if exam in row]
    told = "; ".join(f"{each.task} {text(_interval(each), 'number_interval')} (n {each.n})" for each in taken)
    return translate("sheet.note.kolighteval", model=taken[0].model, protocol=taken[0].protocol, told=told)
