"""Means over groups of models, unweighted, with an interval over models and items; nothing is averaged over silently.

A mean exists only where every model of the group has the figure, on the same items.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gwageo.analysis.averages import crossed_parts
from gwageo.analysis.kbs.cells import Cell, Cells, Key

SEED = 1234
"""Of the resampling; any would do."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of one metric over a group, in percent or points."""

    value: float | None
    """None where it cannot be made."""
    ci95: tuple[float, float] | None
    models: tuple[str, ...]
    items: int
    """Items that all models share, over all parts."""
    missing: tuple[str, ...] = ()
    """Models without a figure, for want of which there is no mean."""
    other_items: tuple[str, ...] = ()
    """Models asked on other items than the first, for which reason there is no mean."""


def mean(cells: Cells, models: Sequence[str], protocol: str, parts: Sequence[str], metric: str) -> Mean:
    """The unweighted mean over models of the unweighted mean over parts.

    Args:
        cells: What there is.
        models: The group.
        protocol: Of all of them.
        parts: Tasks; usually one.
        metric: What is averaged.
    """
    wanted = {name: [cells.by_key.get(Key(name, protocol, part)) for part in parts] for name in models}
    found = {name: [cell for cell in each if cell and cell.figure(metric)] for name, each in wanted.items()}
    missing = tuple(name for name, each in found.items() if len(each) < len(parts))
    if missing or not models:
        return Mean(None, None, tuple(models), 0, missing)
    first = _asked(found[models[0]])
    if strange := tuple(name for name, each in found.items() if _asked(each) != first):
        return Mean(None, None, tuple(models), 0, other_items=strange)
    values = [sum(_value(cell, metric) for cell in each) / len(each) for each in found.values()]
    tables = [_table(cells, [each[part] for each in found.values()], metric) for part in range(len(parts))]
    items = sum(len(table[0]) if table else 0 for table in tables)
    own = found[models[0]][0].figure(metric)
    alone = len(models) == len(parts) == 1 and own is not None
    return Mean(sum(values) / len(values), own.ci95 if own and alone else _interval(tables), tuple(models), items)


def _interval(tables: Sequence[list[list[float]]]) -> tuple[float, float] | None:
    """None where a part has no values by item, or all resamples are alike, which says nothing."""
    if not all(table and table[0] for table in tables):
        return None
    low, high = crossed_parts(tables, SEED)
    return (low, high) if low < high else None


def _asked(cells: Sequence[Cell]) -> list[tuple[str, int]]:
    return [(cell.entry.digest, cell.entry.items) for cell in cells]


def _value(cell: Cell, metric: str) -> float:
    figure = cell.figure(metric)
    if figure is None:
        raise ValueError(f"{cell.entry.name} has no {metric}")
    return figure.value


def _table(cells: Cells, group: Sequence[Cell], metric: str) -> list[list[float]]:
    """One row a model, one column an item that all have; empty where a model has no values by item."""
    rows = [cells.values(cell, metric) for cell in group]
    known = [row for row in rows if row is not None]
    if len(known) < len(rows):
        return []
    ids = sorted(set.intersection(*(set(row) for row in known)))
    return [[row[item] for item in ids] for row in known]
