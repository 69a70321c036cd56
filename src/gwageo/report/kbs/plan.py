"""The plan of a reproduction as a sheet: one line per protocol and task, with how many models and requests it takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from gwageo.messages import retell, translate
from gwageo.report.sheets import Head, Sheet


@dataclass(frozen=True, slots=True)
class Line:
    """One cell: a model, a protocol and a task."""

    model: str
    protocol: str
    task: str
    requests: int | None
    """None where the items cannot be had."""
    done: bool
    problem: str | None


def plan_sheet(view: str, lines: Sequence[Line], left_out: Sequence[str] = ()) -> Sheet:
    """What there is and what there is to run; `left_out` are models that have no place in the table."""
    heads = (Head("protocol"), Head("task"), Head("models", "count"), Head("finished", "count"),
             Head("failed", "count"), Head("requests", "count"))  # fmt: skip
    rows = []
    for protocol, task in dict.fromkeys((line.protocol, line.task) for line in lines):
        mine = [line for line in lines if (line.protocol, line.task) == (protocol, task)]
        owed = [line.requests for line in mine if not line.done and line.problem is None]
        known = [each for each in owed if each is not None]
        failed = sum(line.problem is not None for line in mine)
        rows.append((protocol, task, len(mine), sum(line.done for line in mine), failed, sum(known)))
    notes = [_total(lines), *_problems(lines)]
    if left_out:
        notes.append(translate("kbs.note.left_out", models=", ".join(left_out)))
    title = translate("kbs.title.plan", table=view, models=len({line.model for line in lines}))
    return Sheet("plan", title, heads, tuple(rows), tuple(notes))


def _total(lines: Sequence[Line]) -> str:
    total = sum(line.requests or 0 for line in lines if not line.done and line.problem is None)
    return translate("kbs.note.requests", total=f"{total:,}")


def _problems(lines: Sequence[Line]) -> list[str]:
    """Every reason once, with the first cell that it holds for and how many more there are."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        if line.problem is not None:
            found.setdefault(line.problem, []).append(line)
    return [
        translate("kbs.note.problem", model=each[0].model, protocol=each[0].protocol, task=each[0].task,
                  count=len(each), reason=retell(reason, "error") or reason)
        for reason, each in found.items()
    ]  # fmt: skip
