"""The versions of one benchmark side by side: English, raw DeepL and Korean, over the items that all of them share.

Only items with an answer in every version that was run count (by id; sets without ids by row number). The score of a
benchmark with several subsets (ARC: easy and challenge) is the unweighted mean of theirs, and that of a group of models
the unweighted mean over its models, as the KBS paper has it (section 10 of its protocol facts).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal

from gwageo.core import ConfigError
from gwageo.runs.finished import Finished
from gwageo.runs.manifest import MetricEntry

Version = Literal["en", "deepl", "ko"]
VERSIONS: tuple[Version, ...] = ("en", "deepl", "ko")
COLUMNS = ("task", "item_id", "verdict", "metrics")
"""What of a record the comparison reads."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "arc": ("arc-easy", "arc-challenge"),
    "arc-gen": ("arc-easy-gen", "arc-challenge-gen"),
    "winogrande": ("winogrande",),
    "winogrande-gen": ("winogrande-gen",),
    "gsm8k": ("gsm8k",),
    "eqbench": ("eqbench",),
}
"""Benchmarks whose versions correspond item by item, with their subsets."""
MEAN = "mean"
"""In place of a subset: the unweighted mean over all of them."""


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One metric of one benchmark or subset in every version."""

    model: str
    """Or the name of a group, whose value is the mean over its models."""
    protocol: str
    family: str
    subset: str
    """`arc-easy`, ..., or `mean`."""
    metric: str
    unit: str
    values: Mapping[Version, float]
    n: int
    """Items that all these versions share; of a mean, over its subsets."""
    models: int = 1
    """Models behind the value."""


Items = dict[str, list[float]]
"""Item to its values, one for each repeat."""
_Found = dict[tuple[str, str, str, str], dict[Version, Items]]
"""Model, protocol, subset and metric to the items of each version."""


def parted(task: str) -> tuple[str, Version] | None:
    """The subset and version of a task; None where it is no version of anything.

    Example:
        >>> parted("ko-arc-easy-gen-deepl"), parted("en-gsm8k"), parted("ko-lambada")
        (('arc-easy-gen', 'deepl'), ('gsm8k', 'en'), None)
    """
    language, _, stem = task.partition("-")
    version: Version = "deepl" if stem.endswith("-deepl") else "en" if language == "en" else "ko"
    subset = stem.removesuffix("-deepl")
    known = any(subset in subsets for subsets in FAMILIES.values())
    return (subset, version) if known and language in ("en", "ko") else None


def compare_versions(runs: Sequence[Finished], groups: Mapping[str, Sequence[str]] | None = None) -> list[VersionRow]:
    """The figures of every model and benchmark that was run in at least two versions.

    Args:
        runs: A version may lie in a run of its own. Of two runs of one model, protocol and task the later one counts.
        groups: Name of a group to its models.

    Raises:
        ConfigError: No benchmark was run in two versions, or a group names a model that was not run.
    """
    found: _Found = {}
    units: dict[str, str] = {}
    for run in sorted(runs, key=lambda run: run.manifest.created):
        _take(run, found, units)
    rows = _rows(found, units)
    if not rows:
        raise ConfigError(
            "None of these runs have a benchmark in two versions; run for example ko-arc-easy and en-arc-easy"
        )
    return [*rows, *_group_rows(rows, groups or {})]


def _take(run: Finished, found: _Found, units: dict[str, str]) -> None:
    metrics: dict[str, tuple[MetricEntry, ...]] = {task.name: task.metrics for task in run.manifest.tasks}
    model, protocol = run.model, run.manifest.config.protocol.name
    for task, entries in metrics.items():
        part = parted(task)
        for entry in entries if part else ():
            units[entry.name] = entry.unit
            if part:
                found.setdefault((model, protocol, part[0], entry.name), {})[part[1]] = {}
    for row in run.records(COLUMNS):
        part = parted(row["task"])
        if part is None or row["verdict"] == "failed":
            continue
        for name, value in row["metrics"].items():
            items = found.get((model, protocol, part[0], name), {}).get(part[1])
            if items is not None and value is not None:
                items.setdefault(row["item_id"], []).append(value)


def _rows(found: _Found, units: Mapping[str, str]) -> list[VersionRow]:
    rows = []
    for model, protocol in dict.fromkeys((model, protocol) for model, protocol, _, _ in found):
        for family, subsets in FAMILIES.items():
            names = dict.fromkeys(m for one, p, s, m in found if (one, p) == (model, protocol) and s in subsets)
            for metric in names:
                parts = {s: found.get((model, protocol, s, metric), {}) for s in subsets}
                own = [
                    VersionRow(model, protocol, family, subset, metric, units[metric], *shared(versions))
                    for subset, versions in parts.items()
                    if len(versions) > 1
                ]
                own = [row for row in own if row.n]
                rows += own
                if len(own) == len(subsets) > 1:
                    rows += _mean(own)
    return rows


def shared(versions: Mapping[Version, Items]) -> tuple[dict[Version, float], int]:
    """The mean of every version over the items that all of them have, and how many these are."""
    ids = set.intersection(*(set(items) for items in versions.values()))
    ordered = sorted(ids)
    means: dict[Version, float] = {}
    for version in VERSIONS:
        if version in versions and ordered:
            values = [fsum(versions[version][name]) / len(versions[version][name]) for name in ordered]
            means[version] = fsum(values) / len(values)
    return means, len(ids)


def _mean(subsets: Sequence[VersionRow]) -> list[VersionRow]:
    """The unweighted mean over subsets, of the versions that all of them have."""
    first = subsets[0]
    versions = [version for version in VERSIONS if all(version in row.values for row in subsets)]
    if len(versions) < 2:
        return []
    values = {version: fsum(row.values[version] for row in subsets) / len(subsets) for version in versions}
    n = sum(row.n for row in subsets)
    return [VersionRow(first.model, first.protocol, first.family, MEAN, first.metric, first.unit, values, n)]


def _group_rows(rows: Sequence[VersionRow], groups: Mapping[str, Sequence[str]]) -> list[VersionRow]:
    """Unweighted means over the models of each group, where all of them have the figure."""
    known = {row.model for row in rows}
    made = []
    for name, models in groups.items():
        if strange := [model for model in models if model not in known]:
            raise ConfigError(
                f"The group {name!r} names {strange[0]!r}, which none of these runs compare; "
                f"they have {', '.join(sorted(known))}"
            )
        keys = dict.fromkeys((row.protocol, row.family, row.subset, row.metric) for row in rows)
        for key in keys:
            same = [row for row in rows if (row.protocol, row.family, row.subset, row.metric) == key]
            mine = [row for row in same if row.model in models]
            versions = [version for version in VERSIONS if all(version in row.values for row in mine)]
            if len(mine) == len(models) and len(versions) > 1:
                values = {version: fsum(row.values[version] for row in mine) / len(mine) for version in versions}
                n = min(row.n for row in mine)
                made.append(VersionRow(name, *key, mine[0].unit, values, n, len(mine)))
    return made
