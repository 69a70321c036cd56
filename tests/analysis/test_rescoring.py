"""Judging a run again: told first, written only when asked, whole or not at all, and nothing the second time."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.analysis import rescoring
from gwageo.analysis.rescoring import Rescoring, by_verdict, rescore
from gwageo.analysis.summary import summarise
from gwageo.core import ConfigError, RunLocked, StoreError
from gwageo.core.canonical import plain
from gwageo.report.looking import rescoring_text
from gwageo.report.tables import Format
from gwageo.runs.directory import read_manifest, summary_of, write_json
from gwageo.runs.lock import RunLock
from gwageo.runs.records import read_records, write_records
from gwageo.scoring.labels import LabelRule
from gwageo.tasks import ko_winogrande, registry
from saying_model import Says

FILES = ("run.json", "records.parquet", "summary.json")
TASK = "ko-winogrande-gen"
VERSION = ko_winogrande.GEN.version


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A finished run of five items, all answered with B."""
    gwageo.evaluate(Says("정답: B"), TASK, data="bundled", limit=5, output=tmp_path / "run")
    return tmp_path / "run"


@pytest.fixture
def becomes(run: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes of the exam its next version, with the given fields changed, until the test is over."""
    del run  # it was judged by the version of today

    def become(**changes: Any) -> None:
        monkeypatch.setattr(ko_winogrande, "GEN", replace(ko_winogrande.GEN, version=VERSION + 1, **changes))
        registry._load.cache_clear()

    yield become
    monkeypatch.undo()
    registry._load.cache_clear()


@pytest.fixture
def newer(becomes: Callable[..., None]) -> None:
    """A later version of the exam than that of the run, which can read no B."""
    becomes(rule=LabelRule("A", ()))


def contents(run: Path) -> dict[str, bytes]:
    return {name: (run / name).read_bytes() for name in FILES}


def test_a_run_of_this_version_has_nothing_to_change(run: Path) -> None:
    before = contents(run)
    found = rescore(run, apply=True)
    assert (found.differs, found.answers, found.changes, found.backup) == (False, 5, (), None)
    assert contents(run) == before


@pytest.mark.usefixtures("newer")
def test_what_would_change_is_told_and_nothing_is_written(run: Path) -> None:
    before = contents(run)
    found = rescore(run)
    assert contents(run) == before
    assert found.versions == {TASK: (VERSION, VERSION + 1)}
    right = sum(row["verdict"] == "right" for row in read_records(run / "records.parquet"))
    assert right > 0
    assert by_verdict(found.changes)["right -> wrong"] == right
    assert all(change.after["exact_match"] == 0.0 for change in found.changes if "exact_match" in change.after)
    text = rescoring_text(found, "table", 1)
    assert f"{TASK} was judged by version {VERSION}; this is version {VERSION + 1}" in text
    assert "Nothing was written" in text


@pytest.mark.usefixtures("newer")
def test_applied_it_stands_with_a_copy_of_what_stood_and_a_second_time_changes_nothing(run: Path) -> None:
    before = contents(run)
    found = rescore(run, apply=True)
    assert found.backup is not None
    assert {name: (found.backup / name).read_bytes() for name in FILES} == before
    manifest = read_manifest(run)
    assert (manifest.tasks[0].version, manifest.earlier_versions) == (VERSION + 1, ({TASK: VERSION},))
    assert len(manifest.rescored) == 1
    assert manifest.finished is not None
    (row,) = [row for row in json.loads(contents(run)["summary.json"])["rows"] if row["metric"] == "exact_match"]
    assert row["value"] == 0.0
    after = contents(run)
    again = rescore(run, apply=True)
    assert (again.differs, again.backup) == (False, None)
    assert contents(run) == after


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("fails", ["write_records", "write_json"])
def test_a_failure_puts_everything_back(run: Path, fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(run)

    def broken(*_: object) -> None:
        (run / "summary.json").write_text("torn", encoding="utf-8")
        raise StoreError("the disk is full")

    monkeypatch.setattr(rescoring, fails, broken)
    with pytest.raises(StoreError, match="disk is full"):
        rescore(run, apply=True)
    assert contents(run) == before


def test_records_that_are_not_whole_are_refused(run: Path) -> None:
    rows = list(read_records(run / "records.parquet"))
    for wrong in (rows[:-1], [*rows, rows[0]], [rows[1], rows[0], *rows[2:]]):
        write_records(run / "records.parquet", [{**row, "metrics": list(row["metrics"].items())} for row in wrong])
        with pytest.raises(StoreError, match=r"is not whole: row|holds \d rows, expected 5"):
            rescore(run)


def test_a_summary_that_its_records_do_not_give_is_refused(run: Path) -> None:
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    summary["rows"][0]["value"] = 0.99
    (run / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    with pytest.raises(StoreError, match=r"says \(0.99, 5\) for ko-winogrande-gen exact_match"):
        rescore(run)


def test_answers_to_other_prompts_are_refused_by_version(run: Path, becomes: Callable[..., None]) -> None:
    becomes(prompt="다른 문제: {text}\n{options}\n정답:")
    with pytest.raises(ConfigError, match=rf"{TASK} \(version {VERSION} then, {VERSION + 1} now\): 5"):
        rescore(run)


def test_other_items_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    row = {"sentence": "나는 _ 갔다.", "option1": "집에", "option2": "들에", "answer": 1}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    gwageo.evaluate(Says("A"), TASK, data=path, output=tmp_path / "run")
    path.write_text(json.dumps({**row, "answer": 2}) + "\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="are not those that the run"):
        rescore(tmp_path / "run")
    moved = tmp_path / "moved.jsonl"
    moved.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert not rescore(tmp_path / "run", data=str(moved)).differs


def test_a_run_at_work_or_unfinished_is_refused(run: Path) -> None:
    with RunLock(run), pytest.raises(RunLocked):
        rescore(run)
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps({**manifest, "finished": None}), encoding="utf-8")
    with pytest.raises(ConfigError, match="not finished"):
        rescore(run)


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("form", ["table", "md", "csv", "json", "latex"])
def test_every_format_lists_the_changed_verdicts(run: Path, form: Format) -> None:
    found: Rescoring = rescore(run)
    text = rescoring_text(found, form, 20)
    assert found.changes[0].item_id.replace("_", "\\_" if form == "latex" else "_") in text


def test_a_part_that_is_no_more_has_a_row_and_no_inner_name(run: Path) -> None:
    """The parts of an exam are lists of one inside; their lengths are nobody's figures."""
    metric, part = "exact_match", "exact_match:old"
    rows = [{**row, "metrics": [*row["metrics"].items(), (part, 1.0), (f"{part}#n", 1.0)]} for row in
            read_records(run / "records.parquet")]  # fmt: skip
    write_records(run / "records.parquet", rows)
    manifest = read_manifest(run)
    (task,) = manifest.tasks
    told = next(each for each in task.metrics if each.name == metric)
    parted = (*task.metrics, told.model_copy(update={"name": part, "primary": False}))
    manifest = manifest.model_copy(update={"tasks": (task.model_copy(update={"metrics": parted}),)})
    write_json(run / "run.json", manifest.model_dump(mode="json"))
    write_json(
        run / "summary.json",
        summary_of(manifest, plain(list(summarise(manifest, read_records(run / "records.parquet"))))),
    )
    found = rescore(run)
    text = rescoring_text(found, "table", 9)
    assert "#n" not in text
    assert all(set(change.after) == {part} for change in found.changes)
    (line,) = [line for line in text.splitlines() if f" {part} " in line and TASK in line and "100.0" in line]
    assert "–" in line
