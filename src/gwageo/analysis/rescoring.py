"""Judging a finished run again from its journal, with the exams as they are now. No model is loaded.

What stands is checked first: every answer has its one record, and the summary is that of the records. Then every
answer is judged, and what would change is told. Only `apply` writes: what stood is copied beside it and the copies are
compared before anything is replaced, a failure puts everything back, and a second time changes nothing.
"""

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

from gwageo.analysis.summary import COLUMNS, SummaryRow, summarise
from gwageo.core import ConfigError, StoreError
from gwageo.core.canonical import plain
from gwageo.runs.directory import (
    JOURNAL,
    MANIFEST,
    RECORDS,
    SUMMARY,
    read_summary,
    summary_of,
    write_json,
)
from gwageo.runs.finished import read_run
from gwageo.runs.journal import Journal
from gwageo.runs.lock import RunLock
from gwageo.runs.manifest import Manifest, continued, now, versions
from gwageo.runs.marking import jobs
from gwageo.runs.plan import Plan, cells_of
from gwageo.runs.records import read_records, write_records
from gwageo.runs.runner import record_rows

_KEY = ("task", "item_id", "repeat")
_SEEN = ("verdict", "extraction", "extracted")
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One answer that is judged otherwise now."""

    task: str
    item_id: str
    repeat: int
    before: Mapping[str, Any]
    """What differs, as it stands: verdict, extraction, extracted answer, and metrics by name."""
    after: Mapping[str, Any]
    """The same fields as they are judged now."""


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What judging a run again comes to."""

    directory: Path
    run_id: str
    answers: int
    changes: tuple[Change, ...]
    versions: Mapping[str, tuple[int, int]]
    """Exams whose version has risen since the run was judged: then, and now."""
    added: tuple[str, ...]
    """Metrics that the records do not have yet."""
    before: tuple[SummaryRow, ...]
    after: tuple[SummaryRow, ...]
    backup: Path | None = None
    """Where what stood was kept; None where nothing was written."""

    @property
    def differs(self) -> bool:
        """Whether anything would be written."""
        return bool(self.changes or self.versions or self.added or self.before != self.after)


def rescore(directory: Path, *, data: str | None = None, apply: bool = False) -> Rescoring:
    """Judge the answers of a finished run again.

    Args:
        directory: Of the run.
        data: Where the items lie now, if not where the run had them from.
        apply: Write the new judgement; else nothing is touched.

    Raises:
        ConfigError: No finished run, other items than those that were asked, or prompts that have changed since.
        StoreError: What stands is not whole, or cannot be written; in that case what stood was put back.
        RunLocked: Another process works on the run.
    """
    read_run(directory)  # a directory without a finished run is told as such, and not as one that cannot be locked
    with RunLock(directory):
        manifest = read_run(directory).manifest
        plan = _planned(manifest, directory, data)
        with closing(Journal(directory / JOURNAL)) as journal:
            _check_answers(plan, journal, manifest)
            before = _check_whole(plan, directory, manifest)
            found = _judged(plan, journal, directory, manifest, before)
            if apply and found.differs:
                return replace(found, backup=_write(plan, journal, directory, manifest, found))
            return found


def _planned(manifest: Manifest, directory: Path, data: str | None) -> Plan:
    """The run's plan with the exams as they are now, over the items that were asked."""
    config = manifest.config if data is None else manifest.config.model_copy(update={"data": data})
    plan = Plan(manifest.config, cells_of(config), manifest.identity)
    asked = {task.name: task for task in manifest.tasks}
    for cell in plan.cells:
        entry = asked.get(cell.task.name)
        if entry is None or (entry.digest, entry.items) != (cell.source.digest, cell.size):
            raise ConfigError(
                f"The items of {cell.task.name} from {cell.source.origin} are not those that the run in {directory} "
                "asked; name the file that it had with --data"
            )
    return plan


def _check_answers(plan: Plan, journal: Journal, manifest: Manifest) -> None:
    """Refuse where answers were given to other prompts than those that the exam asks now."""
    other: Counter[str] = Counter()
    for job in jobs(plan):
        if job.requests and journal.read(job.key, len(job.requests)) is None:
            other[job.cell.task.name] += 1
    if not other:
        return
    then = versions(manifest.tasks)
    now_ = {cell.task.name: cell.task.version for cell in plan.cells}
    told = "; ".join(f"{name} (version {then[name]} then, {now_[name]} now): {count}" for name, count in other.items())
    raise ConfigError(
        f"Answers that were given to other prompts than these exams ask now cannot be judged by them: {told}; "
        "run these exams anew"
    )


def _check_whole(plan: Plan, directory: Path, manifest: Manifest) -> tuple[SummaryRow, ...]:
    """The figures that stand, after a check that records and summary are whole and agree."""
    wanted = ((job.cell.task.name, job.item.id, job.repeat) for job in jobs(plan))
    rows = read_records(directory / RECORDS, _KEY)
    for number, (key, row) in enumerate(zip_longest(wanted, rows), 1):
        if row is None or key != tuple(row[name] for name in _KEY):
            raise StoreError(
                f"{directory / RECORDS} is not whole: row {number} should be {key!r}; make it anew from the journal by "
                f"deleting it and running the same command again"
            )
    found = summarise(manifest, read_records(directory / RECORDS, COLUMNS))
    kept = read_summary(directory)
    figures = {(row["task"], row["metric"]): (row["value"], row["n"]) for row in kept}
    for row in plain(list(found)):
        name = (row["task"], row["metric"])
        if figures.get(name) != (row["value"], row["n"]):
            raise StoreError(
                f"{directory / SUMMARY} says {figures.get(name)!r} for {name[0]} {name[1]}, but the records give "
                f"{(row['value'], row['n'])!r}; they were changed from outside, so they are left alone"
            )
    return found


def _judged(
    plan: Plan, journal: Journal, directory: Path, manifest: Manifest, before: tuple[SummaryRow, ...]
) -> Rescoring:
    changes: list[Change] = []
    added: dict[str, None] = {}
    judged = 0

    def compared() -> Iterator[Row]:
        nonlocal judged
        new = record_rows(plan, journal, manifest.run_id)
        for old, row in zip(read_records(directory / RECORDS), new, strict=True):
            judged += 1
            row = {**row, "metrics": dict(row["metrics"])}
            added.update(dict.fromkeys(name for name in row["metrics"] if _new_metric(name, old, manifest)))
            if change := _change(old, row):
                changes.append(change)
            yield row

    after = summarise(continued(manifest, plan, {}, stands=True), compared())
    then, now_ = versions(manifest.tasks), {cell.task.name: cell.task.version for cell in plan.cells}
    risen = {name: (then[name], version) for name, version in now_.items() if then[name] != version}
    names = tuple(name for name in added if "#" not in name)
    return Rescoring(directory, manifest.run_id, judged, tuple(changes), risen, names, before, after)


def _new_metric(name: str, old: Row, manifest: Manifest) -> bool:
    """Whether the exam did not report a metric when the run was judged; failed answers have none at all."""
    known = {metric.name for task in manifest.tasks if task.name == old["task"] for metric in task.metrics}
    return name.partition("#")[0] not in known


def _change(old: Row, new: Row) -> Change | None:
    names = [name for name in _SEEN if old[name] != new[name]]
    differ = (
        name.partition("#")[0]  # the length of a list of parts is not shown: it is no metric
        for name in dict.fromkeys([*old["metrics"], *new["metrics"]])
        if old["metrics"].get(name) != new["metrics"].get(name) and name in old["metrics"]
    )
    metrics = list(dict.fromkeys(differ))
    if not names and not metrics:
        return None

    def side(row: Row) -> dict[str, Any]:
        return {name: row[name] for name in names} | {name: row["metrics"].get(name) for name in metrics}

    return Change(str(old["task"]), str(old["item_id"]), int(old["repeat"]), side(old), side(new))


def _write(plan: Plan, journal: Journal, directory: Path, manifest: Manifest, found: Rescoring) -> Path:
    """Put the new judgement in place of what stood, which is kept; on any failure everything is put back."""
    names = (MANIFEST, RECORDS, SUMMARY)
    backup = _backed_up(directory, names)
    try:
        write_records(directory / RECORDS, record_rows(plan, journal, manifest.run_id))
        made = continued(manifest, plan, {}, stands=True).model_copy(update={"rescored": (*manifest.rescored, now())})
        rows = summarise(made, read_records(directory / RECORDS, COLUMNS))
        if plain(list(rows)) != plain(list(found.after)):
            raise StoreError(f"{directory / RECORDS} was written, but reads back with other figures")
        write_json(directory / SUMMARY, summary_of(made, plain(list(rows))))
        write_json(directory / MANIFEST, made.model_dump(mode="json"))
    except BaseException:
        for name in names:
            shutil.copy2(backup / name, directory / name)
        raise
    return backup


def _backed_up(directory: Path, names: Sequence[str]) -> Path:
    """A folder beside the files with copies of them, compared byte by byte."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = _free(directory / f"before-{stamp}")
    try:
        folder.mkdir()
        for name in names:
            shutil.copy2(directory / name, folder / name)
            if _sha256(folder / name) != _sha256(directory / name):
                raise StoreError(f"The copy of {directory / name} differs from it; nothing was changed")
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror or error}; nothing was changed") from error
    return folder


def _free(path: Path) -> Path:
    """The path, or the next one that is free."""
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def by_verdict(changes: Iterable[Change]) -> dict[str, int]:
    """How many answers went from one verdict to another, as `wrong -> right`."""
    moves = Counter(f"{one.before['verdict']} -> {one.after['verdict']}" for one in changes if "verdict" in one.before)
    return dict(moves.most_common())
