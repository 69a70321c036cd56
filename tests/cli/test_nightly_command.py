"""`gwageo run FILE.yaml` in its own process: exit codes, the summary, what is printed as a file."""

import csv
import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import ENVIRONMENT, gwageo

FILE = """\
name: demo
models: [./nowhere, 'baseline:gold']
tasks: [ko-winogrande]
protocols: [plain, chat]
data: bundled
limit: 4
"""


@pytest.fixture
def where(tmp_path: Path) -> Path:
    (tmp_path / "night.yaml").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_a_planted_failure_is_named_and_the_rest_is_done(where: Path) -> None:
    done = gwageo("run", "night.yaml", where=where)
    assert done.returncode == 1
    assert "failed: ./nowhere (plain published, chat published): There is no folder './nowhere'" in done.stdout
    assert done.stdout.count("│ done") == 2
    assert "[4/4] baseline:gold, chat, published shots" in done.stderr
    assert "runs/nightly-demo/nightly.json" in done.stderr
    assert len(json.loads((where / "runs/nightly-demo/nightly.json").read_text(encoding="utf-8"))["cells"]) == 4


def test_all_done_is_exit_code_0_and_a_second_night_asks_nothing(where: Path) -> None:
    (where / "night.yaml").write_text(FILE.replace("./nowhere, ", ""), encoding="utf-8")
    first = gwageo("run", "night.yaml", "-o", "out", where=where)
    second = gwageo("run", "night.yaml", "-o", "out", where=where)
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout == second.stdout
    assert second.stderr.count("is finished, and this is its result") == 2
    assert sorted(path.name for path in (where / "out").iterdir() if path.is_file()) == ["nightly.json"]


def test_nothing_that_could_be_run_is_exit_code_2(where: Path) -> None:
    (where / "night.yaml").write_text(FILE.replace(", 'baseline:gold'", ""), encoding="utf-8")
    assert gwageo("run", "night.yaml", where=where).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["absent.yaml"], "absent.yaml: cannot be read"),
        (["bad.yaml"], "bad.yaml, line 2, task: There is no field named 'task'; did you mean tasks"),
        (["night.yaml", "ko-lambada"], "but ko-lambada stand beside it"),
        (["night.yaml", "--limit", "3", "-m", "embedded"], "leave out --limit, --model"),
        (["night.yaml", "--format", "latx"], "did you mean latex"),
    ],
)
def test_mistakes_are_exit_code_2_and_run_nothing(where: Path, arguments: list[str], sentence: str) -> None:
    (where / "bad.yaml").write_text("models: [embedded]\ntask: [quick]\n", encoding="utf-8")
    done = gwageo("run", *arguments, where=where)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert not (where / "runs").exists()


@pytest.mark.parametrize(("output", "code"), [("night.yaml/below", 3), ("night.yaml", 2), (".", 2)])
def test_a_folder_that_cannot_be_used_ends_in_a_sentence_before_any_cell(where: Path, output: str, code: int) -> None:
    done = gwageo("run", "night.yaml", "-o", output, where=where)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1), done.stderr
    assert [path.name for path in where.iterdir()] == ["night.yaml"]


def test_json_is_one_object(where: Path) -> None:
    found = json.loads(gwageo("run", "night.yaml", "--json", where=where).stdout)
    assert [cell["failure"] is None for cell in found["cells"]] == [False, False, True, True]


def test_print_config_writes_a_file_that_runs_the_same(where: Path) -> None:
    flags = ("ko-winogrande", "--data", "bundled", "-m", "baseline:first", "-p", "plain,chat", "--limit", "4")
    printed = gwageo("run", *flags, "--print-config", where=where)
    assert printed.returncode == 0, printed.stderr
    assert not (where / "runs").exists()
    (where / "mine.yaml").write_text(printed.stdout, encoding="utf-8")
    by_file = json.loads(gwageo("run", "mine.yaml", "--json", where=where).stdout)["cells"]
    by_flags = json.loads(gwageo("run", *flags, "--json", where=where).stdout)["runs"]
    assert [cell["rows"] for cell in by_file] == [run["rows"] for run in by_flags]
    again = gwageo("run", "mine.yaml", "--print-config", where=where)
    assert again.stdout == printed.stdout


def test_protocols_stand_side_by_side(tmp_path: Path) -> None:
    flags = ("ko-winogrande", "--data", "bundled", "-m", "baseline:first", "-p", "plain,chat,nothink", "--limit", "4")
    done = gwageo("run", *flags, where=tmp_path)
    assert re.search(r"task +┃ metric +┃ +plain ┃ +chat ┃ +nothink ┃ n", done.stdout)
    result = json.loads(gwageo("run", *flags, "--json", where=tmp_path).stdout)
    assert set(result["side_by_side"][0]["protocols"]) == {"plain", "chat", "nothink"}
    table = list(csv.DictReader(io.StringIO(gwageo("run", *flags, "--format", "csv", where=tmp_path).stdout)))
    assert [row["protocol"] for row in table if row["metric"] == "acc"] == ["plain", "chat", "nothink"]
    assert all(row["task"] and None not in row for row in table)
    both = json.loads(gwageo("run", *flags, "--format", "json", where=tmp_path).stdout)
    assert both["side_by_side"] == result["side_by_side"]


def test_ctrl_c_ends_the_night_with_the_command_that_goes_on(where: Path) -> None:
    code = (
        "import sys; from fake_exam import FakeModel, FakeTask, exam; from unittest import mock\n"
        "sys.argv = ['gwageo', 'run', 'night.yaml', '-o', 'out']\n"
        "from gwageo.cli.app import app\n"
        "slow = mock.patch('gwageo.nightly.load_model', lambda name, options: FakeModel(name=name, delay_s=0.3))\n"
        "names = mock.patch('gwageo.runs.nightly.expand')\n"
        "with exam(FakeTask()), slow, names: app(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=where, env=ENVIRONMENT)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("0/"):
            break
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "go on with: gwageo run night.yaml -o out" in error
    assert "Traceback" not in error
