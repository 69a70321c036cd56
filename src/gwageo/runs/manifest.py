"""run.json: what makes a run directory readable by itself, years later."""

import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

from pydantic import BaseModel, ConfigDict

from gwageo.core.canonical import plain
from gwageo.core.version import VERSION
from gwageo.runs.config import RunConfig
from gwageo.runs.outlook import SWITCH_IGNORED
from gwageo.runs.plan import Cell, Plan

SCHEMA_VERSION = 1
# Their versions are recorded where they took part, since they can move a number.
PACKAGES = ("torch", "transformers", "tokenizers", "datasets", "peft", "openai", "anthropic", "vllm")
ADDED_UP = {"requests", "faults", "refusals", "given_up", "served_models"}
"""Facts that count what each process did by itself."""


class MetricEntry(BaseModel):
    """One metric of a task."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    unit: str
    primary: bool
    top: float | None = 1.0
    """What an item has of it that has all; None where items can have a part."""


class TaskEntry(BaseModel):
    """One task of the run: which items, under which settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    label: str
    """The name as tables show it: marked where the items are not the benchmark."""
    version: int
    """Version of the task that made the scores."""
    metrics: tuple[MetricEntry, ...]
    items: int
    """Number of items asked."""
    origin: str
    kind: str
    digest: str
    revision: str | None
    shots: int
    chance: float | None
    """Mean chance level of the primary metric over the items asked; None where there is none."""
    departures: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    """What spoke against the run when it began: how the first item's prompt reaches the model."""
    switch_ignored: bool = False
    """Whether the template gives the same prompt with thinking on and off."""


class Manifest(BaseModel):
    """The whole of run.json."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    schema_version: int = SCHEMA_VERSION
    run_id: str
    created: str
    """UTC."""
    finished: str | None = None
    """UTC; None while answers or records are owed."""
    gwageo: str
    python: str
    platform: str
    packages: dict[str, str] = {}
    config: RunConfig
    config_hash: str
    identity: dict[str, Any]
    """What decides the answers; a process that goes on with the run must match it."""
    facts: dict[str, Any] = {}
    """What the model found out while it answered."""
    tasks: tuple[TaskEntry, ...]
    earlier_versions: tuple[dict[str, int], ...] = ()
    """Task versions of earlier processes, where they differ: their replies were kept and judged again."""
    rescored: tuple[str, ...] = ()
    """UTC, of each time that the finished run was judged again."""


def now() -> str:
    """This second, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def task_entry(cell: Cell, warnings: Sequence[str] = ()) -> TaskEntry:
    """What the manifest says of one cell; `warnings` are those of the model that is asked."""
    return TaskEntry(
        name=cell.task.name,
        label=cell.label,
        version=cell.task.version,
        metrics=tuple(
            MetricEntry(name=metric.name, unit=metric.unit, primary=metric.primary, top=metric.top)
            for metric in cell.metrics
        ),
        items=cell.size,
        origin=cell.source.origin,
        kind=cell.source.kind,
        digest=cell.source.digest,
        revision=cell.source.revision,
        shots=cell.shots,
        chance=cell.chance,
        departures=cell.paper.departures(),
        notes=cell.notes,
        warnings=tuple(warnings),
        switch_ignored=SWITCH_IGNORED in warnings,
    )


def new_manifest(plan: Plan, run_id: str) -> Manifest:
    """The manifest of a run that begins."""
    return Manifest(
        run_id=run_id,
        created=now(),
        gwageo=VERSION,
        python=platform.python_version(),
        platform=platform.platform(),
        config=plan.config,
        config_hash=plan.config_hash,
        identity=plan.identity,
        tasks=tuple(task_entry(cell) for cell in plan.cells),
    )


def versions(tasks: Iterable[TaskEntry]) -> dict[str, int]:
    """Task name to version."""
    return {task.name: task.version for task in tasks}


def continued(manifest: Manifest, plan: Plan, warnings: Mapping[str, Sequence[str]], *, stands: bool) -> Manifest:
    """The manifest of a run that goes on: its tasks as they are now, and the versions that were before.

    Args:
        manifest: As it was.
        plan: The run.
        warnings: By task; a task without an entry keeps those that it had, since its model was not looked at.
        stands: Whether its result stands until there is another.
    """
    kept = {task.name: task.warnings for task in manifest.tasks} | {
        name: tuple(each) for name, each in warnings.items()
    }
    tasks = tuple(task_entry(cell, kept.get(cell.task.name, ())) for cell in plan.cells)
    before, earlier = versions(manifest.tasks), manifest.earlier_versions
    if before != versions(tasks):
        earlier = (*earlier, before)
    finished = manifest.finished if stands else None
    return manifest.model_copy(update={"tasks": tasks, "earlier_versions": earlier, "finished": finished})


def reopened(manifest: Manifest) -> Manifest:
    """The manifest of a run whose result is about to be replaced."""
    return manifest.model_copy(update={"finished": None})


def learned(manifest: Manifest, facts: dict[str, Any]) -> Manifest:
    """The manifest with what one process found out while it asked, whether it came to the end or not.

    Counts of what went over a wire are added up over the processes of a run.
    """
    merged = {**manifest.facts, **plain(facts)}
    for name in ADDED_UP & manifest.facts.keys() & merged.keys():
        merged[name] = _sum(manifest.facts[name], merged[name])
    packages = {**manifest.packages, **loaded_packages()}
    return manifest.model_copy(update={"facts": merged, "packages": packages})


def _sum(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: _sum(old.get(name, 0), new.get(name, 0)) for name in old.keys() | new.keys()}
    return old + new


def completed(manifest: Manifest) -> Manifest:
    """The manifest of a run whose records are in place."""
    return manifest.model_copy(update={"finished": now()})


def loaded_packages() -> dict[str, str]:
    """Versions of the packages that took part in this process."""
    return {name: metadata.version(name) for name in PACKAGES if name in sys.modules and _installed(name)}


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
