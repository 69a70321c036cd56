"""`gwageo data`: bundles that serve machines without a connection, and checks against what was published."""

import json
import re
import shlex
from pathlib import Path

import pytest
from rich.cells import cell_len

from command_line import gwageo, python
from gwageo.cli.data import lines
from gwageo.messages import speaking
from gwageo.tasks.published import check_set
from gwageo.tasks.registry import load_task, task_names
from gwageo.tasks.sources import has_bundled

GUARD = """
import socket, sys

class Refused(AssertionError):
    pass

def refuse(*arguments, **options):
    raise Refused(f"a socket was asked for: {arguments}")

socket.create_connection = socket.getaddrinfo = socket.socket.connect = socket.socket.connect_ex = refuse
from gwageo.cli.app import app
app(sys.argv[1:])
"""


BUNDLED = [name for name in task_names() if has_bundled(load_task(name))]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of every exam that has a quick set; those items stand in for the hub's."""
    where = tmp_path_factory.mktemp("offline")
    done = gwageo("data", "fetch", *BUNDLED, "--data", "bundled", "-o", "data", where=where)
    assert done.returncode == 0, done.stderr
    assert "Examine without a connection: gwageo run ko-arc-easy" in done.stdout
    return where


def test_every_exam_runs_from_a_bundle_with_sockets_blocked(bundle: Path) -> None:
    arguments = ("run", *BUNDLED, "--data", "data", "--limit", "2", "--model", "baseline:gold", "--json")
    done = python("-c", GUARD, *arguments, where=bundle)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["runs"][0]["rows"]
    assert {row["task"] for row in rows} == set(BUNDLED)
    assert {row["value"] for row in rows if row["metric"] != "language_drift"} == {1.0}


def test_the_guard_does_refuse() -> None:
    """Without a bundle the same command asks for a socket, or says that the hub's library is absent."""
    done = python("-c", GUARD, "run", "ko-gsm8k", "--model", "baseline:gold", "--limit", "1")
    assert done.returncode == 2
    assert "could not be had from the hub" in done.stderr or "gwageo[hub]" in done.stderr


def test_check_names_what_differs_and_exits_with_1(bundle: Path) -> None:
    done = gwageo("data", "check", "--data", "data", where=bundle)
    assert (done.returncode, done.stderr) == (1, "")
    assert "ko_winogrande: 20 rows, published are 1,267" in done.stdout
    assert done.stdout.splitlines()[0].split() == ["set", "rows", "published", "keys", "state"]


def test_check_as_json_is_one_object(bundle: Path) -> None:
    done = gwageo("data", "check", "ko-winogrande", "ko-winogrande-gen", "--data", "data", "--json", where=bundle)
    (found,) = json.loads(done.stdout)["sets"]
    assert (found["name"], found["rows"], found["keys"]) == ("ko_winogrande", 20, {"1": 10, "2": 10})


def test_fetch_as_json_is_one_object(tmp_path: Path) -> None:
    done = gwageo("data", "fetch", "quick", "-o", "d", "--json", where=tmp_path)
    assert set(json.loads(done.stdout)["sets"]) == {path.stem for path in (tmp_path / "d").glob("*.jsonl")}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("data", "fetch", "quikc", "-o", "d"), "did you mean quick"),
        (("data", "fetch", "quick", "-o", "d", "--model", "baseline:gold"), "has no tokenizer to bundle"),
        (("data", "check", "ko-gsm9k"), "did you mean ko-gsm8k"),
    ],
)
def test_mistakes_end_in_a_sentence_and_exit_code_2(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = gwageo(*arguments, where=tmp_path)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_findings_in_korean_stand_in_columns() -> None:
    """Wide letters take two places; every sentence is told in Korean."""
    task = load_task("ko-winogrande")
    with speaking("ko"):
        head, row, problem = lines([check_set(task, "bundled")])
    assert head.split() == ["데이터", "행", "공개본", "정답", "분포", "상태"]
    assert cell_len(head[: head.index("공개본")]) == row.index("1,267")
    assert problem == "ko_winogrande: 20행(공개본은 1,267행)"


@pytest.mark.parametrize("page", ["offline.md", "offline.ko.md"])
def test_the_page_about_offline_machines_is_run(page: str, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    commands = re.findall(r"^\$ gwageo (.+)$", text, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        done = python("-c", GUARD, *shlex.split(command), where=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert "the demonstrations 3, 1, 4 for every item instead of drawn ones" in done.stdout
