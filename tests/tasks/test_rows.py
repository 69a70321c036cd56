"""Cells as they arrive from spreadsheets, data frames and JSON."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.tasks import rows
from gwageo.tasks.base import RowError


class Array:
    """What a data frame's array looks like."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def tolist(self) -> list[Any]:
        return self.values


CHOICES = (("A", "B"), ("하나", "둘"))


@pytest.mark.parametrize(
    "cell",
    [
        {"label": ["A", "B"], "text": ["하나", "둘"]},
        '{"label": ["A", "B"], "text": ["하나", "둘"]}',
        "{'label': ['A', 'B'], 'text': ['하나', '둘']}",
        {"label": Array(["A", "B"]), "text": Array(["하나", "둘"])},
    ],
)
def test_choices_in_every_form(cell: Any) -> None:
    assert rows.choices({"choices": cell}) == CHOICES


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("__import__('os').getcwd()", "expected JSON or a literal"),
        ("[" * 100_000, "expected JSON or a literal"),
        ("[1, 2]", "a mapping with the lists"),
        ({"label": ["A"], "text": ["하나"]}, "at least 2"),
        ({"label": ["A", "B"], "text": ["하나"]}, "as many of each"),
        ({"label": ["A", "A"], "text": ["하나", "둘"]}, "each once"),
        ({"label": ["A", "B"], "text": ["하나", " "]}, "not blank"),
        ({"label": "A", "text": "B"}, "expected"),
    ],
)
def test_choices_that_cannot_be_used_are_refused_and_never_run(cell: Any, words: str) -> None:
    with pytest.raises(RowError, match=words) as caught:
        rows.choices({"choices": cell})
    assert caught.value.column == "choices"


@pytest.mark.parametrize(
    ("value", "text"), [("가", "가"), (2, "2"), (2.0, "2"), (2.5, "2.5"), (True, None), ([], None)]
)
def test_written(value: Any, text: str | None) -> None:
    assert rows.written(value) == text


@pytest.mark.parametrize("value", [2, "2", 2.0, "2.0", " 2 "])
def test_whole_numbers_from_spreadsheets(value: Any) -> None:
    assert rows.whole({"n": value}, "n") == 2


@pytest.mark.parametrize("value", ["zwei", 2.5, None, "", "²", "9" * 30])
def test_other_values_are_no_whole_numbers(value: Any) -> None:
    with pytest.raises(RowError):
        rows.whole({"n": value}, "n")


@pytest.mark.parametrize(("row", "name"), [({"id": "q1"}, "q1"), ({"id": 1.0}, "1"), ({}, "7"), ({"id": None}, "7")])
def test_the_id_is_the_field_else_the_row_number(row: dict[str, Any], name: str) -> None:
    assert rows.item_id(row, 7) == name


@given(st.text(max_size=200))
def test_no_text_makes_a_structured_cell_raise_anything_else(text: str) -> None:
    with suppress(RowError):
        rows.choices({"choices": text})
