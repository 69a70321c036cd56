"""Equivalence: are two scores the same within a margin, different, both, or is it undecided?

Two one-sided tests (TOST) at 5 % each: the scores are equivalent if the 90 % interval of their difference lies inside
the margin, whose ends do not belong to it. The interval is a score interval: Tango's for pairs, Newcombe's otherwise,
Student's for values that are not right or wrong.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gwageo.analysis.intervals import standard_error, t_cdf, t_quantile
from gwageo.analysis.shares import Interval, Table, Unpaired, fisher, mcnemar, newcombe, tango

SIZE = 0.05
"""Error rate of every test."""
Outcome = Literal["equivalent", "different", "both", "undecided", "uninformative"]
"""`both`: different, but by less than the margin. `uninformative`: both scores lie within the margin of 0 or 100 %,
where nothing else than equivalence could come out."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two scores compared."""

    a: float
    b: float
    difference: float
    """A less B."""
    n: int
    """Pairs, or the items of the smaller side."""
    ci95: Interval | None
    ci90: Interval | None
    """None where there is no variance to tell it from."""
    p: float
    """Two-sided, of the difference."""
    margin: float
    smallest_margin: float | None
    """The scores are equivalent at any margin above this one; None where it cannot be said."""
    outcome: Outcome
    method: str
    """`mcnemar+tango`, `fisher+newcombe` or `t`."""
    flags: tuple[str, ...] = ()
    """`no_discordant_pairs`, `degenerate_variance`."""


def compare_pairs(table: Table, margin: float) -> Comparison:
    """Two exams of the same items, right or wrong.

    Source: Schuirmann (1987), J. Pharmacokinetics and Biopharmaceutics 15, 657-680, with the interval of Tango (1998).
    """
    _check(margin)
    a, b = table.shares
    ci90, p = tango(table, 1 - 2 * SIZE), mcnemar(table)
    flags = () if table.only_a + table.only_b else ("no_discordant_pairs",)
    outcome = judge(a, b, ci90, p, margin, top=1.0)
    return Comparison(a, b, table.difference, table.n, tango(table), ci90, p, margin, _reach(ci90), outcome,
                      "mcnemar+tango", flags)  # fmt: skip


def compare_unpaired(counts: Unpaired, margin: float) -> Comparison:
    """Two exams of different items, right or wrong."""
    _check(margin)
    a, b = counts.shares
    ci90, p = newcombe(counts, 1 - 2 * SIZE), fisher(counts)
    outcome = judge(a, b, ci90, p, margin, top=1.0)
    return Comparison(a, b, counts.difference, min(counts.n_a, counts.n_b), newcombe(counts), ci90, p, margin,
                      _reach(ci90), outcome, "fisher+newcombe")  # fmt: skip


def compare_values(a: Sequence[float], b: Sequence[float], margin: float, top: float | None = None) -> Comparison:
    """Two exams of the same items with scores of any size, in the unit of the scores.

    Without variance of the differences there is no test: the scores are equivalent if their difference is smaller than
    the margin, and different if it is not 0.

    Args:
        a: One value an item.
        b: The same items in the same order.
        margin: In the unit of the scores.
        top: The best possible score, for `uninformative`; None where there is none.
    """
    _check(margin)
    n = len(a)
    if n != len(b) or n == 0:
        raise ValueError(f"expected the same items on both sides, at least one; got {n} and {len(b)}")
    differences = [x - y for x, y in zip(a, b, strict=True)]
    mean_a, mean_b, mean = math.fsum(a) / n, math.fsum(b) / n, math.fsum(differences) / n
    error = standard_error(differences)
    if error is None or error < 1e-12:
        return _degenerate(mean_a, mean_b, mean, n, margin)
    half95, half90 = (t_quantile(0.5 + level / 2, n - 1) * error for level in (0.95, 1 - 2 * SIZE))
    ci90, p = (mean - half90, mean + half90), 2 * (1 - t_cdf(abs(mean) / error, n - 1))
    outcome = judge(mean_a, mean_b, ci90, p, margin, top)
    ci95 = (mean - half95, mean + half95)
    return Comparison(mean_a, mean_b, mean, n, ci95, ci90, p, margin, _reach(ci90), outcome, "t")


def _degenerate(a: float, b: float, mean: float, n: int, margin: float) -> Comparison:
    close, apart = abs(mean) < margin, abs(mean) > 1e-12
    outcome: Outcome = ("both" if apart else "equivalent") if close else ("different" if apart else "undecided")
    return Comparison(
        a, b, mean, n, None, None, 0.0 if apart else 1.0, margin, None, outcome, "t", ("degenerate_variance",)
    )


def judge(a: float, b: float, ci90: Interval, p: float, margin: float, top: float | None) -> Outcome:
    """The outcome of two tests.

    Args:
        a: One score.
        b: The other.
        ci90: 90 % interval of their difference.
        p: Of equality, two-sided.
        margin: Of equivalence; its ends do not belong to it.
        top: The best possible score; None where there is none.
    """
    if top is not None and (max(a, b) < margin or min(a, b) > top - margin):
        return "uninformative"
    equivalent, different = -margin < ci90[0] and ci90[1] < margin, p < SIZE
    if equivalent:
        return "both" if different else "equivalent"
    return "different" if different else "undecided"


def _reach(interval: Interval) -> float:
    return max(abs(interval[0]), abs(interval[1]))


def _check(margin: float) -> None:
    if not 0 < margin < math.inf:
        raise ValueError(f"the margin is {margin!r}, expected a number above 0")
