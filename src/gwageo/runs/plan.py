"""Plan: everything about a run that can be known, and can fail, before a model is loaded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gwageo.core import ConfigError, Item
from gwageo.core.canonical import digest, plain
from gwageo.models.base import Model
from gwageo.runs.config import SERVED, RunConfig
from gwageo.tasks.base import DATA_ERRORS, Metric, Paper, Task
from gwageo.tasks.drifting import drift_metrics
from gwageo.tasks.folders import holds
from gwageo.tasks.own import Exam
from gwageo.tasks.registry import SUITES, expand, own_exams, packaged
from gwageo.tasks.sources import STOP, ItemSet, read_items

BUNDLED = "bundled"


@dataclass(frozen=True, slots=True)
class Cell:
    """One task of a run, with its items read and its paper prepared."""

    task: Task
    source: ItemSet
    paper: Paper
    size: int
    """How many items are asked: the first `size` of the paper."""
    definition: str | None = None
    """What a task of one's own was made from; None for gwageo's own tasks."""

    @property
    def label(self) -> str:
        """The task's name, marked where the items are gwageo's own and not the benchmark."""
        mark = "quick" if self.source.kind == BUNDLED else self.task.mark(self.source.items)
        return f"{self.task.name} ({mark})" if mark else self.task.name

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What is reported: the paper's metrics, and the drift of a Korean exam's replies."""
        return (*self.paper.metrics, *drift_metrics(self.task))

    @property
    def items(self) -> Sequence[Item]:
        """The items that are asked."""
        return self.paper.items[: self.size]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a report must say of the items that are asked."""
        return (*self.source.notes, *self.paper.notes_on(self.size))

    @property
    def shots(self) -> int:
        """Demonstrations per item, as asked for or else as published."""
        return self.paper.shots

    @property
    def chance(self) -> float | None:
        """Expected value of the primary metric for a uniform guess, over the items asked."""
        levels = [self.task.chance(item) for item in self.items]
        known = [level for level in levels if level is not None]
        return sum(known) / len(known) if known and len(known) == len(levels) else None


@dataclass(frozen=True, slots=True)
class Plan:
    """A run made ready: configuration, cells, and the identity that a later process must match to go on."""

    config: RunConfig
    cells: tuple[Cell, ...]
    identity: dict[str, Any]

    @property
    def config_hash(self) -> str:
        """SHA-256 of the identity."""
        return digest(self.identity)

    @property
    def total(self) -> int:
        """Number of answers that the run owes."""
        return sum(cell.size for cell in self.cells) * self.config.repeats


def prepare(config: RunConfig, model: Model) -> Plan:
    """Resolve names, read and check all items, prepare the papers. Loads no model and writes nothing.

    Raises:
        UserError: A name, a data file, a row or a combination of options cannot be used.
    """
    if config.concurrency and config.concurrency > 1 and model.concurrency == 1:
        raise ConfigError(f"{model.name} takes one call at a time; leave out --concurrency {config.concurrency}")
    _check_server_options(config, model)
    cells = cells_of(config)
    return Plan(config, cells, _identity(config, model, cells))


def cells_of(config: RunConfig) -> tuple[Cell, ...]:
    """The tasks of a configuration with their items read and their papers prepared.

    Raises:
        UserError: A name, a data file, a row or a combination of options cannot be used.
    """
    return tuple(_cell(asked, config) for asked in _asked(config))


def _check_server_options(config: RunConfig, model: Model) -> None:
    """Options that mean something for a model behind a server only."""
    given = [f"--{name.replace('_', '-')}" for name in SERVED[1:] if getattr(config, name)]
    if given and model.remote is None:
        names = ", no ".join(given)
        raise ConfigError(f"{model.name} is not behind a server and has no {names}; leave these options out")


@dataclass(frozen=True, slots=True)
class _Asked:
    """One task as a name on the command line asks for it."""

    task: Task
    data: str | None
    most: int | None = None
    """Items at most, where a suite says so."""
    definition: str | None = None
    """See `Cell.definition`."""
    max_tokens: int | None = None
    """Limit of one reply, where a suite says so and the user does not."""


def _asked(config: RunConfig) -> list[_Asked]:
    """Each task once, with where its items come from. A suite with items of its own takes no others."""
    chosen: dict[str, _Asked] = {}
    own_files = own_exams(config.task_files)
    for name in config.tasks:
        exam = own_files.get(name) or packaged(name)
        if exam is not None:
            chosen[name] = _Asked(exam.task, _own_data(exam, config.data), definition=exam.definition)
            continue
        suite = SUITES.get(name)
        own = suite.data if suite else None
        if own is not None and config.data not in (None, own):
            raise ConfigError(f"The suite {name!r} has its own items; name tasks instead of it to use {config.data!r}")
        for task in expand([name]):
            most = suite.limits.get(task.name) if suite else None
            tokens = suite.max_tokens.get(task.name) if suite else None
            asked = _Asked(task, own or config.data, most, max_tokens=tokens)
            if chosen.setdefault(task.name, asked) != asked:
                raise ConfigError(f"{task.name} is asked for twice with different items; make two runs of it")
    return list(chosen.values())


def _own_data(exam: Exam, data: str | None) -> str | None:
    """Where the items of a task of one's own come from: its own, unless what is given for all is a file or has some."""
    if exam.data is None or data is None:
        return data or exam.data
    folder = Path(data).expanduser()
    if data == BUNDLED or (folder.is_dir() and not holds(folder, exam.task)):
        return exam.data
    return data


def _cell(asked: _Asked, config: RunConfig) -> Cell:
    settings = config.settings
    wanted = asked.task.option(settings, DATA_ERRORS.name) or STOP
    source = read_items(asked.task, asked.data, data_errors=wanted)
    if settings.max_tokens is None:
        settings = replace(settings, max_tokens=asked.max_tokens)
    paper = asked.task.prepare(source.items, config.protocol, settings)
    limits = [limit for limit in (config.limit, asked.most) if limit is not None]
    return Cell(asked.task, source, paper, min([len(paper.items), *limits]), asked.definition)


def _identity(config: RunConfig, model: Model, cells: Sequence[Cell]) -> dict[str, Any]:
    """What decides the answers. Task versions stay outside: all scores of a run are made by one version, at its end."""
    budget = config.settings.think_budget
    identity: dict[str, Any] = plain(
        {
            "model": model.identity(),
            "protocol": config.protocol,
            "settings": {
                "shot_seed": config.settings.shot_seed,
                "options": config.settings.options,
                "shot_ids": config.settings.shot_ids,
                "sampling": config.settings.sampling,
                **({} if budget is None else {"think_budget": budget}),
            },
            "limit": config.limit,
            "repeats": config.repeats,
            "tasks": {
                cell.task.name: {
                    "items": cell.source.digest,
                    "asked": cell.size,
                    "shots": cell.shots,
                    "max_tokens": cell.paper.settings.max_tokens,
                    **cell.paper.identity(),
                    **({} if cell.definition is None else {"definition": cell.definition}),
                }
                for cell in cells
            },
        }
    )
    return identity
