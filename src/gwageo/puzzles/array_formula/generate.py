"""Generator: random tables and a question drawn by weight; drawn again until every reading gives the same answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gwageo.puzzles.array_formula.book import Book, total
from gwageo.puzzles.array_formula.sheet import Cell, Query, Sheet, Table
from gwageo.puzzles.array_formula.solve import at_rank, one, quarter, region, revenue, solve
from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw

LEVELS = ("easy", "medium", "hard")
TYPES = ("lookup", "aggregation", "computation", "conditions")
PRODUCTS, PEOPLE, CATEGORIES, REGIONS, QUARTERS = 85, 20, 8, 8, 4
MEMBERSHIPS = tuple(f"membership_{each}" for each in ("gold", "silver", "bronze", "none"))
ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds for the rows of the tables."""

    products: tuple[int, int]
    groups: int
    """Categories, and regions."""
    orders: tuple[int, int]
    customers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for; the level of a question decides the size of its tables."""

    levels: Mapping[str, int]
    """Share of a hundred for each level."""
    sizes: Mapping[str, Size]
    """By level."""

    def __post_init__(self) -> None:
        if sum(self.levels.values()) != 100 or not set(self.levels) <= set(self.sizes) & set(LEVELS):
            raise ValueError(f"expected shares of 100 for levels with sizes among {LEVELS}: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(
        {"easy": 18, "medium": 82},
        {"easy": Size((24, 32), 6, (35, 50), (10, 14)), "medium": Size((55, 65), 8, (120, 170), (18, 20))},
    ),
    # The released tables of this tier differ between the languages; these are the English sizes.
    "medium": Params(
        {"medium": 50, "hard": 50},
        {"medium": Size((50, 60), 8, (95, 125), (18, 20)), "hard": Size((80, 85), 8, (280, 360), (20, 20))},
    ),
    "hard": Params({"hard": 100}, {"hard": Size((80, 85), 8, (220, 300), (20, 20))}),
}
_KINDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("lookup", "easy"): ("category_discounted 2", "top_stock_discount 2", "busiest_region_discounted 2"),
    ("lookup", "medium"): ("second_product_category t", "second_distinct_category 2", "above_mean_revenue 2"),
    ("lookup", "hard"): ("second_by_categories t", "regulars_second t", "bottom_membership t", "early_best_stock 1",
                         "late_top_category t"),
    ("aggregation", "easy"): ("quarter_quantity 1", "discounted_orders 1", "above_price_inventory 2",
                              "discount_category_orders 2"),
    ("aggregation", "medium"): ("membership_share 1", "big_spenders 1", "busiest_quarter_share 2",
                                "weighted_price_gap 2"),
    ("aggregation", "hard"): ("mean_of_category_prices 1", "membership_mean_gap 1", "quarter_ratio_gap 1",
                              "lowered_discount 1", "quarter_mean_gap 1", "category_cv 1"),
    ("computation", "easy"): ("total_discounted 1", "total_discount 2", "above_stock_revenue 2"),
    ("computation", "medium"): ("above_mean_discounted 2", "membership_difference 1", "category_range 2",
                                "quarter_range 2"),
    ("computation", "hard"): ("cell_ratio 2", "region_late_gap 2", "above_median_share 2", "retention_range 2",
                              "discount_price_gap 1"),
    ("conditions", "easy"): ("region_revenue 1", "membership_quantity 1", "category_region_revenue 1",
                             "region_discounted 2"),
    ("conditions", "medium"): ("category_region_max t", "nth_region 1", "distinct_in_membership t2",
                               "busiest_category_discounted 2", "non_member_lead 2"),
    ("conditions", "hard"): ("split_discount_gap 2", "best_region_without_top 2", "region_top_share 2",
                             "membership_pair_ratio 2"),
}  # fmt: skip
"""Kinds of question by type and level; behind them base weight 1 or 2, and t where the answer is a text."""
_WEIGHTS = {"easy": (75, 180, 90, 105), "medium": (40, 360, 45, 125), "hard": (20, 500, 30, 140)}
"""By level: for base weight 1 and 2, for a text and a number; the published multipliers in percent."""


def generate(draw: Draw, params: Params) -> Sheet:
    """A sheet whose question has the same answer however ties are broken and wherever decimals are cut off."""
    level = draw.quota("level", params.levels)
    kind = draw.quota("type", dict.fromkeys(TYPES, 25))
    for _ in range(ATTEMPTS):
        sheet = _tables(draw, level, params.sizes[level])
        name = _kind(draw, kind, level)
        named = _named(draw, Book.of(sheet), name)
        if named is None:
            continue
        asked = replace(sheet, query=Query(name, named))
        found = {each for exact in (True, False) for each in _found(replace(asked, exact=exact), name)}
        if len(found) == 1 and not found & {"membership_none"}:
            return asked
    raise GaveUp("sheet", params, ATTEMPTS)


def _found(sheet: Sheet, name: str) -> tuple[Cell, ...]:
    """The answers under one way of cutting off; those that the question itself settles are not asked twice."""
    settled = name in ("split_discount_gap", "above_median_share", "retention_range")
    return () if settled and not sheet.exact else solve(sheet).found


def _kind(draw: Draw, kind: str, level: str) -> str:
    listed = [each.split() for each in _KINDS[kind, level]]
    low, high, text, number = _WEIGHTS[level]
    weights = [(2 * high if "2" in mark else low) * (text if "t" in mark else number) for _, mark in listed]
    return listed[draw.weighted(weights)][0]


def _tables(draw: Draw, level: str, size: Size) -> Sheet:
    rank = LEVELS.index(level)
    categories = [f"category_{each + 1}" for each in sorted(draw.sample(range(CATEGORIES), size.groups))]
    regions = [f"region_{each + 1}" for each in sorted(draw.sample(range(REGIONS), size.groups))]
    names = [f"product_{each + 1:02d}" for each in draw.sample(range(PRODUCTS), draw.between(*size.products))]
    people = [f"person_{each + 1:02d}" for each in draw.sample(range(PEOPLE), draw.between(*size.customers))]
    ids = [f"C-{number:03d}" for number in range(1, len(people) + 1)]
    products = [(number, name, draw.choice(categories), *_product(draw, rank)) for number, name in enumerate(names, 1)]
    count = draw.between(*size.orders)
    orders = [
        (f"O-{number:03d}", draw.choice(names), draw.choice(regions), draw.between(1, 50),
         f"quarter_{draw.between(1, QUARTERS)}", draw.choice(ids), *_order(draw, rank))
        for number in range(1, count + 1)
    ]  # fmt: skip
    customers = [
        (name, person, draw.choice(MEMBERSHIPS), draw.between(2018, 2024), draw.choice(regions), *_customer(draw, rank))
        for name, person in zip(ids, people, strict=True)
    ]
    heads = (("number", "product", "category", "price", "stock", "discount"),
             ("order", "product", "region", "quantity", "quarter", "customer"),
             ("customer", "person", "membership", "joined", "region"))  # fmt: skip
    more = ((("supplier", "warehouse"), ("tax", "rating")), (("channel", "priority"), ("shipping", "promo")),
            (("segment",), ("age", "points")))  # fmt: skip
    tables = [
        Table((*head, *(name for group in extra[:rank] for name in group)), tuple(rows))
        for head, extra, rows in zip(heads, more, (products, orders, customers), strict=True)
    ]
    return Sheet(tables[0], tables[1], tables[2], Query(""))


def _product(draw: Draw, rank: int) -> list[Cell]:
    cells: list[Cell] = [draw.between(5, 50) * 100, draw.between(10, 200), draw.between(0, 4) * 5]
    if rank >= 1:
        cells += [f"S-{draw.between(1, 12):02d}", f"warehouse_{draw.between(1, 4)}"]
    if rank >= 2:
        cells += [draw.choice((0, 3, 5, 8, 10)), draw.between(1, 5)]
    return cells


def _order(draw: Draw, rank: int) -> list[Cell]:
    cells: list[Cell] = []
    if rank >= 1:
        cells += [f"channel_{draw.between(1, 4)}", f"priority_{draw.between(1, 3)}"]
    if rank >= 2:
        cells += [draw.between(0, 20) * 100, draw.choice((0, 5, 10, 15))]
    return cells


def _customer(draw: Draw, rank: int) -> list[Cell]:
    cells: list[Cell] = [f"segment_{draw.between(1, 4)}"] if rank >= 1 else []
    return cells + ([f"age_{draw.between(1, 4)}", draw.between(0, 5000)] if rank >= 2 else [])


def _named(draw: Draw, book: Book, kind: str) -> tuple[Cell, ...] | None:
    """What the sentence of a kind names; None where the tables have no such thing, or more than one."""
    fixed: dict[str, tuple[Cell, ...]] = {
        "top_stock_discount": (3,), "second_product_category": (2,), "second_distinct_category": (2,),
        "second_by_categories": (2,), "regulars_second": (3, 2), "bottom_membership": (3,), "early_best_stock": (2021,),
        "late_top_category": (2021,), "discounted_orders": (10,), "lowered_discount": (5,), "region_late_gap": (2021,),
        "nth_region": (2,), "split_discount_gap": (15,), "membership_mean_gap": ("membership_gold",),
        "membership_difference": ("membership_gold", "membership_silver"), "membership_pair_ratio": MEMBERSHIPS,
    }  # fmt: skip
    drawn: dict[str, Callable[[], tuple[Cell, ...] | None]] = {
        "category_discounted": lambda: (_one(draw, book, "category"),),
        "category_region_max": lambda: (_one(draw, book, "category"),),
        "quarter_quantity": lambda: (_one(draw, book, "quarter"),),
        "region_revenue": lambda: (_one(draw, book, "region"),),
        "region_discounted": lambda: (_one(draw, book, "region"),),
        "category_region_revenue": lambda: (_one(draw, book, "category"), _one(draw, book, "region")),
        "membership_share": lambda: (draw.choice(MEMBERSHIPS[:3]),),
        "membership_quantity": lambda: ("membership_gold",),
        "distinct_in_membership": lambda: ("membership_gold",),
        "non_member_lead": lambda: (_one(draw, book, "region"), "membership_gold"),
        "busiest_quarter_share": lambda: _top(total(book.orders, quarter, one), 1, "membership_gold"),
        "best_region_without_top": lambda: _top(total(book.orders, region, revenue), 1, 2),
        "region_top_share": lambda: _top(total(book.orders, region, one), 3),
    }
    return drawn[kind]() if kind in drawn else fixed.get(kind, ())


def _one(draw: Draw, book: Book, field: str) -> str:
    """A category, region or quarter that some order has."""
    return draw.choice(sorted({str(getattr(order, field)) for order in book.orders}))


def _top(values: Mapping[str, int | Fraction], rank: int, *more: Cell) -> tuple[Cell, ...] | None:
    held = at_rank(values, rank)
    return (held[0], *more) if len(held) == 1 else None
