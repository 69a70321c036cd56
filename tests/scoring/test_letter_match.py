"""The published reading of letters: Lighteval's outcomes, with and without anchors, and the linear expressions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.scoring.label_reading import read_label
from gwageo.scoring.letter_match import PRIORITIES, LetterMatch, expressions

ON, OFF = LetterMatch("D"), LetterMatch("D", without_anchor=False)
LITERAL = [re.compile(each) for each in expressions("D")]
PIECES = [
    "final answer",
    "Final Answer",
    " is",
    " ",
    "  ",
    "\n",
    "is",
    ":",
    "A",
    "B",
    "(C)",
    "**",
    ".",
    "I hope",
    "answer",
]
PIECES += ["Answer:", "x", "입니다", "\t", "$", "E", "a"]

READ_BY_BOTH = ["Answer: B", "**Answer: B**", "Answer: **B**", "Answer: (B)", "ANSWER: B", "Answer : B", "Answer:\nB"]
READ_BY_BOTH += ["The final answer is: B", "B", "처음에는 Answer: A 인 줄 알았는데\nAnswer: B"]
ONLY_WITHOUT_ANCHOR = ["Answer: $B$", "Answer: B)", "Answer: B입니다", 'Answer: "B"', r"Answer: \boxed{B}"]
ONLY_WITHOUT_ANCHOR += ["정답: B", "정답은 B입니다", "답변: B", "B) 간디"]


@pytest.mark.parametrize("reply", READ_BY_BOTH)
def test_an_anchored_letter_is_read_under_both_settings(reply: str) -> None:
    assert ON.read(reply).value == OFF.read(reply).value == "B"


@pytest.mark.parametrize("reply", ONLY_WITHOUT_ANCHOR)
def test_other_forms_are_lost_where_anchors_are_required(reply: str) -> None:
    assert ON.read(reply).value == "B"
    assert OFF.read(reply).value != "B"
    assert read_label(reply, "ABCD", ["공자", "간디", "노자", "칸트"]).value == "B"


@pytest.mark.parametrize(("reply", "value"), [("A 또는 B", "A"), ("answer: b", None), ("", None)])
def test_what_stays_wrong_under_both(reply: str, value: str | None) -> None:
    assert ON.read(reply).value == value
    assert OFF.read(reply).value == value


def test_a_letter_inside_a_word_counts_where_any_may_and_nobody_stated_it() -> None:
    """The A of "Answer" is a bare letter anywhere: published, and absurd."""
    assert ON.read("Answer: E").value == "A"
    assert OFF.read("Answer: E").value is None
    assert read_label("Answer: E", "ABCD").extraction == "no_answer"


def test_the_two_readings_part_where_the_reply_states_none() -> None:
    assert ON.read("보기 B는 아닙니다.").value == "B"
    assert read_label("A 또는 B", "ABCD").extraction != "ok"


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_the_linear_expressions_match_what_the_literal_ones_match(text: str) -> None:
    for without in (True, False):
        literal = None
        for priority, pattern in zip(PRIORITIES, LITERAL, strict=True):
            found = list(pattern.finditer(text))
            if found and (without or priority < 250):
                literal = found[-1]["letter"].strip("()"), found[-1].span("letter"), f"priority {priority}"
                break
        read = LetterMatch("D", without_anchor=without).read(text)
        assert (None if read.value is None else (read.value, read.span, read.rule)) == literal


@given(st.text(max_size=200))
def test_a_letter_lies_where_its_span_says(text: str) -> None:
    read = ON.read(text)
    if read.span is not None:
        assert text[slice(*read.span)].strip("()") == read.value
