"""Numbers as text: one set of rounding rules."""

import pytest

from gwageo.messages import speaking
from gwageo.report import numbers
from gwageo.report.tables import told


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.4567, "fraction", "45.7"),
        (1.0, "fraction", "100.0"),
        (61.239, "points", "61.24"),
        (None, "points", "–"),
        (0.0, "fraction", "0.0"),
    ],
)
def test_figure(value: float | None, unit: str, text: str) -> None:
    assert numbers.figure(value, unit) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (3599, "59 min 59 s"),
        (3600, "1 h 00 min"),
        (90061, "25 h 01 min"),
        (None, "–"),
    ],
)
def test_duration(seconds: float | None, text: str) -> None:
    assert numbers.duration(seconds) == text


@pytest.mark.parametrize(("per_second", "text"), [(12.34, "12.3/s"), (1.0, "1.0/s"), (0.5, "30.0/min"), (None, "–")])
def test_rate(per_second: float | None, text: str) -> None:
    assert numbers.rate(per_second) == text


def test_interval_and_share() -> None:
    assert numbers.interval((0.1, 0.25), "fraction") == "10.0 to 25.0"
    assert numbers.interval(None, "fraction") == "–"
    assert numbers.share(16, 25) == "16/25 (64 %)"
    assert numbers.share(0, 0) == "0/0"


def test_units_stand_close_to_their_numbers_in_korean() -> None:
    assert (numbers.with_unit(0.25, "fraction"), numbers.with_unit(71.234, "points")) == ("25.0 %", "71.23 points")
    with speaking("ko"):
        assert (numbers.with_unit(0.25, "fraction"), numbers.with_unit(71.234, "points")) == ("25.0%", "71.23점")
        assert numbers.share(16, 25) == "16/25(64%)"


@pytest.mark.parametrize(
    ("ids", "cut"),
    [
        ("a, b, c", "a, b, c"),
        ("a, b, c, d", "a, b, c and 1 more"),
        ("a, b, c, d, e and 15 more", "a, b, c and 17 more"),
        ("a, b and 2 more", "a, b and 2 more"),
    ],
)
def test_long_lists_of_ids_are_cut(ids: str, cut: str) -> None:
    assert numbers.few(ids) == cut


@pytest.mark.parametrize("language", ["en", "ko"])
def test_only_lists_of_ids_are_cut_in_notes(language: str) -> None:
    row = "a.jsonl, row 1, column 'Question': the column is missing; the columns are 'id', 'Domain', 'A', 'B 1', 'C'"
    label = "a.jsonl, row 2, column 'answerKey': is 'Z', expected one of the labels 'A', 'B', 'C', 'D'"
    left = f"2 of 5 rows cannot be used and were left out: {row}; {label}"
    own = "5 of 20 items see their own answer: a, b, c, d, e."
    with speaking(language):
        said, cut = told(left), told(own)
    assert "'id', 'Domain', 'A', 'B 1', 'C'" in said
    assert "'A', 'B', 'C', 'D'" in said
    assert cut.rstrip(".").endswith("a, b, c and 2 more" if language == "en" else "a, b, c 외 2개")
