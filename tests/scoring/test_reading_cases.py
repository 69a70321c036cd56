r"""Replies as they come in practice: what a person reads, and what the published expressions make of them.

Each row stands for a kind of fault that users of other tools have reported. The published outcome stays what it is,
under its published name; the robust one stands beside it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gwageo.hangul.text import graphemes, is_hangul, key
from gwageo.scoring.label_reading import read_label
from gwageo.scoring.labels import LabelRule
from gwageo.scoring.letter_match import LetterMatch
from gwageo.scoring.mathematics.judging import published, robust
from gwageo.scoring.mathematics.stated import read_math
from gwageo.scoring.number_reading import number_value, read_number
from gwageo.scoring.numbers import flexible, same_number, strict
from gwageo.tasks import ko_arc
from gwageo.tasks.sources import read_items

FOUR = "ABCD"
KOREAN = "가나다라"

# Labels, reply, what is read, its state; then what the KBS expression takes and what Lighteval's takes.
LABELS: list[tuple[str, str, str | None, str, str | None, str | None]] = [
    (KOREAN, "셋은 조건에 어긋납니다.\n답: (다)", "다", "ok", None, None),
    (FOUR, "그러므로 정답은 3번이다.", "C", "ok", None, None),
    (FOUR, "D.", "D", "ok", "D", "D"),
    (FOUR, "Answer: A\n\n부호를 잘못 보았습니다. 고칩니다.\n\nAnswer: D", "D", "ok", "A", "D"),
    (FOUR, "What a question! 정답: B", "B", "ok", "a", "B"),
    (FOUR, "**정답: D**", "D", "ok", None, "D"),
    (FOUR, "**정답**: **D**", "D", "ok", None, "D"),
    (FOUR, "## 정답\n**D**", "D", "ok", None, "D"),
    (FOUR, "정답: `D`", "D", "ok", None, "D"),
    (FOUR, "정답：Ｂ", "B", "ok", None, None),
    (FOUR, "정답： B", "B", "ok", "B", "B"),
    (FOUR, "［정답］ Ｂ", "B", "ok", None, None),
    (FOUR, "답은 ④입니다.", "D", "ok", None, None),
    (FOUR, "A, B, C, D가 다 그럴듯하여 고를 수가 없습니다.", None, "no_answer", "A", "A"),
    (FOUR, "정답: B와 D 모두", None, "ambiguous", "D", "D"),
    (FOUR, "끝 줄의 형식을 지키겠습니다.\n정답: <A, B, C, D 중 하나>", None, "echo", "A", "D"),
    (FOUR, "$B$", "B", "ok", None, "B"),
    (FOUR, "답은 B예요.", "B", "ok", None, "B"),
]


@pytest.mark.parametrize(("labels", "reply", "value", "state", "kbs", "lighteval"), LABELS)
def test_labels(labels: str, reply: str, value: str | None, state: str, kbs: str | None, lighteval: str | None) -> None:
    found = read_label(reply, labels)
    assert (found.value, found.extraction) == (value, state)
    if value is not None:
        assert found.rule
        assert found.span
        assert key(reply[slice(*found.span)]).upper() in (value, str(labels.index(value) + 1))
    letter = LabelRule("D").find(reply)
    assert (letter and letter[1]) == kbs
    assert LetterMatch("D").read(reply).value == lighteval


def test_labels_of_two_digits_are_whole() -> None:
    labels = [str(number) for number in range(1, 15)]
    assert read_label("정답: 14", labels).value == "14"


def test_a_label_that_contradicts_its_text_decides_and_is_flagged() -> None:
    found = read_label("정답: A) 은", FOUR, ["금", "은", "동", "철"])
    assert (found.value, found.flags) == ("A", ("label_text_mismatch",))


@pytest.mark.parametrize("reply", ["정\u200b답: D", "정답:\u200bD", "정답: D\u200d", "\ufeff정답: D"])
def test_signs_without_width_hide_nothing(reply: str) -> None:
    assert read_label(reply, FOUR).value == "D"


# Gold, reply, whether they are equal; then whether the strict and the flexible published reading say so.
NUMBERS = [
    ("27000", "그러니 모두 2만 7천 원이에요.", True, False, False),
    ("7", "그러니 모두 2만 7천 원이에요.", False, False, True),
    ("25", "#### 25 (2019년 통계)", True, True, False),
    ("25", "남은 학생은 25명...", True, False, False),
    ("16", "답: １６개", True, False, False),
    ("25", "####25", True, False, True),
    ("25", "#### $25", True, False, False),
    ("25", "#### **25**", True, False, True),
    ("25", "#### 25.", True, True, True),
    ("25", "####  25원", True, False, True),
    ("25", "### 25", True, False, True),
    ("3400", "답: 3,400원", True, False, True),
    ("3400", "답: 3\u202f400", True, False, False),
    ("3400", "답: 3，400원", True, False, False),
    ("-8", "답은 −8입니다.", True, False, False),
    ("-8", "답은 －8입니다.", True, False, False),
    ("61", "**Answer: 28 + 33 = 61**", True, False, True),
    ("9", "정답: 아홉 번", True, False, False),
    ("13", "답은 열세 개입니다.", True, False, False),
    ("418", "답: 사백십팔", True, False, False),
    ("30", "답: 서른 명", True, False, False),
    ("31", "답은 열세 개입니다.", False, False, False),
]


@pytest.mark.parametrize(("gold", "reply", "equal", "by_strict", "by_flexible"), NUMBERS)
def test_numbers(gold: str, reply: str, equal: bool, by_strict: bool, by_flexible: bool) -> None:
    found = read_number(reply)
    assert (found.value is not None and number_value(found.value) == number_value(gold)) is equal
    reference = f"#### {gold}"
    first, last = strict(reply), flexible(reply)
    assert (first is not None and same_number(first.text, reference)) is by_strict
    assert (last is not None and same_number(last.text, reference)) is by_flexible


def test_a_number_that_the_limit_cut_is_none() -> None:
    found = read_number(r"계산을 마치면 답은 \boxed{4", truncated=True)
    assert (found.value, found.extraction) == (None, "truncated")


# Gold, reply, whether they are equal; then whether the published extractive match says so.
VALUES = [
    ("27000", r"\boxed{2만 7천}", True, False),
    ("7", r"\boxed{2만 7천}", False, True),
    ("15000", r"\boxed{1.5\text{만}}", True, False),
    ("16", r"\boxed{１６}", True, False),
    (r"\frac{\sqrt{5}}{3}", r"그러므로 $\boxed{\frac{\sqrt{5}}{3}}$이다.", True, True),
    ("3400", r"\boxed{3{,}400}", True, True),
    ("3400", r"\boxed{3\,400}", True, False),
    (r"\{3, 4\}", r"두 해는 \boxed{3}, \boxed{4}", True, True),
    (r"\{3, 4\}", r"두 해는 \boxed{3}과 \boxed{4}입니다.", True, True),
    (r"\{3, 4\}", r"답: \boxed{3, 4}", True, True),
    (r"\frac{3}{4}", "0.75", True, True),
    (r"\frac{2}{3}", "0.667", False, False),
    (r"\frac35", r"$\frac{3}{5}$", True, True),
    ("0.5", r"\dfrac{1}{2}", True, False),
    (r"30\%", "30%", True, True),
    (r"30\%", "0.3", True, True),
    ("0.3", "30", False, False),
    (r"30\%", "30퍼센트", True, False),
    ("[1,4)", "(1,4)", False, False),
    ("(1,4)", "[1,4]", False, False),
    ("[1,4)", r"1 \le x < 4", True, False),
    (r"1 \le x < 4", "[1,4)", True, False),
    ("(1,4)", "1<x<4", True, False),
    (r"\emptyset", "해가 없다", True, False),
    (r"\emptyset", "해가 무수히 많다", False, False),
    ("8", r"\boxed{8개}", True, False),
    ("8", r"\boxed{8\text{개}}", True, True),
    ("60", r"60^\circ", True, True),
    ("12", r"12\text{ cm}^2", True, True),
    (r"60^\circ", "60도", True, True),
    ("12", "12cm²", True, True),
    ("6", "x=6", True, True),
    ("6", "$x = 6$입니다", True, True),
    ("x=6", "6", True, True),
    ("6", r"y \ne 6", False, True),
]


@pytest.mark.parametrize(("gold", "reply", "equal", "by_published"), VALUES)
def test_values(gold: str, reply: str, equal: bool, by_published: bool) -> None:
    found = read_math(reply)
    assert robust([gold], found).equal is equal
    assert published([f"${gold}$"], reply).equal is by_published


def test_a_box_that_the_limit_cut_is_none() -> None:
    assert read_math(r"마지막으로 답은 \boxed{4", truncated=True).extraction == "truncated"


def test_old_hangul_counts_as_readers_see_it() -> None:
    seen = graphemes("ᄆᆞᆯ과 ᄇᆞᄅᆞᆷ")
    assert len(seen) == 5
    assert [is_hangul(each) for each in seen] == [True, True, False, True, True]


def test_a_byte_order_mark_is_no_part_of_the_first_row(tmp_path: Path) -> None:
    row = {"id": "q1", "question": "?", "choices": {"label": list(FOUR), "text": list("금은동철")}, "answerKey": "A"}
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(row).encode() + b"\n")
    assert [item.id for item in read_items(ko_arc.EASY, path).items] == ["q1"]


COMPONENTS = ("extraction_mc", "extraction_math", "math_equivalence")


def test_every_given_case_has_the_right_outcome(material: Path) -> None:
    """All cases of the three components, whatever their strictness, straight from the material."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["component"] in COMPONENTS]
    assert len(cases) > 30
    assert [case["id"] for case in cases if not _right(case)] == []


def _right(case: dict[str, Any]) -> bool:
    given, expected = case["input"], case["expect"]
    replies = given.get("responses") or [given.get("response")]
    if case["component"] == "extraction_mc":
        wanted = expected.get("extracted", expected.get("all_extracted"))
        found = [read_label(reply, given["labels"], given.get("options", ())) for reply in replies]
        return all(each.value == wanted for each in found)
    cut = given.get("finish_reason") == "length"
    pairs = given.get("pairs") or [[given["gold"], reply, expected.get("equal", True)] for reply in replies]
    return all(robust([gold], read_math(reply, truncated=cut)).equal is equal for gold, reply, equal in pairs)
