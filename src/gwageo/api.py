"""The face for Python callers: everything the command line does, in a few lines.

Example:
    >>> import gwageo, tempfile
    >>> result = gwageo.evaluate("baseline:gold", "quick", limit=2, output=tempfile.mkdtemp())
    >>> result.rows[0].value
    1.0
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pydantic import ValidationError

from gwageo.analysis.auditing import Audit, audit
from gwageo.analysis.comparing import RunComparison, compare
from gwageo.analysis.diagnosing import Symptom, diagnose
from gwageo.analysis.rescoring import Rescoring, rescore
from gwageo.analysis.summary import SummaryRow
from gwageo.analysis.versions import VersionRow, compare_versions
from gwageo.core import (
    FEW_SHOT,
    GREEDY,
    PROTOCOLS,
    ConfigError,
    FewShot,
    Protocol,
    ProtocolName,
    Sampling,
    UnknownName,
)
from gwageo.examining import Evaluation, examine
from gwageo.models.base import Model
from gwageo.models.options import DType, ModelOptions
from gwageo.models.registry import load_model
from gwageo.runs.config import RunConfig
from gwageo.runs.directory import MANIFEST, Place, read_manifest
from gwageo.runs.expected import expected
from gwageo.runs.finished import read_runs
from gwageo.runs.outlook import Outlook, look_ahead
from gwageo.runs.plan import prepare
from gwageo.runs.progress import Observer, Snapshot
from gwageo.runs.runner import RunInterrupted
from gwageo.tasks.answers import Judged, read_answers, score_answers
from gwageo.tasks.base import DATA_ERRORS, Settings
from gwageo.tasks.bundle import Bundle
from gwageo.tasks.bundling import Wanted, bundle
from gwageo.tasks.own import Exam
from gwageo.tasks.published import Finding, check_set
from gwageo.tasks.registry import SUITES, expand, load_task, own_exams, packaged, task_names
from gwageo.tasks.sources import STOP, read_items

if TYPE_CHECKING:
    from gwageo.report.sheets import Sheet

__all__ = [
    "Audit",
    "Bundle",
    "Evaluation",
    "Exam",
    "Finding",
    "Judged",
    "ModelOptions",
    "Observer",
    "Outlook",
    "Place",
    "Rescoring",
    "RunComparison",
    "RunConfig",
    "RunInterrupted",
    "Snapshot",
    "SummaryRow",
    "Symptom",
    "audit",
    "check_data",
    "compare",
    "compare_runs",
    "diagnose",
    "evaluate",
    "examine",
    "fetch_data",
    "few_shot_form",
    "find_exam",
    "holds_run",
    "judge_answers",
    "load_model",
    "load_task",
    "look_ahead_at",
    "make_config",
    "named_tasks",
    "protocol_name",
    "report",
    "rescore",
    "stored_config",
]


def evaluate(
    model: str | Model = "embedded",
    tasks: str | Sequence[str] | None = None,
    *,
    task_files: Sequence[str | Path] = (),
    protocol: str = "plain",
    data: str | Path | None = None,
    limit: int | None = None,
    repeats: int = 1,
    shots: int | None = None,
    shot_seed: int = 1234,
    shot_data: str | Path | None = None,
    shot_ids: Sequence[str] = (),
    few_shot: str = "turns",
    max_tokens: int | None = None,
    think_budget: int | None = None,
    sampling: Sampling | None = None,
    options: Mapping[str, str] | None = None,
    model_options: ModelOptions | None = None,
    margin: float | None = None,
    concurrency: int | None = None,
    no_cache: bool = False,
    batch: bool = False,
    max_cost: float | None = None,
    max_total_tokens: int | None = None,
    prices: str | Path | None = None,
    output: str | Path | None = None,
    resume: str | Path | None = None,
    progress: Observer | None = None,
) -> Evaluation:
    """Examine a model, keep everything in a run directory, and give back the figures.

    Called again after an interruption with the same arguments, it goes on where it stopped.

    Args:
        model: A model's name, or a `Model` made by the caller.
        tasks: Names of tasks and suites; None is those of the task files, or else the quick suite.
        task_files: Files with tasks of one's own; a Python file is run.
        protocol: `plain`, `chat` or `nothink`.
        data: File or folder with the items; None is each task's own source.
        limit: The first so many items of each task.
        repeats: How often each item is asked.
        shots: Demonstrations per item; None is the published number.
        shot_seed: Seed of the draw of demonstrations.
        shot_data: File or folder that they are taken from; None is the test items, as published.
        shot_ids: Ids of the demonstrations that every item is shown, instead of drawn ones.
        max_tokens: Limit of one reply in tokens; None is the published one.
        think_budget: Tokens of thinking after which it is closed and the answer begins; None lets it run.
        sampling: How replies are drawn; None is greedy, as published.
        few_shot: Under chat, `turns` or `text`: demonstrations as turns, or as one text in the user's turn.
        options: Task options by name.
        model_options: How the model is loaded, or reached.
        margin: Difference that counts as none when the run is compared, in points of 100, fixed before it begins.
        concurrency: Requests that a server gets at once; None finds out what it takes.
        no_cache: Ask a server anew what earlier runs were answered.
        batch: Ask a provider through its batch API: half the price, within a day.
        max_cost: US dollars at which the run stops.
        max_total_tokens: Tokens of prompts and replies at which it stops.
        prices: File with prices of models.
        output: The run's directory; None makes a new one under `runs/`, or goes on with an unfinished one there.
        resume: A run's directory that must exist. Failed answers of a finished run are asked again.
        progress: Who listens.

    Raises:
        UserError: Something asked for cannot be done; nothing was run.
        ModelError: The model could not be loaded or could not go on.
        StoreError: The run directory could not be written; what was answered is kept.
        RunInterrupted: SIGINT or SIGTERM came; what was answered is kept.
        RunStopped: A limit of cost or tokens is reached; what was answered is kept.
    """
    config = make_config(
        model=model if isinstance(model, str) else model.name,
        model_options=model_options or ModelOptions(),
        tasks=named_tasks((tasks,) if isinstance(tasks, str) else tasks, task_files),
        task_files=tuple(map(str, task_files)),
        protocol=Protocol(protocol_name(protocol), few_shot_form(few_shot)),
        data=None if data is None else str(data),
        limit=limit,
        repeats=repeats,
        margin=margin,
        concurrency=concurrency,
        no_cache=no_cache,
        batch=batch,
        max_cost=max_cost,
        max_total_tokens=max_total_tokens,
        prices=None if prices is None else str(prices),
        settings=Settings(
            shots,
            shot_seed,
            dict(options or {}),
            None if shot_data is None else str(shot_data),
            tuple(shot_ids),
            max_tokens,
            sampling or GREEDY,
            think_budget,
        ),
    )
    place = Place(None if output is None else Path(output), None if resume is None else Path(resume))
    return examine([config], place, progress, model=None if isinstance(model, str) else model)[0]


def named_tasks(tasks: Sequence[str] | None, task_files: Sequence[str | Path] = ()) -> tuple[str, ...]:
    """The tasks asked for; where none are named, those of the task files, or else the quick suite."""
    if tasks is not None:
        return tuple(tasks)
    return tuple(own_exams([str(path) for path in task_files])) or ("quick",)


def find_exam(name: str, task_files: Sequence[str | Path] = ()) -> Exam:
    """The exam of this name, from task files, the table, or an installed package.

    Raises:
        UserError: There is none, or a file cannot be used.
    """
    exam = own_exams([str(path) for path in task_files]).get(name) or packaged(name)
    return exam or Exam(load_task(name), None, "gwageo")


def judge_answers(
    answers: str | Path,
    task: str,
    *,
    data: str | Path | None = None,
    options: Mapping[str, str] | None = None,
    task_files: Sequence[str | Path] = (),
) -> Judged:
    """Judge answers that came from elsewhere; no model is loaded.

    Args:
        answers: File with one row per answer: `id` and `response`, or `loglikelihoods` and `unconditional`.
        task: The exam that was taken.
        data: File or folder with its items; None is the published set.
        options: Task options by name.
        task_files: Files with tasks of one's own; a Python file is run.

    Raises:
        DataError: A row lacks what the task needs, or answers an item that is not there.
    """
    exam = find_exam(task, task_files)
    rows = read_answers(answers)
    settings = Settings(options=dict(options or {}))
    wanted = exam.task.option(settings, DATA_ERRORS.name) or STOP
    found = read_items(exam.task, exam.data if data is None else data, data_errors=wanted)
    judged = score_answers(exam.task, found.items, rows, settings=settings, file=str(answers))
    return replace(judged, notes=(*found.notes, *judged.notes)) if wanted != STOP else judged


def fetch_data(
    tasks: str | Sequence[str], output: str | Path, *, data: str | Path | None = None, model: str | None = None
) -> Bundle:
    """Bundle the items of exams in a folder, for machines without a connection.

    Args:
        tasks: Names of tasks and suites.
        output: The folder; sets that lie there already stay.
        data: Where the items come from; None is the hub, or the suite's own.
        model: Whose tokenizer is to lie beside them.

    Raises:
        UserError: A set cannot be had, or a row cannot be used.
    """
    names = (tasks,) if isinstance(tasks, str) else tasks
    wanted: dict[str, Wanted] = {}
    for name in names:
        own = SUITES[name].data if name in SUITES else None
        for task in expand([name]):
            wanted.setdefault(task.name, Wanted(task, own if data is None else str(data)))
    return bundle(list(wanted.values()), Path(output).expanduser(), model=model)


def check_data(tasks: str | Sequence[str] = (), *, data: str | Path | None = None) -> tuple[Finding, ...]:
    """Compare sets with what was published: rows, columns, key balance. A set that cannot be had is a finding too.

    Args:
        tasks: Names of tasks and suites; none is all that have a published set. Exams that share a set have one
            finding.
        data: File or folder; None is the hub.
    """
    names = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    exams = {task.data_name: task for task in reversed(expand(names or _published()))}
    return tuple(check_set(task, None if data is None else str(data)) for task in reversed(exams.values()))


def compare_runs(
    runs: Sequence[str | Path], groups: Mapping[str, Sequence[str]] | None = None
) -> tuple[VersionRow, ...]:
    """English, raw DeepL and Korean versions of benchmarks side by side, over the items that they share.

    Args:
        runs: Run directories, or folders with runs in them.
        groups: Name of a group of models to their names; its figures are unweighted means.

    Raises:
        ConfigError: A directory holds no run, a run is not finished, or nothing was run in two versions.
    """
    return tuple(compare_versions(read_runs(runs), groups))


def report(runs: Sequence[str | Path] = (), *, counts: str | Path | None = None, view: str = "auto") -> "list[Sheet]":
    """The figures of finished runs, or a view of them: see `gwageo.report.views.report`."""
    from gwageo.report import views  # brings every table of every paper; a run does without

    return views.report(runs, counts=counts, view=view)


def _published() -> tuple[str, ...]:
    return tuple(name for name in task_names() if load_task(name).hub is not None)


def make_config(**fields: Any) -> RunConfig:
    """A validated configuration.

    Raises:
        ConfigError: A field has a value that cannot be; it names the field and the value.
    """
    dtype = fields["model_options"].dtype if "model_options" in fields else "auto"
    if dtype not in get_args(DType):
        raise UnknownName("dtype", str(dtype), get_args(DType))
    try:
        return RunConfig(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{name} cannot be {first['input']!r:.80}: {expected(first)}") from error


def stored_config(run: str | Path) -> RunConfig:
    """The configuration of a run that exists, to go on with it.

    Raises:
        ConfigError: There is no run in the directory.
    """
    return read_manifest(Path(run)).config


def holds_run(path: str | Path) -> bool:
    """Whether a directory is that of one run; that of several protocols holds one below it for each."""
    return (Path(path) / MANIFEST).exists()


def protocol_name(name: str) -> ProtocolName:
    """The protocol of a name.

    Raises:
        UnknownName: There is no such protocol, with the closest names.
    """
    for known in PROTOCOLS:
        if name == known:
            return known
    raise UnknownName("protocol", name, PROTOCOLS)


def few_shot_form(name: str) -> FewShot:
    """The form of demonstrations of a name.

    Raises:
        UnknownName: There is no such form.
    """
    for known in FEW_SHOT:
        if name == known:
            return known
    raise UnknownName("form of demonstrations", name, FEW_SHOT)


def look_ahead_at(configs: Sequence[RunConfig], *, model: Model | None = None) -> tuple[Outlook, ...]:
    """What runs of these configurations would send; nothing is asked, and no weights are loaded.

    Args:
        configs: They name the same model and model options.
        model: A model made by the caller; None makes the one that is named.

    Raises:
        UserError: Something asked for cannot be done.
        ModelError: The model's tokenizer cannot be loaded.
    """
    examinee = model or load_model(configs[0].model, configs[0].model_options)
    return tuple(look_ahead(prepare(config, examinee), examinee) for config in configs)
