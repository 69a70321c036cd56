"""Four Pillars: another formula agrees, shares and space are kept, planted faults and practice replies are read."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.core.errors import UserError
from gwageo.puzzles import Unreadable, load, made, make, reward
from gwageo.puzzles.saju.birth import Birth
from gwageo.puzzles.saju.generate import FIRST_YEAR, YEARS, Params
from gwageo.puzzles.saju.solve import solve

SAJU = load("saju")
STEMS, BRANCHES = "갑을병정무기경신임계", "자축인묘진사오미신유술해"


def julian_day(year: int, month: int, day: int) -> int:
    """The integer formula of Fliegel and Van Flandern."""
    shift = int((month - 14) / 12)
    first = 1461 * (year + 4800 + shift) // 4 + 367 * (month - 2 - 12 * shift) // 12
    return first - 3 * ((year + 4900 + shift) // 100) // 4 + day - 32075


@given(st.integers(1950, 2015), st.integers(1, 12), st.integers(1, 28))
def test_the_day_follows_the_julian_day_number(year: int, month: int, day: int) -> None:
    (found,) = solve(Birth(date=(year, month, day))).found
    assert found == (julian_day(year, month, day) + 49) % 60


@given(st.integers(0, 59), st.integers(0, 23))
def test_the_hour_follows_the_table_of_first_stems(day: int, hour: int) -> None:
    table = dict(zip("갑을병정무기경신임계", "갑병무경임갑병무경임", strict=True))
    branches = ["자", *(branch for branch in BRANCHES[1:] for _ in range(2)), "자"]
    row = STEMS.index(table[STEMS[day % 10]])
    (found,) = solve(Birth(day=day, hour=hour)).found
    assert BRANCHES[found % 12] == branches[hour]
    assert found % 10 == (row + BRANCHES.index(branches[hour])) % 10


@pytest.mark.parametrize(("tier", "shares"), [("easy", (80, 20, 0)), ("medium", (40, 40, 20)), ("hard", (12, 44, 44))])
def test_a_tier_keeps_its_shares_and_its_years(tier: str, shares: tuple[int, int, int]) -> None:
    puzzles = [made("saju", "ko", tier, seed=4, index=index) for index in range(100)]
    kinds = Counter(str(solved.features["kind"]) for solved in puzzles)
    assert tuple(kinds[kind] for kind in ("hour_of_pillar", "day_of_date", "hour_of_date")) == shares
    years = [solved.puzzle.date[0] for solved in puzzles if solved.puzzle.date]
    assert FIRST_YEAR <= min(years) <= max(years) < FIRST_YEAR + YEARS


def test_no_question_comes_twice_and_the_space_is_the_limit() -> None:
    texts = [item.fields["question"] for item in make("saju", "ko", "easy", seed=1, start=1300, count=1000)]
    assert len(set(texts)) == 1000
    with pytest.raises(UserError, match="23,616 different questions"):
        make("saju", "ko", "easy", count=23_617)


@pytest.mark.parametrize("wrong", [(100, 1, 0), (-1, 101, 0)])
def test_shares_that_make_no_sense_are_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="add up to 100"):
        Params(*wrong)


@pytest.mark.parametrize("wrong", [{}, {"date": (2000, 1, 1), "day": 3}, {"day": 3}])
def test_a_birth_without_what_is_needed_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected a date"):
        Birth(**wrong)  # type: ignore[arg-type]  # a table of mistakes


def test_a_day_that_does_not_exist_has_no_answer() -> None:
    assert solve(Birth(date=(2001, 2, 30))).found == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("시주를", "일주를"), ("13시", "14시"), ("바꾸지 않는다", "바꾼다"), ("사주의 일주가 임자", "사주의 일주가 갑자"),
     ("사주의 일주가 임자", "사주의 일주가 갑축")],
)  # fmt: skip
def test_a_planted_fault_in_the_wording_is_caught(old: str, new: str) -> None:
    assert is_caught(SAJU, Birth(day=48, hour=13), "ko", old, new)


def test_a_question_about_nothing_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="which pillar"):
        SAJU.parse("양력 2000년 1월 1일의 월주는?")


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: 丁未", 1.0),
        ("Answer: 정미(丁未)", 1.0),
        ("**정답은 정미시입니다.**", 1.0),
        ("따라서 시주는 **정미**입니다.", 1.0),
        ("임자일 13시 → 정미", 1.0),
        ("Answer: 병오", 0.0),
        ("일주가 임자이므로 정미일 것 같지만 병오", 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="정미", metadata={"type": "saju"})
    assert reward(reply, item) == robust
