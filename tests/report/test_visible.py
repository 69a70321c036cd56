"""Nothing from data or models steers the terminal."""

import json
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.messages import speaking
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


@pytest.mark.parametrize("draw", [drawing.terminal, drawing.markdown, drawing.latex])
@pytest.mark.parametrize(
    "sign", ["\n", "\r", "\v", "\f", "\x1c", "\x85", "\N{LINE SEPARATOR}", "\N{PARAGRAPH SEPARATOR}"]
)
def test_no_name_breaks_a_row(draw: Callable[[Table], str], sign: str) -> None:
    def drawn(name: str) -> int:
        return len(draw(Table(name, (Column("model"), Column("n")), ((name, "1"),), (name,))).splitlines())

    assert drawn(f"a{sign}b") == drawn("ab")


def test_a_table_in_latex_is_read_as_it_is_meant() -> None:
    body = (("[a]", "<x> | >"), ("*", "b"), ("c", "[d]"))
    lines = drawing.latex(Table("t", (Column("model"), Column("n")), body, ("small",))).splitlines()
    assert lines[0] == "% t; needs \\usepackage{booktabs}"
    assert lines[5:8] == [
        r"{}[a] & \textless{}x\textgreater{} \textbar{} \textgreater{} \\",
        r"{}* & b \\",
        r"c & [d] \\",
    ]
    assert lines[-1] == r"\par{\footnotesize small\par}"


def test_korean_needs_a_package_more_and_says_so_in_the_reader_s_language() -> None:
    korean = Table("t", (Column("모델"),), (("a",),))
    assert drawing.latex(korean).startswith("% t; needs \\usepackage{booktabs}, \\usepackage{kotex}\n")
    with speaking("ko"):
        assert drawing.latex(korean).startswith("% t; 필요한 패키지: \\usepackage{booktabs}, \\usepackage{kotex}\n")
