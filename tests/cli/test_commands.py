"""Help, version, `gwageo tasks`, `gwageo score`."""

import json
import re
from pathlib import Path

import pytest

import gwageo as package
from command_line import gwageo
from golden_files import check_golden
from gwageo.tasks.registry import task_names


def scrubbed(text: str) -> str:
    """Help without the frame, whose shape is the terminal library's own matter."""
    lines = (re.sub(r"[╭╮╰╯│─]+", " ", line).rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


@pytest.mark.parametrize(
    "command", [(), ("run",), ("plan",), ("tasks",), ("score",)], ids=lambda one: " ".join(one) or "gwageo"
)
def test_help_is_as_accepted(command: tuple[str, ...]) -> None:
    done = gwageo(*command, "--help")
    assert done.returncode == 0
    check_golden(f"cli/help_{'_'.join(command) or 'gwageo'}.txt", scrubbed(done.stdout))


def test_help_has_no_shell_completion_clutter() -> None:
    assert "completion" not in gwageo("--help").stdout


def test_version() -> None:
    assert gwageo("--version").stdout == f"gwageo {package.__version__}\n"


def test_tasks_lists_every_task() -> None:
    text = gwageo("tasks").stdout
    assert all(name in text for name in task_names())


def test_a_task_is_told_with_its_prompt() -> None:
    text = gwageo("tasks", "ko-winogrande").stdout
    for word in ("source", "licence", "items", "metrics", "chance", "⟨scored⟩"):
        assert word in text


def test_a_task_as_json_is_one_object() -> None:
    assert json.loads(gwageo("tasks", "ko-arc-easy", "--json").stdout)["name"] == "ko-arc-easy"
    assert json.loads(gwageo("tasks", "--json").stdout)["suites"]["quick"]


def test_an_unknown_task_names_the_close_ones() -> None:
    done = gwageo("tasks", "ko-lambda")
    assert (done.returncode, "did you mean ko-lambada" in done.stderr) == (2, True)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """Two items of the exam, one answered right and one with nothing said."""
    items = [{"id": "w1", "sentence": "나는 _ 갔다.", "option1": "집에", "option2": "산에", "answer": "1"}]
    items.append({"id": "w2", "sentence": "그는 _ 샀다.", "option1": "책을", "option2": "옷을", "answer": "2"})
    (tmp_path / "items.jsonl").write_text("\n".join(json.dumps(one) for one in items), encoding="utf-8")
    replies = [{"id": "w1", "response": "A"}, {"id": "w2", "response": ""}]
    (tmp_path / "answers.jsonl").write_text("\n".join(json.dumps(one) for one in replies), encoding="utf-8")
    return tmp_path


SCORE = ("score", "answers.jsonl", "--data", "items.jsonl", "--task")


def test_score_writes_judged_rows(answers: Path) -> None:
    done = gwageo(*SCORE, "ko-winogrande-gen", "-o", "scored.jsonl", where=answers)
    assert (done.returncode, done.stdout) == (0, "")
    rows = [json.loads(line) for line in (answers / "scored.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["verdict"] for row in rows] == ["right", "empty"]
    assert {"id", "verdict", "extraction", "extracted", "span", "rule", "flags", "exact_match"} <= rows[0].keys()
    assert "exact_match: 50.0 %" in done.stderr


def test_score_without_output_prints_the_rows(answers: Path) -> None:
    done = gwageo(*SCORE, "ko-winogrande-gen", where=answers)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["w1", "w2"]


def test_score_as_json_is_one_object(answers: Path) -> None:
    result = json.loads(gwageo(*SCORE, "ko-winogrande-gen", "--json", where=answers).stdout)
    assert (result["n"], result["metrics"]["exact_match"]["value"]) == (2, 0.5)


def test_score_refuses_a_loglikelihood_task_without_loglikelihoods_by_name(answers: Path) -> None:
    done = gwageo(*SCORE, "ko-winogrande", where=answers)
    assert done.returncode == 2
    assert "loglikelihoods" in done.stderr
    assert "answers.jsonl, row 1" in done.stderr


def test_score_of_an_invalid_log_probability_is_failed_and_exit_code_1(answers: Path) -> None:
    rows = [{"id": "w1", "loglikelihoods": [-1, "nan"], "unconditional": [-1, -2]}]
    (answers / "answers.jsonl").write_text(json.dumps(rows[0]), encoding="utf-8")
    done = gwageo(*SCORE, "ko-winogrande", where=answers)
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (1, "failed")


def test_score_counts_ties_as_a_run_does_and_keeps_what_it_read(tmp_path: Path) -> None:
    rows = [{"id": "0", "loglikelihoods": [-1, -1], "unconditional": [-3, -3]}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "answers.jsonl").write_text(text, encoding="utf-8")
    item = {"sentence": "철수는 _ 갔다.", "option1": "집에", "option2": "들에", "answer": "1"}
    (tmp_path / "items.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    done = gwageo(*SCORE, "ko-winogrande", where=tmp_path)
    assert (done.returncode, "ties 1/1 (100 %)" in done.stderr) == (0, True), done.stderr
    assert json.loads(gwageo(*SCORE, "ko-winogrande", "--json", where=tmp_path).stdout)["flags"]["tie"] == 1
    over = gwageo(*SCORE, "ko-winogrande", "-o", "./answers.jsonl", where=tmp_path)
    assert (over.returncode, "is the file that 'answers.jsonl' is read from" in over.stderr) == (2, True)
    assert (tmp_path / "answers.jsonl").read_text(encoding="utf-8") == text
