"""The linear matchers equal the published expressions, and every rule judges any text in bounded time."""

import re
import time
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwageo.scoring.ifeval.content import brackets
from gwageo.scoring.ifeval.judging import variants
from gwageo.scoring.ifeval.layout import bullets, highlights
from gwageo.scoring.ifeval.libraries import sentences, words
from gwageo.scoring.ifeval.matching import LIMIT_S, OutOfTime, hits
from gwageo.scoring.ifeval.rules import build
from gwageo.scoring.ifeval.table import ENGLISH, KOREAN

PIECES = [
    "*",
    "**",
    "***",
    " ",
    "\n",
    "-",
    "- ",
    "a",
    "가",
    "[",
    "]",
    "<<",
    ">>",
    "1",
    "일차",
    "섹션 ",
    "\r\n",
    "\t",
    ".",
    '"',
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map(lambda parts: "".join(parts)[:200]) | st.text(max_size=200)
HIGHLIGHT = re.compile(r"(?<!\S)\*{1,2}.+?\*{1,2}(?!\S)", re.DOTALL)
KWARGS: dict[str, Any] = {
    "keywords": ["봄", "a+b"], "keyword": "가", "frequency": 2, "forbidden_words": ["향"], "letter": "ㄱ",
    "let_frequency": 2, "prompt_to_change": "가나", "keyword_from": "가", "keyword_to": "다", "language": "ko",
    "num_sentences": 99_999, "num_paragraphs": 2, "num_words": 3, "num_letters": 9, "nth_paragraph": 2,
    "first_word": "가", "num_placeholders": 3, "postscript_marker": "추신:", "num_bullets": 2, "num_highlights": 2,
    "section_spliter": "섹션", "num_sections": 2, "prompt_to_repeat": "가", "end_phrase": "끝", "capital_frequency": 2,
}  # fmt: skip


@given(TEXTS)
def test_bullets_equal_the_expressions(text: str) -> None:
    assert bullets(text, "-", str.isspace) == len(re.findall(r"^\s*-\s.*$", text, re.MULTILINE))
    stars = bullets(text, "*", lambda sign: sign not in ("", "*"))
    assert stars == len(re.findall(r"^\s*\*[^\*].*$", text, re.MULTILINE))
    dashes = sum(line.lstrip().startswith("-") for line in text.split("\n"))
    assert dashes == len(re.findall(r"^\s*-.*$", text, re.MULTILINE))


@given(TEXTS)
def test_highlights_equal_the_expression(text: str) -> None:
    assert highlights(text) == sum(bool(found.strip("*").strip()) for found in HIGHLIGHT.findall(text))


@given(TEXTS)
def test_brackets_equal_the_expression(text: str) -> None:
    assert [line[start:end] for line, start, end in brackets(text)] == re.findall(r"\[.*?\]", text)


@given(TEXTS)
def test_titles_and_days_equal_the_expressions(text: str) -> None:
    titles = re.findall(r"<<[^\n]+>>", text)
    rule = ENGLISH.rules["detectable_format:title"]
    assert rule.official(text, {}) == any(each.lstrip("<").rstrip(">").strip() for each in titles)
    assert hits("일차", text, before=r"(?<=\d)") == len(re.findall(r"\d+일차", text))


@given(TEXTS)
def test_sections_equal_the_expression(text: str) -> None:
    assert hits("섹션", text, after=r"\s?\d") == len(re.split(r"\s?섹션\s?\d+\s?", text)) - 1


@settings(deadline=None)  # the first call loads a library
@given(TEXTS)
def test_blanks_folded_for_the_word_tokeniser_change_no_capitals(text: str) -> None:
    nltk = pytest.importorskip("nltk.tokenize")
    plain = nltk.NLTKWordTokenizer().tokenize(text)
    assert sum(each.isupper() for each in words(text)) == sum(each.isupper() for each in plain)


def test_sentences_are_counted_up_to_the_threshold() -> None:
    assert [sentences("It rains. We stay. They go.", most) for most in (0, 2, 9)] == [0, 2, 3]
    assert sentences("\n\nA b\n\nC d\n", 9, lines=True) == 2


def test_a_pattern_without_end_is_stopped() -> None:
    start = time.process_time()
    with pytest.raises(OutOfTime):
        hits("(x+x+)+y", "x" * 5000)
    assert time.process_time() - start < LIMIT_S * 5


def rules(inventory: Any) -> list[Any]:
    least, english = inventory.relations[0], inventory is ENGLISH
    kwargs = {**KWARGS, "relation": least, "let_relation": least, "capital_relation": least}
    found = []
    for name in inventory.rules:
        letter = "a" if english or name == "keywords:letter_frequency" else "ㄱ"
        found.append(build(name, {**kwargs, "letter": letter}, inventory))
    return found


ALL = [*rules(KOREAN), *rules(ENGLISH)]
SLOW = ("length_constraints:number_sentences", "change_case:", "language:response_language")
HOSTILE = [
    "a",
    "가",
    " ",
    "\n",
    "*",
    "* ",
    "**a ",
    "-",
    "- ",
    "-\n",
    "[",
    "[a]",
    "<<",
    "1",
    "1일차",
    "섹션 ",
    "섹션 1",
    ",",
    "'",
]
HOSTILE += [
    "A. ",
    "I'M ",
    ". )",
    "\u3000",
    "추신 ",
    "******",
    "***",
    "P.S. ",
    '"',
    "{",
    "\u1112\u1161",
    "㈜",
    "\ud83d",
    "\r\n\r\n",
]


@settings(deadline=None)  # the first call loads a library
@given(TEXTS)
def test_no_text_raises(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    for each in ALL:
        assert each.follows(text) in (True, False)
        assert each.follows_repaired(composed) in (True, False)


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.name)
def test_hostile_text_is_judged_in_bounded_time(each: Any) -> None:
    limit = 0.3 if each.name.startswith(SLOW) else 0.05
    each.follows("봄 A. b")
    for piece in HOSTILE:
        text = (piece * 100_000)[:100_000] + "x"
        text = text.encode("utf-8", "surrogatepass")[:100_000].decode("utf-8", "ignore")
        for follows in (each.follows, each.follows_repaired):
            best = min(_timed(follows, text + "." * number) for number in range(3))
            assert best < 3 * limit, piece  # a busy machine stretches processor time too


def _timed(follows: Any, text: str) -> float:
    start = time.process_time()
    follows(text)
    return time.process_time() - start


@given(TEXTS)
def test_there_are_at_most_eight_variants_and_no_blank_one(text: str) -> None:
    found = list(variants(text))
    assert len(found) <= 8
    assert all(each.strip() for each in found)
    assert not text.strip() or found[0] == text
