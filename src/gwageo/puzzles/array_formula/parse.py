"""Parser: reads a question back, ours or the released one: the tables by their headings, the query by its sentence."""

import re
from functools import cache

from gwageo.puzzles.array_formula.asking import FORMS
from gwageo.puzzles.array_formula.sheet import Cell, Query, Sheet, Table
from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.parsing import find
from gwageo.puzzles.wording import Wording

_COLUMNS = {
    "id": "number", "상품명": "product", "카테고리": "category", "quantity": "quantity", "customer_id": "customer",
    "고객번호": "customer", "join_year": "joined", "가입연도": "joined",
}  # fmt: skip
"""Headings of the released tables that are not ours too."""
_TABLES = (
    ("Products|상품", {"product", "category", "price", "stock", "discount"}),
    ("Orders|주문", {"product", "region", "quantity", "quarter", "customer"}),
    ("Customers|고객", {"customer", "membership", "joined", "region"}),
)
_EXACT = (r"Leave off decimals only in the final answer", r"소수점 아래는 마지막 답에서만 버린다")
_MEDIAN = (r"even number of values is the mean of the two middle", r"짝수 개이면 중앙값은 가운데 두 값의 평균")


def parse(text: str) -> Sheet:
    """Read a question back."""
    products, orders, customers = (_table(text, title, needed) for title, needed in _TABLES)
    asked = find(r"^(?:Question|질문): (.+)$", text, "the question")[1]
    exact = any(re.search(pattern, text) for pattern in _EXACT) and any(re.search(each, text) for each in _MEDIAN)
    return Sheet(products, orders, customers, _query(asked), exact)


def _table(text: str, title: str, needed: set[str]) -> Table:
    match = find(rf"^\[(?:{title})(?: Table| 테이블| 표)?\]\n(.+)\n-+\n((?:.+\n)+)", text, f"the table {title}")
    head = match[1].split(" | ")
    columns = tuple(_COLUMNS.get(name) or _ids().get(name, name) for name in head)
    rows = tuple(tuple(_cell(cell) for cell in line.split(" | ")) for line in match[2].rstrip("\n").split("\n"))
    if any(len(row) != len(columns) for row in rows):
        raise Unreadable(f"a row of the table {title} does not have {len(columns)} cells")
    if missing := needed - set(columns):
        raise Unreadable(f"the table {title} lacks the columns {sorted(missing)}")
    return Table(columns, rows)


def _cell(text: str) -> Cell:
    text = {"두": "2", "세": "3"}.get(text, text)
    return int(text) if re.fullmatch(r"-?\d+", text) else _ids().get(text, text)


def _query(asked: str) -> Query:
    for kind, forms in FORMS.items():
        for form in forms:
            if match := re.search(form, asked):
                names = sorted(match.groupdict(), key=lambda name: name[1:])  # a1, b2, ...: in the order of the number
                return Query(kind, tuple(_cell(match[name]) for name in names))
    raise Unreadable(f"the question {asked!r} has no known form")


@cache
def _ids() -> dict[str, str]:
    """Our names to their ids, in both languages."""
    wording = Wording(__package__)
    return {form: name for language in ("en", "ko") for name, form in wording[language].table["names"].items()}
