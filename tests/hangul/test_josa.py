import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.hangul import PAIRS, Pair, final_sound, fits, josa, particle

WORDS = st.text(min_size=1)


@pytest.mark.parametrize(
    ("word", "wanted", "expected"),
    [
        ("사과", "은", "사과는"), ("책", "는", "책은"), ("책", "은/는", "책은"), ("책", "이/가", "책이"),
        ("사과", "이", "사과가"),
        ("물", "을", "물을"), ("사과", "을/를", "사과를"), ("책", "와", "책과"), ("사과", "와/과", "사과와"),
        ("책", "와는", "책과는"),
        ("서울", "으로", "서울로"), ("부산", "로", "부산으로"), ("제주", "으로", "제주로"),
        ("서울", "으로부터", "서울로부터"),
        ("부산", "로부터", "부산으로부터"), ("민준", "아/야", "민준아"), ("서아", "아", "서아야"),
        ("책", "나", "책이나"), ("사과", "이나", "사과나"), ("책", "랑", "책이랑"), ("사과", "이라고", "사과라고"),
        ("책", "라는", "책이라는"), ("책", "예요", "책이에요"), ("사과", "이에요", "사과예요"),
        ("사과", "이었다", "사과였다"),
        ("책", "였다", "책이었다"), ("사과", "이며", "사과며"), ("책", "든", "책이든"), ("사과", "이고", "사과고"),
        ("책", "이야", "책이야"), ("사과", "이야", "사과야"), ("책", "는커녕", "책은커녕"),
        ("사과", "이다", "사과다"),
        ("‘책’", "은", "‘책’은"), ("서울(Seoul)", "로", "서울(Seoul)로"), ("10", "을", "10을"),
        ("2", "으로", "2로"),
        ("3", "로", "3으로"), ("1", "으로", "1로"), ("30%", "을", "30%를"), ("5kg", "을", "5kg을"),
        ("GPU", "은", "GPU는"),
    ],
)  # fmt: skip
def test_the_particle_follows_the_last_sound(word: str, wanted: str, expected: str) -> None:
    assert josa(word, wanted) == expected


@pytest.mark.parametrize("word", ["漢字", "🙂", ""])
def test_a_word_without_a_known_reading_takes_the_open_form(word: str) -> None:
    assert particle(word, "은") == "는"
    assert particle(word, "으로") == "로"


@pytest.mark.parametrize("wanted", ["", "도", "은(는)", "에서", "는데", "x"])
def test_what_is_no_particle_of_two_forms_is_refused_with_the_list(wanted: str) -> None:
    with pytest.raises(ValueError, match="은/는"):
        josa("책", wanted)


@given(WORDS, st.sampled_from(PAIRS))
def test_one_form_is_written_and_never_both(word: str, pair: Pair) -> None:
    form = particle(word, pair.closed)
    assert form in {pair.closed, pair.open}
    assert josa(word, pair.closed) == word + form
    assert "(" not in form
    assert "/" not in form


@given(WORDS, st.sampled_from([pair for pair in PAIRS if pair != Pair("이야", "야")]))
def test_asking_for_either_form_or_both_gives_the_same(word: str, pair: Pair) -> None:
    asked = (pair.closed, pair.open, f"{pair.closed}/{pair.open}", f"{pair.open}/{pair.closed}")
    assert len({particle(word, name) for name in asked}) == 1


@given(WORDS, st.sampled_from(PAIRS))
def test_what_josa_writes_fits(word: str, pair: Pair) -> None:
    assert fits(word, particle(word, pair.closed) + " 그랬다.")


@given(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3))
def test_ro_follows_a_vowel_or_rieul_only(char: str) -> None:
    assert (particle(char, "으로") == "로") == (final_sound(char) in {"", "ㄹ"})


@pytest.mark.parametrize(
    ("word", "following", "right"),
    [
        ("강아지", "가 짖었다.", True), ("강아지", "이 짖었다.", False), ("길", "로 갔다.", True),
        ("길", "으로 갔다.", False),
        ("산", "로 갔다.", False), ("산", "에서 내려왔다.", True), ("산", " 아래", True), ("산", "", True),
        ("산", ".", True),
        ("의사", "였다.", True), ("의사", "이었다.", False), ("책", "라고", False), ("책", "이라고", True),
        ("책", "이어서", True),
        ("책", "과의 인연", True), ("책", "와의 인연", False),
    ],
)  # fmt: skip
def test_what_follows_a_word_is_checked_against_it(word: str, following: str, right: bool) -> None:
    assert fits(word, following) is right
