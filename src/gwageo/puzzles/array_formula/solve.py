"""Solver: the answer of every kind of question, with all answers that ties and unstated cuts leave open.

A kind is a generator of answers. Where a rank is shared, every holder of it is followed; where the question does not
say when decimals are cut off, both ways are. More than one different answer means that the question is not sound.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

from gwageo.puzzles.array_formula.book import Book, Customer, Order, Product, distinct, mean, means, total
from gwageo.puzzles.array_formula.sheet import Answer, Sheet
from gwageo.puzzles.base import Search

Kind = Callable[..., Iterator[Answer]]
KINDS: dict[str, Kind] = {}
"""Kind of question to what answers it, given the tables and what the sentence names."""


def _kind(function: Kind) -> Kind:
    KINDS[function.__name__] = function
    return function


def solve(puzzle: Sheet) -> Search[Answer]:
    """Up to two answers; the work is the number of rows. A mean or a share of nothing leaves a question without one."""
    book = Book.of(puzzle)
    try:
        found = dict.fromkeys(KINDS[puzzle.query.kind](book, *puzzle.query.named))
    except ZeroDivisionError:
        found = {}
    return Search(tuple(found)[:2], len(book.products) + len(book.orders) + len(book.customers))


# --- steps


def at_rank(values: Mapping[Any, int | Fraction], rank: int, *, lowest: bool = False) -> list[Any]:
    """Everything that may hold a rank; several where it is shared."""
    ordered = sorted(values.values(), reverse=not lowest)
    return [key for key, value in values.items() if len(ordered) >= rank and value == ordered[rank - 1]]


def first(values: Mapping[Any, int | Fraction], count: int, *, lowest: bool = False) -> Iterator[set[Any]]:
    """Every set that may be the first `count`; several where the last place is shared."""
    ordered = sorted(values.values(), reverse=not lowest)
    edge = ordered[min(count, len(ordered)) - 1]
    sure = {key for key, value in values.items() if (value < edge if lowest else value > edge)}
    shared = [key for key, value in values.items() if value == edge]
    for chosen in combinations(shared, min(count, len(ordered)) - len(sure)):
        yield sure | set(chosen)


def gap(book: Book, a: Fraction, b: Fraction) -> Iterator[int]:
    """The absolute difference, decimals cut off at the end, or else before subtracting where that is not excluded."""
    yield int(abs(a - b))
    if not book.exact:
        yield abs(int(a) - int(b))


def median(values: list[int]) -> Fraction:
    """The median; the mean of the two middle values where they are an even number."""
    ordered = sorted(values)
    return Fraction(ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2], 2)


def upper_median(book: Book, values: list[int]) -> Fraction:
    """The median, or the upper middle value where the question only says "middle value", as the released ones do."""
    return median(values) if book.exact else Fraction(sorted(values)[len(values) // 2])


def share(part: int, whole: int) -> int:
    """Percent without decimals."""
    return part * 100 // whole if whole else 0


def category(order: Order) -> str:
    return order.category


def region(order: Order) -> str:
    return order.region


def quarter(order: Order) -> str:
    return order.quarter


def buyer(order: Order) -> str:
    return order.customer.id


def item(order: Order) -> str:
    return order.product.name


def revenue(order: Order) -> int:
    return order.revenue


def discounted(order: Order) -> int:
    return order.discounted


def quantity(order: Order) -> int:
    return order.quantity


def one(order: Order) -> int:
    return 1


def _customer(book: Book, name: str) -> Customer:
    return next(each for each in book.customers if each.id == name)


def _product(book: Book, name: str) -> Product:
    return next(each for each in book.products if each.name == name)


def _above_mean_quantity(book: Book) -> list[Order]:
    usual = mean(order.quantity for order in book.orders)
    return [order for order in book.orders if order.quantity > usual]


# --- lookup


@_kind
def second_product_category(book: Book, rank: int) -> Iterator[Answer]:
    """Category of the product at a rank by revenue."""
    for name in at_rank(total(book.orders, item, revenue), rank):
        yield _product(book, name).category


@_kind
def top_stock_discount(book: Book, count: int) -> Iterator[Answer]:
    """Discount of the product with most stock in the categories with most ordered quantity."""
    for chosen in first(total(book.orders, category, quantity), count):
        stocks = {each.name: each.stock for each in book.products if each.category in chosen}
        yield from (_product(book, name).discount for name in at_rank(stocks, 1))


@_kind
def second_distinct_category(book: Book, rank: int) -> Iterator[Answer]:
    """Revenue of the category at a rank by number of different products ordered."""
    sums = total(book.orders, category, revenue)
    yield from (sums[each] for each in at_rank(distinct(book.orders, category, item), rank))


@_kind
def above_mean_revenue(book: Book) -> Iterator[Answer]:
    """Revenue of orders with more than the mean quantity."""
    yield sum(map(revenue, _above_mean_quantity(book)))


@_kind
def busiest_region_discounted(book: Book) -> Iterator[Answer]:
    """Discounted revenue of the region with most orders."""
    sums = total(book.orders, region, discounted)
    yield from (sums[each] for each in at_rank(total(book.orders, region, one), 1))


@_kind
def category_discounted(book: Book, named: str) -> Iterator[Answer]:
    """Discounted revenue of a category."""
    yield sum(order.discounted for order in book.orders if order.category == named)


@_kind
def early_best_stock(book: Book, year: int) -> Iterator[Answer]:
    """Mean stock of the category most ordered by the customer with the best mean order of those who joined before."""
    orders = [order for order in book.orders if order.customer.joined < year]
    for name in at_rank(means(orders, buyer, revenue), 1):
        theirs = [order for order in orders if buyer(order) == name]
        for chosen in at_rank(total(theirs, category, quantity), 1):
            yield int(mean(each.stock for each in book.products if each.category == chosen))


@_kind
def late_top_category(book: Book, year: int) -> Iterator[Answer]:
    """Category most ordered by the top spender of those who joined in a year or later."""
    orders = [order for order in book.orders if order.customer.joined >= year]
    for name in at_rank(total(orders, buyer, revenue), 1):
        yield from at_rank(total((order for order in orders if buyer(order) == name), category, quantity), 1)


@_kind
def second_by_categories(book: Book, rank: int) -> Iterator[Answer]:
    """Region of the customer at a rank by categories bought, among those who spend more than the mean."""
    spent = total(book.orders, buyer, revenue)
    usual = mean(spent.values())
    orders = [order for order in book.orders if spent[buyer(order)] > usual]
    yield from (_customer(book, name).region for name in at_rank(distinct(orders, buyer, category), rank))


@_kind
def regulars_second(book: Book, least: int, rank: int) -> Iterator[Answer]:
    """Membership of the customer at a rank by mean order, among those with enough orders."""
    counts = total(book.orders, buyer, one)
    orders = [order for order in book.orders if counts[buyer(order)] >= least]
    yield from (_customer(book, name).membership for name in at_rank(means(orders, buyer, revenue), rank))


@_kind
def bottom_membership(book: Book, count: int) -> Iterator[Answer]:
    """Membership of who ordered most of the product with the highest mean quantity in the weakest categories."""
    for chosen in first(total(book.orders, category, revenue), count, lowest=True):
        orders = [order for order in book.orders if order.category in chosen]
        for name in at_rank(means(orders, item, quantity), 1):
            bought = total((order for order in orders if item(order) == name), buyer, quantity)
            yield from (_customer(book, each).membership for each in at_rank(bought, 1))


# --- conditional aggregation


@_kind
def mean_of_category_prices(book: Book) -> Iterator[Answer]:
    """Mean over categories of their mean price."""
    prices: dict[str, list[int]] = {}
    for each in book.products:
        prices.setdefault(each.category, []).append(each.price)
    yield int(mean(map(mean, prices.values())))


@_kind
def quarter_quantity(book: Book, named: str) -> Iterator[Answer]:
    """Quantity ordered in a quarter."""
    yield sum(order.quantity for order in book.orders if order.quarter == named)


@_kind
def discounted_orders(book: Book, least: int) -> Iterator[Answer]:
    """Number of orders for products with a discount of at least so much."""
    yield sum(order.product.discount >= least for order in book.orders)


@_kind
def above_price_inventory(book: Book) -> Iterator[Answer]:
    """Discounted worth of the stock of products dearer than the mean."""
    usual = mean(each.price for each in book.products)
    yield sum(int(each.discounted) * each.stock for each in book.products if each.price > usual)


@_kind
def discount_category_orders(book: Book) -> Iterator[Answer]:
    """Number of orders in the category with the highest mean discount."""
    rates: dict[str, list[int]] = {}
    for each in book.products:
        rates.setdefault(each.category, []).append(each.discount)
    counts = total(book.orders, category, one)
    for name in at_rank({name: mean(values) for name, values in rates.items()}, 1):
        yield counts.get(name, 0)


@_kind
def membership_share(book: Book, named: str) -> Iterator[Answer]:
    """Percent of revenue from a membership."""
    yield share(sum(order.revenue for order in book.orders if order.customer.membership == named),
                sum(map(revenue, book.orders)))  # fmt: skip


@_kind
def big_spenders(book: Book) -> Iterator[Answer]:
    """Number of customers who spend more than the mean."""
    spent = total(book.orders, buyer, revenue)
    usual = mean(spent.values())
    yield sum(value > usual for value in spent.values())


@_kind
def above_stock_revenue(book: Book) -> Iterator[Answer]:
    """Revenue of products with more stock than the median."""
    middle = median([each.stock for each in book.products])
    yield sum(order.revenue for order in book.orders if order.product.stock > middle)


@_kind
def busiest_quarter_share(book: Book, named: str, membership: str) -> Iterator[Answer]:
    """Percent of the revenue of the quarter with most orders, named in the question, that comes from a membership."""
    orders = [order for order in book.orders if order.quarter == named]
    yield share(sum(order.revenue for order in orders if order.customer.membership == membership),
                sum(map(revenue, orders)))  # fmt: skip


@_kind
def weighted_price_gap(book: Book) -> Iterator[Answer]:
    """Mean price by quantity against mean price of the products."""
    weighted = Fraction(sum(map(revenue, book.orders)), sum(map(quantity, book.orders)))
    yield from gap(book, weighted, mean(each.price for each in book.products))


@_kind
def membership_mean_gap(book: Book, named: str) -> Iterator[Answer]:
    """Mean over categories of the mean order, of a membership against everyone."""
    theirs = [order for order in book.orders if order.customer.membership == named]
    everyone = means(book.orders, category, revenue).values()
    yield from gap(book, mean(means(theirs, category, revenue).values()), mean(everyone))


@_kind
def quarter_ratio_gap(book: Book) -> Iterator[Answer]:
    """The highest percentage that discounts leave of a quarter's revenue, against that of all orders."""
    full, less = total(book.orders, quarter, revenue), total(book.orders, quarter, discounted)
    best = max(Fraction(less[each] * 100, full[each]) for each in full)
    yield from gap(book, best, Fraction(sum(less.values()) * 100, sum(full.values())))


@_kind
def lowered_discount(book: Book, points: int) -> Iterator[Answer]:
    """Discounted revenue against what it would be if every discount were lower by some points."""
    other = sum(order.product.price * (100 - max(0, order.product.discount - points)) * order.quantity // 100
                for order in book.orders)  # fmt: skip
    yield abs(other - sum(map(discounted, book.orders)))


@_kind
def quarter_mean_gap(book: Book) -> Iterator[Answer]:
    """Mean over quarters of the mean order, against the mean order."""
    yield from gap(book, mean(means(book.orders, quarter, revenue).values()), mean(map(revenue, book.orders)))


@_kind
def category_cv(book: Book) -> Iterator[Answer]:
    """Standard deviation of the revenues of the categories in percent of their mean."""
    sums = list(total(book.orders, category, revenue).values())
    middle = mean(sums)
    variance = mean((value - middle) ** 2 for value in sums)
    yield isqrt(int(variance / middle**2 * 10_000))


# --- array computation


@_kind
def total_discounted(book: Book) -> Iterator[Answer]:
    """Discounted revenue of all orders."""
    yield sum(map(discounted, book.orders))


@_kind
def total_discount(book: Book) -> Iterator[Answer]:
    """Revenue less discounted revenue."""
    yield sum(order.revenue - order.discounted for order in book.orders)


@_kind
def above_mean_discounted(book: Book) -> Iterator[Answer]:
    """Discounted revenue of orders with more than the mean quantity."""
    yield sum(map(discounted, _above_mean_quantity(book)))


@_kind
def membership_difference(book: Book, more: str, less: str) -> Iterator[Answer]:
    """Revenue of one membership less that of another."""
    sums = total(book.orders, lambda order: order.customer.membership, revenue)
    yield sums.get(more, 0) - sums.get(less, 0)


@_kind
def category_range(book: Book) -> Iterator[Answer]:
    """Highest less lowest revenue of a category."""
    sums = total(book.orders, category, revenue).values()
    yield max(sums) - min(sums)


@_kind
def quarter_range(book: Book) -> Iterator[Answer]:
    """Highest less lowest discounted revenue of a quarter."""
    sums = total(book.orders, quarter, discounted).values()
    yield max(sums) - min(sums)


@_kind
def cell_ratio(book: Book) -> Iterator[Answer]:
    """Largest cell of the table of memberships and categories in percent of the smallest that is not zero."""
    cells = total(book.orders, lambda order: f"{order.customer.membership} {order.category}", revenue).values()
    yield share(max(cells), min(cells))


@_kind
def region_late_gap(book: Book, year: int) -> Iterator[Answer]:
    """The most that customers who joined before a year add to the discounted revenue of a region."""
    early = total((order for order in book.orders if order.customer.joined < year), region, discounted)
    yield max(early.values(), default=0)


@_kind
def above_median_share(book: Book) -> Iterator[Answer]:
    """Percent of revenue from orders above the median revenue."""
    values = list(map(revenue, book.orders))
    middle = upper_median(book, values)
    yield share(sum(value for value in values if value > middle), sum(values))


@_kind
def retention_range(book: Book) -> Iterator[Answer]:
    """Highest less lowest percentage that discounts leave of a category's revenue."""
    full, less = total(book.orders, category, revenue), total(book.orders, category, discounted)
    ratios = [Fraction(less[each] * 100, full[each]) for each in full]
    yield int(max(ratios) - min(ratios)) if book.exact else int(max(ratios)) - int(min(ratios))


@_kind
def discount_price_gap(book: Book) -> Iterator[Answer]:
    """Mean discounted price of discounted products against the mean price of the others."""
    with_discount = [each.discounted for each in book.products if each.discount]
    without = [each.price for each in book.products if not each.discount]
    if with_discount and without:
        yield from gap(book, mean(with_discount), mean(without))


# --- several conditions


@_kind
def region_revenue(book: Book, named: str) -> Iterator[Answer]:
    """Revenue of a region."""
    yield sum(order.revenue for order in book.orders if order.region == named)


@_kind
def membership_quantity(book: Book, named: str) -> Iterator[Answer]:
    """Quantity bought by a membership."""
    yield sum(order.quantity for order in book.orders if order.customer.membership == named)


@_kind
def category_region_revenue(book: Book, kind: str, place: str) -> Iterator[Answer]:
    """Revenue of a category in a region."""
    yield sum(order.revenue for order in book.orders if order.category == kind and order.region == place)


@_kind
def region_discounted(book: Book, named: str) -> Iterator[Answer]:
    """Discounted revenue of a region."""
    yield sum(order.discounted for order in book.orders if order.region == named)


@_kind
def category_region_max(book: Book, named: str) -> Iterator[Answer]:
    """Region with the largest quantity of a category."""
    yield from at_rank(total((order for order in book.orders if order.category == named), region, quantity), 1)


@_kind
def nth_region(book: Book, rank: int) -> Iterator[Answer]:
    """Revenue of the region at a rank by revenue."""
    yield sorted(total(book.orders, region, revenue).values(), reverse=True)[rank - 1]


@_kind
def distinct_in_membership(book: Book, named: str) -> Iterator[Answer]:
    """Category with most different products ordered by a membership."""
    orders = [order for order in book.orders if order.customer.membership == named]
    yield from at_rank(distinct(orders, category, item), 1)


@_kind
def busiest_category_discounted(book: Book) -> Iterator[Answer]:
    """Discounted revenue of the category with most orders."""
    sums = total(book.orders, category, discounted)
    yield from (sums[each] for each in at_rank(total(book.orders, category, one), 1))


@_kind
def non_member_lead(book: Book, place: str, membership: str) -> Iterator[Answer]:
    """Orders of a region from everyone else less those from a membership."""
    theirs = [order.customer.membership == membership for order in book.orders if order.region == place]
    yield len(theirs) - 2 * sum(theirs)


@_kind
def split_discount_gap(book: Book, least: int) -> Iterator[Answer]:
    """Percent of revenue from well discounted products, of customers above the median spending against the others."""
    spent = total(book.orders, buyer, revenue)
    middle = upper_median(book, list(spent.values()))
    shares = []
    for above in (True, False):
        orders = [order for order in book.orders if (spent[buyer(order)] > middle) == above]
        part = sum(order.revenue for order in orders if order.product.discount >= least)
        shares.append(Fraction(part * 100, sum(map(revenue, orders))) if orders else Fraction(0))
    yield int(abs(shares[0] - shares[1])) if book.exact else abs(int(shares[0]) - int(shares[1]))


@_kind
def best_region_without_top(book: Book, place: str, count: int) -> Iterator[Answer]:
    """Mean order of the region with most revenue, named in the question, without the top spenders."""
    for chosen in first(total(book.orders, buyer, revenue), count):
        values = [order.revenue for order in book.orders if order.region == place and buyer(order) not in chosen]
        yield int(mean(values)) if values else 0


@_kind
def region_top_share(book: Book, place: str) -> Iterator[Answer]:
    """Percent of the spending of a region's top spender that falls in it; the region is named in the question."""
    spent = total(book.orders, buyer, revenue)
    here = total((order for order in book.orders if order.region == place), buyer, revenue)
    yield from (share(here[name], spent[name]) for name in at_rank(here, 1))


@_kind
def membership_pair_ratio(book: Book, *pairs: str) -> Iterator[Answer]:
    """Mean order of two memberships in percent of that of two others."""
    first_pair, second_pair = (
        mean(order.revenue for order in book.orders if order.customer.membership in pair)
        for pair in (pairs[:2], pairs[2:])
    )
    yield int(first_pair / second_pair * 100)
