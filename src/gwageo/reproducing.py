"""Reproducing a table of KBS or KoLightEval: plan it, run what is missing, put ours beside what the paper states.

Every cell (model, protocol, task) is a run of its own, so that tables that share cells share runs. A cell that fails is
named and never stops the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from gwageo.analysis.kbs.needs import KOLIGHTEVAL, NEEDS, Need, settings, wanted
from gwageo.api import Observer, Place, examine, load_model, make_config
from gwageo.core import ConfigError, GwageoError, Protocol, UnknownName, UserError
from gwageo.messages import retell, translate
from gwageo.models.base import Model
from gwageo.models.known import find, named
from gwageo.models.options import DType, ModelOptions
from gwageo.models.shared import SharedModel
from gwageo.report.kbs import beside
from gwageo.report.kbs.plan import Line, plan_sheet
from gwageo.report.kbs.views import FACTS, VIEWS, sheets
from gwageo.report.sheets import Head, Sheet
from gwageo.report.views import of_runs
from gwageo.runs.config import SERVED, RunConfig
from gwageo.runs.directory import DEFAULT_BASE, MANIFEST
from gwageo.runs.finished import Finished, read_begun
from gwageo.runs.plan import cells_of
from gwageo.tasks.registry import load_task

__all__ = ["Asked", "Reproduction", "Step", "look_ahead", "reproduce"]

FOLDER = DEFAULT_BASE / "reproduce"
CONTEXT = 4096
"""Tokens of prompt and reply of a generating model, as the authors ran it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person wants of a reproduction."""

    models: tuple[str, ...] = ()
    """Names and presets; none are the paper's models."""
    limit: int | None = None
    """The first so many items of each task."""
    data: str | None = None
    """File or folder with the items; None is each task's own source."""
    folder: Path = FOLDER
    """Where the runs lie, or will."""
    dtype: DType = "bfloat16"
    """Of local checkpoints; the paper's is bfloat16."""


@dataclass(frozen=True, slots=True)
class Step:
    """One cell of the table."""

    config: RunConfig
    requests: int | None
    """How many it sends; None where the items cannot be had."""
    done: bool
    """Whether a finished run of it lies in the folder."""
    problem: str | None = None
    """Why it cannot be run, or why it failed; None where nothing is known against it."""

    @property
    def line(self) -> Line:
        """What the plan shows of it."""
        config = self.config
        return Line(config.model, config.protocol.name, config.tasks[0], self.requests, self.done, self.problem)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What became of every step, and the sheets to show."""

    view: str
    steps: tuple[Step, ...]
    sheets: tuple[Sheet, ...]

    @property
    def failures(self) -> tuple[Step, ...]:
        """Steps without a result."""
        return tuple(step for step in self.steps if step.problem is not None)

    @property
    def nothing_stands(self) -> bool:
        """Whether there were steps, and none has a result."""
        return bool(self.steps) and len(self.failures) == len(self.steps)


def look_ahead(view: str, asked: Asked | None = None) -> Reproduction:
    """What a reproduction would run and send; nothing is asked of any model.

    Raises:
        UnknownName: There is no such table or preset.
        ConfigError: None of the models has a place in the table.
    """
    _check(view)
    steps = () if view in FACTS else tuple(_steps(view, asked or Asked()))
    shown = sheets(view) if view in FACTS else [_plan(view, steps, asked or Asked())]
    return Reproduction(view, steps, tuple(shown))


def reproduce(view: str, asked: Asked | None = None, progress: Observer | None = None) -> Reproduction:
    """Run what a table lacks, and give it with the paper's stated figures beside ours.

    Args:
        view: `kbs-1` to `kbs-19`, `kbs-fig3`, or `kolighteval-A1`.
        asked: Models, items, place.
        progress: Who listens.

    Raises:
        UnknownName: There is no such table or preset.
        ConfigError: None of the models has a place in the table.
        RunInterrupted: SIGINT or SIGTERM came; what was answered is kept.
    """
    asked, observer = asked or Asked(), progress or Observer()
    ahead = look_ahead(view, asked)
    if not ahead.steps:
        return ahead
    steps = tuple(_carried_out(ahead.steps, asked, observer))
    runs = _runs(asked, steps)
    shown = [_plan(view, steps, asked)]
    if any(step.problem is None for step in steps):
        shown += [*_table(view, runs), *beside.sheets(view, runs)]
    return Reproduction(view, steps, tuple(shown))


def _table(view: str, runs: Sequence[Finished]) -> list[Sheet]:
    """The table; none where what has been run fills no line of it, as half of a pair does."""
    try:
        if view == KOLIGHTEVAL:
            return of_runs([run for run in runs if run.manifest.finished is not None], view)
        return sheets(view, runs)
    except ConfigError:
        return [Sheet(view, view, (Head("model"),), (), (translate("kbs.note.no_line"),))]


def _plan(view: str, steps: Sequence[Step], asked: Asked) -> Sheet:
    taken = {step.config.model for step in steps}
    left = [model for model in named(asked.models) if model not in taken]
    return plan_sheet(view, [step.line for step in steps], left)


def _check(view: str) -> None:
    if view not in (*NEEDS, *FACTS):
        raise UnknownName("table", view, (*VIEWS, KOLIGHTEVAL))


def _steps(view: str, asked: Asked) -> Iterator[Step]:
    """All cells, those of a model behind each other."""
    chosen = _chosen(view, asked)
    have = _begun(asked.folder)
    counts: dict[str, int | str] = {}
    for model in dict.fromkeys(name for names in chosen.values() for name in names):
        for need, names in chosen.items():
            for task in need.tasks if model in names else ():
                config = _config(need, model, task, asked)
                key = config.model_copy(update={"model": "", "model_options": ModelOptions()}).model_dump_json()
                found = counts[key] if key in counts else counts.setdefault(key, _requests(config))
                problem = _no_name(model) or (found if isinstance(found, str) else None)
                requests = None if isinstance(found, str) else found
                done = any(_same(run, config) for run in have)
                yield Step(config, requests, done, None if done else problem)


def _chosen(view: str, asked: Asked) -> dict[Need, tuple[str, ...]]:
    """The models of every need: the paper's, or those asked for that fit it.

    Raises:
        ConfigError: None of those asked for does.
    """
    if not asked.models:
        return wanted(view)
    models = named(asked.models)
    chosen = {need: tuple(model for model in models if need.fits(model)) for need in NEEDS[view]}
    if not any(chosen.values()):
        protocols = " | ".join(dict.fromkeys(need.protocol for need in NEEDS[view]))
        kind = "closed" if all(need.closed for need in NEEDS[view]) else "open"
        raise ConfigError(f"None of {', '.join(models)} has a place in {view}, which has {kind} models ({protocols})")
    return chosen


def _config(need: Need, model: str, task: str, asked: Asked) -> RunConfig:
    """One cell in the paper's settings."""
    options = ModelOptions()
    if model.startswith("hf:"):
        context = CONTEXT if load_task(task).kind == "generation" else None
        options = ModelOptions(dtype=asked.dtype, context_length=context)
    return make_config(
        model=model,
        model_options=options,
        tasks=(task,),
        protocol=Protocol(need.protocol),
        data=asked.data,
        limit=asked.limit,
        settings=settings(task, closed=need.closed),
    )


def _no_name(model: str) -> str | None:
    """Why a known model cannot be run; None where it can, or is not known."""
    found = find(model)
    if found is None or found.run is not None:
        return None
    return f"No publication states a name that {model!r} can be run by; name it yourself with --models"


def _requests(config: RunConfig) -> int | str:
    """How many requests a cell sends, or why nobody can say."""
    try:
        (cell,) = cells_of(config)
    except UserError as error:
        return str(error)
    return sum(len(cell.paper.requests(index)) for index in range(cell.size))


def _begun(folder: Path) -> list[Finished]:
    return read_begun([folder]) if any(folder.glob(f"*/{MANIFEST}")) else []


def _runs(asked: Asked, steps: Sequence[Step]) -> list[Finished]:
    """The runs in the folder that are cells of this reproduction; others there do not mix with them."""
    return [run for run in _begun(asked.folder) if any(_same(run, step.config, begun=True) for step in steps)]


def _same(run: Finished, config: RunConfig, *, begun: bool = False) -> bool:
    """Whether a run asked the same, among others perhaps, and has come to its end."""
    if (run.manifest.finished is None and not begun) or config.tasks[0] not in {
        task.name for task in run.manifest.tasks
    }:
        return False
    there = run.manifest.config
    free = {"tasks": config.tasks, "margin": config.margin, **{name: getattr(config, name) for name in SERVED}}
    return there.model_copy(update=free) == config


def _carried_out(steps: Sequence[Step], asked: Asked, observer: Observer) -> Iterator[Step]:
    """Model by model; the weights of one are dropped before the next one's are loaded."""
    number = 0
    for (name, _), group in groupby(_ordered(steps), key=_loaded):
        model: Model | None = None
        try:
            for step in group:
                number += 1
                told = {"number": number, "total": len(steps), "model": name, "task": step.config.tasks[0]}
                observer.say(translate("kbs.cell", protocol=step.config.protocol.name, **told))
                if step.done or step.problem is not None:
                    yield step
                    continue
                try:
                    model = model or SharedModel(load_model(name, step.config.model_options))
                    yield _run(step, model, asked, observer)
                except GwageoError as error:
                    yield _failed(step, str(error), observer)
                except Exception as error:  # a fault of one cell, whatever it is, must not cost the others
                    yield _failed(step, f"{type(error).__name__}: {error}", observer)
        finally:
            if model is not None:
                model.close()


def _loaded(step: Step) -> tuple[str, str]:
    """Steps for which this is the same share a loaded model."""
    return step.config.model, repr(step.config.model_options)


def _ordered(steps: Sequence[Step]) -> list[Step]:
    """In the given order of models, those that share a loaded one behind each other."""
    first = {key: number for number, key in reversed(list(enumerate(map(_loaded, steps))))}
    return sorted(steps, key=lambda step: first[_loaded(step)])


def _run(step: Step, model: Model, asked: Asked, observer: Observer) -> Step:
    examine([step.config], Place(base=asked.folder, keyed=True), observer, model=model)
    return step


def _failed(step: Step, reason: str, observer: Observer) -> Step:
    observer.say(translate("nightly.cell_failed", reason=retell(reason, "error") or reason))
    return replace(step, problem=reason)
