"""The table of all exams with their item counts, and that of the suites."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gwageo.messages import language, translate
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Column, Table
from gwageo.report.tables import Format, csv_text
from gwageo.tasks.base import Task
from gwageo.tasks.registry import Suite, load_task
from gwageo.tasks.sources import read_items

SHOWN = 3
"""Members of a long suite that are shown."""
_LONG = 8
_HEAD = ("task", "items", "language", "asked", "shots", "metric", "title")
_NARROW_HEAD = ("task", "items", "shots", "metric")
_NARROW_SUITES = ("suite", "tasks", "items")
"""What is shown of each where a terminal has no room for more."""
_SUITE_HEAD = ("suite", "tasks", "items", "members")
_NUMBERS = frozenset({"items", "shots", "tasks"})
_DRAWN: Mapping[str, Callable[[Table], str]] = {
    "md": drawing.markdown,
    "latex": drawing.latex,
}


def exams_text(tasks: Sequence[Task], suites: Mapping[str, Suite], form: Format, width: int = drawing.WIDE) -> str:
    """All exams and suites in one format; CSV has the exams only. A terminal narrower than a table gets less of it."""
    if form == "json":
        return json.dumps(exams_dict(tasks, suites), ensure_ascii=False, indent=2) + "\n"
    if form == "csv":
        return csv_text([record(task) for task in tasks], tuple(record(tasks[0])))
    tables = ((_exams(tasks), _HEAD, _NARROW_HEAD), (_suites(suites), _SUITE_HEAD, _NARROW_SUITES))
    if form == "table":
        return "\n".join(_in_terminal(table, head, narrow, width) for table, head, narrow in tables)
    return "\n".join(_DRAWN[form](table) for table, _, _ in tables)


def _in_terminal(table: Table, head: Sequence[str], narrow: Sequence[str], width: int) -> str:
    if drawing.width(table) <= width:
        return drawing.terminal(table)
    places = [head.index(name) for name in narrow]
    body = tuple(tuple(cells[place] for place in places) for cells in table.body)
    return drawing.terminal(Table(table.title, _columns(narrow), body, table.footnotes), heavy=False)


def exams_dict(tasks: Sequence[Task], suites: Mapping[str, Suite]) -> dict[str, Any]:
    """All exams and suites for programs."""
    return {
        "tasks": [record(task) for task in tasks],
        "suites": {name: list(suite.tasks) for name, suite in suites.items()},
    }


def record(task: Task) -> dict[str, Any]:
    """One exam in plain values."""
    return {
        "name": task.name,
        "title": task.card.title,
        "size": task.card.size,
        "language": task.card.language,
        "kind": task.kind,
        "shots": task.shots,
        "metric": next(metric.name for metric in task.metrics if metric.primary),
        "version": task.version,
        "licence": task.card.licence,
    }


def _columns(names: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(translate(f"tasks.head_{name}"), name in _NUMBERS) for name in names)


def _exams(tasks: Sequence[Task]) -> Table:
    body = tuple(
        (
            task.name,
            _count(task.card.size),
            task.card.language,
            translate(f"tasks.kind_{task.kind}"),
            str(task.shots),
            str(record(task)["metric"]),
            task.card.title_ko if language() == "ko" else task.card.title,
        )
        for task in tasks
    )
    return Table("", _columns(_HEAD), body)


def _suites(suites: Mapping[str, Suite]) -> Table:
    body = tuple(
        (name, str(len(suite.tasks)), _count(_total(suite)), _members(suite.tasks)) for name, suite in suites.items()
    )
    return Table("", _columns(_SUITE_HEAD), body, (translate("tasks.hint"),))


def _total(suite: Suite) -> int | None:
    """Items that a suite asks; None where the size of an exam is unknown."""
    total = 0
    for name in suite.tasks:
        task = load_task(name)
        size = len(read_items(task, suite.data).items) if suite.data else task.card.size
        if size is None:
            return None
        total += min(size, suite.limits.get(name, size))
    return total


def _members(members: Sequence[str]) -> str:
    if len(members) <= _LONG:
        return ", ".join(members)
    return translate("table.and_more", labels=", ".join(members[:SHOWN]), count=len(members) - SHOWN)


def _count(size: int | None) -> str:
    return numbers.UNKNOWN if size is None else f"{size:,}"
