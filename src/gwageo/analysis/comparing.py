"""Two runs compared: first what differs in their settings, then paired results task by task.

What cannot be compared is said and left out: items that are not the same, and scores made by different rules.
"""

from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gwageo.analysis.equivalence import Comparison, compare_pairs, compare_values, judge
from gwageo.analysis.extras import need_statistics
from gwageo.analysis.multiple import holm
from gwageo.analysis.pairing import Pairs, pair
from gwageo.analysis.shares import Table
from gwageo.core import ConfigError, UnknownName
from gwageo.messages import translate
from gwageo.runs.config import SERVED, flatten
from gwageo.runs.finished import Finished, read_run
from gwageo.runs.manifest import Manifest, TaskEntry

MARGIN = 0.05
"""Of equivalence where no run has fixed one: five points."""
COLUMNS = ("task", "item_id", "cluster", "verdict", "metrics")
_QUIET = (*SERVED, "tasks", "settings.shots", "model_options.seed")
"""Settings that cannot move a score, or that are told otherwise: with the results, as `shots.TASK`, `loaded.seed`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting that is not the same."""

    what: str
    """Its dotted name: a field of `RunConfig`, or `gwageo`, `packages.*`, `loaded.*`, `shots.*`, `version.*`."""
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Flip:
    """One item that only one of the two got right."""

    item: str
    a: float
    b: float


@dataclass(frozen=True, slots=True)
class Compared:
    """One task of both runs."""

    task: str
    metric: str
    unit: str
    result: Comparison
    """Of the pairs."""
    p_holm: float
    """Corrected over all tasks compared."""
    pairs: int
    only_a: int
    """Items that only A has judged."""
    only_b: int
    gained: tuple[Flip, ...]
    """Items on which B is better."""
    lost: tuple[Flip, ...]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Everything that two runs have to say about each other."""

    a: str
    b: str
    margin: float
    fixed: tuple[float | None, float | None]
    """The margins that A and B fixed before they began, in points of 100."""
    settings: tuple[Difference, ...]
    tasks: tuple[Compared, ...]
    refused: tuple[tuple[str, str], ...]
    """Task and why it cannot be compared, in the reader's language."""

    @property
    def margin_fixed(self) -> bool:
        """Whether both runs fixed this margin before they began."""
        return all(each is not None and abs(each / 100 - self.margin) < 1e-12 for each in self.fixed)


def compare(a: str | Path, b: str | Path, *, margin: float | None = None, metric: str | None = None) -> RunComparison:
    """Two finished runs: what differs in their settings, and paired results task by task, A less B.

    Args:
        a: A run directory.
        b: Another one.
        margin: Points of 100 within which scores count as the same; None takes what both runs fixed, or five.
        metric: Another metric than the one that each publication leads with.

    Raises:
        UserError: A run cannot be used, or the margin or metric cannot be.
    """
    need_statistics()
    if margin is not None and not 0 < margin < 100:
        raise ConfigError(f"The margin is {margin!r}, expected points between 0 and 100")
    return compare_finished(read_run(a), read_run(b), None if margin is None else margin / 100, metric)


def compare_finished(a: Finished, b: Finished, margin: float | None, metric: str | None) -> RunComparison:
    """The same for runs that were read; the margin is a fraction.

    Raises:
        UnknownName: No task that both have reports such a metric.
    """
    width = _margin(a.manifest.config.margin, b.manifest.config.margin, margin)
    entries = {entry.name: entry for entry in b.manifest.tasks}
    values_a, values_b = answered(a), answered(b)
    found: list[Compared] = []
    only_a, only_b = (translate("sheet.reason.only", run=side) for side in "AB")
    refused = [(task.name, only_a) for task in a.manifest.tasks if task.name not in entries]
    refused += [(name, only_b) for name in entries if name not in {task.name for task in a.manifest.tasks}]
    for task in a.manifest.tasks:
        if task.name not in entries:
            continue
        reason = unlike(task, entries[task.name])
        chosen = metric_of(task, metric)
        if reason or chosen is None:
            refused.append((task.name, reason or translate("sheet.reason.metric", metric=metric)))
            continue
        compared = _compared(task.name, *chosen, values_a[task.name], values_b[task.name], width)
        if compared is None:
            refused.append((task.name, translate("sheet.reason.nothing_shared")))
        else:
            found.append(compared)
    if metric is not None and not found:
        known = {each.name for task in a.manifest.tasks for each in task.metrics}
        raise UnknownName("metric", metric, known)
    corrected = holm([each.result.p for each in found])
    tasks = tuple(_corrected(each, p) for each, p in zip(found, corrected, strict=True))
    fixed = (a.manifest.config.margin, b.manifest.config.margin)
    return RunComparison(a.name, b.name, width, fixed, settings(a.manifest, b.manifest), tasks, tuple(refused))


def _corrected(each: Compared, p: float) -> Compared:
    """The outcome by the corrected p, so that the error rate holds for the table and not for a row of it."""
    result = each.result
    if result.ci90 is None:
        return replace(each, p_holm=p)
    top = 1.0 if each.unit == "fraction" else 100.0
    margin = result.margin
    return replace(
        each, p_holm=p, result=replace(result, outcome=judge(result.a, result.b, result.ci90, p, margin, top))
    )


def _margin(a: float | None, b: float | None, asked: float | None) -> float:
    """The margin as a fraction: what is asked for, else what both runs fixed, in points of 100, else five points."""
    if asked is not None:
        return asked
    return a / 100 if a is not None and a == b else MARGIN


def settings(a: Manifest, b: Manifest) -> tuple[Difference, ...]:
    """What was asked differently, and with what; tasks and their items are told with the results."""
    both = {task.name for task in a.tasks} & {task.name for task in b.tasks}
    there, here = (flatten({**each.config.model_dump(mode="json"), **_made_with(each, both)}) for each in (a, b))
    return tuple(
        Difference(name, _shown(there.get(name)), _shown(here.get(name)))
        for name in dict.fromkeys((*there, *here))
        if _set(there.get(name)) != _set(here.get(name)) and name not in _QUIET and _loaded(name) not in there | here
    )


def _loaded(option: str) -> str | None:
    """Where it is told what a loaded model made of an option."""
    name = option.removeprefix("model_options.")
    return f"loaded.{name}" if name != option else None


def _set(value: Any) -> Any:
    """A setting; an empty group of settings is none."""
    return None if value == {} else value


def _made_with(manifest: Manifest, tasks: AbstractSet[str]) -> dict[str, Any]:
    model = manifest.identity.get("model")
    return {
        "gwageo": manifest.gwageo,
        "packages": dict(manifest.packages),
        "loaded": model if isinstance(model, Mapping) else {},
        "shots": {task.name: task.shots for task in manifest.tasks if task.name in tasks},
        "version": {task.name: task.version for task in manifest.tasks if task.name in tasks},
    }


def _shown(value: Any) -> str:
    """A value for a reader: `yes` and `no`, numbers without needless digits, lists with commas."""
    if value is None or value == []:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def unlike(a: TaskEntry, b: TaskEntry) -> str | None:
    """Why a task cannot be compared, in the reader's language; None where it can."""
    if a.version != b.version:
        return translate("sheet.reason.version", a=a.version, b=b.version)
    if a.digest != b.digest:
        return translate("sheet.reason.items", a=a.origin, b=b.origin)
    return None


def metric_of(task: TaskEntry, wanted: str | None) -> tuple[str, str] | None:
    """Name and unit of what is compared."""
    for each in task.metrics:
        if each.name == wanted or (wanted is None and each.primary):
            return each.name, each.unit
    return None


Values = dict[str, float]
"""Item to the mean of a metric over its repeats; failed answers are left out."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a run has judged of one task."""

    metrics: dict[str, list[Mapping[str, float]]] = field(default_factory=dict)
    """By item, the metrics of each repeat that did not fail."""
    clusters: dict[str, str] = field(default_factory=dict)
    """Item to what it stands for together with others; items that stand for themselves are left out."""

    def means(self, metric: str) -> Values:
        """One value an item."""
        known = {
            item: [row[metric] for row in rows if row.get(metric) is not None] for item, rows in self.metrics.items()
        }
        return {item: sum(values) / len(values) for item, values in known.items() if values}


def answered(run: Finished) -> dict[str, Answered]:
    """What a run has judged, by task."""
    found: dict[str, Answered] = defaultdict(Answered)
    for row in run.records(COLUMNS):
        task = found[row["task"]]
        if row["verdict"] != "failed":
            task.metrics.setdefault(row["item_id"], []).append(row["metrics"])
        if row["cluster"]:
            task.clusters[row["item_id"]] = row["cluster"]
    return found


def pairs_of(a: Values, b: Values) -> Pairs:
    """The items that both have."""
    return pair(a.items(), b.items())


def _compared(task: str, metric: str, unit: str, a: Answered, b: Answered, margin: float) -> Compared | None:
    """One metric of a task that both have; None where they have judged no item in common."""
    pairs = pairs_of(a.means(metric), b.means(metric))
    if pairs.n == 0:
        return None
    flips = [Flip(item, x, y) for item, x, y in zip(pairs.ids, pairs.a, pairs.b, strict=True) if x != y]
    return Compared(
        *(task, metric, unit, judge_pairs(pairs, unit, margin, a, metric), 1.0),
        *(pairs.n, len(pairs.only_a), len(pairs.only_b)),
        tuple(each for each in flips if each.b > each.a),
        tuple(each for each in flips if each.a > each.b),
    )


def judge_pairs(pairs: Pairs, unit: str, margin: float, items: Answered, metric: str) -> Comparison:
    """The test that fits: of shares where all are 0 or 1 and stand for themselves, of weighted means otherwise.

    Args:
        pairs: One value an item.
        unit: Of the metric.
        margin: A fraction of the best possible score.
        items: Either side, for which of the items hang together.
        metric: Its name; of a list, kept as mean and length, the parts count and not the items.
    """
    top = 1.0 if unit == "fraction" else 100.0
    clusters = [items.clusters.get(item, item) for item in pairs.ids]
    weights = items.means(f"{metric}#n")
    sizes = [weights.get(item, 1.0) for item in pairs.ids]
    alone = len(set(clusters)) == pairs.n and all(size == 1 for size in sizes)
    if not alone or any(value not in (0, 1) for value in (*pairs.a, *pairs.b)):
        return compare_values(pairs.a, pairs.b, margin * top, top, sizes, clusters)
    both = sum(x == y == 1 for x, y in zip(pairs.a, pairs.b, strict=True))
    only_a, only_b = int(sum(pairs.a)) - both, int(sum(pairs.b)) - both
    return compare_pairs(Table(both, only_a, only_b, pairs.n - both - only_a - only_b), margin)
