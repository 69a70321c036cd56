"""KoLightEval's own table: accuracy on a scale of 0 to 10 with two decimals, one column per exam.

One line per model and protocol, and one per subject and level that was asked. It stands below the result of a run with
one of the five exams, and is a view of `gwageo report`. One item: 0.9667 of ko-ged-mc:middle is 9.67.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gwageo.messages import translate
from gwageo.report.sheets import Head, Sheet

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


def sheet(figures: Iterable[Figure]) -> Sheet | None:
    """The table; None where no exam of KoLightEval was taken."""
    found: dict[tuple[str, str, str], dict[str, float]] = {}
    for each in figures:
        name, _, part = each.metric.partition(":")
        if each.task in EXAMS and name == METRIC and each.value is not None:
            found.setdefault((each.model, each.protocol, part), {})[each.task] = each.value * SCALE
    if not found:
        return None
    wholes = [key for key in found if not key[2]]
    ordered = [key for whole in wholes for key in found if key[:2] == whole[:2]]
    rows = tuple((*key[:2], key[2] or None, *(found[key].get(exam) for exam in EXAMS)) for key in ordered)
    heads = (Head("model"), Head("protocol"), Head("part"), *(Head(exam, "number", exam) for exam in EXAMS))
    return Sheet(VIEW, translate("sheet.title.kolighteval"), heads, rows)
