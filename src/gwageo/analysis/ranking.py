"""Several runs of one exam in order: rank ranges from paired tests, since a rank alone hides how sure it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from gwageo.analysis.comparing import MARGIN, judge_pairs, metric_of, pairs_of, values_of
from gwageo.analysis.multiple import holm
from gwageo.analysis.ranks import rank_ranges
from gwageo.runs.finished import Finished

SIZE = 0.05


@dataclass(frozen=True, slots=True)
class Ranked:
    """One run on one exam."""

    task: str
    metric: str
    unit: str
    name: str
    value: float
    """Over the items that all runs have judged."""
    items: int
    places: tuple[int, int]
    """Best and worst place that it may hold."""


def rank(runs: Sequence[Finished]) -> tuple[Ranked, ...]:
    """Exam by exam, the runs that have the same items and scoring version, best first.

    Every two runs are compared over the items that all of them have judged, by McNemar's or Student's paired test; the
    p-values of an exam are corrected after Holm at 5 %.
    """
    names = dict.fromkeys(task.name for run in runs for task in run.manifest.tasks)
    return tuple(ranked for name in names for ranked in _ranked(name, runs))


def _ranked(task: str, runs: Sequence[Finished]) -> list[Ranked]:
    entries = [(run, entry) for run in runs for entry in run.manifest.tasks if entry.name == task]
    first = entries[0][1]
    alike = [run for run, entry in entries if (entry.digest, entry.version) == (first.digest, first.version)]
    chosen = metric_of(first, None)
    if len(alike) < 2 or chosen is None:
        return []
    metric, unit = chosen
    labels = _labels(alike)
    values = {label: values_of(run, task, metric) for label, run in labels.items()}
    shared = [item for item in next(iter(values.values())) if all(item in each for each in values.values())]
    if not shared:
        return []
    means = {label: sum(each[item] for item in shared) / len(shared) for label, each in values.items()}
    matches = list(combinations(labels, 2))
    common = {label: {item: each[item] for item in shared} for label, each in values.items()}
    tests = [judge_pairs(pairs_of(common[a], common[b]), unit, MARGIN).p for a, b in matches]
    better = [
        (a, b) if means[a] > means[b] else (b, a) for (a, b), p in zip(matches, holm(tests), strict=True) if p < SIZE
    ]
    places = rank_ranges(list(labels), better)
    ordered = sorted(labels, key=lambda label: -means[label])
    return [Ranked(task, metric, unit, label, means[label], len(shared), places[label]) for label in ordered]


def _labels(runs: Sequence[Finished]) -> dict[str, Finished]:
    """Each run under a name of its own: model and protocol, and the directory where two are alike."""
    names = [run.name for run in runs]
    return {run.name if names.count(run.name) == 1 else f"{run.name} {run.directory.name}": run for run in runs}
