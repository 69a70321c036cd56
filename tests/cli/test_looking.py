"""`gwageo audit`, `gwageo rescore`, `gwageo versions` and the table of exams, as typed."""

import json
from pathlib import Path

import pytest

from command_line import gwageo
from gwageo.tasks.registry import SUITES, task_names


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("run") / "one"
    done = gwageo("run", "quick", "--model", "baseline:random", "--limit", "4", "-o", str(folder))
    assert done.returncode == 0, done.stderr
    return str(folder)


def test_an_audit_counts_by_task_and_kind(run: str) -> None:
    done = gwageo("audit", run)
    assert done.returncode == 0
    assert "gold in last lines" in done.stdout
    (found,) = json.loads(gwageo("audit", run, "--json").stdout)["runs"]
    assert set(found["counts"]) == {"ko-winogrande-gen", "ko-gsm8k"}


def test_judging_again_says_that_nothing_changes(run: str) -> None:
    done = gwageo("rescore", run, "--apply")
    assert (done.returncode, "Nothing changes" in done.stdout) == (0, True)
    (found,) = json.loads(gwageo("rescore", run, "--json").stdout)["runs"]
    assert (found["differs"], found["answers"]) == (False, 24)


def test_korean_speaks_korean(run: str) -> None:
    assert "달라지는 것이 없습니다" in gwageo("rescore", run, "--lang", "ko").stdout


@pytest.mark.parametrize("command", ["audit", "rescore", "versions"])
def test_a_folder_without_a_run_is_one_clean_sentence(command: str, tmp_path: Path) -> None:
    done = gwageo(command, str(tmp_path))
    assert done.returncode == 2
    assert "There is no run in" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_in_one_version_has_nothing_to_compare(run: str) -> None:
    done = gwageo("versions", run)
    assert (done.returncode, "in two versions" in done.stderr) == (2, True)
    assert "--group takes" in gwageo("versions", run, "--group", "x").stderr


@pytest.mark.parametrize("form", ["table", "md", "csv", "json", "latex"])
def test_the_table_of_exams_has_every_exam_with_its_items(form: str) -> None:
    text = gwageo("tasks", "--format", form).stdout
    assert all(name.replace("_", "\\_") in text for name in task_names())
    assert ("2,376" in text) or ("2376" in text)
    if form != "csv":
        assert all(suite in text for suite in SUITES)


def test_a_suite_counts_what_it_asks() -> None:
    lines = gwageo("tasks", "--format", "md").stdout.splitlines()
    counts = {line.split(" | ")[0].strip("| "): line.split(" | ")[2] for line in lines if line.count(" | ") == 3}
    assert (counts["quick"], counts["kbs"], counts["kolighteval"], counts["nolli"]) == (
        "105",
        "9,396",
        "1,336",
        "7,500",
    )
