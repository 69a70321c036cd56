"""Templates: a name in braces is a cell, and nothing else has a meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.tasks.templates import TemplateError, fill, placeholders


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("질문: {question}\n답변:", {"question": "1+1은?"}, "질문: 1+1은?\n답변:"),
        ("{a}{b}{a}", {"a": "x", "b": "y"}, "xyx"),
        ("{a}", {"a": "{b} {{c}} {a.__class__}"}, "{b} {{c}} {a.__class__}"),
        ("{{a}} {a} {{{a}}}", {"a": "x"}, "{a} x {x}"),
        ("{정답 칸} {보기-1}", {"정답 칸": 2.0, "보기-1": 3}, "2 3"),
        ("없다", {}, "없다"),
    ],
)
def test_cells_are_put_in(template: str, values: dict[str, object], text: str) -> None:
    """Once each: what stands in a cell is never filled again."""
    assert fill(template, values) == text


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{b}", "asks for {b}, but there are only: 'a'"),
        ("{a.__class__}", "expected a column's name"),
        ("{a[0]}", "expected a column's name"),
        ("{a!r}", "expected a column's name"),
        ("{a:>99999999}", "expected a column's name"),
        ("{}", "expected a column's name"),
        ("{0}", "expected a column's name"),
        ("{a", "single '{' at character 0; write {{"),
        ("a }", "single '}' at character 2; write }}"),
    ],
)
def test_everything_else_is_refused(template: str, sentence: str) -> None:
    with pytest.raises(TemplateError) as caught:
        fill(template, {"a": "x"})
    assert sentence in str(caught.value)


@pytest.mark.parametrize("value", [None, True, ["x"], {"y": 1}])
def test_a_cell_that_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(TemplateError, match="no text"):
        fill("{a}", {"a": value})


@given(st.text(), st.text())
def test_filled_text_holds_the_cell_as_it_is(cell: str, around: str) -> None:
    quoted = around.replace("{", "{{").replace("}", "}}")
    assert fill(f"{quoted}{{x}}{quoted}", {"x": cell}) == around + cell + around


@given(st.text(max_size=60))
def test_any_text_is_filled_or_refused(template: str) -> None:
    try:
        names = placeholders(template)
    except TemplateError:
        return
    fill(template, dict.fromkeys(names, "x"))


def test_placeholders_come_once_and_in_order() -> None:
    assert placeholders("{b} {a} {b} {{c}}") == ("b", "a")
