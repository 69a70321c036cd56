"""Run directories made by hand: any model, protocol and values, without a model that answers."""

import json
from pathlib import Path
from typing import Any

from gwageo.analysis.summary import summarise
from gwageo.core import Protocol, ProtocolName
from gwageo.core.canonical import plain
from gwageo.models.options import ModelOptions
from gwageo.runs.config import RunConfig
from gwageo.runs.directory import MANIFEST, RECORDS, SUMMARY
from gwageo.runs.manifest import Manifest, MetricEntry, TaskEntry
from gwageo.runs.records import COLUMNS, write_records
from gwageo.tasks.registry import load_task

Values = dict[str, dict[str, list[float]]]
"""Task to metric to one value an item."""


def made_run(
    folder: Path,
    model: str,
    protocol: ProtocolName,
    values: Values,
    *,
    finished: bool = True,
    created: str = "2026-01-01T00:00:00Z",
    items: str = "same",
    base_url: str | None = None,
) -> Path:
    """Write a run whose items are numbered from 0; `items` names the set, so that two sets can differ."""
    folder.mkdir(parents=True)
    tasks = tuple(_entry(name, len(next(iter(metrics.values()))), items) for name, metrics in values.items())
    manifest = Manifest(
        run_id=folder.name, created=created, finished=created if finished else None, gwageo="0", python="3",
        platform="-",
        config=RunConfig(model=model, model_options=ModelOptions(base_url=base_url), tasks=tuple(values),
                         protocol=Protocol(protocol)),
        config_hash="0", identity={}, tasks=tasks,
    )  # fmt: skip
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    if finished:
        rows = [row for name, metrics in values.items() for row in _records(name, metrics, protocol)]
        write_records(folder / RECORDS, rows)
        summary = {"run_id": folder.name, "rows": plain(list(summarise(manifest, rows)))}
        (folder / SUMMARY).write_text(json.dumps(summary), encoding="utf-8")
    return folder


def _entry(name: str, count: int, items: str) -> TaskEntry:
    task = load_task(name)
    metrics = tuple(MetricEntry(name=one.name, unit=one.unit, primary=one.primary) for one in task.metrics)
    return TaskEntry(
        name=name, label=name, version=1, metrics=metrics, items=count, origin="made", kind="file", digest=items,
        revision=None, shots=task.shots, chance=None, departures=(), notes=(),
    )  # fmt: skip


def _records(task: str, metrics: dict[str, list[float]], protocol: str) -> list[dict[str, Any]]:
    count = len(next(iter(metrics.values())))
    return [
        {
            **dict.fromkeys(COLUMNS),
            "task": task,
            "item_id": str(number),
            "protocol": protocol,
            "verdict": "scored",
            "metrics": {name: values[number] for name, values in metrics.items()},
            "flags": [],
        }
        for number in range(count)
    ]


def share(right: int, n: int) -> list[float]:
    """So many right answers out of n."""
    return [1.0] * right + [0.0] * (n - right)
