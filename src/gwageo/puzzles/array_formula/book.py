"""The tables joined: every order with what its product and its customer say of it, and the sums over them."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from gwageo.puzzles.array_formula.sheet import Sheet, Table


class Product(NamedTuple):
    """A row of the product table, as far as questions go."""

    name: str
    category: str
    price: int
    stock: int
    discount: int

    @property
    def discounted(self) -> Fraction:
        """The price less its discount."""
        return Fraction(self.price * (100 - self.discount), 100)


class Customer(NamedTuple):
    """A row of the customer table, as far as questions go."""

    id: str
    membership: str
    joined: int
    region: str


class Order(NamedTuple):
    """An order with its product and customer."""

    product: Product
    customer: Customer
    region: str
    quantity: int
    quarter: str

    @property
    def category(self) -> str:
        """Category of the product."""
        return self.product.category

    @property
    def revenue(self) -> int:
        """Price times quantity."""
        return self.product.price * self.quantity

    @property
    def discounted(self) -> int:
        """Discounted price times quantity; a whole number, since prices are hundreds and discounts fives."""
        return self.product.price * (100 - self.product.discount) * self.quantity // 100


Key = Callable[[Order], str]


class Book(NamedTuple):
    """The tables of a sheet."""

    products: tuple[Product, ...]
    customers: tuple[Customer, ...]
    orders: tuple[Order, ...]
    exact: bool

    @classmethod
    def of(cls, sheet: Sheet) -> "Book":
        """Join the tables of a sheet."""
        products = [Product(*row) for row in _columns(sheet.products, "product category price stock discount")]
        customers = [Customer(*row) for row in _columns(sheet.customers, "customer membership joined region")]
        by_name = {each.name: each for each in products}
        by_id = {each.id: each for each in customers}
        orders = _columns(sheet.orders, "product customer region quantity quarter")
        return cls(
            tuple(products), tuple(customers),
            tuple(Order(by_name[product], by_id[customer], *rest) for product, customer, *rest in orders), sheet.exact,
        )  # fmt: skip


def _columns(table: Table, names: str) -> list[tuple[Any, ...]]:
    places = [table.columns.index(name) for name in names.split()]
    return [tuple(row[place] for place in places) for row in table.rows]


def total(orders: Iterable[Order], by: Key, value: Callable[[Order], int]) -> dict[str, int]:
    """The sum of a value over orders, by what they have in common, in order of appearance."""
    sums: dict[str, int] = {}
    for order in orders:
        key = by(order)
        sums[key] = sums.get(key, 0) + value(order)
    return sums


def distinct(orders: Iterable[Order], by: Key, what: Key) -> dict[str, int]:
    """How many different things orders have, by what they have in common."""
    seen: dict[str, set[str]] = {}
    for order in orders:
        seen.setdefault(by(order), set()).add(what(order))
    return {key: len(things) for key, things in seen.items()}


def means(orders: Iterable[Order], by: Key, value: Callable[[Order], int]) -> dict[str, Fraction]:
    """The mean of a value over orders, by what they have in common."""
    listed = list(orders)
    counts = total(listed, by, lambda _: 1)
    return {key: Fraction(value, counts[key]) for key, value in total(listed, by, value).items()}


def mean(values: Iterable[int | Fraction]) -> Fraction:
    """The mean."""
    listed = list(values)
    return Fraction(sum(listed), len(listed))
