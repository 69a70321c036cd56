"""The figures of runs: what must be said of a figure stands below, never in place of it; every run is found once."""

import json
import shutil
from pathlib import Path

import pytest

import gwageo
from gwageo.core import Sampling
from gwageo.messages import speaking
from gwageo.report import views
from gwageo.report.sheets import Sheet, render, text
from saying_model import Says

TASKS = ("ko-winogrande-gen", "ko-gsm8k")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`alone`, and below `both` one run for each protocol, of which that under chat departs from the publication."""
    folder = tmp_path_factory.mktemp("runs")
    gwageo.evaluate(Says("A"), TASKS, data="bundled", limit=3, output=folder / "alone")
    gwageo.evaluate(Says("A"), TASKS, data="bundled", limit=4, output=folder / "both" / "plain")
    gwageo.evaluate(
        *(Says("A"), TASKS), data="bundled", limit=4, output=folder / "both" / "chat", protocol="chat", shots=2,
        max_tokens=50, sampling=Sampling(0.5),
    )  # fmt: skip
    return folder


def column(sheet: Sheet, key: str) -> list[object]:
    place = [head.key for head in sheet.heads].index(key)
    return [row[place] for row in sheet.rows]


def test_runs_are_found_wherever_they_lie_and_each_once(folder: Path) -> None:
    (sheet,) = views.report([folder, folder / "alone", folder / "both"])
    assert column(sheet, "directory") == ["alone", "alone", "both/chat", "both/chat", "both/plain", "both/plain"]
    assert column(sheet, "n") == [3, 3, 4, 4, 4, 4]


def test_departures_stand_below_and_every_figure_in_its_place(folder: Path) -> None:
    (sheet,) = views.report([folder / "both"])
    assert column(sheet, "marks") == ["*", "*", "", ""]
    shown = render([sheet], "table", width=80)
    assert all(text(value, "measure") in shown for value in column(sheet, "value"))
    assert "ko-gsm8k (quick) (chat): * 2 demonstrations instead of 5" in sheet.notes
    with speaking("ko"):
        (told,) = views.report([folder / "both"])
    assert "ko-gsm8k (quick) (chat): * 풀이 예시 5개 대신 2개" in told.notes


def test_files_keep_departures_as_they_are_and_no_marks_in_names(folder: Path) -> None:
    (sheet,) = views.report([folder / "both"])
    assert column(sheet, "task") == ["ko-winogrande-gen (quick)", "ko-gsm8k (quick)"] * 2
    assert str(column(sheet, "settings")[1]).startswith("2 demonstrations instead of 5; replies of at most 50 tokens")


def test_runs_of_one_cell_are_told_apart_in_the_notes_too(folder: Path) -> None:
    (sheet,) = views.report([folder])
    assert "ko-gsm8k (quick) [both/chat]: * 2 demonstrations instead of 5" in sheet.notes


def test_the_authors_layout_does_not_pass_other_items_off_as_the_published_ones(folder: Path) -> None:
    lines = views.tidy([folder / "both"]).splitlines()
    assert len(lines) > 1
    assert all("(quick)" in line for line in lines[1:])


def test_a_summary_of_an_older_shape_is_made_again_from_the_records(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "alone", tmp_path / "old")
    summary = json.loads((tmp_path / "old" / "summary.json").read_text(encoding="utf-8"))
    rows = [{name: value for name, value in row.items() if name != "ci95"} for row in summary["rows"]]
    (tmp_path / "old" / "summary.json").write_text(json.dumps({**summary, "rows": rows}), encoding="utf-8")
    (sheet,) = views.report([tmp_path / "old"])
    (whole,) = views.report([folder / "alone"])
    assert column(sheet, "ci95") == column(whole, "ci95")
