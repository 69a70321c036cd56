"""`gwageo plan`: the same arguments as `run`, nothing asked, nothing written."""

import inspect
import json
from pathlib import Path

import pytest

from command_line import gwageo
from golden_files import check_golden
from gwageo.cli.plan import plan
from gwageo.cli.run import run

ARGUMENTS = ("ko-winogrande", "ko-gsm8k", "--data", "bundled", "-m", "baseline:gold", "--shots", "1")


def test_it_has_the_options_of_run() -> None:
    assert inspect.signature(plan) == inspect.signature(run)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_it_is_as_accepted(tmp_path: Path, language: str) -> None:
    done = gwageo("plan", *ARGUMENTS, "--lang", language, where=tmp_path)
    assert done.returncode == 0, done.stderr
    check_golden(f"cli/plan.{language}.txt", done.stdout)
    assert list(tmp_path.iterdir()) == []


def test_json_is_one_object_with_a_plan_per_protocol(tmp_path: Path) -> None:
    done = gwageo("plan", *ARGUMENTS, "-p", "plain,chat", "--json", where=tmp_path)
    plans = json.loads(done.stdout)["plans"]
    assert [one["protocol"] for one in plans] == ["plain", "chat"]
    assert plans[0]["tasks"][1]["departures"] == ["1 demonstration instead of 5"]


def test_a_nightly_file_is_planned_cell_by_cell(tmp_path: Path) -> None:
    text = "models: ['baseline:gold']\ntasks: [ko-gsm8k]\nshots: [0, 1]\ndata: bundled\n"
    (tmp_path / "night.yaml").write_text(text, encoding="utf-8")
    plans = json.loads(gwageo("plan", "night.yaml", "--json", where=tmp_path).stdout)["plans"]
    assert [one["tasks"][0]["shots"] for one in plans] == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ko-arc-eesy"], "did you mean ko-arc-easy"),
        (["-m", "hf:./nowhere"], "There is no folder './nowhere'"),
        (["--limit", "0"], "limit cannot be 0"),
    ],
)
def test_mistakes_end_as_they_do_in_a_run(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = gwageo("plan", *arguments, where=tmp_path)
    assert done.returncode in (2, 3)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_escape_sequences_in_items_do_not_reach_the_terminal(tmp_path: Path) -> None:
    row = {"question": "\x1b[2J\u202e몇?", "answer": "#### 1"}
    (tmp_path / "items.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    flags = ("ko-gsm8k", "--data", "items.jsonl", "--shots", "0", "-m", "baseline:gold")
    shown = gwageo("plan", *flags, where=tmp_path).stdout
    assert ("\x1b" in shown, "\u202e" in shown, "␛[2J<U+202E>몇?" in shown) == (False, False, True)
    as_json = gwageo("plan", *flags, "--json", where=tmp_path).stdout
    assert "\u202e" not in as_json
    assert "\u202e" in json.loads(as_json)["plans"][0]["tasks"][0]["prompts"][0]["text"]
    bad = gwageo("plan", *flags, "--data", "ab\x1bsent.jsonl", where=tmp_path).stderr
    assert ("\x1b" in bad, "ab␛sent.jsonl" in bad) == (False, True)
