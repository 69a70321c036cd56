"""Tasks of one's own on the command line; what the pages about them show is run as it stands there."""

import json
import re
import shlex
from pathlib import Path

import pytest

from command_line import gwageo

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["own-tasks.md", "own-tasks.ko.md"])
def test_a_task_is_added_from_the_docs_alone(page: str, tmp_path: Path) -> None:
    """Files are written, commands run, in the order of the page; gold answers reach full marks."""
    commands = 0
    for kind, name, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        for line in text.splitlines() if kind == "console" else ():
            assert line.startswith("$ gwageo ")
            done = gwageo(*shlex.split(line.removeprefix("$ gwageo ")), where=tmp_path)
            assert done.returncode == 0, (line, done.stderr)
            commands += 1
    assert commands == 5
    summaries = [json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("runs/*/summary.json")]
    assert {row["task"] for summary in summaries for row in summary["rows"]} == {"capitals", "quiz", "spacing"}
    assert {row["value"] for summary in summaries for row in summary["rows"] if row["metric"] != "language_drift"} == {
        1.0
    }
    assert "1 demonstration instead of 0" in str(summaries)


def test_both_pages_show_the_same_examples() -> None:
    pages = [BLOCK.findall((DOCS / page).read_text(encoding="utf-8")) for page in ("own-tasks.md", "own-tasks.ko.md")]
    same = [[block for block in page if block[0] != "python"] for page in pages]
    assert same[0] == same[1]


@pytest.mark.parametrize("kind", ["choice", "cloze", "letter", "number"])
def test_a_new_task_runs_at_once_under_every_protocol(kind: str, tmp_path: Path) -> None:
    done = gwageo("tasks", "new", "mine", "--kind", kind, where=tmp_path)
    assert (done.returncode, "gwageo run --task-file mine.toml" in done.stdout) == (0, True), done.stderr
    arguments = ("--model", "baseline:gold", "-p", "plain,chat,nothink", "--shots", "1", "--json")
    done = gwageo("run", "--task-file", "mine.toml", *arguments, where=tmp_path)
    runs = json.loads(done.stdout)["runs"]
    assert [run["protocol"] for run in runs] == ["plain", "chat", "nothink"]
    assert {row["value"] for run in runs for row in run["rows"] if row["metric"] != "language_drift"} == {1.0}


def test_own_and_published_tasks_in_one_run(tmp_path: Path) -> None:
    gwageo("tasks", "new", "mine", where=tmp_path)
    tasks = ("mine", "ko-winogrande", "--task-file", "mine.toml")
    done = gwageo("run", *tasks, "--model", "baseline:gold", "--data", "bundled", where=tmp_path)
    assert done.returncode == 0, done.stderr
    items = tmp_path / "items"
    items.mkdir()
    fetched = gwageo("data", "fetch", "ko-winogrande", "--data", "bundled", "-o", "items", where=tmp_path)
    assert fetched.returncode == 0, fetched.stderr
    flags = ("--model", "baseline:gold", "--data", "items", "--json")
    (run,) = json.loads(gwageo("run", *tasks, *flags, where=tmp_path).stdout)["runs"]
    assert {row["task"]: row["n"] for row in run["rows"]}["mine"] == 3
    first = (tmp_path / "mine.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (items / "mine.jsonl").write_text(first + "\n", encoding="utf-8")
    (run,) = json.loads(gwageo("run", *tasks, *flags, where=tmp_path).stdout)["runs"]
    assert {row["task"]: row["n"] for row in run["rows"]}["mine"] == 1
    done = gwageo(
        "run", "mine", "quick", *tasks[2:], "--limit", "1", "--model", "baseline:gold", "-o", "o", where=tmp_path
    )
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "o" / "run.json").read_text(encoding="utf-8"))
    assert manifest["identity"]["tasks"]["mine"]["definition"].startswith("sha256:")
    assert manifest["config"]["task_files"] == ["mine.toml"]


def test_answers_to_a_task_of_ones_own_are_judged(tmp_path: Path) -> None:
    gwageo("tasks", "new", "mine", "--kind", "letter", where=tmp_path)
    rows = [{"id": "q1", "response": "A"}, {"id": "q2", "response": "A"}]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = gwageo("score", "answers.jsonl", "--task", "mine", "--task-file", "mine.toml", where=tmp_path)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["right", "wrong"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tasks", "new"), "`new` needs a name"),
        (("tasks", "ko-arc-easy", "more"), "only `new` takes a second word"),
        (("tasks", "new", "mine", "--kind", "choise"), "did you mean choice"),
        (("run", "--task-file", "nowhere.toml", "--model", "baseline:gold"), "'nowhere.toml' is no file"),
        (("run", "--task-file", "bad.py", "--model", "baseline:gold"), "bad.py, line 2: ZeroDivisionError"),
    ],
)
def test_mistakes_end_in_a_sentence_and_exit_code_2(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "bad.py").write_text("x = 0\n1 / x\n", encoding="utf-8")
    done = gwageo(*arguments, where=tmp_path)
    plain = re.sub(r"[\s│]+", " ", done.stderr)
    assert (done.returncode, sentence in plain) == (2, True), done.stderr
    assert "Traceback" not in done.stderr
