"""Several runs of one exam in order: rank ranges from paired tests, since a rank alone hides how sure it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from gwageo.analysis.comparing import (
    MARGIN,
    Answered,
    answered,
    judge_pairs,
    metric_of,
    pairs_of,
    unlike,
)
from gwageo.analysis.multiple import holm
from gwageo.runs.finished import Finished
from gwageo.runs.manifest import TaskEntry

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


@dataclass(frozen=True, slots=True)
class Left:
    """One run that an exam's order does without."""

    task: str
    name: str
    reason: str


def rank(runs: Sequence[Finished]) -> tuple[tuple[Ranked, ...], tuple[Left, ...]]:
    """Exam by exam, the runs that have the items and scoring version of the first, best first; and those left out.

    Every two runs are compared over the items that all of them have judged, by McNemar's or Student's paired test; the
    p-values of an exam are corrected after Holm at 5 %.
    """
    values = {run.directory: answered(run) for run in runs}
    ranked: list[Ranked] = []
    left: list[Left] = []
    for name in dict.fromkeys(task.name for run in runs for task in run.manifest.tasks):
        entries = [(run, entry) for run in runs for entry in run.manifest.tasks if entry.name == name]
        first = entries[0][1]
        reasons = {run.directory: unlike(first, entry) for run, entry in entries}
        left += [Left(name, run.name, reason) for run, _ in entries if (reason := reasons[run.directory])]
        alike = [run for run, _ in entries if reasons[run.directory] is None]
        ranked += _ranked(name, first, {label: values[run.directory][name] for label, run in _labels(alike).items()})
    return tuple(ranked), tuple(left)


def _ranked(task: str, entry: TaskEntry, runs: Mapping[str, Answered]) -> list[Ranked]:
    chosen = metric_of(entry, None)
    if len(runs) < 2 or chosen is None:
        return []
    metric, unit = chosen
    values = {label: of_run.means(metric) for label, of_run in runs.items()}
    shared = [item for item in next(iter(values.values())) if all(item in each for each in values.values())]
    if not shared:
        return []
    common = {label: {item: each[item] for item in shared} for label, each in values.items()}
    means = {label: sum(each.values()) / len(shared) for label, each in common.items()}
    matches = list(combinations(runs, 2))
    tests = [judge_pairs(pairs_of(common[a], common[b]), unit, MARGIN, runs[a], metric).p for a, b in matches]
    better = [
        (a, b) if means[a] > means[b] else (b, a) for (a, b), p in zip(matches, holm(tests), strict=True) if p < SIZE
    ]
    places = rank_ranges(list(runs), better)
    ordered = sorted(runs, key=lambda label: -means[label])
    return [Ranked(task, metric, unit, label, means[label], len(shared), places[label]) for label in ordered]


def rank_ranges(models: Sequence[str], better: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Best and worst place of every model, from 1.

    Args:
        models: Their names.
        better: Pairs of which the first is shown to be better than the second, corrected for many tests.

    Source: Mohamad, Goeman and van Zwet (2022), Biometrics 78, 1050-1064: a model trails as many as beat it, and leads
        as many as it beats.
    """
    above = dict.fromkeys(models, 0)
    below = dict.fromkeys(models, 0)
    for winner, loser in better:
        below[winner] += 1
        above[loser] += 1
    return {model: (1 + above[model], len(models) - below[model]) for model in models}


def _labels(runs: Sequence[Finished]) -> dict[str, Finished]:
    """Each run under a name of its own: model and protocol, and the directory where two are alike."""
    names = [run.name for run in runs]
    return {run.name if names.count(run.name) == 1 else f"{run.name} {run.directory.name}": run for run in runs}
