"""A diagnosis as a sheet and as text: each cause with its count, what to try, and three replies that show it."""

from collections.abc import Sequence

from gwageo.analysis.diagnosing import Symptom
from gwageo.messages import translate
from gwageo.report.sheets import Head, Sheet


def sheets(found: Sequence[Symptom], name: str) -> list[Sheet]:
    """Causes with what to try, then the examples."""
    return [causes(found, name), examples(found)] if found else [causes(found, name)]


def causes(found: Sequence[Symptom], name: str) -> Sheet:
    """One row a cause and task, the weightiest first."""
    heads = (Head("cause"), Head("task"), Head("replies"), Head("weight", "percent"), Head("try"))
    rows = tuple(
        (
            translate(f"diagnosis.{each.cause}.title"),
            each.task,
            f"{each.count}/{each.n}",
            each.weight,
            translate(f"diagnosis.{each.cause}.try"),
        )
        for each in found
    )
    notes = () if found else (translate("diagnosis.nothing"),)
    return Sheet("diagnosis", translate("diagnosis.heading", run=name), heads, rows, notes)


def examples(found: Sequence[Symptom]) -> Sheet:
    """Replies that show each cause."""
    heads = (Head("cause"), Head("task"), Head("item"), Head("reply"))
    rows = tuple(
        (translate(f"diagnosis.{each.cause}.title"), each.task, example.item, " ".join(example.text.split()))
        for each in found
        for example in each.examples
    )
    return Sheet("examples", translate("diagnosis.examples"), heads, rows)
