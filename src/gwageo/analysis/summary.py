"""Summary: one row per task and metric, with everything a reader needs to trust the number.

One row: ko-arc-easy, acc_norm, 0.42, n 50, standard error, interval, verdict counts, protocol, shots, notes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import fsum
from typing import Any, Literal

from gwageo.analysis.intervals import Estimate, mean_estimate, ratio_estimate
from gwageo.core import VERDICTS, StoreError
from gwageo.runs.manifest import Manifest, MetricEntry, TaskEntry
from gwageo.tasks.drifting import NAME as DRIFT

COLUMNS = ("task", "item_id", "cluster", "verdict", "extraction", "metrics", "flags", "error")
"""What of a record the summary reads."""


MOST_REASONS = 3
PART = ":"
"""What stands in the name of a metric before a part of the exam; a part of which nothing was asked has no row."""


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One figure of one run."""

    model: str
    task: str
    label: str
    """The task's name, marked where the items are not the benchmark."""
    metric: str
    primary: bool
    """Whether the publication leads with this metric."""
    value: float | None
    """A fraction or points, as `unit` says; None where no item could be judged."""
    unit: str
    n: int
    """Items behind the value. Failed ones are not among them; see `verdicts`."""
    stderr: float | None
    ci95: tuple[float, float] | None
    ci_method: str
    """`wilson`, `wilson_clustered`, `t`, `ratio`, or `none`."""
    chance: float | None
    """What a uniform guess scores, for the primary metric and its kin; None where there is no such level."""
    verdicts: Mapping[str, int]
    """Every verdict with its count, over items and repeats."""
    protocol: str
    shots: int
    departures: tuple[str, ...]
    """Settings that depart from the published ones."""
    notes: tuple[str, ...]
    ties: int
    over_length: int
    flags: Mapping[str, int]
    """Every flag with its count; `did_not_fit` is those of `over_length` that failed instead of being cut."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """The commonest reasons of failed answers with their counts, the most frequent first; at most `MOST_REASONS`."""
    thinking_off: Literal["honoured", "not_honoured", "without_effect"] | None = None
    """What became of thinking that was turned off, as replies show it; None where it was not, or none was written."""


class _Tally:
    """What one pass over a task's records leaves: values by metric and item, verdicts, flags."""

    def __init__(self) -> None:
        self.values: defaultdict[str, dict[str, float | list[float]]] = defaultdict(dict)
        """By metric and item: the value, or the values of its repeats; a list for each of 100,000 items is 9 MB."""
        self.verdicts: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.clusters: dict[str, str] = {}
        """Item to what it stands for together with others; items that stand for themselves are left out."""
        self.written = 0
        """Replies that were judged."""

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one record. A failed one has no metrics and so leaves every mean."""
        self.verdicts[row["verdict"]] += 1
        if row.get("cluster"):
            self.clusters[row["item_id"]] = row["cluster"]
        self.written += row.get("extraction") is not None
        self.flags.update(row["flags"])
        if row["verdict"] == "failed":
            self.flags["did_not_fit"] += "over_length" in row["flags"]
            self.reasons[row.get("error") or "unknown"] += 1
        else:
            for name, value in row["metrics"].items():
                self._add(name, row["item_id"], value or 0.0)  # null stands beside a length of 0

    def _add(self, metric: str, item: str, value: float) -> None:
        of_metric = self.values[metric]
        before = of_metric.get(item)
        if before is None:
            of_metric[item] = value
        elif isinstance(before, list):
            before.append(value)
        else:
            of_metric[item] = [before, value]

    def per_item(self, metric: str) -> dict[str, float]:
        """Item to the mean over its repeats."""
        return {item: _mean(values) for item, values in self.values[metric].items()}

    def hits(self, metric: str) -> dict[str, float]:
        """Item to the sum over its parts, averaged over repeats; an item may have several parts or none."""
        sizes = self.values[f"{metric}#n"]
        return {item: _product(values, sizes[item]) for item, values in self.values[metric].items()}


def _mean(values: float | list[float]) -> float:
    return fsum(values) / len(values) if isinstance(values, list) else values


def _product(values: float | list[float], sizes: float | list[float]) -> float:
    """The mean of values times sizes, over repeats."""
    if isinstance(values, list) and isinstance(sizes, list):
        return fsum(value * size for value, size in zip(values, sizes, strict=True)) / len(values)
    if isinstance(values, list) or isinstance(sizes, list):
        raise ValueError("every value of a pooled metric has its size")
    return values * sizes


def summarise(manifest: Manifest, records: Iterable[Mapping[str, Any]]) -> tuple[SummaryRow, ...]:
    """The figures of one run.

    Args:
        manifest: The run's settings.
        records: Its records, at least the columns in `COLUMNS`, in any order.
    """
    tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
    for row in records:
        tallies[row["task"]].add(row)
    return tuple(
        _row(manifest, task, metric, tallies[task.name])
        for task in manifest.tasks
        for metric in task.metrics
        if PART not in metric.name or f"{metric.name}#n" in tallies[task.name].values
    )


def summary_rows(told: Iterable[Mapping[str, Any]]) -> tuple[SummaryRow, ...]:
    """The rows of a summary file; what a later version adds is left out.

    Raises:
        StoreError: A row lacks something.
    """
    names = {each.name for each in fields(SummaryRow)}
    rows = []
    for row in told:
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name in names
        }
        try:
            rows.append(SummaryRow(**known))
        except TypeError as error:
            raise StoreError(f"A row of the summary cannot be read: {error}") from error
    return tuple(rows)


def failed_count(rows: Sequence[SummaryRow]) -> int:
    """Failed answers of a run: each task counts once, however many metrics it reports."""
    return sum({row.task: row.verdicts["failed"] for row in rows}.values())


def _row(manifest: Manifest, task: TaskEntry, metric: MetricEntry, tally: _Tally) -> SummaryRow:
    estimate = _estimate(metric.name, tally, metric.top)
    return SummaryRow(
        model=manifest.config.model,
        task=task.name,
        label=task.label,
        metric=metric.name,
        primary=metric.primary,
        value=estimate.value,
        unit=metric.unit,
        n=estimate.n,
        stderr=estimate.stderr,
        ci95=estimate.ci95,
        ci_method=estimate.method,
        chance=None if metric.name == DRIFT else task.chance,
        verdicts={verdict: tally.verdicts[verdict] for verdict in VERDICTS},
        protocol=manifest.config.protocol.name,
        shots=task.shots,
        departures=task.departures,
        notes=(*task.warnings, *task.notes),
        ties=tally.flags["tie"],
        over_length=tally.flags["over_length"],
        flags={name: count for name, count in sorted(tally.flags.items()) if count},
        reasons=dict(tally.reasons.most_common(MOST_REASONS)),
        thinking_off=_thinking_off(manifest, task, tally),
    )


def _thinking_off(
    manifest: Manifest, task: TaskEntry, tally: _Tally
) -> Literal["honoured", "not_honoured", "without_effect"] | None:
    """Replies that think decide before the template does; a log-likelihood shows nothing."""
    if manifest.config.protocol.thinking is not False:
        return None
    if tally.flags["thinking_not_honoured"]:
        return "not_honoured"
    if task.switch_ignored:
        return "without_effect"
    return "honoured" if tally.written else None


def _estimate(metric: str, tally: _Tally, top: float | None) -> Estimate:
    sizes = tally.per_item(f"{metric}#n")
    values = tally.per_item(metric)
    if not sizes and not tally.clusters:
        return mean_estimate(list(values.values()), top)
    hits = tally.hits(metric) if sizes else values
    sizes = sizes or dict.fromkeys(values, 1.0)
    together: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for item, size in sizes.items():
        pooled = together[tally.clusters.get(item, item)]
        pooled[0] += hits[item]
        pooled[1] += size
    found = ratio_estimate([hit for hit, _ in together.values()], [size for _, size in together.values()], top)
    return replace(found, n=sum(size > 0 for size in sizes.values()))  # an item without a part is not behind the value
