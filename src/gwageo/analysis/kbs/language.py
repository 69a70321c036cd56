"""English, raw DeepL and KBS versions of a benchmark, over the items that a group of models share in all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from gwageo.analysis.averages import crossed_parts
from gwageo.analysis.kbs.cells import Cells, Key
from gwageo.analysis.kbs.means import SEED
from gwageo.analysis.versions import Version

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One benchmark in its versions."""

    name: str
    subsets: tuple[str, ...]
    """Averaged without weights."""
    metric: str
    unit: str
    versions: tuple[Version, ...]
    """Those that correspond item by item."""

    def tasks(self, version: Version) -> tuple[str, ...]:
        """The tasks of a version."""
        language, end = ("en", "") if version == "en" else ("ko", "-deepl" if version == "deepl" else "")
        return tuple(f"{language}-{subset}{end}" for subset in self.subsets)


ARC = Benchmark("ARC", ("arc-easy", "arc-challenge"), "acc_npsq", "fraction", ("en", "deepl", "ko"))
GSM8K = Benchmark("GSM8K", ("gsm8k",), "exact_match_strict", "fraction", ("en", "deepl", "ko"))
WINOGRANDE = Benchmark("WinoGrande", ("winogrande",), "acc_npsq", "fraction", ("en", "ko"))
EQBENCH = Benchmark("EQ-Bench", ("eqbench",), "eqbench", "points", ("en", "ko"))
"""Without DeepL: the Korean labels of its prompts do not match the English ones of its references."""


@dataclass(frozen=True, slots=True)
class Versions:
    """One benchmark for a group of models, in percent or points."""

    values: dict[Version, float]
    gaps: dict[Version, tuple[float, Interval]]
    """KBS less each other version, with the interval over models and items."""
    items: int
    missing: tuple[str, ...] = ()
    """Models that lack a version, for want of which there are no values."""


def members(cells: Cells, benchmark: Benchmark, protocol: str) -> list[str]:
    """Open models that have begun a version of the benchmark other than the Korean one."""
    tasks = [task for version in benchmark.versions if version != "ko" for task in benchmark.tasks(version)]
    return cells.models(protocol, tasks, "open")


def compare(cells: Cells, models: Sequence[str], benchmark: Benchmark, protocol: str) -> Versions:
    """The versions beside each other."""
    parts = []
    for number in range(len(benchmark.subsets)):
        found = {
            name: {
                version: _values(cells, Key(name, protocol, benchmark.tasks(version)[number]), benchmark.metric)
                for version in benchmark.versions
            }
            for name in models
        }
        missing = tuple(name for name, each in found.items() if not all(each.values()))
        if missing:
            return Versions({}, {}, 0, missing)
        parts.append(found)
    shared = [sorted(set.intersection(*(set(v) for each in part.values() for v in each.values()))) for part in parts]
    if not models or not all(shared):
        return Versions({}, {}, 0)
    tables = {
        version: [
            [[part[name][version][item] for item in ids] for name in models]
            for part, ids in zip(parts, shared, strict=True)
        ]
        for version in benchmark.versions
    }
    values = {version: _mean(table) for version, table in tables.items()}
    gaps: dict[Version, tuple[float, Interval]] = {
        version: (values["ko"] - values[version], crossed_parts(_less(tables["ko"], tables[version]), SEED))
        for version in benchmark.versions
        if version != "ko"
    }
    return Versions(values, gaps, sum(map(len, shared)))


def _values(cells: Cells, key: Key, metric: str) -> dict[str, float]:
    cell = cells.by_key.get(key)
    return (cells.values(cell, metric) or {}) if cell is not None and cell.finished else {}


_Parts = list[list[list[float]]]


def _mean(parts: _Parts) -> float:
    return sum(sum(sum(row) / len(row) for row in part) / len(part) for part in parts) / len(parts)


def _less(a: _Parts, b: _Parts) -> _Parts:
    return [
        [[x - y for x, y in zip(left, right, strict=True)] for left, right in zip(one, other, strict=True)]
        for one, other in zip(a, b, strict=True)
    ]
