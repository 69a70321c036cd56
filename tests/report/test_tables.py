"""Result tables: one set of rows, five formats, nothing hidden."""

import csv
import io
import json
from dataclasses import replace

import pytest

from golden_files import check_golden
from gwageo.analysis.summary import SummaryRow
from gwageo.core import VERDICTS, UnknownName
from gwageo.report.tables import RENDERERS, Format, check_format, render, terminal

NONE: dict[str, int] = dict.fromkeys(VERDICTS, 0)
ROW = SummaryRow(
    model="hf:a/b_c",
    task="ko-arc-easy",
    label="ko-arc-easy",
    metric="acc_norm",
    primary=True,
    value=0.4567,
    unit="fraction",
    n=50,
    stderr=0.0704,
    ci95=(0.3261, 0.5933),
    ci_method="wilson",
    chance=0.25,
    verdicts={**NONE, "right": 23, "wrong": 27},
    protocol="plain",
    shots=5,
    departures=(),
    notes=("The 5 demonstrations come from the test items.",),
    ties=0,
    over_length=0,
    flags={},
)
ROWS = [
    ROW,
    replace(ROW, metric="acc_npsq", value=0.5, primary=False),
    replace(
        ROW,
        task="ko-winogrande",
        label="ko-winogrande (quick)",
        departures=("2 demonstrations instead of 5",),
        verdicts={**NONE, "right": 10, "wrong": 8, "failed": 2},
        n=18,
        ties=3,
        over_length=1,
    ),
    replace(ROW, task="cut", label="cut", n=25, value=0.36, verdicts={**NONE, "right": 9, "truncated": 16}),
    replace(
        ROW, task="none", label="none", n=0, value=None, stderr=None, ci95=None, ci_method="none", chance=None,
        verdicts={**NONE, "failed": 4}, notes=(),
    ),
    replace(
        ROW, task="ko-eqbench", label="ko-eqbench", metric="eqbench", unit="points", value=61.234, stderr=2.5,
        ci95=(56.3, 66.2),
        verdicts={**NONE, "scored": 171}, n=171, chance=None, notes=(),
    ),
]  # fmt: skip


@pytest.mark.parametrize("kind", RENDERERS)
def test_every_format_is_as_accepted(kind: Format) -> None:
    check_golden(f"tables/{kind}.txt", render(ROWS, kind))


def test_truncation_marks_the_cell_and_tells_the_share() -> None:
    """RR-10."""
    text = render(ROWS, "table")
    assert "cut †" in text
    assert "truncated 16/25 (64 %)" in text


def test_a_departure_marks_the_task_and_is_told() -> None:
    text = render(ROWS, "md")
    assert "ko-winogrande (quick) \\*" in text
    assert "2 demonstrations instead of 5" in text


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("other_model", "another model than the one asked for answered 3/50 (6 %)"),
        ("temperature_not_sent", "temperature was not sent, since the server does not take it"),
        ("seed_not_sent", "seed was not sent, since the server does not take it, in 3/50 (6 %)"),
        ("stop_not_sent", "stop strings that the server does not take were not sent in 3/50 (6 %)"),
        ("stop_ignored", "the server did not stop at a stop string in 3/50 (6 %)"),
        ("stop_on_client", "the reply was cut here in 3/50 (6 %)"),
        ("max_tokens_ignored", "went beyond the token limit in 3/50 (6 %)"),
    ],
)
def test_a_setting_that_was_not_kept_marks_the_task_and_is_told(flag: str, words: str) -> None:
    text = render([replace(ROW, flags={flag: 3})], "table")
    assert "ko-arc-easy ‡" in text
    assert text.count("‡") == 2
    assert words in " ".join(text.split())
    assert "‡" not in render([ROW], "table")


def test_a_forced_temperature_is_told_once() -> None:
    text = render([replace(ROW, flags={"temperature_forced": 3, "temperature_not_sent": 3})], "table")
    assert "thinking forces temperature 1" in text
    assert "since the server does not take it" not in text


def test_what_did_not_fit_was_not_cut() -> None:
    failed = replace(ROW, verdicts={**NONE, "right": 40, "failed": 10}, over_length=10)
    text = render([replace(failed, flags={"over_length": 10, "did_not_fit": 10})], "table")
    assert "did not fit into the context and failed 10/50 (20 %)" in text
    assert "cut to the context length" not in text
    both = render([replace(failed, over_length=12, flags={"over_length": 12, "did_not_fit": 10})], "table")
    assert "cut to the context length 2/50 (4 %)" in both


def test_csv_has_a_column_per_verdict_and_full_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(render(ROWS, "csv"))))
    assert set(VERDICTS) <= rows[0].keys()
    assert (rows[0]["value"], rows[2]["failed"]) == ("0.4567", "2")


def test_json_is_strict() -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    assert json.loads(render(ROWS, "json"), parse_constant=refuse)[0]["ci95"] == [0.3261, 0.5933]


def test_several_models_are_told_apart() -> None:
    assert "hf:x · ko-arc-easy" in render([ROW, replace(ROW, model="hf:x")], "table")


def test_both_protocols_of_a_task_show_their_verdicts() -> None:
    text = render([ROW, replace(ROW, protocol="chat", verdicts={**NONE, "right": 1})], "table")
    assert "right 23" in text
    assert "right 1 " in text


def test_no_rows_make_a_table_too() -> None:
    for kind in RENDERERS:
        assert isinstance(render([], kind), str)


def test_a_narrow_terminal_keeps_every_number() -> None:
    """Protocol, shots and verdicts go below the table instead of being squeezed."""
    text = terminal(ROWS, 80)
    check_golden("tables/narrow.txt", text)
    assert text.count("32.6 to 59.3") == render(ROWS, "table").count("32.6 to 59.3")
    assert "ko-eqbench: plain, 5 shots; scored 171" in text


def test_an_unknown_format_names_the_close_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean latex"):
        check_format("latx")
