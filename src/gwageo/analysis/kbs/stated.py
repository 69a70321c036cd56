"""The paper's stated figures beside ours: which agree, which differ, and which these runs cannot give.

A figure agrees where it rounds to the printed one, or the printed one lies within its 95 % interval.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from gwageo.analysis.kbs.cells import Cells, Key
from gwageo.analysis.kbs.language import ARC, compare
from gwageo.analysis.kbs.layouts import Column
from gwageo.analysis.kbs.leaders import figure, gap, leader
from gwageo.analysis.kbs.means import mean
from gwageo.models import known

PRINTED = 0.0051
"""How far a figure may be from one printed with two decimals and still round to it."""
Verdict = Literal["agrees", "differs", "missing"]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Beside:
    """One stated figure beside ours."""

    section: str
    kind: str
    what: str
    """Model, group or task that the figure is of."""
    column: Column
    protocol: str
    paper: float | str
    """In percent or points, or the name of the best model."""
    ours: float | str | None
    ci95: Interval | None
    verdict: Verdict
    keys: tuple[Key, ...]
    """The cells behind ours."""
    lacking: tuple[str, ...] = ()
    """Models of the paper without a figure here, for want of which it cannot be computed."""


@cache
def _document() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("stated.toml").read_text(encoding="utf-8"))


def beside(cells: Cells, view: str) -> tuple[Beside, ...]:
    """Every figure of a table that the paper's text states."""
    stated = (each for each in _document()["value"] if view in each["tables"])
    return tuple(row for each in stated for row in _KINDS[each["kind"]](cells, each))


def paper_models(protocol: str, *, closed: bool = False) -> tuple[str, ...]:
    """The paper's models under a protocol: all 29 plain, those with a template under chat, six without thinking."""
    if closed:
        return tuple(model.name for model in known.preset("@kbs-closed"))
    every = known.preset("@kbs-table10")
    if protocol == "plain":
        return tuple(model.name for model in every)
    return tuple(model.name for model in every if (model.template if protocol == "chat" else model.thinking))


def _of(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    for model, paper in stated["of"].items():
        key = Key(model, stated["protocol"], stated["task"])
        found = figure(cells, key, stated["metric"])
        ours, bounds = (None, None) if found is None else (found.value, found.ci95)
        yield _row(stated, model, stated["task"], paper, ours, bounds, [key], () if found else (model,))


def _mean(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    models = paper_models(stated["protocol"])
    found = mean(cells, models, stated["protocol"], [stated["task"]], stated["metric"])
    keys = [Key(model, stated["protocol"], stated["task"]) for model in models]
    lacking = (*found.missing, *found.other_items)
    yield _row(stated, "open", stated["task"], stated["value"], found.value, found.ci95, keys, lacking)


def _range(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    for side, choose in (("low", min), ("high", max)):
        yield _extreme(cells, stated, stated[side], choose)


def _at_most(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    row = _extreme(cells, stated, stated["value"], max)
    agrees = isinstance(row.ours, float) and row.ours <= stated["value"]
    verdict: Verdict = "missing" if row.ours is None else "agrees" if agrees else "differs"
    yield Beside(row.section, row.kind, row.what, row.column, row.protocol, f"≤ {stated['value']:g}", row.ours,
                 row.ci95, verdict, row.keys, row.lacking)  # fmt: skip


def _extreme(
    cells: Cells,
    stated: Mapping[str, Any],
    paper: float,
    choose: Callable[[list[tuple[float, str]]], tuple[float, str]],
) -> Beside:
    """The lowest or highest figure of some models, which must all be there."""
    keys = {model: Key(model, stated["protocol"], stated["task"]) for model in stated["models"]}
    found = {model: figure(cells, key, stated["metric"]) for model, key in keys.items()}
    lacking = tuple(model for model, each in found.items() if each is None)
    values = [(each.value, model) for model, each in found.items() if each is not None]
    if lacking:
        return _row(stated, "", stated["task"], paper, None, None, list(keys.values()), lacking)
    value, model = choose(values)
    chosen = found[model]
    return _row(stated, model, stated["task"], paper, value, chosen.ci95 if chosen else None, [keys[model]], ())


def _leader(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    models = paper_models(stated["protocol"])
    for task in stated["tasks"]:
        column = Column(task, stated["metric"])
        keys = [Key(model, stated["protocol"], task) for model in models]
        lacking = tuple(key.model for key in keys if figure(cells, key, column.metric) is None)
        best = None if lacking else leader(cells, models, stated["protocol"], column)
        ours = None if best is None else best.model
        verdict: Verdict = "missing" if ours is None else "agrees" if ours in stated["names"] else "differs"
        paper = " | ".join(stated["names"])
        yield Beside(stated["section"], "leader", "open", column, stated["protocol"], paper, ours, None, verdict,
                     tuple(keys), lacking)  # fmt: skip


def _best(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    models = paper_models("chat", closed=True)
    column = Column(stated["task"], stated["metric"])
    keys = [Key(model, "chat", column.task) for model in models]
    lacking = tuple(key.model for key in keys if figure(cells, key, column.metric) is None)
    best = None if lacking else leader(cells, models, "chat", column)
    found = None if best is None else figure(cells, Key(best.model, "chat", column.task), column.metric)
    ours, bounds = (None, None) if found is None else (found.value, found.ci95)
    yield _row(stated, "closed", column.task, stated["value"], ours, bounds, keys, lacking)


def _gap(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    """Of one task; or the smallest and the largest of several."""
    tasks = stated.get("tasks", [stated.get("task")])
    both = (paper_models("chat"), paper_models("chat", closed=True))
    keys = {task: [Key(model, "chat", task) for models in both for model in models] for task in tasks}
    lacking = tuple(dict.fromkeys(key.model for each in keys.values() for key in each
                                  if figure(cells, key, stated["metric"]) is None))  # fmt: skip
    gaps = []
    for task in [] if lacking else tasks:
        column = Column(task, stated["metric"])
        first, second = (leader(cells, models, "chat", column) for models in both)
        if (found := gap(cells, first, second, "chat", column)) is not None:
            gaps.append((found.value, task, found.ci95))
    sides = [("value", min)] if "value" in stated else [("low", min), ("high", max)]
    for side, choose in sides:
        value, task, bounds = choose(gaps) if gaps else (None, tasks[0], None)
        yield _row(stated, "closed_less_open", task, stated[side], value, bounds, keys[task], lacking)


def _gain(cells: Cells, stated: Mapping[str, Any]) -> Iterator[Beside]:
    """KBS less DeepL on ARC: the smallest and the largest over the groups of models."""
    groups: dict[str, list[str]] = {}
    for model in known.preset("@kbs-table10"):
        if model.template:
            groups.setdefault("korean" if model.group == "korean" else model.family or "", []).append(model.name)
    found = {group: compare(cells, models, ARC, stated["protocol"]) for group, models in groups.items()}
    lacking = tuple(model for each in found.values() for model in each.missing)
    gains = [(each.gaps["deepl"][0], group, each.gaps["deepl"][1]) for group, each in found.items() if each.gaps]
    tasks = [task for version in ARC.versions for task in ARC.tasks(version)]
    keys = [Key(model, stated["protocol"], task) for models in groups.values() for model in models for task in tasks]
    for side, choose in (("low", min), ("high", max)):
        value, group, bounds = choose(gains) if len(gains) == len(groups) else (None, "", None)
        yield _row(stated, group, "ARC", stated[side], value, bounds, keys, lacking)


def _row(
    stated: Mapping[str, Any],
    what: str,
    task: str,
    paper: float,
    ours: float | None,
    ci95: Interval | None,
    keys: Sequence[Key],
    lacking: Sequence[str],
) -> Beside:
    verdict: Verdict = "missing" if ours is None else "agrees" if _agrees(stated, paper, ours, ci95) else "differs"
    return Beside(stated["section"], stated["kind"], what, Column(task, stated["metric"]), stated["protocol"], paper,
                  ours, ci95, verdict, tuple(keys), tuple(lacking))  # fmt: skip


def _agrees(stated: Mapping[str, Any], paper: float, ours: float, ci95: Interval | None) -> bool:
    return abs(paper - ours) <= stated.get("printed", PRINTED) or (ci95 is not None and ci95[0] <= paper <= ci95[1])


_KINDS: Mapping[str, Callable[[Cells, Mapping[str, Any]], Iterator[Beside]]] = {
    "of": _of,
    "mean": _mean,
    "range": _range,
    "at_most": _at_most,
    "leader": _leader,
    "best": _best,
    "gap": _gap,
    "gain": _gain,
}
