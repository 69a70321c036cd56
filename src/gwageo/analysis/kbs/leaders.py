"""The best model of a column, and how far the best closed one is ahead of the best open one."""

from collections.abc import Iterable
from typing import NamedTuple

from gwageo.analysis.averages import crossed_bootstrap
from gwageo.analysis.kbs.cells import Cells, Figure, Key
from gwageo.analysis.kbs.layouts import Column
from gwageo.analysis.kbs.means import SEED


class Leader(NamedTuple):
    """The best model of a column."""

    model: str
    value: float


class Gap(NamedTuple):
    """One model less another, in points."""

    value: float
    ci95: tuple[float, float] | None
    """Over the items that both have; None where there are none, or they say nothing."""


def figure(cells: Cells, key: Key, metric: str) -> Figure | None:
    """One figure of a finished cell."""
    cell = cells.by_key.get(key)
    return None if cell is None else cell.figure(metric)


def leader(cells: Cells, models: Iterable[str], protocol: str, column: Column) -> Leader | None:
    """The best model of a column with its figure; the first of several."""
    figures = [(model, figure(cells, Key(model, protocol, column.task), column.metric)) for model in models]
    known = [Leader(model, each.value) for model, each in figures if each is not None]
    return max(known, key=lambda each: each.value) if known else None


def gap(cells: Cells, first: Leader | None, second: Leader | None, protocol: str, column: Column) -> Gap | None:
    """The second less the first; None where one of them is not there."""
    if first is None or second is None:
        return None
    keys = [Key(each.model, protocol, column.task) for each in (first, second)]
    a, b = (cells.values(cells.by_key[key], column.metric) or {} for key in keys)
    shared = sorted(a.keys() & b.keys())
    low, high = crossed_bootstrap([[b[item] - a[item] for item in shared]], SEED) if shared else (0.0, 0.0)
    return Gap(second.value - first.value, (low, high) if low < high else None)
