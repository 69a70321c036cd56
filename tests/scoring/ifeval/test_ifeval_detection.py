"""The sooner detection has langdetect's outcome, letter for letter and draw for draw."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwageo.scoring.ifeval.libraries import detector

pytest.importorskip("langdetect")


@cache
def _factory() -> Any:
    from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory

    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    factory.seed = 0
    return factory


def official(text: str) -> str | None:
    from langdetect.lang_detect_exception import LangDetectException

    found = _factory().create()
    found.append(text)
    try:
        return str(found.detect())
    except LangDetectException:
        return None


WORDS = ["봄이 왔다", "spring has come", "der Frühling", "le printemps", "春が来た", "春天", "весна", "mùa xuân", "OK"]
WORDS += [
    "UPPER CASE",
    " ",
    "  ",
    "\n",
    "a@b.co",
    "https://x.y/z",
    "12",
    ".",
    "Ä",
    "é",
    "\u0219",
    "ế",
    "e\u0301",
    "ă\u0301",
]
WORDS += [
    "ă\u0301",
    "مرحبا",
    "שלום",
    "สวัสดี",
    "नमस्ते",
    "ｶﾅ",
    "😀",
    "\u2019",
    "ISBN",
    "Xx",
    "xX",
    "[",
    "_",
    "\u1ea0",
    "\u0300",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=25).map("".join) | st.text(max_size=80)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_the_outcome_is_langdetects(text: str) -> None:
    assert detector().detect(text) == official(text)


@pytest.mark.parametrize("text", ["", "12 34", "OK", "Hello world. " * 2000, "가나다 " * 4000, "가 a " * 500, "A" * 50])
def test_so_it_is_on_long_and_odd_texts(text: str) -> None:
    assert detector().detect(text) == official(text)


def test_languages_in_equal_parts_have_the_same_winner_too() -> None:
    for first in WORDS[:9]:
        for second in WORDS[:9]:
            text = f"{first} {second} " * 3
            assert detector().detect(text) == official(text)


def test_the_same_text_has_the_same_language_again() -> None:
    text = "Das ist ein Satz, and this is another one."
    assert len({detector().detect(text) for _ in range(5)}) == 1
