"""The summary of a night: a line per cell and task, failures named."""

import json
from dataclasses import replace

import pytest
from test_matrix import CHAT, PLAIN

from golden_files import check_golden
from gwageo.messages import speaking
from gwageo.report.nightly import CellReport, render
from gwageo.report.tables import RENDERERS, Format

WHY = "There is no folder './nowhere'; give a folder with config.json, or a hub name such as ORG/NAME"
CELLS = [
    CellReport(
        "hf:a", "plain", "published", ("ko-arc-easy",), (PLAIN, replace(PLAIN, metric="b", primary=False)), None
    ),
    CellReport("hf:a", "chat", "2", ("ko-arc-easy",), (replace(CHAT, verdicts={**CHAT.verdicts, "failed": 2}),), None),
    CellReport("./nowhere", "plain", "published", ("ko-arc-easy", "ko-gsm8k"), (), WHY),
    CellReport("./nowhere", "chat", "2", ("ko-arc-easy", "ko-gsm8k"), (), WHY),
]


@pytest.mark.parametrize("kind", RENDERERS)
def test_every_format_is_as_accepted(kind: Format) -> None:
    check_golden(f"nightly/{kind}.txt", render("demo", CELLS, kind))


def test_in_korean() -> None:
    with speaking("ko"):
        check_golden("nightly/table.ko.txt", render("demo", CELLS, "table"))


def test_a_reason_stands_once_with_all_its_cells() -> None:
    text = render("demo", CELLS, "table")
    assert text.count(WHY) == 1
    assert "./nowhere (plain published, chat 2)" in text


def test_csv_has_the_same_columns_whatever_became_of_the_cells() -> None:
    headings = {render("demo", cells, "csv").split("\n")[0] for cells in (CELLS, CELLS[:1], CELLS[2:], [])}
    assert len(headings) == 1


def test_json_has_every_cell() -> None:
    assert [cell["failure"] for cell in json.loads(render("demo", CELLS, "json"))] == [None, None, WHY, WHY]
