"""The 30 types of Ko-IFEval: kept, not kept, and where the published outcome and the repaired one differ."""

import unicodedata
from typing import Any

import pytest

from gwageo.scoring.ifeval.rules import ArgumentError, build, undeclared
from gwageo.scoring.ifeval.table import KOREAN

NFD = "하늘 호수 해"
ENGLISH = "The weather in spring is very nice and everyone in the town goes for a walk"
Case = tuple[str, dict[str, Any], str, bool, bool]

KEYWORDS: list[Case] = [
    ("keywords:existence", {"keywords": ["바다", "산"]}, "바다와 산", True, True),
    ("keywords:existence", {"keywords": ["바다", "산"]}, "바다와 들", False, False),
    ("keywords:existence", {"keywords": ["Cafe"]}, "CAFETERIA", True, True),
    ("keywords:existence", {"keywords": ["1.5"]}, "모두 125개였다.", True, False),
    ("keywords:existence", {"keywords": ["C++"]}, "C++는 빠르다.", True, True),
    ("keywords:existence", {"keywords": ["(주)한빛"]}, "(주)한빛에서 만들었다.", False, True),
    ("keywords:existence", {"keywords": ["[가"]}, "[가]", True, True),
    (
        "keywords:frequency",
        {"keyword": " 비 ", "frequency": 2, "relation": "이상"},
        "비가 오고 또 비가 온다",
        True,
        True,
    ),
    (
        "keywords:frequency",
        {"keyword": "비", "frequency": 2, "relation": "미만"},
        "비가 오고 또 비가 온다",
        False,
        False,
    ),
    ("keywords:frequency", {"keyword": "바다", "frequency": 0, "relation": "이상"}, "산으로 갔다.", True, True),
    ("keywords:frequency", {"keyword": "바다", "frequency": 0, "relation": "미만"}, "산으로 갔다.", False, False),
    ("keywords:frequency", {"keyword": "3.5", "frequency": 2, "relation": "이상"}, "395와 3.5", True, False),
    ("keywords:forbidden_words", {"forbidden_words": ["향"]}, "바람이 분다", True, True),
    ("keywords:forbidden_words", {"forbidden_words": ["향"]}, "방향을 바꾼다", False, False),
    ("keywords:forbidden_words", {"forbidden_words": ["Coffee"]}, "coffee 한 잔", True, False),
    ("keywords:letter_frequency", {"letter": "E", "let_frequency": 2, "let_relation": "이상"}, "e와 E", True, True),
    ("keywords:letter_frequency", {"letter": "e", "let_frequency": 2, "let_relation": "미만"}, "e와 E", False, False),
    ("keywords:letter_frequency", {"letter": "#", "let_frequency": 1, "let_relation": "이상"}, "#봄", True, True),
    (
        "keywords:ko_letter_frequency",
        {"letter": "ㅎ", "let_frequency": 3, "let_relation": "이상"},
        "하늘 호수 해",
        True,
        True,
    ),
    ("keywords:ko_letter_frequency", {"letter": "ᄒ", "let_frequency": 3, "let_relation": "이상"}, NFD, True, True),
    (
        "keywords:ko_letter_frequency",
        {"letter": "ㄱ", "let_frequency": 1, "let_relation": "이상"},
        "까치 밖",
        False,
        False,
    ),
    ("keywords:ko_letter_frequency", {"letter": "ㄱ", "let_frequency": 1, "let_relation": "이상"}, "㉠", True, False),
    ("keywords:ko_letter_frequency", {"letter": "ㅈ", "let_frequency": 1, "let_relation": "이상"}, "㈜", True, False),
    (
        "keywords:ko_letter_frequency",
        {"letter": "ㅋ", "let_frequency": 3, "let_relation": "이상"},
        "ㅋㅋㅋ",
        True,
        True,
    ),
    ("keywords:ko_letter_frequency", {"letter": "ㄲ", "let_frequency": 1, "let_relation": "이상"}, "까치", True, True),
    (
        "keywords:change_keyword",
        {"prompt_to_change": "말이 말을 본다", "keyword_from": "말", "keyword_to": "소"},
        "소이 소을 본다",
        True,
        True,
    ),
    (
        "keywords:change_keyword",
        {"prompt_to_change": "말이 말을 본다", "keyword_from": "말", "keyword_to": "소"},
        "소가 소를 본다",
        False,
        False,
    ),
    (
        "keywords:change_keyword",
        {"prompt_to_change": "말이 말을 본다", "keyword_from": "말", "keyword_to": "소"},
        "소이 소을 본다\n",
        False,
        True,
    ),
]
LANGUAGE: list[Case] = [
    ("language:response_language", {"language": "ko"}, "봄에는 꽃이 핍니다.", True, True),
    ("language:response_language", {"language": "ko"}, ENGLISH, False, False),
    ("language:response_language", {"language": "en"}, ENGLISH, True, True),
    ("language:response_language", {"language": "ja"}, "春になると花が咲きます。とてもきれいです。", True, True),
    *(
        ("language:response_language", {"language": "ko"}, each, True, False)
        for each in ("12345 !!!", "😀😀", "```\n1 2\n```")
    ),
]
MORE = {"relation": "이상"}
LENGTH: list[Case] = [
    ("length_constraints:number_sentences", {"num_sentences": 2, **MORE}, "It rains. We stay.", True, True),
    (
        "length_constraints:number_sentences",
        {"num_sentences": 2, "relation": "미만"},
        "It rains. We stay.",
        False,
        False,
    ),
    ("length_constraints:number_sentences", {"num_sentences": 2, **MORE}, "비가 온다\n집에 있다", False, True),
    ("length_constraints:number_sentences", {"num_sentences": 0, **MORE}, "비", True, True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "가\n***\n나", True, True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "***\n가\n* * *\n나\n***", True, True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "가\n---\n나", False, False),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "가 ***강조*** 나", False, False),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 1}, "가 ***강조*** 나", False, True),
    ("length_constraints:number_words", {"num_words": 3, **MORE}, "one two three", True, True),
    ("length_constraints:number_words", {"num_words": 3, **MORE}, "one two", False, False),
    ("length_constraints:number_words", {"num_words": 3, **MORE}, "한글로 쓴 짧은 글", False, False),
    (
        "length_constraints:number_words",
        {"num_words": 3, **MORE},
        unicodedata.normalize("NFD", "한글로 쓴 짧은 글"),
        True,
        False,
    ),
    ("length_constraints:number_words", {"num_words": 3, **MORE}, "one - two", True, False),
    ("length_constraints:number_letter_included", {"num_letters": 5, **MORE}, "가 나\n다", True, True),
    ("length_constraints:number_letter_included", {"num_letters": 5, "relation": "미만"}, "가 나\n다", False, False),
    (
        "length_constraints:number_letter_included",
        {"num_letters": 3, **MORE},
        unicodedata.normalize("NFD", "각"),
        True,
        False,
    ),
    ("length_constraints:number_letter_included", {"num_letters": 2, **MORE}, "가\u200b", True, False),
    ("length_constraints:number_letter_excluded", {"num_letters": 3, **MORE}, "가 나\u3000다", True, True),
    (
        "length_constraints:number_letter_excluded",
        {"num_letters": 3, "relation": "미만"},
        "가 나\u3000다",
        False,
        False,
    ),
    ("length_constraints:number_letter_excluded", {"num_letters": 4, **MORE}, "가 나\u3000다\ufeff", True, False),
]
_NTH = {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "둘째"}
LENGTH += [
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\n\n둘째, 문단입니다.", True, True),
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\n\n둘째로는 문단입니다.", True, True),
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\n\n셋째 문단입니다.", False, False),
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\n\n둘째\n\n셋째", False, False),
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\r\n\r\n둘째 문단입니다.", False, True),
    ("length_constraints:nth_paragraph_first_word", _NTH, "\n\n첫 문단입니다.\n\n둘째 문단입니다.", False, True),
    ("length_constraints:nth_paragraph_first_word", _NTH, "첫 문단입니다.\n\n“둘째 문단입니다.”", False, True),
    ("length_constraints:nth_paragraph_first_word", _NTH, '첫 문단입니다.\n\n\'"둘째" 문단입니다.', True, True),
]
CONTENT: list[Case] = [
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[이름]의 [주소]", True, True),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[이름]의 [주소", False, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "[ ]", True, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[[이름]]", False, False),
    (
        "detectable_content:number_placeholders",
        {"num_placeholders": 3},
        "[네이버 지도](https://example.com) 보기\n- [x] 예약\n- [ ] 결제\n받는 곳: [주소]",
        True,
        False,
    ),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "안녕.\n\np. s. 또 봐", True, True),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "안녕.\n\n추신: 또 봐", False, False),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "P.S. 먼저\n\n본문", True, False),
    ("detectable_content:postscript", {"postscript_marker": "추신: "}, "잘 다녀오세요.\n\n추신: 우산", True, True),
    ("detectable_content:postscript", {"postscript_marker": "추신: "}, "잘 다녀오세요.\n\n추신： 우산", False, True),
    ("detectable_content:postscript", {"postscript_marker": "추신:"}, "잘 다녀오세요.\n\n추신 : 우산", False, True),
    ("detectable_content:postscript", {"postscript_marker": "P.P.S"}, "p.p.s 끝", True, True),
]
_WEATHER = "**봄**은 따뜻하고 **여름**은 덥다."
FORMAT: list[Case] = [
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "- 하나\n  - 둘\n* 셋\n1. 넷", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "- 하나\n- 둘\n- 셋", False, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "-하나\n- 둘", False, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "-\n- 둘", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "-\n- 둘\n- 셋", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "- \n둘", True, False),
    ("detectable_format:constrained_response", {}, " 네. ", True, True),
    ("detectable_format:constrained_response", {}, "예", False, False),
    ("detectable_format:constrained_response", {}, "네 !", False, True),
    ("detectable_format:constrained_response", {}, "**아마도요**", True, True),
    ("detectable_format:multiple_choice", {}, "B", True, True),
    ("detectable_format:multiple_choice", {}, "b", False, False),
    ("detectable_format:multiple_choice", {}, "B\n", False, True),
    ("detectable_format:multiple_choice", {"options": ["가", "나"]}, "나", True, True),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}, "*봄* 과 **여름 날** ", True, True),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}, "봄과 여름", False, False),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}, _WEATHER, False, True),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        "1. **봄**: 따뜻함\n2. **여름**: 더움\n3. **가을**: 선선함",
        False,
        True,
    ),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}, "* 봄\n* 여름", True, False),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}, "3 * 4와 2 * 6", True, False),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1, "relation": "미만"}, "*봄*", False, False),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "섹션", "num_sections": 2},
        "섹션 1\n가\n섹션 2\n나",
        True,
        True,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "섹션", "num_sections": 2},
        "섹션 1\n가\n섹션\n나",
        False,
        False,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "섹션", "num_sections": 3},
        "섹션 1\n준비\n섹션 2\n앞의 섹션 1대로",
        True,
        False,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "일차", "num_sections": 2},
        "1일차\n## 2일차",
        True,
        True,
    ),
    ("detectable_format:multiple_sections", {"section_spliter": "일차", "num_sections": 1}, "일차 1", False, False),
    ("detectable_format:multiple_sections", {"section_spliter": "섹션", "num_sections": 1}, "**섹션 1**", True, True),
    ("detectable_format:json_format", {}, '```json\n{"가": 1}\n```', True, True),
    ("detectable_format:json_format", {}, '{"가": 1', False, False),
    ("detectable_format:json_format", {}, '"봄"', True, True),
    ("detectable_format:json_format", {}, '{"가": NaN}', True, False),
    ("detectable_format:json_format", {}, "[" * 50_000, False, False),
    ("detectable_format:title", {}, "\n# 봄\n꽃이 핀다", True, True),
    ("detectable_format:title", {}, "봄\n# 꽃", False, False),
    ("detectable_format:title", {}, "##\n꽃", True, False),
    ("detectable_format:title", {}, "<<봄>>", False, False),
]
REST: list[Case] = [
    ("combination:two_responses", {}, "가\n******\n나", True, True),
    ("combination:two_responses", {}, "******가******나******", True, True),
    ("combination:two_responses", {}, "가******\n******나", False, False),
    ("combination:two_responses", {}, "가 ****** 가", False, False),
    ("combination:repeat_prompt", {"prompt_to_repeat": "봄은 언제?"}, "봄은 언제?\n삼월", True, True),
    ("combination:repeat_prompt", {"prompt_to_repeat": "When?"}, "when? March", False, False),
    ("combination:repeat_prompt", {"prompt_to_repeat": "봄"}, unicodedata.normalize("NFD", "봄이다"), True, True),
    ("startend:end_checker", {"end_phrase": "이상입니다."}, '"끝. 이상입니다."', True, True),
    ("startend:end_checker", {"end_phrase": "이상입니다."}, "이상입니다. 네", False, False),
    ("startend:end_checker", {"end_phrase": '끝"'}, '그는 "끝"', False, True),
    ("startend:end_checker", {"end_phrase": "끝."}, "“끝.”", False, True),
    ("startend:quotation", {}, '"모두 감쌌습니다."', True, True),
    ("startend:quotation", {}, "“모두 감쌌습니다.”", False, True),
    ("startend:quotation", {}, "“앞만 감쌌습니다.", False, False),
    ("startend:quotation", {}, '"', False, False),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "이상"},
        f"I SAW it. {ENGLISH}",
        True,
        True,
    ),
    ("change_case:capital_word_frequency", {"capital_frequency": 1, "capital_relation": "이상"}, ENGLISH, False, False),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 0, "capital_relation": "이상"},
        "봄이 왔습니다",
        False,
        False,
    ),
    ("change_case:english_capital", {}, ENGLISH.upper(), True, True),
    ("change_case:english_capital", {}, ENGLISH, False, False),
    ("change_case:english_capital", {}, "123", False, False),
    ("change_case:english_capital", {}, ENGLISH.upper() + " 봄", True, False),
    ("change_case:english_lowercase", {}, ENGLISH.lower(), True, True),
    ("change_case:english_lowercase", {}, ENGLISH, False, False),
    ("change_case:english_lowercase", {}, ENGLISH.lower() + " 봄", True, False),
    ("punctuation:no_comma", {}, "사과·배·감을 샀다.", True, True),
    ("punctuation:no_comma", {}, "값은 1,000원이다.", False, False),
    ("punctuation:no_comma", {}, "사과，배，감을 샀다.", True, False),
    ("punctuation:no_comma", {}, "사과、배", True, False),
]
CASES = [*KEYWORDS, *LANGUAGE, *LENGTH, *CONTENT, *FORMAT, *REST]


@pytest.mark.parametrize(("name", "kwargs", "reply", "official", "repaired"), CASES)
def test_a_reply_follows(name: str, kwargs: dict[str, Any], reply: str, official: bool, repaired: bool) -> None:
    found = build(name, kwargs, KOREAN)
    assert found.follows(reply) == official
    assert found.follows_repaired(unicodedata.normalize("NFC", reply)) == repaired
    assert {found.follows(reply) for _ in range(5)} == {official}, "the same verdict every time"


def test_every_type_has_a_kept_and_an_unkept_case() -> None:
    assert len(KOREAN.rules) == 30
    for name in KOREAN.rules:
        assert {case[3] for case in CASES if case[0] == name} == {True, False}, name


@pytest.mark.parametrize(
    ("name", "kwargs", "problem"),
    [
        ("keywords:nothing", {}, "there is no instruction type 'keywords:nothing'"),
        ("keywords:existence", {}, "the argument 'keywords' is missing"),
        ("keywords:existence", {"keywords": []}, "keywords is [], expected a list of texts"),
        ("keywords:frequency", {"keyword": "비", "frequency": 2, "relation": "at least"}, "expected '이상' or '미만'"),
        ("keywords:frequency", {"keyword": " ", "frequency": 2, "relation": "이상"}, "not blank"),
        ("keywords:frequency", {"keyword": "비", "frequency": -1, "relation": "이상"}, "whole number of 0 or more"),
        ("keywords:letter_frequency", {"letter": "ab", "let_frequency": 1, "let_relation": "이상"}, "one letter"),
        ("keywords:ko_letter_frequency", {"letter": "ㅏ", "let_frequency": 1, "let_relation": "이상"}, "consonant"),
        (
            "keywords:change_keyword",
            {"prompt_to_change": "가", "keyword_from": "나", "keyword_to": "다"},
            "does not occur in prompt_to_change",
        ),
        (
            "length_constraints:nth_paragraph_first_word",
            {"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "가"},
            "nth_paragraph is 3, expected 1 to num_paragraphs, 2",
        ),
        ("length_constraints:number_words", {"num_words": 1e300, "relation": "이상"}, "whole number"),
    ],
)
def test_an_instruction_that_cannot_be_checked_says_why(name: str, kwargs: dict[str, Any], problem: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        build(name, kwargs, KOREAN)
    assert problem in str(caught.value)


def test_only_null_arguments_are_dropped_and_unknown_ones_are_named() -> None:
    kwargs = {
        "keyword": "비",
        "frequency": 0,
        "relation": "이상",
        "letter": None,
        "num_words": float("nan"),
        "color": 1,
    }
    assert build("keywords:frequency", kwargs, KOREAN).args["frequency"] == 0
    assert undeclared("keywords:frequency", kwargs, KOREAN) == ("color",)
