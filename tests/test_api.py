"""The face for Python callers: what a run keeps, goes on with, and refuses."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import gwageo
from fake_exam import FakeModel, FakeTask, exam, spoil
from gwageo.api import Evaluation, Place, evaluate, examine, make_config
from gwageo.core import (
    ConfigError,
    DataError,
    LogLikelihood,
    ModelError,
    Output,
    Protocol,
    Request,
    UnknownName,
)
from gwageo.models.base import Preview
from gwageo.models.options import ModelOptions
from gwageo.report.tables import render
from gwageo.runs.progress import Observer, Snapshot
from gwageo.runs.records import CLOCK
from gwageo.tasks.registry import expand
from gwageo.tasks.sources import read_items


@pytest.fixture(autouse=True)
def _fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with exam(FakeTask()):
        yield


def records(evaluation: Evaluation) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in evaluation.records()]


def test_figures_and_files_of_a_run() -> None:
    """Even items are right, and the odd ones whose gold is first: none; so half of 20."""
    result = evaluate(FakeModel(), "fake", output="out")
    assert result.value("fake", "acc") == 0.5
    assert result.failed == 0
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "journal.sqlite",
        "records.parquet",
        "run.json",
        "summary.json",
    ]
    assert json.loads(Path("out/run.json").read_text())["facts"] == {"calls": 10}
    summary = json.loads(Path("out/summary.json").read_text())
    assert summary["rows"][0]["verdicts"]["right"] == 10


def test_default_directory_names_time_model_and_protocol() -> None:
    result = evaluate(FakeModel(), "fake")
    assert result.directory.parent == Path("runs")
    assert re.fullmatch(r"\d{8}T\d{6}Z-fake-even-plain-[0-9a-f]{4}", result.directory.name)


def test_same_command_without_output_goes_on_with_the_unfinished_run() -> None:
    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        if number == 4:
            raise ModelError("out of ink")
        return answers

    with pytest.raises(ModelError, match="out of ink"):
        evaluate(FakeModel(fault=fault), "fake")
    second = FakeModel()
    result = evaluate(second, "fake")
    assert len(second.asked) == 20 - 3 * 2
    assert len(list(Path("runs").iterdir())) == 1
    assert records(result) == records(evaluate(FakeModel(), "fake", output="unbroken"))
    third = FakeModel()
    assert evaluate(third, "fake").directory != result.directory  # a finished run is not gone on with
    assert len(third.asked) == 20


def test_finished_run_with_the_same_output_asks_nothing() -> None:
    first = evaluate(FakeModel(), "fake", output="out")
    again = FakeModel()
    second = evaluate(again, "fake", output="out")
    assert (again.loaded, again.calls) == (0, 0)
    assert second.rows == first.rows


def test_another_configuration_is_refused_with_both_values() -> None:
    evaluate(FakeModel(), "fake", output="out", limit=4)
    with pytest.raises(ConfigError) as error:
        evaluate(FakeModel(seed=7), "fake", output="out", limit=5)
    assert "limit is 4 there and 5 here" in str(error.value)
    assert "model.seed is 0 there and 7 here" in str(error.value)


def test_resume_needs_a_run() -> None:
    with pytest.raises(ConfigError, match="There is no run in"):
        evaluate(FakeModel(), "fake", resume="nowhere")
    assert not Path("nowhere").exists()


def test_output_with_other_files_is_refused() -> None:
    Path("out").mkdir()
    Path("out/thesis.txt").write_text("precious")
    with pytest.raises(ConfigError, match="thesis"):
        evaluate(FakeModel(), "fake", output="out")
    assert [path.name for path in Path("out").iterdir()] == ["thesis.txt"]


def test_failed_answers_leave_the_mean_and_resume_asks_them_again() -> None:
    """RE-07: what failed is owed again; what was good is not."""
    first = evaluate(FakeModel(batch_items=1, fault=spoil(3, error="connection lost")), "fake", output="out")
    assert first.failed == 1
    assert first.rows[0].n == 19
    shown = FakeModel()
    assert evaluate(shown, "fake", output="out").failed == 1
    assert shown.calls == 0
    again = FakeModel()
    assert evaluate(again, "fake", resume="out").failed == 0
    assert len(again.asked) == 1


def test_nan_is_a_failed_item_and_never_a_prediction() -> None:
    result = evaluate(FakeModel(batch_items=1, fault=spoil(1, loglikelihood=float("nan"))), "fake")
    row = records(result)[0]
    assert (row["verdict"], row["metrics"]) == ("failed", {})
    assert result.rows[0].verdicts["failed"] == 1


def test_scorer_fault_costs_one_item_and_no_request() -> None:
    """RE-09: replies are kept before they are judged; judging again asks nothing."""
    with exam(FakeTask(bad_scorer=lambda index: index == 7)):
        result = evaluate(FakeModel(), "fake", output="out")
    assert [row["item_id"] for row in records(result) if row["error"]] == ["q7"]
    assert records(result)[7]["error"] == "scorer_error: RuntimeError: cannot read this"
    mended = FakeModel()
    assert evaluate(mended, "fake", resume="out").failed == 0
    assert (mended.loaded, mended.calls) == (0, 0)


def test_new_scorer_version_judges_the_same_replies_again() -> None:
    """RE-13: no request, and both versions are recorded."""
    evaluate(FakeModel(), "fake", output="out")
    with exam(FakeTask(version=2)):
        model = FakeModel()
        result = evaluate(model, "fake", output="out")
    assert model.calls == 0
    assert result.manifest.tasks[0].version == 2
    assert result.manifest.earlier_versions == ({"fake": 1},)


def test_new_prompt_is_asked_and_the_old_reply_stays() -> None:
    evaluate(FakeModel(), "fake", output="out")
    with exam(FakeTask(version=2, wording="문제")):
        model = FakeModel()
        evaluate(model, "fake", output="out")
    assert len(model.asked) == 20


def test_prompt_fault_costs_one_item() -> None:
    with exam(FakeTask(bad_prompt=lambda index: index == 2)):
        result = evaluate(FakeModel(), "fake")
    assert records(result)[2]["error"] == "prompt_error: RuntimeError: no such template"
    assert result.rows[0].n == 19


def test_one_task_of_five_fails_and_four_results_are_kept() -> None:
    """RR-04."""
    tasks = [FakeTask(name=f"t{number}", bad_scorer=lambda index, bad=number == 3: bad) for number in range(1, 6)]  # type: ignore[misc]
    with exam(*tasks):
        result = evaluate(FakeModel(), [task.name for task in tasks])
    assert [row.value for row in result.rows] == [0.5, 0.5, None, 0.5, 0.5]
    assert result.failed == 20


def test_data_is_checked_before_the_model_is_loaded() -> None:
    """DS-07."""
    model = FakeModel()
    with exam(FakeTask(), broken=DataError("no column 'question'", file="bad.jsonl", row=3)), pytest.raises(DataError):
        evaluate(model, "fake", output="out")
    assert model.loaded == 0
    assert not Path("out").exists()


def test_model_that_refuses_leaves_no_directory() -> None:
    class Refusing(FakeModel):
        def refuses(self, request: object) -> str | None:
            return "it has no chat template"

    with pytest.raises(ConfigError, match="cannot take fake under plain: it has no chat template"):
        evaluate(Refusing(), "fake", output="out")
    assert not Path("out").exists()


def test_repeats_are_averaged_per_item() -> None:
    result = evaluate(FakeModel(), "fake", repeats=3)
    row = result.rows[0]
    assert (row.n, sum(row.verdicts.values())) == (20, 60)


def test_limit_asks_the_first_items() -> None:
    model = FakeModel()
    result = evaluate(model, "fake", limit=3)
    assert [row["item_id"] for row in records(result)] == ["q0", "q1", "q2"]


def test_a_protocol_matrix_writes_one_run_each_and_loads_once() -> None:
    model = FakeModel()
    configs = [make_config(model=model.name, tasks=("fake",), protocol=Protocol(name)) for name in ("plain", "chat")]
    done = examine(configs, Place(output=Path("out")), model=model)
    assert [one.directory for one in done] == [Path("out/plain"), Path("out/chat")]
    assert model.loaded == 1


def test_concurrency_keeps_so_many_calls_in_flight() -> None:
    model = FakeModel(concurrency=4, delay_s=0.005)
    evaluate(model, "fake")
    assert model.most_at_once == 4


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"protocol": "chatt"}, UnknownName, "did you mean chat"),
        ({"limit": 0}, ConfigError, "limit cannot be 0"),
        ({"model_options": ModelOptions(dtype="float8")}, UnknownName, "no dtype named 'float8'"),  # type: ignore[arg-type]
        ({"tasks": []}, ConfigError, "tasks cannot be"),
        ({"output": "a", "resume": "b"}, ConfigError, "not both"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(change: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        evaluate(FakeModel(), **{"tasks": "fake", **change})


SEEN = Preview("", template=True, room=100, window=128)


@dataclass
class SeenModel(FakeModel):
    """A model that shows how a request would reach it."""

    seen: Preview = SEEN

    def preview(self, request: Request) -> Preview:
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        return replace(self.seen, text=prompt if isinstance(prompt, str) else "")


class Listener(Observer):
    """Keeps what a run says."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.done: list[int] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def advance(self, snapshot: Snapshot) -> None:
        self.done.append(snapshot.done)


def test_a_chat_model_asked_in_plain_text_is_warned_of_and_the_warning_stays_with_the_result() -> None:
    listener = Listener()
    result = evaluate(SeenModel(), "fake", output="out", progress=listener)
    sentence = "the model has a chat template but is asked in plain text; --protocol chat uses the template"
    assert f"Warning (plain; fake): {sentence}" in listener.said
    assert result.manifest.tasks[0].warnings == (sentence,)
    assert sentence in result.rows[0].notes
    assert sentence in json.loads(Path("out/summary.json").read_text(encoding="utf-8"))["rows"][0]["notes"]
    with exam(FakeTask(version=2)):
        assert sentence in evaluate(SeenModel(), "fake", output="out").rows[0].notes


@pytest.mark.parametrize("missing", ["records.parquet", "summary.json"])
@pytest.mark.parametrize("content", [None, b"PAR1 torn", b""])
def test_a_lost_result_is_made_again_from_the_journal(missing: str, content: bytes | None) -> None:
    first = evaluate(FakeModel(fault=spoil(1, error="timeout"), batch_items=1), "fake", output="out")
    kept, path = records(first), Path("out") / missing
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    again, listener = FakeModel(), Listener()
    result = evaluate(again, "fake", output="out", progress=listener)
    assert (again.loaded, again.asked) == (0, [])
    assert (records(result), result.rows) == (kept, first.rows)
    assert path.exists()
    assert "made again from the journal" in listener.said[0]


def test_a_lost_result_and_a_lost_journal_are_asked_anew() -> None:
    evaluate(FakeModel(), "fake", output="out")
    for name in ("records.parquet", "journal.sqlite"):
        (Path("out") / name).unlink()
    again = FakeModel()
    assert evaluate(again, "fake", output="out").value("fake", "acc") == 0.5
    assert len(again.asked) == 20


def test_the_first_progress_of_a_resumed_run_counts_every_kept_answer() -> None:
    evaluate(FakeModel(fault=spoil(3, error="timeout"), batch_items=1), "fake", output="out")
    listener = Listener()
    evaluate(FakeModel(), "fake", resume="out", progress=listener)
    assert listener.done == [19, 20]


def test_the_id_of_a_run_is_the_name_of_its_default_directory_and_stays() -> None:
    result = evaluate(FakeModel(), "fake")
    assert result.manifest.run_id == result.directory.name
    assert result.as_dict()["run_id"] == result.directory.name
    result.directory.rename("moved")
    assert evaluate(FakeModel(), "fake", output="moved").manifest.run_id == result.manifest.run_id


def test_the_commonest_reason_of_failure_stands_with_the_figures() -> None:
    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        reason = {1: "timeout", 2: "no room", 3: "timeout"}.get(number)
        return answers if reason is None else [[replace(one, error=reason) for one in group] for group in answers]

    row = evaluate(FakeModel(fault=fault, batch_items=1), "fake", output="out").rows[0]
    assert dict(row.reasons) == {"timeout": 2, "no room": 1}
    assert "fake: the most frequent reason of failure (2): timeout" in render([row], "table")


def test_a_limit_that_leaves_no_room_for_any_prompt_is_refused() -> None:
    config = make_config(model="seen", tasks=("ko-gsm8k",), data="bundled")
    with mock.patch("gwageo.runs.plan.expand", expand), mock.patch("gwageo.runs.plan.read_items", read_items):
        model = SeenModel(seen=Preview("", room=0, window=128))
        with pytest.raises(ConfigError, match=r"ko-gsm8k: replies of 2048 tokens leave no room .* context of 128"):
            examine([config], Place(Path("out")), model=model)
    assert (model.asked, Path("out").exists()) == ([], False)


def test_a_number_of_the_wrong_kind_is_a_clean_error() -> None:
    with pytest.raises(ConfigError, match="shots cannot be '3': expected a whole number"):
        evaluate(FakeModel(), "fake", shots="3")  # type: ignore[arg-type]


def test_the_package_lists_its_public_names() -> None:
    assert dir(gwageo) == sorted(gwageo.__all__)


def test_a_korean_model_name_stays_readable_in_the_directory() -> None:
    assert "-서울-7b-plain-" in evaluate(FakeModel(name="./모델/서울 7b"), "fake").directory.name
