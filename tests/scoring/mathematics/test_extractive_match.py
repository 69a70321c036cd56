r"""The published extractive match: the outcomes that running Lighteval gives, and the shorter ways through it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gwageo.scoring.mathematics.judging import published, readable

pytest.importorskip("math_verify")

BOX = r"$\boxed{%s}$입니다"
OUTCOMES = [
    (r"\left( 3, \frac{\pi}{2} \right)", BOX % r"(3, \frac{\pi}{2})", False),  # a bare gold gives nothing
    (r"$\left( 3, \frac{\pi}{2} \right)$", BOX % r"(3, \frac{\pi}{2})", True),
    (r"그러므로 $\boxed{\left( 3, \frac{\pi}{2} \right)}$이다.", BOX % r"(3, \frac{\pi}{2})", True),
    ("9", BOX % "9", True),  # through the fallback's text alone
    ("$9$", "최종 답은 9입니다.", True),
    (r"$\frac{1}{3}$", BOX % "0.33333", True),
    (r"$\frac{1}{3}$", BOX % "0.333", False),
    ("$0.5$", BOX % r"\frac12", True),
    ("$42$", BOX % "41" + " 다시 보니 " + BOX % "42", True),
    ("$42$", BOX % "42" + " 검산: $x^2 + 1$", True),
    ("$6$", BOX % r"6\text{개}", True),
    (r"$90^\circ$", BOX % "90", True),
    (r"$\{1,2\}$", BOX % "2, 1", True),
    ("$x=5$", BOX % "5", True),
    (r"$2\sqrt{3}$", BOX % r"\sqrt{12}", True),
    (r"$\text{Evelyn}$", BOX % r"\text{에블린}", False),
    ("$1$", "", False),
    ("$7$", "The final answer is: $7$. I hope it is correct.", True),
    ("$7$", "Answer: 3 + 4 = 7", True),
    (r"$\frac{1}{2}$", "50%", True),
    ("$50$", BOX % r"50\%", False),
    ("$x<3$", BOX % "3>x", True),
    ("$x<3$", BOX % r"x \le 3", False),
    ("$(1,2)$", BOX % "[1,2]", False),
    (r"$\begin{pmatrix} 1 \\ 2 \end{pmatrix}$", BOX % r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}", True),
    ("$1$ and $2$", "두 근은 $2$ and $1$", True),
]


@pytest.mark.parametrize(("gold", "reply", "equal"), OUTCOMES)
def test_the_outcome_is_the_published_one(gold: str, reply: str, equal: bool) -> None:
    assert published([gold], reply).equal is equal


@pytest.mark.parametrize("reply", [r"$\boxed{12}$ 그리고 $\boxed{13}$", "답: 13", "13"])
def test_the_span_is_where_the_value_stood(reply: str) -> None:
    found = published(["$13$"], reply)
    assert found.equal
    assert found.span is not None
    assert "13" in reply[slice(*found.span)]


@pytest.mark.parametrize(
    ("gold", "is_readable"),
    [(r"$\frac{1}{2}$", True), ("$5$", True), ("$x=5$", True), (r"$\begin{aligned$", False), ("5", False)],
)
def test_a_gold_that_cannot_be_parsed_is_told(gold: str, is_readable: bool) -> None:
    assert readable([gold]) == [is_readable]


def test_several_golds_are_told_apart() -> None:
    assert readable(["$5$", r"$\begin{aligned$", "$6$"]) == [True, False, True]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**12))
def test_the_short_way_for_whole_numbers_gives_what_the_parser_gives(number: int) -> None:
    from latex2sympy2_extended import latex2sympy

    from gwageo.scoring.mathematics.parsing import _parsed

    for text in (str(number), f"00{number}"):
        assert _parsed(text) == latex2sympy(text, is_real=True, convert_degrees=False, normalization_config=None)
        assert type(_parsed(text)) is type(latex2sympy(text, is_real=True, normalization_config=None))


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="0123456789+-*/^()., ", min_size=1, max_size=12))
def test_plain_expressions_have_the_value_that_sympy_reads(written: str) -> None:
    """Built from the syntax tree, and never executed, they are worth what the published parser makes of them."""
    from sympy.parsing import parse_expr

    from gwageo.scoring.mathematics.parsing import _arithmetic

    if "^" in written or "**" in written:
        return  # powers may take for ever
    ours = _arithmetic(written)
    try:
        theirs = parse_expr(written.strip(), evaluate=False)
    except Exception:  # noqa: BLE001,RUF100 - it raises whatever it meets
        theirs = None
    if ours is not None and theirs is not None and not isinstance(theirs, tuple):
        assert ours.doit() == theirs.doit()
    if ours is None and getattr(theirs, "is_number", False):
        pytest.fail(f"{written!r} was read by the published parser alone")
