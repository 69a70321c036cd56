"""Figures per subject and per level beside the whole: `extractive_match:정수론`, `extractive_match:level 3`.

An item counts in the parts that it belongs to and in no other: there its value is a list of one, elsewhere none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import Item
from gwageo.tasks.base import Metric

Values = dict[str, float | list[bool] | list[float]]


def parts_of(item: Item) -> tuple[str, ...]:
    """The parts of an exam that an item belongs to."""
    return tuple(str(part) for part in item.metadata.get("parts", ()))


def parts_in(subject: str | None, level: int | None = None) -> list[str]:
    """The parts for an item's metadata."""
    return [*([subject] if subject else []), *([] if level is None else [f"level {level}"])]


def part_metrics(name: str, items: Sequence[Item]) -> tuple[Metric, ...]:
    """A metric for each part: subjects, the largest first, then levels in order."""
    counts: dict[str, int] = {}
    for item in items:
        for part in parts_of(item):
            counts[part] = counts.get(part, 0) + 1
    ordered = sorted(counts, key=lambda part: (_is_level(part), 0 if _is_level(part) else -counts[part], part))
    return tuple(Metric(f"{name}:{part}") for part in ordered)


def with_parts(metrics: Mapping[str, Any], name: str, item: Item, known: Sequence[Metric]) -> Values:
    """The values of an item, and its value of one metric again for each part that it belongs to."""
    names = {metric.name for metric in known}
    again = {f"{name}:{part}": [float(metrics[name])] for part in parts_of(item) if f"{name}:{part}" in names}
    return {**metrics, **again}


def _is_level(part: str) -> bool:
    return part.startswith("level ")
