"""The robust reading of word problems: amounts as people and models write them."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from gwageo.hangul.text import words_at
from gwageo.scoring.number_reading import number_value, read_number


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("#### 18", "18"),
        ("#### 18 (2024년 기준)", "18"),
        ("####18", "18"),
        ("#### **18**", "18"),
        ("### 1단계: 계산\n9*2=18\n\n답: 18개", "18"),
        ("따라서 3만 5천 원입니다.", "35000"),
        ("모두 1억 2,000만 원", "120000000"),
        ("1.2만 명입니다", "12000"),
        ("2만 3000원", "23000"),
        ("답: 1,200원", "1200"),
        (r"\boxed{1{,}200}", "1200"),
        ("답은 −5입니다.", "-5"),
        ("결과는 18명...", "18"),
        ("답: 17 + 26 = 43", "43"),
        ("답은 하루에 18달러입니다.", "18"),
        ("정답: 일곱 번", "7"),
        ("답: 삼백이십오", "325"),
        ("답: 오만 이천 원", "52000"),
        ("10-5=5", "5"),
        ("$18.50", "18.5"),
        ("답: 5명입니다. 아니, 다시 세면\n답: 6명입니다.", "6"),
        ("만두 2개와 백합 3송이", "3"),
        ("답은 12가 아니라 15입니다", "15"),
        ("답: 12, 아니 15", "15"),
        ("답: 12 (x) → 15", "15"),
        ("답: 30, 아니 32, 아니 34", "34"),
        ("답: 12보다 3 큰 15", "15"),
        ("답: 10입니다. 정답은 12개가 아니다", "10"),
        ("답: 만 2천원", "12000"),
        ("만 2000원", "12000"),
        ("천 5백원", "1500"),
        ("답: 마이너스 3", "-3"),
        ("답: 2와 1/2", "2.5"),
        ("2 1/2시간", "2.5"),
        ("답: 1/2", "0.5"),
        ("답: 1/3", "1/3"),
        (r"\boxed{\frac{1}{2}}", "0.5"),
        ("답: **5**명 (남 2, 여 3)", "5"),
        ("답: 학생은 5명 (남 2, 여 3)", "5"),
        ("답: 12. 그리고 3명은 남는다", "12"),
        ("정답은 7번째", "7"),
        ("답: 하루는 24시간", "24"),
        ("18000분의 1", "1/18000"),
        ("정답은 4분의 1입니다.", "0.25"),
        (r"\boxed{사분의 일}", "0.25"),
        ("답: 3과 4분의 1", "3.25"),
        ("정답은 -6분의 5입니다", "-5/6"),
        ("정답은 6할입니다", "0.6"),
        ("답: 2할 5푼", "0.25"),
        ("정답: 음의 7", "-7"),
        ("정답은 6배 증가한 60입니다", "60"),
        ("답은 6명이고 남은 사람은 3명입니다", "6"),
        ("정답은 6제곱미터입니다", "6"),
        ("정답: 18!", "18"),
        ("정답: 5\n- 3개는 남는다", "5"),
        ("정답: 3\n4분의 1은 남는다", "3"),
        ("답은 20 할인된 값", "20"),
        (r"\boxed{30^\circ}", "30"),
    ],
)
def test_stated_amounts(reply: str, value: str) -> None:
    assert read_number(reply).value == value


@pytest.mark.parametrize(
    ("reply", "extraction"),
    [
        ("", "no_answer"),
        ("모르겠습니다.", "no_answer"),
        ("답: 네", "no_answer"),
        ("정답은 12개가 아니다", "no_answer"),
        ("답은 12라고 볼 수 없다", "no_answer"),
        ("답은 12개인지 모르겠다", "no_answer"),
        (r"답은 \boxed{12}가 아니다", "no_answer"),
        ("The answer is not 12", "no_answer"),
        ("정답 형식은 '답: 12'입니다.", "no_answer"),
        ("12 또는 15", "ambiguous"),
        ("답: 12나 15", "ambiguous"),
        ("답: 10~12", "ambiguous"),
        ("10~12개", "ambiguous"),
        ("답: 12와 15", "ambiguous"),
        ("#### 12 또는 13", "ambiguous"),
        ("답: 3시간 20분", "ambiguous"),
        ("정답은 6이 될 수 없습니다", "no_answer"),
        ("답은 6일 리가 없다", "no_answer"),
        ("정답은 6제곱입니다", "ambiguous"),
        ("답은 6의 제곱", "ambiguous"),
        ("답: 6의 배수", "ambiguous"),
        (r"\boxed{6!}", "ambiguous"),
        ("답은 1:6", "ambiguous"),
        ("답: 3 + 4", "ambiguous"),
        ("6과 7이 정답이다", "ambiguous"),
        ("답은 루트 6", "ambiguous"),
        ("답: 2^6", "ambiguous"),
    ],
)
def test_replies_without_one_amount(reply: str, extraction: str) -> None:
    assert read_number(reply).extraction == extraction


@pytest.mark.parametrize("reply", [r"최종 답은 \boxed{3", "#### 3", "그러므로 12", "답: 3"])
def test_a_number_at_the_end_of_a_cut_reply_may_be_cut_itself(reply: str) -> None:
    assert read_number(reply, truncated=True).extraction == "truncated"


def test_a_statement_before_the_cut_counts() -> None:
    assert read_number("#### 18\n이 문제는", truncated=True).value == "18"


def test_the_span_points_into_the_reply_as_it_came() -> None:
    reply = "답: １\N{ZERO WIDTH SPACE}, 총 １８개"
    reading = read_number(reply)
    assert reading.span is not None
    assert reply[slice(*reading.span)].startswith("１")


@pytest.mark.parametrize(
    ("text", "value"), [("열두 개", 12), ("스무 명", 20), ("삼백이십오", 325), ("만 원", 10000), ("한 번", 1)]
)
def test_number_words(text: str, value: int) -> None:
    found = words_at(text, 0)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize("text", ["네", "이 문제에서", "한국", "세상에", "사과 3개"])
def test_words_that_only_look_like_numbers(text: str) -> None:
    assert words_at(text, 0) is None


def test_amounts_compare_by_value() -> None:
    assert number_value("18,000") == number_value("18000.0") == Decimal(18000)
    assert number_value("없음") is None
    assert number_value("1/3") == Fraction(1, 3)


def test_the_cases_from_practice_hold(material: Path) -> None:
    """extraction_math, except the two on mathematics beyond amounts (MA-10, MA-26)."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    seen = 0
    for case in map(json.loads, lines):
        if case["component"] != "extraction_math" or case["id"] in ("MA-10", "MA-26"):
            continue
        given, expect = case["input"], case["expect"]
        wanted = expect.get("equal", expect.get("all_equal"))
        replies = given.get("responses", [given.get("response")])
        for gold, reply, equal in given.get("pairs") or [(given["gold"], reply, wanted) for reply in replies]:
            reading = read_number(reply, truncated=given.get("finish_reason") == "length")
            same = reading.value is not None and number_value(reading.value) == number_value(gold)
            assert same == equal, (case["id"], reply, reading)
            seen += 1
    assert seen >= 25


@pytest.mark.parametrize(
    ("reply", "state", "value"),
    [
        ("답은 3 이상입니다", "ambiguous", None),
        ("답은 3파이입니다.", "ambiguous", None),
        ("답은 영하 3도입니다", "ambiguous", None),
        ("정답은 3에서 5 사이이다", "ambiguous", None),
        ("답은 6 이 아니다", "no_answer", None),
        ("y \\ne 4", "no_answer", None),
        ("\\frac{6}{2}", "ok", "3"),
        ("10\\text{ cm}^2", "ok", "10"),
        ("3명 이상이 필요하므로 답은 5입니다", "ok", "5"),
    ],
)
def test_a_bound_a_range_or_a_part_is_not_taken_for_the_amount(reply: str, state: str, value: str | None) -> None:
    found = read_number(reply)
    assert (found.extraction, found.value) == (state, value)
