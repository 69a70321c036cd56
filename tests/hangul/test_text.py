"""How graders see text: what is alike becomes equal, every place leads back to the original, prompts stay untouched."""

import unicodedata
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.hangul.josa import josa
from gwageo.hangul.numerals import words_at
from gwageo.hangul.text import (
    compose,
    fold,
    graphemes,
    is_hangul,
    key,
    nfc,
    number_of,
    share_at,
    without_josa,
)

PIECES = ["가", "A", "\u200b", "Ａ", "\u1100\u1161", " ", "①", "㎏", "e\u0301", "\ufeff", "각", "\u11ab", "x"]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


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


@given(TEXTS)
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text).text
    again = fold(once).text
    assert fold(again).text == again
    assert len(again) <= len(once) <= len(text)


@given(TEXTS)
def test_a_key_is_the_same_for_every_way_to_write_a_text(text: str) -> None:
    for other in (
        nfc(text),
        f"\ufeff{text} ",
        text.replace("A", "Ａ"),
        "\u200b".join(text) if text.isascii() else text,
    ):
        assert key(other) == key(text)


@given(TEXTS)
def test_graphemes_together_are_the_text(text: str) -> None:
    assert "".join(graphemes(text)) == text


@given(st.text(alphabet=st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=20))
def test_a_reader_sees_as_many_characters_composed_as_decomposed(text: str) -> None:
    assert len(graphemes(text)) == len(graphemes(unicodedata.normalize("NFD", text))) == len(text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [("ᄒᆞᆫ글", 2), ("🇰🇷가", 2), ("👨\u200d👩\u200d👧", 1), ("e\u0301", 1), ("\r\n", 1), ("", 0), ("❤\ufe0f", 1)],
)
def test_what_a_reader_sees_as_one_counts_once(text: str, seen: int) -> None:
    assert len(graphemes(text)) == seen


@pytest.mark.parametrize(
    ("sign", "hangul"),
    [("가", True), ("ᄒᆞᆫ", True), ("ㅋ", True), ("\uffa1", True), ("A", False), ("漢", False), ("", False)],
)
def test_hangul_is_told_by_its_script(sign: str, hangul: bool) -> None:
    assert is_hangul(sign) is hangul


@pytest.mark.parametrize("particle", ["은", "이", "을", "과", "으로", "이다", "에서", "의"])
@pytest.mark.parametrize("word", ["사과", "책", "서울", "강물", "나무"])
def test_a_fitting_particle_comes_off_again(word: str, particle: str) -> None:
    written = word + particle if particle in ("에서", "의") else josa(word, particle)
    assert without_josa(written) == word


@pytest.mark.parametrize("word", ["가", "", "사과을", "책는", "하늘빛"])
def test_what_is_no_particle_stays(word: str) -> None:
    assert without_josa(word) == word


_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_NATIVE_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_SINO = ("", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")


@pytest.mark.parametrize("number", range(1, 100))
def test_every_native_numeral_up_to_ninety_nine_is_read(number: int) -> None:
    word = _NATIVE_TENS[number // 10] + _NATIVE_ONES[number % 10]
    assert number_of(word) == number
    found = words_at(word + " 개", 0)
    assert found is None or found.value == number


def sino(number: int) -> str:
    """A number below 10^12 in Sino-Korean words, written together."""
    if number == 0:
        return "영"
    parts = []
    for unit, name in ((10**8, "억"), (10**4, "만"), (1, "")):
        section, number = divmod(number, unit)
        word = ""
        for ten, sign in ((1000, "천"), (100, "백"), (10, "십"), (1, "")):
            digit, section = divmod(section, ten)
            word += (("" if digit == 1 and sign else _SINO[digit]) + sign) if digit else ""
        parts.append(word + name if word else "")
    return "".join(parts)


@given(st.integers(0, 10**9 - 1))
def test_sino_korean_words_are_read_as_the_numbers_they_are(number: int) -> None:
    assert number_of(sino(number)) == number


@given(st.integers(1, 9999), st.integers(0, 9999))
def test_amounts_that_mix_digits_and_units_are_read(many: int, few: int) -> None:
    for written in (f"{many}만 {few}" if few else f"{many}만", f"{many}만{few or ''}", f"{many * 10**4 + few:,}"):
        assert number_of(written + "원") == many * 10**4 + few


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3만 5천 원", 35000),
        ("1.2만", 12000),
        ("２백", 200),
        ("스무 명", 20),
        ("네", None),
        ("네 개", 4),
        ("약 5", None),
    ],
)
def test_only_a_whole_amount_is_a_number(text: str, value: int | None) -> None:
    found = number_of(fold(text).text)
    assert found == (None if value is None else Decimal(value))


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    fold(text)
    key(text)
    graphemes(text)
    number_of(text)
    without_josa(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4분의 1", Fraction(1, 4)),
        ("사분의 일입니다", Fraction(1, 4)),
        ("이십오분의 육", Fraction(6, 25)),
        ("100만분의 1", Fraction(1, 1_000_000)),
        ("만분의 일", Fraction(1, 10_000)),
        ("-6분의 5", Fraction(-5, 6)),
        ("음의 4분의 1", Fraction(-1, 4)),
        ("3과 4분의 1", Fraction(13, 4)),
        ("-3과 4분의 1", Fraction(-13, 4)),
        ("3분의 1시간", Fraction(1, 3)),
        ("4분의 1과 4분의 3", Fraction(1, 4)),
        ("0분의 1", None),
        ("6분의 휴식", None),
        ("네 분의 일", None),
        ("네분의 일", None),
        ("이 분의 일입니다", None),
        ("3과 4", None),
    ],
)
def test_fractions_in_words(text: str, value: Fraction | None) -> None:
    found = share_at(text, 0)
    assert (found and found.value) == value
