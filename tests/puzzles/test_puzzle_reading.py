"""What the robust reading of puzzles takes for an answer, and what it does not, whatever the type."""

from collections.abc import Mapping
from typing import Any

import pytest

from gwageo.core import Item
from gwageo.puzzles import make_item, reward, row_of, score


def number(kind: str = "yacht_dice", gold: Any = "24", question: str = "") -> Item:
    return Item(id="x", fields={"question": question}, gold=gold, metadata={"type": kind})


@pytest.mark.parametrize("kind", ["yacht_dice", "causal_dag", "array_formula", "cryptarithmetic", "number_baseball"])
@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: 24", 1.0),
        ("Answer: 24 (not 25)", 1.0),
        ("It cannot be 25.\nAnswer: 24", 1.0),
        ("Answer: 25\nI made a mistake.\nAnswer: 24", 1.0),
        ("Answer: 25\nSorry, the correct answer is 24.", 1.0),
        ("Answer: 24\nI made a mistake.\nAnswer: WRONGTEXT", 0.0),
        ("Answer: 24\nI made a mistake.\nAnswer: 999", 0.0),
        ("Answer: 24\nI made a mistake.\nAnswer: 99999", 0.0),
        ("Answer: 24\n정정: 정답은 모르겠습니다.", 0.0),
        ("Answer: 24\n**Final Answer:** unknown", 0.0),
        ("Answer: 24\nWait. The correct answer is 99.", 0.0),
        ("Answer: not 24", 0.0),
        ("The sum is not 24.", 0.0),
        ("The sum isn't 24.", 0.0),
        ("정답은 24가 아닙니다.", 0.0),
        ("Answer: 24 or 999", 0.0),
        ("Answer: 24 or 25", 0.0),
        ("Answer: 24, 25", 0.0),
        ("정답: 24 또는 25", 0.0),
        ("Answer: 24/2", 0.0),
        ("Answer: 24e3", 0.0),
        ("Answer: 24 * 2", 0.0),
        ("Answer: 24 + 1", 0.0),
    ],
)
def test_only_the_one_answer_that_is_claimed_last_counts(kind: str, reply: str, robust: float) -> None:
    assert reward(reply, number(kind)) == robust


@pytest.mark.parametrize(
    ("kind", "gold", "reply", "robust"),
    [
        ("sudoku", "8 4 4 7 3 1", r"\boxed{8 4 4 7 3 1}", 1.0),
        ("sudoku", "8 4 4 7 3 1", r"따라서 $\boxed{8\ 4\ 4\ 7\ 3\ 1}$입니다.", 1.0),
        ("sudoku", "8 4 4 7 3 1", r"\boxed{8, 4, 4, 7, 3, 1}", 1.0),
        ("sudoku", "8 4 4 7 3 1", "정답은 다음과 같다.\n\n\\boxed{8 4 4 7 3 1}", 1.0),
        ("sudoku", "8 4 4 7 3 1", "\\boxed{8 4 4 7 3 1}\n정답: 8 4 4 7 3 2", 0.0),
        ("sudoku", "8 4 4 7 3 1", "\\boxed{8 4 4 7 3 2}\n8 4 4 7 3 1", 0.0),
        ("sudoku", "8 4 4 7 3 1", r"\boxed{8 4 4 7 3 1}이 아닙니다", 0.0),
        ("sudoku", "8 4 4 7 3 1", r"\boxed{8 4 4 7 3 1", 0.0),
        ("inequality", "1 2 3 4", r"\boxed{1 2 3 4}", 1.0),
        ("cipher", "WORD", r"\boxed{\text{WORD}}", 1.0),
        ("cipher", "WORD", r"Answer: \text{WORD}", 1.0),
        ("cipher", "TEXT", r"Answer: \text{WORD}", 0.0),
        ("kinship", "F", r"\boxed{\text{F}}", 1.0),
        ("yacht_dice", "24", r"$\boxed{24}$", 1.0),
        ("yacht_dice", "24", r"\boxed{24 + 1}", 0.0),
    ],
)
def test_a_box_declares_an_answer_too(kind: str, gold: str, reply: str, robust: float) -> None:
    assert reward(reply, number(kind, gold)) == robust


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("정답: 병오", 1.0),
        ("정답: 병 오", 1.0),
        ("병 오", 1.0),
        ("정답은 병 오입니다.", 1.0),
        ("답은 병 오일주입니다", 1.0),
        ("정답: 병(丙)오(午)", 1.0),
        ("정답: 丙 午", 1.0),
        (r"\boxed{병 오}", 1.0),
        ("정답: 병 자", 0.0),
        ("정답: 병 오래", 0.0),
        ("정답: 질병 오", 0.0),
    ],
)
def test_the_syllables_of_a_pair_may_stand_apart(reply: str, robust: float) -> None:
    assert reward(reply, number("saju", "병오")) == robust


MADE_UP = "쉦쓳쮜"


@pytest.mark.parametrize("kind", ["jamo", "cipher"])
@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: 쉦쓳쮜", 1.0),
        ("정답: 쉦 쓳 쮜", 1.0),
        ("정답: 쉦쓳쮜입니다.", 1.0),
        ("정답은 쉦쓳쮜라고 한다", 1.0),
        ("정답은 쉦쓳쮜다.", 1.0),
        ("정답은 쉦쓳쮜가 됩니다.", 1.0),
        (r"\boxed{쉦쓳쮜}", 1.0),
        ("Answer: 쉦쓳쮜가", 0.0),
        ("Answer: 쉦쓳쮜는", 0.0),
        ("Answer: 쉦쓳쮜다", 0.0),
        ("Answer: 쉦쓳쮜요", 0.0),
        ("쉦쓳쮜다", 0.0),
        ("정답은 쉦쓳쮜이 됩니다.", 0.0),
        ("정답은 쉦쓳쮜으로 한다", 0.0),
        ("정답: 쉦쓳쮜쮜", 0.0),
    ],
)
def test_one_syllable_too_many_is_no_ending_unless_the_sentence_shows_it(kind: str, reply: str, robust: float) -> None:
    assert reward(reply, number(kind, MADE_UP)) == robust


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: L", 1.0),
        ("정답: L (당숙모)", 1.0),
        ("Answer: L 또는 A", 0.0),
        ("Answer: A 또는 L", 0.0),
        ("Answer: L/A", 0.0),
        ("정답은 L가 아닙니다.", 0.0),
        ("Answer: L\n다시 보니 틀렸습니다.\nAnswer: 모름", 0.0),
    ],
)
def test_letters_follow_the_same_rule(reply: str, robust: float) -> None:
    assert reward(reply, number("kinship", "L")) == robust


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("<think>maybe</think>Answer: 24", 1.0),
        ("<think>Answer: 25</think>\n\nAnswer: 24", 1.0),
        ("maybe</think>24", 1.0),
        ("Answer: 24\n<think>Answer: 25</think>", 1.0),
        ("<think>Answer: 24</think>", 0.0),
        ("<think>\nAnswer: 24\n</think>\nI do not know.", 0.0),
        ("<think>\nAnswer: 24\n", 0.0),
        ("Let me see. <think>\nAnswer: 24\n</think>", 0.0),
        ("Let me see. <think>\nAnswer: 24", 0.0),
        ("Answer: 24</think>", 0.0),
    ],
)
def test_reasoning_is_no_answer(reply: str, robust: float) -> None:
    assert reward(reply, number()) == robust
    assert score(reply, number()).metrics["exact_match_robust"] == robust


SUM = 6180000


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("총 12건, 매출 6180000", 1.0),
        ("Answer: 3개 품목 합계 6,180,000", 1.0),
        ("Answer: 합계 6,180,000원 (3개 품목)", 1.0),
        ("정답은 618만 원", 1.0),
        ("정답: 0.0618억 원", 1.0),
        ("6,180,000원입니다.", 1.0),
        ("정답은 618 원", 0.0),
        ("정답은 1억 618만 원", 0.0),
        ("총 12건", 0.0),
    ],
)
def test_a_total_is_read_among_words_and_as_an_amount(reply: str, robust: float) -> None:
    assert reward(reply, number("array_formula", SUM)) == robust


def test_an_amount_of_two_parts_is_added_up() -> None:
    assert reward("정답: 1억 618만 원", number("array_formula", 106180000)) == 1.0
    assert reward("정답: 1억 618만 500원", number("array_formula", 106180500)) == 1.0
    assert reward("Answer: 3개", number("array_formula", 3)) == 1.0


OPTIONS = {"A": "외숙", "B": "외조부", "F": "외숙모"}


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("따라서 호칭은 외숙모입니다. 정답: 외숙모", 1.0),
        ("정답: **외숙모**", 1.0),
        ("따라서 외숙모라고 부릅니다.", 1.0),
        ("정답은 외숙모입니다.", 1.0),
        ("정답: 외숙", 0.0),
        ("정답: 외숙모 또는 외조부", 0.0),
        ("정답은 외숙모가 아닙니다.", 0.0),
    ],
)
@pytest.mark.parametrize("place", ["choices", "metadata", "question"])
def test_an_option_may_be_named_by_its_text(place: str, reply: str, robust: float) -> None:
    question = "\n".join(f"{letter}: {text}" for letter, text in OPTIONS.items()) if place == "question" else "?"
    fields: dict[str, Any] = {"question": question} | ({"choices": OPTIONS} if place == "choices" else {})
    metadata: dict[str, Any] = {"type": "kinship"} | ({"options": OPTIONS} if place == "metadata" else {})
    assert reward(reply, Item(id="x", fields=fields, gold="F", metadata=metadata)) == robust


@pytest.mark.parametrize("text", [None, "", 24, b"Answer: 24", ["Answer: 24"]])
def test_what_is_no_text_is_an_empty_reply(text: Any) -> None:
    assert score(text, number()).verdict == "empty"
    assert reward(text, number()) == 0.0
    assert score(text, number(), finish_reason="length").verdict == "truncated"


def rows() -> list[Mapping[str, Any]]:
    released = {"id": "yacht_dice_en_easy_0001", "question": "?", "answer": "24", "difficulty": "easy"}
    return [released, row_of(make_item("yacht_dice", "ko", "easy", seed=1))]


@pytest.mark.parametrize("row", rows(), ids=["released", "made"])
def test_a_plain_row_is_an_item(row: Mapping[str, Any]) -> None:
    assert score(f"Answer: {row['answer']}", row).verdict == "right"
    assert reward(f"Answer: {row['answer']}", row) == 1.0
    assert reward("Answer: 99999", row) == 0.0
