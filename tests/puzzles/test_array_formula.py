"""Table questions: every kind by hand, every sentence read back, ties and early cuts refused, replies from practice."""

from dataclasses import replace
from fractions import Fraction

import pytest
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import Unreadable, load, made, make, reward, score
from gwageo.puzzles.array_formula.asking import FORMS
from gwageo.puzzles.array_formula.generate import PRESETS, Params
from gwageo.puzzles.array_formula.sheet import Query, Sheet, Table
from gwageo.puzzles.array_formula.solve import KINDS, at_rank, first, solve

KIND = load("array_formula")
PRODUCTS = Table(
    ("number", "product", "category", "price", "stock", "discount"),
    ((1, "product_01", "category_1", 1000, 10, 0), (2, "product_02", "category_1", 2000, 30, 10),
     (3, "product_03", "category_2", 500, 20, 20)),
)  # fmt: skip
ORDERS = Table(
    ("order", "product", "region", "quantity", "quarter", "customer"),
    (("O-001", "product_01", "region_1", 3, "quarter_1", "C-001"),
     ("O-002", "product_02", "region_2", 1, "quarter_1", "C-002"),
     ("O-003", "product_03", "region_1", 8, "quarter_2", "C-001"),
     ("O-004", "product_01", "region_1", 1, "quarter_2", "C-003")),
)  # fmt: skip
CUSTOMERS = Table(
    ("customer", "person", "membership", "joined", "region"),
    (("C-001", "person_01", "membership_gold", 2019, "region_2"),
     ("C-002", "person_02", "membership_silver", 2022, "region_1"),
     ("C-003", "person_03", "membership_none", 2023, "region_1")),
)  # fmt: skip
G, S, N, B = (f"membership_{each}" for each in ("gold", "silver", "none", "bronze"))
# orders: 3000 gold, 2000 (1800) silver, 4000 (3200) gold, 1000 none; spending 7000, 2000, 1000


def sheet(kind: str, *named: int | str) -> Sheet:
    return Sheet(PRODUCTS, ORDERS, CUSTOMERS, Query(kind, named))


BY_HAND = [
    (("category_discounted", "category_1"), [5800]),
    (("top_stock_discount", 1), [20]),
    (("busiest_region_discounted",), [7200]),
    (("second_product_category", 1), ["category_1", "category_2"]),
    (("second_distinct_category", 1), [6000]),
    (("above_mean_revenue",), [4000]),
    (("second_by_categories", 1), ["region_2"]),
    (("regulars_second", 1, 2), [S]),
    (("bottom_membership", 1), [G]),
    (("early_best_stock", 2021), [20]),
    (("late_top_category", 2021), ["category_1"]),
    (("mean_of_category_prices",), [1000]),
    (("quarter_quantity", "quarter_2"), [9]),
    (("discounted_orders", 10), [2]),
    (("above_price_inventory",), [54_000]),
    (("discount_category_orders",), [1]),
    (("membership_share", G), [70]),
    (("big_spenders",), [1]),
    (("above_stock_revenue",), [2000]),
    (("busiest_quarter_share", "quarter_1", G), [60]),
    (("weighted_price_gap",), [397]),
    (("membership_mean_gap", G), [500]),
    (("quarter_ratio_gap",), [6]),
    (("lowered_discount", 5), [300]),
    (("quarter_mean_gap",), [0]),
    (("category_cv",), [20]),
    (("total_discounted",), [9000]),
    (("total_discount",), [1000]),
    (("above_mean_discounted",), [3200]),
    (("membership_difference", S, G), [-5000]),
    (("category_range",), [2000]),
    (("quarter_range",), [600]),
    (("cell_ratio",), [400]),
    (("region_late_gap", 2021), [6200]),
    (("above_median_share",), [70]),
    (("retention_range",), [16]),
    (("discount_price_gap",), [100]),
    (("region_revenue", "region_1"), [8000]),
    (("membership_quantity", G), [11]),
    (("category_region_revenue", "category_1", "region_1"), [4000]),
    (("region_discounted", "region_1"), [7200]),
    (("category_region_max", "category_1"), ["region_1"]),
    (("nth_region", 2), [2000]),
    (("distinct_in_membership", G), ["category_1", "category_2"]),
    (("busiest_category_discounted",), [5800]),
    (("non_member_lead", "region_1", G), [-1]),
    (("split_discount_gap", 10), [9]),
    (("best_region_without_top", "region_1", 1), [1000]),
    (("region_top_share", "region_1"), [100]),
    (("membership_pair_ratio", G, S, N, N), [300]),
]


@pytest.mark.parametrize(("asked", "expected"), BY_HAND, ids=[str(asked[0]) for asked, _ in BY_HAND])
def test_every_kind_gives_what_comes_out_by_hand(asked: tuple[str, ...], expected: list[int | str]) -> None:
    assert list(solve(sheet(*asked)).found) == expected


def test_no_kind_is_left_out() -> None:
    assert [str(asked[0]) for asked, _ in BY_HAND] == list(dict.fromkeys(str(asked[0]) for asked, _ in BY_HAND))
    assert {asked[0] for asked, _ in BY_HAND} == set(KINDS) == set(FORMS)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("asked", [asked for asked, _ in BY_HAND], ids=[str(asked[0]) for asked, _ in BY_HAND])
def test_every_sentence_is_read_back_as_its_kind(asked: tuple[str, ...], language: str) -> None:
    puzzle = sheet(*asked)
    assert KIND.parse(KIND.render(puzzle, language)) == puzzle  # type: ignore[arg-type]  # one of the two languages


def test_a_shared_rank_has_several_holders() -> None:
    assert at_rank({"a": 3, "b": 2, "c": 2}, 2) == ["b", "c"]
    assert at_rank({"a": 3}, 2) == []
    assert list(first({"a": 3, "b": 2, "c": 2}, 2)) == [{"a", "b"}, {"a", "c"}]
    assert list(first({"a": Fraction(1, 2), "b": 2}, 1, lowest=True)) == [{"a"}]


def test_without_a_word_on_cutting_off_both_ways_count() -> None:
    assert len(solve(sheet("weighted_price_gap")).found) == 1
    found = solve(replace(sheet("weighted_price_gap"), exact=False)).found
    assert set(found) == {397, abs(10_000 // 13 - 3500 // 3)}


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_both_ways_of_cutting_off_agree_on_what_is_made(tier: str) -> None:
    for index in range(20):
        solved = made("array_formula", "ko", tier, seed=4, index=index)
        if "gap" in solved.puzzle.query.kind and solved.puzzle.query.kind != "split_discount_gap":
            assert solve(replace(solved.puzzle, exact=False)).found == (solved.solution,)
        assert solved.solution != "membership_none"


def test_shares_of_levels_follow_the_tier() -> None:
    columns = [made("array_formula", "en", "easy", seed=4, index=index).features["columns"] for index in range(100)]
    assert (columns.count(17), columns.count(22)) == (18, 82)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_tables_of_medium_have_the_english_sizes_in_both_languages(language: str) -> None:
    for item in make("array_formula", language, "medium", count=20):
        hard = item.metadata["features"]["columns"] == 28
        products, orders = (range(80, 86), range(280, 361)) if hard else (range(50, 61), range(95, 126))
        assert item.metadata["features"]["products"] in products
        assert item.metadata["features"]["orders"] in orders


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="shares of 100"):
        Params({"easy": 50}, PRESETS["easy"].sizes)


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "Leave off decimals only in the final answer", "Leave off decimals on the way"),
        ("en", "product | category", "category | product"),
        ("en", "O-002 | Pear", "O-002 | Apple"),
        ("en", "from Gold customers", "from Silver customers"),
        ("ko", "소수점 아래는 마지막 답에서만", "소수점 아래는 그때그때"),
        ("ko", "골드 등급 고객의 매출은", "실버 등급 고객의 매출은"),
        ("ko", "가운데 두 값의 평균", "가운데 두 값 중 큰 것"),
        ("ko", "2019", "2018"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    assert is_caught(KIND, sheet("membership_share", G), language, old, new)  # type: ignore[arg-type]  # a language


@pytest.mark.parametrize(
    ("asked", "old", "new"),
    [
        (("region_top_share", "region_1"), "그 고객의 전체 지출", "전체 지출"),
        (("region_top_share", "region_1"), "그 고객의 전체 지출", "모든 고객의 전체 지출"),
        (("best_region_without_top", "region_1", 1), "모든 지역을 통틀어 지출이", "지출이"),
        (("best_region_without_top", "region_1", 1), "모든 지역을 통틀어", "그 지역에서"),
    ],
)
def test_whose_spending_is_meant_has_to_be_said(asked: tuple[str, ...], old: str, new: str) -> None:
    assert is_caught(KIND, sheet(*asked), "ko", old, new)


def test_a_table_with_a_short_row_is_unreadable() -> None:
    text = KIND.render(sheet("category_cv"), "en").replace(" | C-001", "")
    with pytest.raises(Unreadable, match="does not have 6 cells"):
        KIND.parse(text)


@pytest.mark.parametrize(
    ("reply", "gold", "exact", "robust"),
    [
        ("Answer: 7,395,000", 7395000, 1.0, 1.0),
        ("**Answer: 7395000**", 7395000, 1.0, 1.0),
        ("정답: 7395000원", 7395000, 1.0, 1.0),
        ("Answer: -5", -5, 1.0, 1.0),
        ("Answer: 5", -5, 0.0, 0.0),
        ("Answer: Daejeon", "Daejeon", 1.0, 1.0),
        ("Answer: **Daejeon**.", "Daejeon", 0.0, 1.0),
        ("정답은 대전입니다.", "대전", 0.0, 1.0),
        ("Answer: Daegu", "Daejeon", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, gold: int | str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold=gold, metadata={"type": "array_formula"})
    assert (score(reply, item).metrics["exact_match"], reward(reply, item)) == (exact, robust)


def test_a_mean_of_nothing_leaves_a_question_without_an_answer() -> None:
    assert solve(sheet("membership_mean_gap", B)).found == ()  # nobody here is a bronze member
