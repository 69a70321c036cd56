"""The published label expression, and the linear matcher that stands for it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwageo.scoring.labels import KOREAN_ENDINGS, LabelRule, same_label

LITERAL = {
    ("D", True): re.compile(r"(?i)(?:정답\s*[:：]?\s*)?([A-D])(?:\s*(?:번|입니다|이에요|가)|[\.)\]:：,\s]|$)"),
    ("B", True): re.compile(r"(?i)(?:정답\s*[:：]?\s*)?([A-B])(?:\s*(?:번|입니다|이에요|가)|[\.)\]:：,\s]|$)"),
    ("D", False): re.compile(r"(?i)(?:Answer\s*[:：]?\s*)?([A-D])(?:[\.)\]:：,\s]|$)"),
    ("B", False): re.compile(r"(?i)(?:Answer\s*[:：]?\s*)?([A-B])(?:[\.)\]:：,\s]|$)"),
}
PIECES = [
    "정답",
    "Answer",
    "answer",
    ":",
    "：",
    " ",
    "\n",
    "A",
    "B",
    "c",
    "d",
    "E",
    "번",
    "입니다",
    "이에요",
    "가",
    "이다",
]
PIECES += [".", ")", "]", ",", "**", "\N{IDEOGRAPHIC SPACE}", "\x1c", "\x85", "Ｂ", "ſ", "1", "need", "a good"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200)


@settings(max_examples=600)
@given(TEXTS, st.sampled_from(sorted(LITERAL)))
def test_the_linear_matcher_equals_the_literal_expression(text: str, key: tuple[str, bool]) -> None:
    last, korean = key
    found = LabelRule(last, KOREAN_ENDINGS if korean else ()).find(text)
    literal = [match.strip() for match in LITERAL[key].findall(text)]
    assert (None if found is None else found[1]) == (literal[0] if literal else None)


@pytest.mark.parametrize(
    "reply",
    ["B", " B", "B.", "(B)", "[B]", "B)", "B번", "B입니다", "B이에요", "B가", "B 입니다", "정답: B", "정답：B", "b"],
)
def test_accepted_replies(reply: str) -> None:
    found = LabelRule("D").find(reply)
    assert found is not None
    assert same_label(found[1], "B")


@pytest.mark.parametrize("reply", ["**B**", r"$\boxed{B}$", '"B"', "B예요", "B이다", "B는", "Ｂ", "②", "2", ""])
def test_replies_that_the_published_expression_does_not_accept(reply: str) -> None:
    assert LabelRule("D").find(reply) is None


@pytest.mark.parametrize(
    ("reply", "letter"), [("I need to think", "d"), ("a good question", "a"), ("A가 아니라 B입니다", "A")]
)
def test_published_accidents_are_kept(reply: str, letter: str) -> None:
    """A word's end counts, and the first accepted letter wins."""
    found = LabelRule("D").find(reply)
    assert found is not None
    assert found[1] == letter
