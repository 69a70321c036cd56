"""The published extraction of numbers, its comparison, and the accidents that belong to it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwageo.scoring.numbers import ENGLISH_REMOVED, KOREAN_REMOVED, flexible, reduced, same_number, strict

STRICT = re.compile(r"#### (\-?[0-9\.\,]+)")
FLEXIBLE = re.compile(r"(-?[$0-9.,]{2,})|(-?[0-9]+)")
IGNORED: dict[tuple[str, ...], tuple[str, ...]] = {KOREAN_REMOVED: (",", "원"), ENGLISH_REMOVED: (",", r"\$")}
PIECES = [
    "#### ",
    "####",
    "#",
    " ",
    "-",
    "1",
    "18",
    ",",
    ".",
    "$",
    "원",
    "\n",
    "입니다",
    "...",
    "２",
    "\N{MINUS SIGN}",
    "a",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200)


@settings(max_examples=400)
@given(TEXTS)
def test_the_extractors_equal_the_literal_expressions(text: str) -> None:
    first = STRICT.findall(text)
    found = strict(text)
    assert (None if found is None else found.text) == (first[0] if first else None)
    every = [one or other for one, other in FLEXIBLE.findall(text)]
    last = flexible(text)
    assert (None if last is None else last.text) == (every[-1] if every else None)


@settings(max_examples=400)
@given(TEXTS, st.sampled_from(list(IGNORED)))
def test_the_comparison_equals_the_literal_expressions(text: str, removed: tuple[str, ...]) -> None:
    literal = text
    for pattern in (*IGNORED[removed], r"(?s).*#### ", r"\.$"):
        literal = re.sub(pattern, "", literal)
    assert reduced(text, removed) == literal.lower()


REFERENCE = "오리알은 16-3-4=<<16-3-4=9>>9개이고 9*2000=<<9*2000=18000>>18000원입니다.\n#### 18000"


@pytest.mark.parametrize(
    ("reply", "strict_hit", "flexible_hit"),
    [
        ("#### 18000", True, True),
        ("#### 18,000원", True, True),
        ("#### 18000.", True, True),
        ("####18000", False, True),
        ("#### **18000**", False, True),
        ("#### $18,000", False, False),
        ("18000.00", False, False),
        ("답은 18000원입니다...", False, False),
        ("#### 18000\n#### 5", True, False),
        ("1만 8천 원", False, False),
        ("18{,}000", False, False),
        ("１８０００", False, False),
    ],
)
def test_published_consequences(reply: str, strict_hit: bool, flexible_hit: bool) -> None:
    hits = [found is not None and same_number(found.text, REFERENCE) for found in (strict(reply), flexible(reply))]
    assert hits == [strict_hit, flexible_hit]


def test_english_comparison_removes_the_dollar_sign() -> None:
    assert same_number("$18,000", "#### 18000", ENGLISH_REMOVED)
    assert not same_number("$18,000", "#### 18000", KOREAN_REMOVED)
