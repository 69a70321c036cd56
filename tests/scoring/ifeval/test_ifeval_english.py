"""The 25 types of IFEval, where they differ from the Korean ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from gwageo.scoring.ifeval.rules import build
from gwageo.scoring.ifeval.table import ENGLISH, KOREAN

LEAST = {"relation": "at least"}
TEXT = "The weather in spring is very nice and everyone in the town goes for a walk"
CASES: list[tuple[str, dict[str, Any], str, bool]] = [
    ("keywords:existence", {"keywords": ["sea"]}, "By the Seaside", True),
    ("keywords:existence", {"keywords": ["sea"]}, "In the hills", False),
    ("keywords:frequency", {"keyword": "sea", "frequency": 2, **LEAST}, "sea, SEA", True),
    ("keywords:frequency", {"keyword": "sea", "frequency": 2, "relation": "less than"}, "sea, SEA", False),
    ("keywords:forbidden_words", {"forbidden_words": ["sea"]}, "By the seaside", True),
    ("keywords:forbidden_words", {"forbidden_words": ["sea"]}, "The SEA.", False),
    ("keywords:letter_frequency", {"letter": "s", "let_frequency": 2, "let_relation": "at least"}, "Ss", True),
    ("keywords:letter_frequency", {"letter": "s", "let_frequency": 2, "let_relation": "less than"}, "Ss", False),
    ("language:response_language", {"language": "en"}, TEXT, True),
    ("language:response_language", {"language": "en"}, "봄에는 꽃이 핍니다.", False),
    ("length_constraints:number_sentences", {"num_sentences": 2, **LEAST}, "Dr. Kim left. He was tired.", True),
    ("length_constraints:number_sentences", {"num_sentences": 3, **LEAST}, "Dr. Kim left. He was tired.", False),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a\n***\nb\n***\n", True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a\n***\n***\nb", False),
    ("length_constraints:number_words", {"num_words": 4, **LEAST}, "well-made, isn't", True),
    ("length_constraints:number_words", {"num_words": 3, "relation": "less than"}, "one two three", False),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "Then"},
        "First\n\n'then, we left",
        True,
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "the"},
        "First\n\nthen, we left",
        False,
    ),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[name] at [place]", True),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[name\n] at [place]", False),
    ("detectable_content:postscript", {"postscript_marker": "P.P.S"}, "bye\np. p.s. one more", True),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "bye\nPS one more", False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 3}, "* a\n- b\n  -c\n** no", True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 3}, "* a\n- b", False),
    ("detectable_format:constrained_response", {}, "Well. My answer is maybe. So.", True),
    ("detectable_format:constrained_response", {}, "maybe", False),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}, "*a*b **c**", True),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}, "*a\n* ** **", False),
    ("detectable_format:multiple_sections", {"section_spliter": "Day", "num_sections": 2}, "Day 1 a Day 2 b", True),
    ("detectable_format:multiple_sections", {"section_spliter": "Day", "num_sections": 2}, "Day 1 a day 2 b", False),
    ("detectable_format:json_format", {}, '```\n{"a": [1]}\n```', True),
    ("detectable_format:json_format", {}, "{a: 1}", False),
    ("detectable_format:title", {}, "a <<b>> c", True),
    ("detectable_format:title", {}, "<< >>\n<<\n>>", False),
    ("combination:two_responses", {}, "a ****** b", True),
    ("combination:two_responses", {}, "a", False),
    ("combination:repeat_prompt", {"prompt_to_repeat": "Say it"}, " say IT now", True),
    ("combination:repeat_prompt", {"prompt_to_repeat": "Say it"}, "I say it", False),
    ("startend:end_checker", {"end_phrase": "The end"}, '"So be it. THE END"', True),
    ("startend:end_checker", {"end_phrase": "The end"}, "The end.", False),
    ("startend:quotation", {}, '"a" or "b"', True),
    ("startend:quotation", {}, "'a'", False),
    ("change_case:capital_word_frequency", {"capital_frequency": 2, "capital_relation": "at least"}, "I SAW it", True),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "less than"},
        "I SAW it",
        False,
    ),
    ("change_case:english_capital", {}, TEXT.upper(), True),
    ("change_case:english_capital", {}, TEXT, False),
    ("change_case:english_lowercase", {}, TEXT.lower(), True),
    ("change_case:english_lowercase", {}, TEXT, False),
    ("punctuation:no_comma", {}, "a; b", True),
    ("punctuation:no_comma", {}, "1,000", False),
]


@pytest.mark.parametrize(("name", "kwargs", "reply", "follows"), CASES)
def test_a_reply_follows(name: str, kwargs: dict[str, Any], reply: str, follows: bool) -> None:
    assert build(name, kwargs, ENGLISH).follows(reply) == follows


def test_the_types_are_those_of_the_korean_exam_less_five() -> None:
    assert len(ENGLISH.rules) == 25
    assert len(set(KOREAN.rules) - set(ENGLISH.rules)) == 5
    assert set(ENGLISH.rules) < set(KOREAN.rules)
    for name in ENGLISH.rules:
        assert {case[3] for case in CASES if case[0] == name} == {True, False}, name


def test_every_published_instruction_can_be_checked(material: Path) -> None:
    lines = (material / "data" / "english" / "ifeval_input_data.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    built = [
        build(name, kwargs, ENGLISH)
        for row in rows
        for name, kwargs in zip(row["instruction_id_list"], row["kwargs"], strict=True)
    ]
    assert (len(rows), len(built)) == (541, 834)
