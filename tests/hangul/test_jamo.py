import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.hangul import jamo

SYLLABLES = st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3)


@given(SYLLABLES)
def test_composing_the_letters_of_a_syllable_gives_it_back(char: str) -> None:
    assert jamo.compose(*jamo.decompose(char)) == char


@given(st.sampled_from(jamo.LEADS), st.sampled_from(jamo.VOWELS), st.sampled_from(jamo.TAILS))
def test_taking_apart_what_was_composed_gives_the_letters_back(lead: str, vowel: str, tail: str) -> None:
    assert jamo.decompose(jamo.compose(lead, vowel, tail)) == (lead, vowel, tail)


@pytest.mark.parametrize("char", ["", "a", "ㄱ", "가나", "漢"])
def test_only_a_syllable_block_is_taken_apart(char: str) -> None:
    with pytest.raises(ValueError, match="syllable"):
        jamo.decompose(char)


@pytest.mark.parametrize(
    "letters", [("", "ㅏ", ""), ("ㄱ", "", ""), ("ㄱㄴ", "ㅏ", ""), ("ㄱ", "ㅏ", "ㄸ"), ("a", "ㅏ", "")]
)
def test_letters_out_of_place_are_refused(letters: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match="no syllable"):
        jamo.compose(*letters)


@given(SYLLABLES)
def test_the_decomposed_form_of_unicode_sounds_the_same(char: str) -> None:
    assert jamo.final_sound(unicodedata.normalize("NFD", char)) == jamo.final_sound(char)


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("사과", ""), ("책", "ㄱ"), ("물", "ㄹ"), ("값", "ㅄ"),
        # quotes, brackets, punctuation
        ("‘책’", "ㄱ"), ("\"사과\"", ""), ("「봄봄」", "ㅁ"), ("서울(Seoul)", "ㄹ"), ("서울 (首都)", "ㄹ"),
        ("(가)", ""),
        ("[책]", "ㄱ"), ("책[1]", "ㄱ"), ("**책**", "ㄱ"), ("책)", "ㄱ"), ("물((가)나)", "ㄹ"), ("끝.", "ㅌ"),
        ("책 ", "ㄱ"),
        # numbers
        ("0", "ㅇ"), ("1", "ㄹ"), ("2", ""), ("3", "ㅁ"), ("6", "ㄱ"), ("9", ""), ("10", "ㅂ"), ("100", "ㄱ"),
        ("1000", "ㄴ"), ("1,000", "ㄴ"), ("10000", "ㄴ"), ("500000", "ㄴ"), ("100000000", "ㄱ"),
        ("2,000,000,000,000", ""),
        ("1050", "ㅂ"), ("3.14", ""), ("2.50", "ㅇ"), ("007", "ㄹ"), ("010", "ㅇ"), ("10.", "ㅂ"), ("제3", "ㅁ"),
        ("10만", "ㄴ"),
        ("A.10", "ㅂ"), ("１０", "ㅂ"),
        # letters and words
        ("A", ""), ("L", "ㄹ"), ("N", "ㄴ"), ("GPU", ""), ("LLM", "ㅁ"), ("VR", "ㄹ"), ("Python", "ㄴ"),
        ("Google", "ㄹ"),
        ("Llama", ""), ("phone", "ㄴ"), ("ring", "ㅇ"), ("block", "ㄱ"),
        # units and signs
        ("3kg", "ㅁ"), ("3 kg", "ㅁ"), ("5㎏", "ㅁ"), ("10m", ""), ("m", "ㅁ"), ("2L", ""), ("5m²", ""),
        ("5 cm³", ""),
        ("30%", ""), ("20℃", ""), ("100J", "ㄹ"), ("1013hPa", "ㄹ"), ("₩", "ㄴ"),
        # letters of the alphabet by name
        ("ㄱ", "ㄱ"), ("ㅏ", ""), ("ㅃ", "ㅂ"),
    ],
)  # fmt: skip
def test_the_last_sound_is_the_one_a_reader_hears(word: str, sound: str) -> None:
    assert jamo.final_sound(word) == sound


@pytest.mark.parametrize("word", ["", "()", "…", "漢字", "カ", "🙂"])
def test_what_has_no_known_reading_has_no_last_sound(word: str) -> None:
    assert jamo.final_sound(word) is None


@given(st.text())
def test_any_text_has_a_last_sound_or_none(word: str) -> None:
    sound = jamo.final_sound(word)
    assert sound is None or sound in jamo.TAILS


@pytest.mark.timeout(5)
@pytest.mark.parametrize(
    "word", ["(" * 20_000 + "책" + ")" * 20_000, "책" + "()" * 20_000, "1" * 50_000, "책" + '"' * 50_000]
)
def test_a_hostile_word_is_read_quickly(word: str) -> None:
    assert jamo.final_sound(word) in {"ㄱ", "ㄹ"}
