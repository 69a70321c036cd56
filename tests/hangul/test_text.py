"""Folding: what is alike becomes equal, and every place leads back to the original."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.hangul.text import compose, fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("정답：Ｃ", "정답:C"),
        ("정\u200b답", "정답"),
        ("\ufeff정답", "정답"),
        ("\u22125", "-5"),
        ("１，２００", "1,200"),
    ],
)
def test_twins_become_equal(text: str, folded: str) -> None:
    assert fold(text).text == folded


def test_decomposed_hangul_is_composed() -> None:
    assert fold(unicodedata.normalize("NFD", "정답은 값진 것")).text == "정답은 값진 것"


@pytest.mark.parametrize("text", ["y³ + 2³", "5㎡", "①", "½", "\uf9bc", "\u212b", "ᄒᆞᆫ글"])
def test_composing_leaves_every_other_sign_alone(text: str) -> None:
    """A question is sent as it was written: no compatibility forms, no old Hangul, no singletons are touched."""
    assert compose(text) == text


@given(st.lists(st.sampled_from(["가", "A", "\u200b", "Ａ", "\u1100\u1161", " "]), max_size=30).map("".join))
def test_every_letter_leads_back_to_itself(text: str) -> None:
    folded = fold(text)
    for place, sign in enumerate(folded.text):
        if sign == "A":
            span = folded.span(place, place + 1)
            assert span is not None
            assert text[slice(*span)] in ("A", "Ａ")


def test_places_behind_thousands_of_changes_are_found() -> None:
    assert fold("a\u200b" * 10_000 + "B").span(10_000, 10_001) == (20_000, 20_001)
