"""The robust reading of multiple-choice replies, on a table of replies as models write them."""

import json
from pathlib import Path

import pytest

from gwageo.scoring.label_reading import read_label

OPTIONS = ("구리", "철", "산소", "유리")


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("B", "B"),
        ("**B**", "B"),
        (r"$\boxed{B}$", "B"),
        (r"$\boxed{\text{B}}$", "B"),
        ('"B"', "B"),
        ("B예요", "B"),
        ("B이다", "B"),
        ("Ｂ", "B"),
        ("②", "B"),
        ("2번", "B"),
        ("정답은 B입니다.", "B"),
        ("정답은 **B. 철**입니다.", "B"),
        ("A가 아니라 B입니다", "B"),
        ("정답은 A가 아닙니다. 정답은 B입니다.", "B"),
        ("A입니다. 아니, 다시 보니 B입니다.", "B"),
        ("정답: A\n\n다시 계산하면\n\n정답: D", "D"),
        ("B가 가장 자연스럽습니다.", "B"),
        ("A. 구리는 아니고, 따져 보면\n**C**", "C"),
        ("The answer is (C).", "C"),
        ("This is a hard one. 정답: C", "C"),
        ("B) 철", "B"),
        ("산소", "C"),
        ("정답: b", "B"),
        ("b)", "B"),
        ("정답: 철", "B"),
        ("정답은 산소입니다.", "C"),
        ("정답은 ‘B’입니다", "B"),
        ("A 아님. B 맞음", "B"),
        ("A와 B 중에서 A가 더 자연스럽습니다.", "A"),
        ("정답은 C라고 볼 수 있지만 실제로는 D가 맞습니다.", "D"),
        ("B\n\n설명: A는 틀렸고 C는 기체입니다.", "B"),
        ("\n\nB", "B"),
        ("<think>A? 정답: A</think>\n정답: C", "C"),
        ("답은 A, 아니 B", "B"),
        ("정답: A → B", "B"),
        ("정답: A (x) → B", "B"),
        ("정답은 A가 아니라 2번입니다", "B"),
        ("답은 D 아님. 답은 C", "C"),
        ("The answer is not A but B.", "B"),
        ("정답은 A일 것입니다.", "A"),
        ('"정답: B"', "B"),
        ("답: (나)", "B"),
        ("답: 나", "B"),
        ("정답은 (다) 산소", "C"),
        ("정답: ③", "C"),
        ("정답: 2", "B"),
        ("정답은 2입니다.", "B"),
        ("The answer is 2.", "B"),
        ("2번 보기가 아니라 정답은 3", "C"),
        ("저는 B", "B"),
        ("따라서 B", "B"),
        ("보기 B", "B"),
        ("물론 B입니다", "B"),
        ("진술 B가 옳습니다.", "B"),
        ("Statement B is correct.", "B"),
        ("나머지는 틀렸으므로 B", "B"),
        ("I choose B", "B"),
    ],
)
def test_stated_labels(reply: str, label: str) -> None:
    reading = read_label(reply, "ABCD", OPTIONS)
    assert (reading.extraction, reading.value) == ("ok", label)


@pytest.mark.parametrize(
    ("reply", "extraction"),
    [
        ("", "no_answer"),
        ("잘 모르겠습니다.", "no_answer"),
        ("A, B, C, D 모두 그럴듯합니다.", "no_answer"),
        ("A. 구리\nB. 철\nC. 산소\nD. 유리", "no_answer"),
        ("A는 아닙니다.", "no_answer"),
        ("비타민 B", "no_answer"),
        ("비타민 B입니다.", "no_answer"),
        ("비타민 B가 부족하면 각기병에 걸린다.", "no_answer"),
        ("혈액형 A", "no_answer"),
        ("Vitamin B", "no_answer"),
        ("plan B", "no_answer"),
        ("정답은 A가 될 수 없습니다", "no_answer"),
        ("정답이 A일 리가 없다", "no_answer"),
        ("A는 정답이 될 수 없습니다.", "no_answer"),
        ("정답: A와 C 둘 다", "ambiguous"),
        ("정답은 A 또는 B입니다.", "ambiguous"),
        ("A 또는 B입니다.", "ambiguous"),
        ("정답: A/B", "ambiguous"),
        ("정답: 1번 또는 2번", "ambiguous"),
        ("정답: 2번이나 3번", "ambiguous"),
        ("정답: A 아니면 B", "ambiguous"),
        ("정답: A, 아니면 B", "ambiguous"),
        ("정답: A나 B", "ambiguous"),
        ("정답: 가, 나", "ambiguous"),
        ("정답: 2, 3", "ambiguous"),
        ("정답: <A, B, C, D 중 하나>", "echo"),
        ("정답: A가 아님", "no_answer"),
        ("정답은 A(이)가 아닙니다", "no_answer"),
        ("정답은 **A**가 아닙니다", "no_answer"),
        ("정답은 A. 구리가 아닙니다", "no_answer"),
        ("정답은 A도 B도 아니다", "no_answer"),
        ("정답은 A라고 볼 수 없다", "no_answer"),
        ("정답은 A라고 하기 어렵다", "no_answer"),
        ("정답에서 A를 제외한다", "no_answer"),
        ("정답이 A인지 잘 모르겠다", "no_answer"),
        ("정답은 A일 수도 있다", "no_answer"),
        ("정답은 A라면", "no_answer"),
        ("정답은 B가 아닐까 싶다", "no_answer"),
        ("A는 정답이 아닙니다.", "no_answer"),
        ("정답은 1번이 아니다", "no_answer"),
        ("The answer is not A", "no_answer"),
        ("I don't think it is A", "no_answer"),
        ("정답 형식은 '정답: A'입니다.", "no_answer"),
        ("나", "no_answer"),
        ("2", "no_answer"),
        ("정답: 2개", "no_answer"),
        ("정답: 2.5", "no_answer"),
        ("답은 다음과 같다", "no_answer"),
        ("정답은 가장 좋은 것", "no_answer"),
        ("a good question", "no_answer"),
        ("<think>정답: B인가? 조금 더", "truncated"),
    ],
)
def test_replies_without_one_stated_label(reply: str, extraction: str) -> None:
    reading = read_label(reply, "ABCD", OPTIONS)
    assert (reading.extraction, reading.value) == (extraction, None)


def test_an_option_that_ends_in_a_letter_is_read_as_its_text() -> None:
    assert read_label("비타민 B", "ABCD", ["비타민 A", "철", "비타민 B", "금"]).value == "C"


def test_a_cut_reply_counts_only_what_it_states() -> None:
    assert read_label("보기 B는 그럴듯하지만", "ABCD", truncated=True).extraction == "truncated"
    assert read_label("정답: B. 왜냐하면", "ABCD", truncated=True).value == "B"


def test_a_label_with_the_text_of_another_option_is_flagged() -> None:
    reading = read_label("정답: B) 산소", "ABCD", OPTIONS)
    assert (reading.value, reading.flags) == ("B", ("label_text_mismatch",))
    assert read_label("정답: C) 산소", "ABCD", OPTIONS).flags == ()


@pytest.mark.parametrize(
    ("reply", "label"), [("정답: 2", "D"), ("정답: 2번", "B"), ("정답: 3", None), ("답: (나)", "B")]
)
def test_where_options_are_numbers_a_digit_is_the_text_of_one(reply: str, label: str | None) -> None:
    assert read_label(reply, "ABCD", ["1", "5", "7", "2"]).value == label


def test_the_span_points_into_the_reply_as_it_came() -> None:
    reply = "정\N{ZERO WIDTH SPACE}답\N{ZERO WIDTH SPACE}：　Ｃ"
    reading = read_label(reply, "ABCD")
    assert reading.span is not None
    assert reply[slice(*reading.span)] == "Ｃ"


def _cases(material: Path) -> list[dict[str, object]]:
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_cases_from_practice_hold(material: Path) -> None:
    """Every case of extraction_mc, thinking and unicode that has labels."""
    seen = 0
    for case in _cases(material):
        given, expect = case["input"], case["expect"]
        assert isinstance(given, dict)
        assert isinstance(expect, dict)
        wanted = expect.get("extracted", expect.get("all_extracted", "?"))
        if "labels" not in given or "rows" in given or wanted == "?":
            continue
        truncated = given.get("finish_reason") == "length"
        for reply in given.get("responses", [given.get("response")]):
            reading = read_label(reply, given["labels"], given.get("options", ()), truncated=truncated)
            assert reading.value == wanted, (case["id"], reply, reading)
            seen += 1
    assert seen >= 25


def test_the_end_of_a_very_long_reply_is_enough() -> None:
    reply = "따져 보겠습니다. " * 10_000 + "정답: C"
    reading = read_label(reply, "ABCD")
    assert reading.value == "C"
    assert reading.span == (len(reply) - 1, len(reply))


@pytest.mark.parametrize(("reply", "label"), [("정답: 12", "L"), ("정답: 1", "A"), ("정답: 13", None), ("12", None)])
def test_a_number_of_two_digits_behind_an_anchor_names_a_place(reply: str, label: str | None) -> None:
    assert read_label(reply, "ABCDEFGHIJKL").value == label
