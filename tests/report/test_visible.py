"""Nothing from data or models steers the terminal."""

import json
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.report import drawing
from gwageo.report.drawing import Column, Table
from gwageo.report.visible import visible, visible_json

ESCAPE, OVERRIDE = "\x1b", "\N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.mark.parametrize(
    ("sign", "shown"),
    [
        (ESCAPE, "␛"),
        ("\x00", "␀"),
        ("\r", "␍"),
        ("\x7f", "␡"),
        ("\x9b", "<U+009B>"),
        (OVERRIDE, "<U+202E>"),
        ("\N{POP DIRECTIONAL ISOLATE}", "<U+2069>"),
        ("\N{LINE SEPARATOR}", "<U+2028>"),
        ("\ud83d", "<U+D83D>"),
        ("\n", "\n"),
        ("\t", "\t"),
        ("한글 abc 🙂", "한글 abc 🙂"),
    ],
)
def test_a_sign_that_steers_is_written_out_and_others_stay(sign: str, shown: str) -> None:
    assert visible(f"a{sign}b") == f"a{shown}b"


@given(st.text())
def test_no_control_character_is_left(text: str) -> None:
    assert all(sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs") for sign in visible(text))


@given(st.text())
def test_json_means_the_same(text: str) -> None:
    shown = visible_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(shown) == text
    assert visible(shown) == shown


@pytest.mark.parametrize("draw", [drawing.terminal, drawing.markdown, drawing.latex])
def test_no_cell_note_or_title_steers(draw: Callable[[Table], str]) -> None:
    bad = f"x{ESCAPE}[2J{OVERRIDE}"
    text = draw(Table(bad, (Column(bad),), ((bad,),), (bad,)))
    assert (ESCAPE in text, OVERRIDE in text, "␛" in text) == (False, False, True)
