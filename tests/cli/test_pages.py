"""The pages about nightly files and plans: what they show is run as it stands there, and nothing is left out."""

import json
import re
import shlex
from pathlib import Path

import pytest

from command_line import gwageo
from gwageo.messages import entries
from gwageo.runs.nightly import ModelEntry, NightlyFile, SamplingEntry

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = ["", ".ko"]


def page(name: str, language: str) -> str:
    return (DOCS / f"{name}{language}.md").read_text(encoding="utf-8")


def run_page(text: str, where: Path) -> list[tuple[str, int, str]]:
    """Write the files of a page, run its commands; command, exit code and output of each."""
    done = []
    for kind, name, block in BLOCK.findall(text):
        if name:
            (where / name).write_text(block, encoding="utf-8")
        for line in block.splitlines() if kind == "console" else ():
            process = gwageo(*shlex.split(line.removeprefix("$ gwageo ")), where=where)
            assert "Traceback" not in process.stderr
            done.append((line, process.returncode, process.stdout))
    return done


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_nightly_example_runs_with_its_planted_failure(language: str, tmp_path: Path) -> None:
    """The checkpoint that is not there fails its four cells; the plan stops at it, the run does not."""
    planned, ran, printed = run_page(page("nightly", language), tmp_path)
    assert (planned[1], ran[1], printed[1]) == (2, 1, 0)
    cells = json.loads((tmp_path / "runs/nightly-checkpoints/nightly.json").read_text(encoding="utf-8"))["cells"]
    assert [cell["failure"] is None for cell in cells] == [True] * 8 + [False] * 4
    assert {row["value"] for cell in cells[:4] for row in cell["rows"] if row["metric"] != "language_drift"} == {1.0}
    assert printed[2].startswith("name: nightly\nmodels:\n- baseline:gold\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plans_of_the_page_work(language: str, tmp_path: Path) -> None:
    assert [code for _, code, _ in run_page(page("plan", language), tmp_path)] == [0, 0]
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_about_languages_speaks_korean(language: str, tmp_path: Path) -> None:
    ran, planned = run_page(page("languages", language), tmp_path)
    assert (ran[1], planned[1]) == (0, 0)
    assert "정답 20" in ran[2]
    assert "실제로 묻지는 않았습니다" in planned[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_stands_on_the_page(language: str) -> None:
    text = page("nightly", language)
    for model in (NightlyFile, ModelEntry, SamplingEntry):
        assert [name for name in model.model_fields if f"`{name}`" not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_warning_stands_on_the_page(language: str) -> None:
    names = [key.removeprefix("note.warn.") for key in entries("note") if key.startswith("note.warn.")]
    text = page("plan", language)
    assert [name for name in names if f"| `{name}` |" not in text] == []
