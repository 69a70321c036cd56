"""Protocols side by side: a line per task and metric, a column per protocol, flags counted."""

import json
from dataclasses import replace

import pytest

from golden_files import check_golden
from gwageo.analysis.summary import SummaryRow
from gwageo.core import VERDICTS
from gwageo.messages import speaking
from gwageo.report.matrix import RENDERERS, records, render, side_by_side
from gwageo.report.tables import Format

PLAIN = SummaryRow(
    model="hf:a",
    task="ko-arc-easy",
    label="ko-arc-easy",
    metric="acc",
    primary=True,
    value=0.45,
    unit="fraction",
    n=20,
    stderr=0.11,
    ci95=(0.26, 0.66),
    ci_method="wilson",
    chance=0.25,
    verdicts={**dict.fromkeys(VERDICTS, 0), "right": 9, "wrong": 11},
    protocol="plain",
    shots=5,
    departures=(),
    notes=(),
    ties=0,
    over_length=0,
    flags={},
)
CHAT = replace(PLAIN, protocol="chat", value=0.55, ci95=(0.34, 0.74), flags={"winner_changes": 3, "thin_margin": 1})
ROWS = [
    PLAIN,
    replace(PLAIN, task="ko-eqbench", label="ko-eqbench", metric="eqbench", unit="points", value=61.2, ci95=(56, 66)),
    CHAT,
    replace(CHAT, metric="acc_pmi", value=0.6, primary=False),
    replace(CHAT, protocol="nothink", value=None, ci95=None, n=0),
]


@pytest.mark.parametrize("kind", RENDERERS)
def test_every_format_is_as_accepted(kind: Format) -> None:
    check_golden(f"matrix/{kind}.txt", render(side_by_side(ROWS), kind))


def test_in_korean() -> None:
    with speaking("ko"):
        check_golden("matrix/table.ko.txt", render(side_by_side(ROWS), "table"))


def test_protocols_keep_the_order_in_which_they_were_asked_for() -> None:
    assert side_by_side(ROWS).protocols == ("plain", "chat", "nothink")


def test_a_metric_that_a_protocol_lacks_is_a_dash_and_no_zero() -> None:
    pmi = next(line for line in side_by_side(ROWS).lines if line.metric == "acc_pmi")
    assert pmi.cells[0] is None
    assert "plain" not in records(side_by_side(ROWS))[1]["protocols"]


def test_flags_that_never_occur_have_no_column() -> None:
    assert side_by_side(ROWS).flags == ("winner_changes", "thin_margin")
    assert side_by_side([PLAIN]).flags == ()


def test_numbers_of_items_that_differ_are_all_shown() -> None:
    assert "20 / 20 / 0" in render(side_by_side(ROWS), "table")


def test_json_has_the_full_numbers() -> None:
    assert json.loads(render(side_by_side(ROWS), "json"))[0]["protocols"]["chat"]["ci95"] == [0.34, 0.74]
