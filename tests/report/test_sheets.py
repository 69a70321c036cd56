"""Sheets: every kind of value in every format."""

import json

import pytest

from gwageo.core import UnknownName
from gwageo.messages import speaking
from gwageo.report.sheets import FORMATS, Head, Sheet, records, render, text

SHEET = Sheet(
    "demo",
    "A title",
    (Head("model"), Head("gap", "gap"), Head("ci95", "interval"), Head("outcome", "word"), Head("p", "p", "p")),
    (("a|b", 0.05, (0.1, 0.2), "equivalent", 0.00001), ("<c>", None, None, "both", 0.25)),
    ("A note.",),
)


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        (0.4567, "percent", "45.7"),
        (-0.012, "gap", "-1.2"),
        (0.0, "gap", "+0.0"),
        (-0.0001, "gap", "+0.0"),
        (-0.001, "number", "0.00"),
        (11, "number", "11"),
        ((-0.01, 0.02), "gap_interval", "-1.0 to +2.0"),
        ((2, 2), "range", "2"),
        ((1, 3), "range", "1 to 3"),
        (0.04999, "p", ".050"),
        (1.0, "p", "1.000"),
        (None, "number", "–"),
        (7, "count", "7"),
    ],
)
def test_values_are_rounded_in_one_place(value: object, kind: str, shown: str) -> None:
    assert text(value, kind) == shown  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_holds_every_row_and_ends_in_a_line_break(form: str) -> None:
    shown = render([SHEET], form)
    assert shown.endswith("\n")
    assert shown.count("c") >= 1
    assert "5.0" in shown or "0.05" in shown


def test_csv_has_full_numbers_and_two_columns_for_an_interval() -> None:
    assert render([SHEET], "csv").splitlines()[:2] == [
        "model,gap,ci95_low,ci95_high,outcome,p",
        "a|b,0.05,0.1,0.2,equivalent,1e-05",
    ]


def test_json_is_the_same_in_every_language() -> None:
    english = json.loads(render([SHEET], "json"))
    with speaking("ko"):
        assert json.loads(render([SHEET], "json")) == english == [records(SHEET)]


def test_headings_and_words_are_in_the_reader_s_language() -> None:
    with speaking("ko"):
        shown = render([SHEET], "table")
    assert "동등" in shown
    assert "모델" in shown


def test_an_unknown_format_and_a_row_that_is_too_short_are_refused() -> None:
    with pytest.raises(UnknownName, match="format"):
        render([SHEET], "html5")
    with pytest.raises(ValueError, match="2 values"):
        Sheet("x", "x", (Head("model"), Head("gap", "gap")), (("m",),))


def test_a_narrow_terminal_has_what_all_rows_share_below_and_headings_in_two_lines() -> None:
    heads = (
        Head("model"),
        Head("part"),
        Head("a", "number", "ko-exam:elementary"),
        Head("b", "number", "ko-exam:high"),
    )
    sheet = Sheet("made", "Made", heads, (("a-model", None, 1.0, 2.0), ("a-model", "part", 3.0, 4.0)))
    wide, narrow = render([sheet], "table"), render([sheet], "table", width=44)
    assert wide.count("a-model") == 2
    assert narrow.count("a-model") == 1
    assert "model: a-model" in narrow
    assert max(map(len, narrow.splitlines())) <= 44 < max(map(len, wide.splitlines()))
