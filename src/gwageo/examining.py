"""Examining: configurations of one model from open directories to figures, each answer on disk before it counts."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.analysis.summary import COLUMNS, SummaryRow, failed_count, summarise
from gwageo.core import StoreError, UnknownName
from gwageo.core.canonical import plain
from gwageo.messages import retell, translate
from gwageo.models.base import Model
from gwageo.models.registry import load_model
from gwageo.runs.config import RunConfig
from gwageo.runs.directory import Place, RunDirectory, open_directory, summary_of
from gwageo.runs.executing import executor_of, ledger_of
from gwageo.runs.journal import Journal
from gwageo.runs.manifest import Manifest, completed, continued, learned, reopened, task_entry, versions
from gwageo.runs.outlook import cautions
from gwageo.runs.plan import Plan, prepare
from gwageo.runs.progress import Observer
from gwageo.runs.records import read_records, write_records
from gwageo.runs.rows import Rows
from gwageo.runs.runner import Runner, answered, check_requests, owed, record_rows


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished run."""

    directory: Path
    manifest: Manifest
    rows: tuple[SummaryRow, ...]
    """One per task and metric."""

    @property
    def failed(self) -> int:
        """Answers that could not be judged, because of an error or an invalid log-probability."""
        return failed_count(self.rows)

    def as_dict(self) -> dict[str, Any]:
        """What another program wants to know of the run, its rows apart."""
        return {
            "run_id": self.manifest.run_id,
            "directory": str(self.directory),
            "model": self.manifest.config.model,
            "protocol": self.manifest.config.protocol.name,
            "finished": self.manifest.finished,
            "failed": self.failed,
        }

    def value(self, task: str, metric: str) -> float | None:
        """One figure.

        Raises:
            UnknownName: The run has no such task and metric.
        """
        for row in self.rows:
            if (row.task, row.metric) == (task, metric):
                return row.value
        raise UnknownName("figure", f"{task} {metric}", [f"{row.task} {row.metric}" for row in self.rows])

    def records(self) -> Iterator[dict[str, Any]]:
        """Every item's record, read from disk a group at a time."""
        return read_records(self.directory / "records.parquet")


def examine(
    configs: Sequence[RunConfig],
    place: Place | None = None,
    progress: Observer | None = None,
    *,
    model: Model | None = None,
) -> tuple[Evaluation, ...]:
    """Run configurations of one model, one run each; the model is loaded once, and only if something is owed.

    Names, items, papers and directories of all of them are checked before the model is loaded.

    Args:
        configs: They name the same model and model options.
        place: Where the runs lie; with several configurations a given directory holds one run per protocol.
        progress: Who listens.
        model: A model made by the caller, who also closes it; None loads the one that is named.
    """
    place, observer = place or Place(), progress or Observer()
    examinee = model or load_model(configs[0].model, configs[0].model_options)
    plans = [prepare(config, examinee) for config in configs]
    if examinee.remote is not None:  # limits and prices that cannot be are told before there is a directory
        for config in configs:
            ledger_of(examinee.remote, config)
    with ExitStack() as stack:
        runs = [_Run(plan, _open(plan, place, len(plans), stack), observer) for plan in plans]
        owing = [run for run in runs if not run.finished(place)]
        found: list[Warnings] = [{} for _ in owing]
        if any(run.owes() for run in owing):
            found = _load(examinee, owing, observer)
            if model is None:
                stack.callback(examinee.close)
        warnings = iter(found)
        return tuple(run.carry_out(examinee, next(warnings)) if run in owing else run.shown() for run in runs)


def _open(plan: Plan, place: Place, runs: int, stack: ExitStack) -> RunDirectory:
    if runs > 1:
        name = plan.config.protocol.name
        place = Place(place.output and place.output / name, place.resume and place.resume / name, place.base)
    directory = open_directory(plan, place)
    stack.callback(directory.close)
    return directory


Warnings = Mapping[str, tuple[str, ...]]
"""By task, what the first item's prompts say against a run, in English."""


def _load(model: Model, runs: Sequence["_Run"], observer: Observer) -> list[Warnings]:
    """Load the model and look at what it will read; a run in which it could answer nothing leaves no directory behind.

    Returns:
        The warnings of each run.
    """
    if not model.ready:
        observer.say(translate("run.loading", model=model.name))
    try:
        model.load()
        for run in runs:
            check_requests(run.plan, model)
        return [_warn(run.plan, model, observer) for run in runs]
    except BaseException:
        for run in runs:
            if run.directory.fresh:
                run.directory.discard()
        raise


def _warn(plan: Plan, model: Model, observer: Observer) -> Warnings:
    """Say what speaks against a run before it begins, each thing once with the tasks that it holds for."""
    found = {cell.task.name: tuple(map(str, cautions(cell, plan, model))) for cell in plan.cells}
    for sentence in dict.fromkeys(sentence for sentences in found.values() for sentence in sentences):
        tasks = ", ".join(name for name, sentences in found.items() if sentence in sentences)
        told = retell(sentence, "note") or sentence
        observer.say(translate("run.warning", protocol=plan.config.protocol.name, tasks=tasks, sentence=told))
    return found


@dataclass(frozen=True, slots=True)
class _Run:
    """One run, from an open directory to its figures."""

    plan: Plan
    directory: RunDirectory
    observer: Observer

    def finished(self, place: Place) -> bool:
        """Whether its result stands. `--resume` asks the failed answers of a finished run again."""
        if not self._stands() and not self._rebuilt():
            return False
        return place.resume is None or not self._summary().failed

    def _judged(self) -> bool:
        """Whether it came to its end under the exams of today."""
        manifest = self.directory.manifest
        now = versions(task_entry(cell) for cell in self.plan.cells)
        return manifest.finished is not None and versions(manifest.tasks) == now

    def _stands(self) -> bool:
        """Whether it came to its end, and records and summary are there and whole."""
        if not self._judged():
            return False
        try:
            rows = sum(1 for _ in read_records(self.directory.records, COLUMNS))
        except StoreError:
            return False
        return rows == self.plan.total and self.directory.has_summary()

    def _rebuilt(self) -> bool:
        """Make the result of a finished run again from its journal; False where the journal lacks an answer."""
        if not self._judged():
            return False
        with closing(Journal(self.directory.journal)) as journal:
            if not answered(self.plan, journal):
                return False
            self._judge(journal)
        self._conclude()
        self.observer.say(translate("run.rebuilt", directory=self.directory.path))
        return True

    def _judge(self, journal: Journal) -> None:
        """Judge everything that the journal holds, and put the records in place."""
        write_records(self.directory.records, record_rows(self.plan, journal, self.directory.manifest.run_id))

    def _conclude(self) -> tuple[SummaryRow, ...]:
        """Put the figures that the records give in place."""
        rows = self._summary().rows
        self.directory.write_summary(summary_of(self.directory.manifest, plain(rows)))
        return rows

    def owes(self) -> bool:
        """Whether anything must be asked; else all that is left is to judge what the journal holds."""
        with closing(Journal(self.directory.journal)) as journal:
            return any(True for _ in owed(self.plan, journal))

    def shown(self) -> Evaluation:
        """The result that stands."""
        evaluation = self._summary()
        key = "run.finished_with_failures" if evaluation.failed else "run.finished"
        self.observer.say(translate(key, directory=self.directory.path, failed=evaluation.failed))
        return evaluation

    def carry_out(self, model: Model, warnings: Warnings) -> Evaluation:
        """Ask what is owed, judge everything, and put the figures in place."""
        directory = self.directory
        directory.save(continued(directory.manifest, self.plan, warnings, stands=self._stands()))
        before = directory.manifest
        with closing(Journal(directory.journal)) as journal:
            key = "run.going_on" if journal.count() else "run.running"
            self.observer.say(translate(key, directory=directory.path))
            with Rows(directory.records, self.plan.total) as rows:
                with executor_of(model, self.plan.config, directory.path) as executor:

                    def note() -> None:
                        directory.save(learned(before, {**model.facts(), **executor.facts()}))

                    runner = Runner(self.plan, journal, executor, self.observer, rows, before.run_id, note)
                    try:
                        runner.run()
                    finally:
                        if runner.asked:
                            note()
                directory.save(reopened(directory.manifest))
                if not rows.finish():
                    self._judge(journal)
        figures = self._conclude()
        directory.save(completed(directory.manifest))
        return Evaluation(directory.path, directory.manifest, figures)

    def _summary(self) -> Evaluation:
        records = read_records(self.directory.records, COLUMNS)
        manifest = self.directory.manifest
        return Evaluation(self.directory.path, manifest, summarise(manifest, records))
