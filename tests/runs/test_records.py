"""records.parquet: exactly the promised columns, whole or not at all."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from fake_exam import FakeModel, FakeTask, exam
from gwageo.core import LogLikelihood, Output, Protocol, StoreError
from gwageo.models.base import Model
from gwageo.runs.config import RunConfig
from gwageo.runs.journal import Answer
from gwageo.runs.marking import Job, jobs, record
from gwageo.runs.plan import Cell, prepare
from gwageo.runs.records import ADDED, COLUMNS, read_records, write_records
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import load_task
from gwageo.tasks.sources import read_items

PROMISED = """run_id, task, type, language, tier, item_id, pair_id, repeat, protocol, verdict, extraction,
extracted, span_start, span_end, rule, metrics, gold, prompt_hash, response, reasoning, finish_reason, tokens_prompt,
tokens_completion, tokens_reasoning, tokens_cached, cost, latency_s, loglikelihoods, unconditional, error, flags"""


def job(model: Model | None = None) -> Job:
    with exam(FakeTask()):
        return next(jobs(prepare(RunConfig(model="fake", tasks=("fake",)), model or FakeModel())))


def answered(*values: float) -> dict[str, object]:
    one = job()
    outputs = tuple(Output(loglikelihood=value, latency_s=0.5, flags=("over_length",)) for value in values)
    return record(one, Answer(one.key, outputs), "r", "plain")


def test_columns_are_the_promised_ones_in_order(tmp_path: Path) -> None:
    write_records(tmp_path / "r.parquet", [answered(-1, -2, -3, -4)])
    names = [*PROMISED.replace("\n", " ").split(", "), *ADDED]
    assert list(COLUMNS) == pq.read_schema(tmp_path / "r.parquet").names == names


def test_a_row_comes_back_as_it_was(tmp_path: Path) -> None:
    row = answered(-1, float("-inf"), -3, -4)
    write_records(tmp_path / "r.parquet", [row])
    [back] = read_records(tmp_path / "r.parquet")
    assert back == {**row, "metrics": {"acc": 1.0}}
    assert back["loglikelihoods"] == [-1, float("-inf"), -3, -4]
    assert (back["tier"], back["pair_id"], back["language"], back["gold"]) == ("easy", "p0", "ko", "0")
    assert (back["latency_s"], back["tokens_prompt"], back["flags"]) == (2.0, None, ["over_length"])


@pytest.mark.parametrize("name", ["llama3:8b", "st-first:noend", "file:x", "s3:bucket"])
def test_a_colon_in_the_name_of_a_run_makes_no_address_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    write_records(Path(name) / "records.parquet", [answered(-1, -2, -3, -4)])
    assert len(list(read_records(Path(name) / "records.parquet"))) == 1
    assert [path.name for path in Path(name).iterdir()] == ["records.parquet"]


def test_rows_are_written_in_groups(tmp_path: Path) -> None:
    write_records(tmp_path / "r.parquet", (answered(-1, -2, -3, -4) for _ in range(4500)))
    assert pq.ParquetFile(tmp_path / "r.parquet").num_row_groups == 3


@pytest.mark.parametrize(("what", "step"), [(pq.ParquetWriter, "write_table"), (Path, "replace")])
def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, what: type, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.parquet"
    write_records(path, [answered(-1, -2, -3, -4)])

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(what, step, full)
    with pytest.raises(StoreError, match="No space left on device"):
        write_records(path, [answered(-1, -2, -3, -4)] * 2)
    monkeypatch.undo()
    assert len(list(read_records(path))) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["r.parquet"]


def test_a_file_that_is_no_records_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "r.parquet").write_text("no")
    with pytest.raises(StoreError, match="cannot be read as records"):
        list(read_records(tmp_path / "r.parquet"))


@pytest.mark.parametrize(
    ("continuations", "asked", "free"),
    [
        (["가", "나", "가", "나"], [-1, -2], [-3, -4]),
        (["가", "나", "다", "라"], [-1, -2, -3, -4], None),
        (["가", "가"], [-1, -2], None),
    ],
)
def test_question_free_twins_stand_in_their_own_column(
    continuations: list[str], asked: list[float], free: list[float] | None
) -> None:
    one = job()
    requests = tuple(LogLikelihood("q", text) for text in continuations)
    outputs = tuple(Output(loglikelihood=-1.0 - number) for number in range(len(requests)))
    row = record(Job(one.cell, 0, 0, 0, requests, one.key), Answer(one.key, outputs), "r", "plain")
    assert (row["loglikelihoods"], row["unconditional"]) == (asked, free)


def test_twins_under_the_same_template_are_no_question_free_twins() -> None:
    """Under chat three sets are asked; the published question-free one is the second."""
    task = load_task("ko-winogrande")
    source = read_items(task, "bundled")
    cell = Cell(task, source, task.prepare(source.items, Protocol("chat"), Settings()), 1)
    one = job()
    outputs = tuple(Output(loglikelihood=-1.0 - number) for number in range(6))
    row = record(Job(cell, 0, 0, 0, cell.paper.requests(0), one.key), Answer(one.key, outputs), "r", "chat")
    assert (row["loglikelihoods"], row["unconditional"]) == ([-1, -2], [-3, -4])
    assert "winner_changes" not in row["flags"]
