"""Korean units: digit by digit sums agree, sizes are kept, planted faults and practice replies are read."""

import pytest
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, Unreadable, load, made, reward, score
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.korean_units.bill import SYSTEMS, Bill, Entry
from gwageo.puzzles.korean_units.generate import RATIOS, Params, generate

UNITS = load("korean_units")
BILL = Bill("길이", (7, 11, 12, 13), (Entry(True, 2, (1, 2, 0, 4, 5)), Entry(False, 3, (9, 0, 1, 1, 1))))


def from_large_to_small(bill: Bill) -> int:
    """Horner's rule, entry by entry."""
    total = 0
    for entry in bill.entries:
        value = 0
        for unit in range(4, -1, -1):
            value = value * (bill.ratios[unit] if unit < 4 else 1) + entry.amounts[unit]
        total += (1 if entry.added else -1) * entry.times * value
    return total


@pytest.mark.parametrize(
    ("tier", "entries", "units", "largest"),
    [("easy", 17, (4, 5), 1249), ("medium", 24, (4, 5), 2499), ("hard", 26, (5, 5), 6999)],
)
def test_a_tier_has_its_sizes_and_a_positive_sum(tier: str, entries: int, units: tuple[int, int], largest: int) -> None:
    for index in range(40):
        solved = made("korean_units", "ko", tier, seed=4, index=index)
        bill: Bill = solved.puzzle
        assert solved.solution == from_large_to_small(bill) > 0
        assert len(bill.entries) == entries
        assert {sum(map(bool, entry.amounts)) for entry in bill.entries} <= set(range(units[0], units[1] + 1))
        assert int(solved.features["largest"]) <= largest
        assert int(solved.features["subtractions"]) >= 1
        assert len(set(bill.ratios)) == 4
        assert set(bill.ratios) <= set(RATIOS)
        assert all(2 <= entry.times <= 9 for entry in bill.entries)


def test_all_systems_occur() -> None:
    systems = {made("korean_units", "ko", "easy", seed=4, index=index).puzzle.system for index in range(40)}
    assert systems == set(SYSTEMS)


def test_parameters_without_a_puzzle_are_reported() -> None:
    class Adding(Draw):
        def chance(self, favourable: int, of: int) -> bool:
            return False

    with pytest.raises(GaveUp, match="no bill was found"):
        generate(Adding("test", index=0), Params(entries=2, fewest_units=1, largest=9))


@pytest.mark.parametrize("wrong", [{"entries": 1}, {"fewest_units": 6}, {"largest": 0}, {"times": (3, 2)}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected at least 2 entries"):
        Params(**{"entries": 3, "fewest_units": 1, "largest": 9, **wrong})  # type: ignore[arg-type]  # a table of mistakes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1치 = 7푼", "1치 = 8푼"),
        ("- 1자 = 11치", "- 1자 = 11푼"),
        ("푼으로 환산", "치로 환산"),
        (
            "[더함] 항목의 값은 모두 더하고 [뺌] 항목의 값은 모두 빼면",
            "[뺌] 항목의 값은 모두 더하고 [더함] 항목의 값은 모두 빼면",
        ),
        ("1번 [더함", "1번 [뺌"),
        ("2번 [", "을 ["),
        ("2번 [", "3번 ["),
        ("2배", "3배"),
        ("2치", "2섬"),
        ("5리 4장", "4리 5장"),
        ("환산한 값에 '배' 앞의 수를 곱한다", "환산한 값을 '배' 앞의 수로 나눈다"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(old: str, new: str) -> None:
    assert is_caught(UNITS, BILL, "ko", old, new)


def test_a_question_without_entries_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no entries"):
        UNITS.parse(UNITS.render(BILL, "ko").replace("배]", "곱]"))


@pytest.mark.parametrize(
    ("reply", "exact", "robust"),
    [
        ("정답: 465,373,918평", 1.0, 1.0),
        ("Answer: 465373918", 1.0, 1.0),
        ("**정답:** 465 373 918 평", 0.0, 1.0),
        ("정답: 892025164 - 426651246 = 465373918평", 0.0, 1.0),
        ("최종 합은 465,373,918평입니다.", 1.0, 1.0),
        ("정답: 465373918 제곱미터", 1.0, 0.0),
        ("정답: 465373918", 1.0, 1.0),
        ("정답: **465373918**평이다", 1.0, 1.0),
        ("Answer: 465373918마지기", 1.0, 0.0),
        ("Answer: 465373919평", 0.0, 0.0),
        ("Answer: -465373918평", 1.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="465373918평", metadata={"type": "korean_units"})
    assert score(reply, item).metrics["exact_match"] == exact
    assert reward(reply, item) == robust


@pytest.mark.parametrize(
    ("reply", "flags"),
    [
        ("정답: 465373918평입니다", ()),
        ("정답: 465373918 제곱미터", ("unit_mismatch",)),
        ("정답: 465373918", ("unit_missing",)),
        ("정답: 465373918 결과", ("unit_missing",)),
    ],
)
def test_a_unit_that_is_missing_or_another_is_flagged(reply: str, flags: tuple[str, ...]) -> None:
    item = Item(id="x", fields={"question": ""}, gold="465373918평", metadata={"type": "korean_units"})
    assert tuple(flag for flag in score(reply, item).flags if flag.startswith("unit")) == flags
