"""Time: counting day by day agrees, shares and space are kept, planted faults and practice replies are read."""

from collections import Counter

import pytest
from planted import is_caught

from gwageo.core import Item
from gwageo.core.errors import UserError
from gwageo.puzzles import Unreadable, load, made, make, reward, score
from gwageo.puzzles.time.generate import Params
from gwageo.puzzles.time.note import HOLIDAYS, RELATIVE, Note
from gwageo.puzzles.time.solve import solve

TIME = load("time")


def leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def plain_count(year: int, month: int, day: int, days: int) -> tuple[int, int, int]:
    """Day by day, with the lengths of the months."""
    for _ in range(days):
        lengths = (31, 29 if leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
        day += 1
        if day > lengths[month - 1]:
            day, month = 1, month + 1
        if month > 12:
            month, year = 1, year + 1
    return year, month, day


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_the_answer_is_what_counting_day_by_day_gives(tier: str) -> None:
    pillars = [a + b for a, b in zip("갑을병정무기경신임계" * 6, "자축인묘진사오미신유술해" * 5, strict=True)]
    for index in range(60):
        solved = made("time", "ko", tier, seed=3, index=index)
        note: Note = solved.puzzle
        day = plain_count(note.year, *HOLIDAYS[note.holiday], RELATIVE[note.relative] + note.days)
        passed = sum(366 if leap(year) else 365 for year in range(1990, day[0]))
        start = (day[0], 1, 1)
        while start != day:
            start, passed = plain_count(*start, 1), passed + 1
        # 1990-01-01 was a Monday and a 병인 day
        told = {"date": ".".join(map(str, day)), "weekday": "월화수목금토일"[passed % 7] + "요일",
                "pillar": pillars[(2 + passed) % 60]}  # fmt: skip
        assert solved.solution == told[note.ask]


@pytest.mark.parametrize(
    ("tier", "shares"),
    [
        ("easy", {"pillar": 34, "date": 66}),
        ("medium", {"pillar": 60, "weekday": 40}),
        ("hard", {"pillar": 91, "date": 9}),
    ],
)
def test_a_tier_keeps_its_shares(tier: str, shares: dict[str, int]) -> None:
    features = [made("time", "ko", tier, seed=4, index=index).features for index in range(100)]
    assert Counter(str(each["ask"]) for each in features) == shares
    assert all(32 <= count <= 36 for count in Counter(each["offset"] for each in features).values())
    assert all(2 <= int(each["days"]) <= 30 for each in features)


def test_the_space_is_the_limit() -> None:
    with pytest.raises(UserError, match="208,800 different questions"):
        make("time", "ko", "hard", count=208_801)


def test_shares_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 100"):
        Params(pillar=50)


@pytest.mark.parametrize("note", [Note(1999, "동짓날", "오늘", 3, "date"), Note(1999, "식목일", "어제", 3, "date")])
def test_what_is_not_known_has_no_answer(note: Note) -> None:
    assert solve(note).found == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("1999년", "1998년"), ("성탄절", "개천절"), ("이튿날", "모레"), ("20일 뒤", "20일 전"),
     ("생일로부터", "그날로부터"),
     ("무슨 요일", "몇 월 며칠"), ("이튿날", "글피"), ("성탄절", "동짓날")],
)  # fmt: skip
def test_a_planted_fault_in_the_wording_is_caught(old: str, new: str) -> None:
    assert is_caught(TIME, Note(1999, "성탄절", "이튿날", 20, "weekday"), "ko", old, new)


def test_a_question_that_asks_for_two_things_is_unreadable() -> None:
    text = TIME.render(Note(1999, "성탄절", "오늘", 20, "weekday"), "ko") + "일진은?"
    with pytest.raises(Unreadable, match="weekday and pillar"):
        TIME.parse(text)


@pytest.mark.parametrize(
    ("gold", "reply", "robust"),
    [
        ("1999.1.24", "Answer: 1999년 1월 24일", 1.0),
        ("1999.1.24", "정답: 1999-01-24", 1.0),
        ("1999.1.24", "Answer: 1999. 1. 24. (일요일)", 1.0),
        ("1999.1.24", "1999.1.1 + 23일 = **1999.01.24**", 1.0),
        ("1999.1.24", "Answer: 1999.1.25", 0.0),
        ("목요일", "Answer: Thursday", 1.0),
        ("목요일", "정답: **목**", 1.0),
        ("목요일", "따라서 목요일입니다.", 1.0),
        ("목요일", "Answer: 금요일", 0.0),
        ("을유", "정답은 乙酉(을유)입니다", 1.0),
    ],
)
def test_practice_replies_are_read(gold: str, reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold=gold, metadata={"type": "time"})
    assert reward(reply, item) == robust


def test_padding_does_not_make_a_date_wrong() -> None:
    item = Item(id="x", fields={"question": ""}, gold="1999.1.24", metadata={"type": "time"})
    assert score("Answer: 1999.01.24", item).verdict == "right"
