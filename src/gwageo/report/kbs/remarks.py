"""What must be said below a table of results: what is missing or unfinished, and what departs from the publication."""

from collections.abc import Iterable, Sequence
from typing import Any

from gwageo.analysis.kbs.cells import Cell, Cells, Key
from gwageo.analysis.kbs.means import Mean
from gwageo.messages import retell, translate
from gwageo.report.sheets import UNFINISHED
from gwageo.tasks.registry import TASKS, load_task

MOST = 4
"""Names in one remark; the rest are counted."""


def value(cells: Cells, key: Key, metric: str) -> Any:
    """One figure for a sheet, the word for an unfinished one, or None."""
    cell = cells.by_key.get(key)
    if cell is None:
        return None
    figure = cell.figure(metric)
    return UNFINISHED if not cell.finished else None if figure is None else figure.value


def remarks(cells: Cells, keys: Iterable[Key]) -> tuple[str, ...]:
    """Everything that the cells of a table want said, each thing once with the cells that it holds for."""
    found: dict[str, list[Key]] = {}
    known = [key for key in keys if key in cells.by_key]
    for key in known:
        for sentence in _of(cells.by_key[key]):
            found.setdefault(sentence, []).append(key)
    for key, _ in cells.overridden:
        if key in known:
            found.setdefault(translate("kbs.note.overridden"), []).append(key)
    return tuple(translate("kbs.note.of", sentence=sentence, cells=_cells(each)) for sentence, each in found.items())


def _of(cell: Cell) -> list[str]:
    if not cell.finished:
        return [translate("kbs.note.unfinished")]
    entry = cell.entry
    said = [retell(each, "note") or each for each in entry.departures]
    if entry.label != entry.name:
        said.append(translate("kbs.note.own_items", mark=entry.label.removeprefix(entry.name).strip()))
    size = load_task(entry.name).card.size if entry.name in TASKS else None
    if size is not None and entry.items != size:
        said.append(translate("kbs.note.fewer", items=entry.items, size=f"{size:,}"))
    failed = max((row["verdicts"].get("failed", 0) for row in cell.rows.values()), default=0)
    return [*said, translate("kbs.note.failed", count=failed)] if failed else said


def _cells(keys: Sequence[Key]) -> str:
    models = few(list(dict.fromkeys(key.model for key in keys)))
    return f"{models}: {few(list(dict.fromkeys(key.task for key in keys)))}"


def few(names: Sequence[str]) -> str:
    """Names with commas between them; of many the first, and how many more."""
    if len(names) <= MOST:
        return ", ".join(names)
    return translate("number.more", shown=", ".join(names[:MOST]), count=len(names) - MOST)


def no_mean(found: Mean, group: str, what: str) -> str | None:
    """Why there is no mean; None where there is one."""
    if found.value is not None or not found.models:
        return None
    if found.missing:
        return translate("kbs.note.mean_missing", group=group, what=what, models=few(found.missing))
    return translate("kbs.note.mean_items", group=group, what=what, models=few(found.other_items))


def fewer(group: str, task: str, members: Sequence[str], taking: Sequence[str]) -> str:
    """That a mean has not all models of its group, since some were never asked."""
    left = [model for model in members if model not in taking]
    counts = {"taking": len(taking), "members": len(members)}
    return translate("kbs.note.mean_fewer", group=group, task=task, models=few(left), **counts)


def missing(group: str, what: str, models: Sequence[str]) -> str:
    """Why a group has no versions beside each other."""
    return translate("kbs.note.mean_missing", group=group, what=what, models=few(models))
