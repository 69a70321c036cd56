"""Cells: what a set of runs has for every model, protocol and task, finished or not.

Of two runs of one cell a finished one counts before an unfinished one, and then the later; the other is named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gwageo.models import known
from gwageo.models.known import Known
from gwageo.runs.directory import read_summary
from gwageo.runs.finished import Finished
from gwageo.runs.manifest import TaskEntry

Standing = Literal["open", "closed", "served", "baseline"]
"""Whether the weights are at hand; `served` where nobody can tell."""
SCALE = {"fraction": 100.0, "points": 1.0}
"""From a metric's unit to what tables print."""
_BASELINE = "baseline:"


class Key(NamedTuple):
    """One cell."""

    model: str
    """As tables show it."""
    protocol: str
    task: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric of one cell, in percent or points."""

    value: float
    ci95: tuple[float, float] | None
    unit: str
    n: int
    """Items behind it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One task of one run."""

    run: Finished
    entry: TaskEntry
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Summary row by metric; none where the run is not finished."""

    @property
    def finished(self) -> bool:
        """Whether the run came to its end."""
        return self.run.manifest.finished is not None

    def figure(self, metric: str) -> Figure | None:
        """One metric; None where it has no value."""
        row = self.rows.get(metric)
        if row is None or row["value"] is None:
            return None
        scale, bounds = SCALE[row["unit"]], row["ci95"]
        ci95 = None if bounds is None else (bounds[0] * scale, bounds[1] * scale)
        return Figure(row["value"] * scale, ci95, row["unit"], row["n"])


class Cells:
    """All cells of a set of runs.

    Args:
        runs: Finished or not.
    """

    def __init__(self, runs: Iterable[Finished]) -> None:
        self.by_key: dict[Key, Cell] = {}
        self.overridden: list[tuple[Key, Finished]] = []
        """Runs of a cell for which another one counts."""
        self._models: dict[str, str] = {}
        self._items: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
        for run in sorted(runs, key=lambda each: (each.manifest.finished is not None, each.manifest.created)):
            self._add(run)

    def _add(self, run: Finished) -> None:
        name = shown(run.model)
        self._models.setdefault(name, run.model)
        rows = read_summary(run.directory) if run.manifest.finished is not None else []
        for entry in run.manifest.tasks:
            key = Key(name, run.manifest.config.protocol.name, entry.name)
            if key in self.by_key:
                self.overridden.append((key, self.by_key[key].run))
            self.by_key[key] = Cell(run, entry, {row["metric"]: row for row in rows if row["task"] == entry.name})

    def model(self, name: str) -> Known | None:
        """What the registry has of a model."""
        return known.find(self._models[name])

    def standing(self, name: str) -> Standing:
        """Whether a model's weights are open."""
        raw, found = self._models[name], self.model(name)
        if raw.startswith(_BASELINE):
            return "baseline"
        if found is not None and found.group is not None:
            return "closed" if found.group == "closed" else "open"
        if raw.startswith("anthropic:"):
            return "closed"
        if raw.startswith("openai:"):
            served = any(
                cell.run.manifest.config.model_options.base_url
                for key, cell in self.by_key.items()
                if key.model == name
            )
            return "served" if served else "closed"
        return "open"

    def group(self, name: str) -> str:
        """KBS's group of a model: `korean`, the family of a multilingual one, or else its standing."""
        found = self.model(name)
        if found is not None and found.group == "korean":
            return "korean"
        if found is not None and found.group == "multilingual":
            return found.family or "multilingual"
        return self.standing(name)

    def models(self, protocol: str, tasks: Sequence[str], *standings: Standing) -> list[str]:
        """Models that have begun one of the tasks under a protocol: those of the registry first, in its order."""
        begun = dict.fromkeys(key.model for key in self.by_key if key.protocol == protocol and key.task in tasks)
        order = {model.name: number for number, model in enumerate(known.models())}
        chosen = [name for name in begun if not standings or self.standing(name) in standings]
        return sorted(chosen, key=lambda name: (order.get(name, len(order)), name))

    def values(self, cell: Cell, metric: str) -> dict[str, float] | None:
        """Item to the mean over its repeats, in percent or points; None for a metric that is pooled over parts."""
        row = cell.rows.get(metric)
        if row is None or row["ci_method"] in ("wilson_clustered", "ratio"):
            return None
        scale = SCALE[row["unit"]]
        found = self._records(cell.run).get(cell.entry.name, {}).get(metric, {})
        return {item: value * scale for item, value in found.items()}

    def _records(self, run: Finished) -> dict[str, dict[str, dict[str, float]]]:
        """Task to metric to item to mean value; read once a run."""
        name = str(run.directory)
        if name not in self._items:
            several: dict[str, dict[str, dict[str, list[float]]]] = {}
            for row in run.records(("task", "item_id", "verdict", "metrics")):
                task = several.setdefault(row["task"], {})
                for metric, value in row["metrics"].items() if row["verdict"] != "failed" else ():
                    if value is not None:  # a mean over no parts is null
                        task.setdefault(metric, {}).setdefault(row["item_id"], []).append(value)
            self._items[name] = {
                task: {
                    metric: {item: sum(each) / len(each) for item, each in items.items()}
                    for metric, items in metrics.items()
                }
                for task, metrics in several.items()
            }
        return self._items[name]


def shown(model: str) -> str:
    """A model as tables show it: by its name in the registry, or else as it was written."""
    found = known.find(model)
    return model if found is None else found.name
