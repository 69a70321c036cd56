"""`gwageo run` in its own process: the real command, the bundled items, baselines."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from command_line import ENVIRONMENT, gwageo, python
from golden_files import check_golden


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the gold baseline has taken the quick suite, as the run `out`."""
    where = tmp_path_factory.mktemp("gold")
    done = gwageo("run", "--model", "baseline:gold", "-o", "out", where=where)
    assert done.returncode == 0, done.stderr
    check_golden("cli/run_gold.txt", done.stdout)
    return where


def test_gold_reaches_full_marks_everywhere(gold: Path) -> None:
    rows = json.loads((gold / "out" / "summary.json").read_text(encoding="utf-8"))["rows"]
    assert {row["value"] for row in rows if row["metric"] != "language_drift"} == {1.0}
    assert all(row["label"].endswith("(quick)") for row in rows)


def test_json_is_one_object_and_messages_are_on_standard_error(gold: Path) -> None:
    done = gwageo("run", "--model", "baseline:gold", "-o", "out", "--json", where=gold)
    result = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert result["runs"][0]["failed"] == 0
    assert "is finished, and this is its result" in done.stderr


@pytest.mark.parametrize("form", ["md", "csv", "latex", "json"])
def test_formats(gold: Path, form: str) -> None:
    done = gwageo("run", "--model", "baseline:gold", "-o", "out", "--format", form, where=gold)
    assert (done.returncode, "ko-winogrande" in done.stdout) == (0, True)


def test_resume_alone_takes_the_configuration_of_the_run(gold: Path) -> None:
    done = gwageo("run", "--resume", "out", where=gold)
    assert (done.returncode, "baseline:gold" in done.stdout) == (0, True)


def test_another_configuration_is_refused_with_its_fields(gold: Path) -> None:
    done = gwageo("run", "--model", "baseline:first", "--limit", "3", "--resume", "out", where=gold)
    assert done.returncode == 2
    assert "limit is None there and 3 here" in done.stderr
    assert "model.kind is 'gold' there and 'first' here" in done.stderr
    assert done.stderr.count("\n") == 1


def test_protocols_make_a_run_each(tmp_path: Path) -> None:
    done = gwageo(
        "run",
        "ko-winogrande",
        "--data",
        "bundled",
        "--model",
        "baseline:first",
        "-p",
        "plain,chat",
        "--json",
        where=tmp_path,
    )
    assert [run["protocol"] for run in json.loads(done.stdout)["runs"]] == ["plain", "chat"]
    assert len(list((tmp_path / "runs").iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--output", "--model", "baseline:gold"], "got '--model', which is an option"),
        (["--model", ""], "the value is empty"),
        (["", "--model", "baseline:gold"], "the value is empty"),
        (["--data", "--limit"], "got '--limit'"),
        (["ko-arc-eesy"], "did you mean ko-arc-easy"),
        (["--model", "baselin:gold"], "did you mean baseline:gold"),
        (["--protocol", "plain,"], "There is no protocol named ''"),
        (["--protocol", "chatty"], "did you mean chat"),
        (["--limit", "0", "--model", "baseline:gold"], "limit cannot be 0"),
        (["--shots", "-1", "--model", "baseline:gold"], "--shots is -1"),
        (["--option", "tie", "--model", "baseline:gold"], "--option takes NAME=VALUE"),
        (["--option", "tie=a", "--option", "tie=b"], "given twice"),
        (["--shot-ids", "1,,2", "--model", "baseline:gold"], "--shot-ids takes ids with commas between them"),
        (["ko-gsm8k", "--data", "bundled", "--shot-ids", "0,99", "--model", "baseline:gold"], "names '99'"),
        (["--few-shot", "turn", "--model", "baseline:gold"], "did you mean turns"),
        (["--format", "latx", "--model", "baseline:gold"], "did you mean latex"),
        (["--dtype", "float8", "--model", "baseline:gold"], "no dtype named 'float8'"),
        (["--resume", "nowhere", "--model", "baseline:gold"], "There is no run in nowhere"),
        (["ko-winogrande", "--data", "absent.jsonl", "--model", "baseline:gold"], "absent.jsonl"),
    ],
)
def test_mistakes_end_in_a_sentence_and_exit_code_2(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    """RR-01 among them. Nothing is left on disk."""
    done = gwageo("run", *arguments, where=tmp_path)
    plain = re.sub(r"[\s│]+", " ", done.stderr)
    assert done.returncode == 2
    assert sentence in plain
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_failed_items_make_exit_code_1(tmp_path: Path) -> None:
    code = (
        "import sys; from fake_exam import FakeTask, exam\n"
        "from gwageo.cli.app import app\n"
        "with exam(FakeTask(bad_scorer=lambda index: index == 0)): app(['run', 'fake', '--model', 'baseline:gold'])"
    )
    done = python("-c", code, where=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "failed 1/20 (5 %)" in done.stdout


def interrupted(model: str, signs: Sequence[str], where: Path) -> tuple[int, str]:
    """Exit code and messages of a run with a model, which gets a SIGINT each time a line with a sign has come."""
    code = (
        "import sys, time, asyncio; from fake_exam import FakeModel, FakeTask, exam; from unittest import mock\n"
        "sys.argv = ['gwageo', 'run', 'fake', '-o', 'my run']\n"
        "from gwageo.cli.app import app\n"
        "class Stuck(FakeModel):\n"
        "    async def answer(self, groups): return await asyncio.to_thread(time.sleep, 30)\n"
        f"slow = mock.patch('gwageo.api.load_model', lambda name, options: {model})\n"
        "with exam(FakeTask()), slow: app(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=where, env=ENVIRONMENT)
    assert process.stderr is not None
    for sign in signs:
        for line in process.stderr:
            if line.startswith(sign):
                break
        process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    return process.returncode, error


@pytest.mark.parametrize(
    ("model", "signs"), [("FakeModel(delay_s=0.3)", ["0/20"]), ("Stuck()", ["0/20", "Stopping"])], ids=["once", "twice"]
)
def test_ctrl_c_ends_with_the_command_that_goes_on(tmp_path: Path, model: str, signs: list[str]) -> None:
    """Once lets the call in flight land; twice ends at once, even where a thread of the model is busy."""
    code, error = interrupted(model, signs, tmp_path)
    assert code == 130
    assert "go on with: gwageo run fake -o 'my run'" in error
    assert "Traceback" not in error


def test_resume_with_one_option_lists_only_what_differs(gold: Path) -> None:
    done = gwageo("run", "--model", "baseline:first", "--resume", "out", where=gold)
    assert (done.returncode, done.stderr.count(" there and ")) == (2, 1), done.stderr
    assert "model.kind is 'gold' there and 'first' here" in done.stderr
    assert gwageo("run", "--model", "baseline:gold", "--resume", "out", where=gold).returncode == 0


def test_resume_of_a_folder_of_several_protocols_names_its_runs(tmp_path: Path) -> None:
    flags = ("ko-winogrande", "--data", "bundled", "--model", "baseline:first", "-p", "plain,chat", "--limit", "2")
    assert gwageo("run", *flags, "-o", "both", where=tmp_path).returncode == 0
    done = gwageo("run", "--resume", "both", where=tmp_path)
    assert (done.returncode, "there are runs below it: both/chat, both/plain" in done.stderr) == (2, True)
    assert gwageo("run", *flags, "--resume", "both", where=tmp_path).returncode == 0
