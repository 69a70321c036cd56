"""The sexagenary cycle: known days, the table of hours, and the order of the pairs."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.hangul.calendar import (
    BRANCHES,
    CYCLE,
    NUMBERS,
    STEMS,
    day_pillar,
    hour_branch,
    hour_pillar,
    name,
    pillar_of,
)


@pytest.mark.parametrize(
    ("day", "pair"),
    [((2000, 1, 7), "갑자"), ((2000, 1, 1), "무오"), ((1949, 10, 1), "갑자"), ((1999, 12, 31), "정사")],
)
def test_known_days_have_their_names(day: tuple[int, int, int], pair: str) -> None:
    assert name(day_pillar(date(*day))) == pair


@given(st.dates(max_value=date(9999, 12, 30)))
def test_days_follow_the_cycle(day: date) -> None:
    assert day_pillar(day + timedelta(days=1)) == (day_pillar(day) + 1) % CYCLE


def test_the_sixty_pairs_are_all_there_is() -> None:
    assert len(NUMBERS) == CYCLE
    assert list(NUMBERS)[:3] == ["갑자", "을축", "병인"]
    for pair, number in NUMBERS.items():
        assert pillar_of(STEMS.index(pair[0]), BRANCHES.index(pair[1])) == number


def test_a_pair_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="both must be even"):
        pillar_of(0, 1)


@pytest.mark.parametrize(
    ("hours", "branch"), [((23, 0), "자"), ((1, 2), "축"), ((11, 12), "오"), ((13, 14), "미"), ((21, 22), "해")]
)
def test_two_hours_of_the_clock_share_a_branch(hours: tuple[int, int], branch: str) -> None:
    assert [BRANCHES[hour_branch(hour)] for hour in hours] == [branch] * 2


@pytest.mark.parametrize(
    ("day", "hour", "pair"),
    [("임자", 13, "정미"), ("갑자", 0, "갑자"), ("기축", 23, "갑자"), ("을유", 0, "병자"), ("병술", 18, "정유"),
     ("정해", 0, "경자"), ("계묘", 23, "임자")],
)  # fmt: skip
def test_the_stem_of_an_hour_follows_the_stem_of_the_day(day: str, hour: int, pair: str) -> None:
    assert name(hour_pillar(NUMBERS[day], hour)) == pair
