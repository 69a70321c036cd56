"""Tables of an audit, of judging again, and of versions side by side, in every format."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gwageo.analysis.auditing import KINDS, Audit, Suspect, first_of_each
from gwageo.analysis.rescoring import Change, Rescoring, by_verdict
from gwageo.analysis.versions import MEAN, VERSIONS, VersionRow
from gwageo.core.canonical import plain
from gwageo.messages import translate
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Column, Table
from gwageo.report.tables import Format, csv_text

DRAWN: dict[str, Callable[[Table], str]] = {
    "table": drawing.terminal,
    "md": drawing.markdown,
    "latex": drawing.latex,
}
"""Formats that draw a table."""
_NUMBERS = frozenset({"n", "shared", *KINDS, *(f"in_{version}" for version in VERSIONS), "before", "after"})


def _columns(names: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(translate(f"look.head.{name}"), name in _NUMBERS) for name in names)


def _drawn(tables: Sequence[Table], form: Format) -> str:
    return "\n".join(DRAWN[form](table) for table in tables if table.body)


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def audit_text(found: Audit, form: Format, most: int) -> str:
    """An audit: the counts, then the rows, at most so many of each kind and task; CSV and JSON have all of them."""
    if form == "json":
        return _json(audit_dict(found))
    if form == "csv":
        fields = ("run_id", *Suspect.__dataclass_fields__)
        rows = [{"run_id": found.run_id, **plain(one), "differing": " ".join(one.differing)} for one in found.suspects]
        return csv_text(rows, fields)
    kept, left = first_of_each(found.suspects, most)
    notes = [translate("look.left", count=left)] if left else []
    notes += [translate("look.withheld", tasks=", ".join(found.withheld))] if found.withheld else []
    rows_table = Table(
        "",
        _columns(("kind", "task", "item", "verdict", "gold", "extracted", "around")),
        tuple(_suspect(one) for one in kept),
        tuple(notes),
    )
    return _drawn([_counts(found), rows_table], form)


def _counts(found: Audit) -> Table:
    title = translate("look.audit", run=found.run_id, model=found.model, protocol=found.protocol)
    body = tuple(
        (task, str(counts["n"]), *(numbers.share(counts[kind], counts["n"]) for kind in KINDS))
        for task, counts in found.counts.items()
    )
    return Table(title, _columns(("task", "n", *KINDS)), body)


def _suspect(one: Suspect) -> tuple[str, ...]:
    return (
        translate(f"look.kind.{one.kind}"),
        one.task,
        one.item_id if not one.repeat else f"{one.item_id} #{one.repeat + 1}",
        translate(f"table.verdict.{one.verdict}"),
        one.gold,
        one.extracted or numbers.UNKNOWN,
        one.around if one.around is not None else translate("look.hidden"),
    )


def audit_dict(found: Audit) -> dict[str, Any]:
    """An audit for programs."""
    return {**plain(found), "directory": str(found.directory)}


def rescoring_text(found: Rescoring, form: Format, most: int) -> str:
    """What judging again comes to: figures then and now, and the changed answers."""
    if form == "json":
        return _json(rescoring_dict(found))
    if form == "csv":
        return csv_text(
            [_flat(one) for one in found.changes], ("task", "item_id", "repeat", "field", "before", "after")
        )
    return _drawn([_figures(found), _changes(found, most)], form)


def _figures(found: Rescoring) -> Table:
    """Figures that differ; where none does, those of the metrics that a publication leads with."""
    then = {(row.task, row.metric): row for row in found.before}
    body = []
    for row in found.after:
        old = then.get((row.task, row.metric))
        if row.primary or old is None or old.value != row.value:
            before = numbers.figure(None if old is None else old.value, row.unit)
            body.append((row.task, row.metric, before, numbers.figure(row.value, row.unit), str(row.n)))
    stand = {(row.task, row.metric) for row in found.after}
    for row in found.before:
        if (row.task, row.metric) not in stand:  # a metric, or a part of the exam, that is no more
            body.append((row.task, row.metric, numbers.figure(row.value, row.unit), numbers.UNKNOWN, str(row.n)))
    columns = _columns(("task", "metric", "before", "after", "n"))
    return Table(translate("look.rescore", run=found.run_id), columns, tuple(body), tuple(_remarks(found)))


def _remarks(found: Rescoring) -> list[str]:
    lines = [translate("look.older", task=task, then=then, now=now) for task, (then, now) in found.versions.items()]
    lines.append(translate("look.judged", count=found.answers, changed=len(found.changes)))
    lines += [translate("look.moved", move=move, count=count) for move, count in by_verdict(found.changes).items()]
    if found.added:
        lines.append(translate("look.added", metrics=", ".join(found.added)))
    if found.backup is not None:
        lines.append(translate("look.written", backup=found.backup))
    elif found.differs:
        lines.append(translate("look.dry"))
    else:
        lines.append(translate("look.same"))
    return lines


def _changes(found: Rescoring, most: int) -> Table:
    body = [
        (
            one.task,
            one.item_id if not one.repeat else f"{one.item_id} #{one.repeat + 1}",
            _side(one.before),
            _side(one.after),
        )
        for one in found.changes[:most]
    ]
    left = len(found.changes) - len(body)
    notes = (translate("look.left", count=left),) if left else ()
    return Table("", _columns(("task", "item", "stood", "stands")), tuple(body), notes)


def _side(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {numbers.UNKNOWN if value is None else value}" for name, value in values.items())


def _flat(one: Change) -> dict[str, Any]:
    fields = " ".join(one.before)
    return {
        "task": one.task,
        "item_id": one.item_id,
        "repeat": one.repeat,
        "field": fields,
        "before": _side(one.before),
        "after": _side(one.after),
    }


def rescoring_dict(found: Rescoring) -> dict[str, Any]:
    """What judging again comes to, for programs."""
    return {
        "run_id": found.run_id,
        "directory": str(found.directory),
        "answers": found.answers,
        "changes": plain(list(found.changes)),
        "moves": by_verdict(found.changes),
        "versions": {task: list(pair) for task, pair in found.versions.items()},
        "added": list(found.added),
        "differs": found.differs,
        "backup": None if found.backup is None else str(found.backup),
        "before": plain(list(found.before)),
        "after": plain(list(found.after)),
    }


def versions_text(rows: Sequence[VersionRow], form: Format) -> str:
    """Versions side by side."""
    if form == "json":
        return _json(list(rows))
    if form == "csv":
        fields = ("model", "protocol", "family", "subset", "metric", "unit", *VERSIONS, "n", "models")
        return csv_text([_one(row) for row in rows], fields)
    versions = [version for version in VERSIONS if any(version in row.values for row in rows)]
    names = ("model", "benchmark", "metric", *(f"in_{version}" for version in versions), "shared", "protocol")
    body = tuple(
        (
            row.model,
            translate("look.mean", family=row.family) if row.subset == MEAN else row.subset,
            f"{row.metric} ({numbers.unit_name(row.unit)})",
            *(numbers.figure(row.values.get(version), row.unit) for version in versions),
            str(row.n),
            row.protocol,
        )
        for row in rows
    )
    return _drawn([Table(translate("look.versions"), _columns(names), body, (translate("look.shared_only"),))], form)


def _one(row: VersionRow) -> dict[str, Any]:
    """A row with a column for each version."""
    record: dict[str, Any] = plain(row)
    values = record.pop("values")
    return {**record, **values}
