"""Equivalence: are two scores the same within a margin, different, both, or is it undecided?

Two one-sided tests (TOST) at 5 % each: the scores are equivalent if the 90 % interval of their difference lies inside
the margin, whose ends do not belong to it. The interval is a score interval: Tango's for pairs, Newcombe's otherwise,
Student's for values that are not right or wrong.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import Literal

from gwageo.analysis.intervals import t_cdf, t_quantile
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
    """`mcnemar+tango`, `fisher+newcombe`, `t` or `t_clustered`."""
    flags: tuple[str, ...] = ()
    """`no_discordant_pairs`, `degenerate_variance`, `single`: one item or cluster, of which nothing can be said."""
    clusters: int | None = None
    """Groups of items that hang together, which the test counts; None where every item stands for itself."""


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


def compare_values(
    a: Sequence[float],
    b: Sequence[float],
    margin: float,
    top: float | None = None,
    weights: Sequence[float] | None = None,
    clusters: Sequence[Hashable] | None = None,
) -> Comparison:
    """Two exams of the same items with scores of any size, in the unit of the scores.

    Without variance of the differences only their signs are tested, and the scores are equivalent if their difference
    is smaller than the margin. No p is below that of the signs. Of a single item or cluster nothing can be said.

    Args:
        a: One value an item.
        b: The same items in the same order.
        margin: In the unit of the scores.
        top: The best possible score, for `uninformative`; None where there is none.
        weights: How many parts the value of an item is the mean of; None is one each.
        clusters: A sign for each item, the same for those that hang together; None where each stands for itself.

    Source: Cochran, Sampling Techniques (3rd ed. 1977), section 3.12, of the differences: a ratio of totals over
        clusters, with as many degrees of freedom as clusters less one. With neither argument it is Student's t.
    """
    _check(margin)
    n = len(a)
    if n != len(b) or n == 0:
        raise ValueError(f"expected the same items on both sides, at least one; got {n} and {len(b)}")
    weighed, own = weights or [1.0] * n, clusters or range(n)
    total = math.fsum(weighed)
    mean_a, mean_b = (math.fsum(map(mul, weighed, side)) / total for side in (a, b))
    mean = mean_a - mean_b
    residuals: defaultdict[Hashable, float] = defaultdict(float)
    for x, y, weight, cluster in zip(a, b, weighed, own, strict=True):
        residuals[cluster] += weight * (x - y - mean)
    count = len(residuals)
    known = Comparison(
        mean_a, mean_b, mean, n, None, None, 1.0, margin, None, "undecided",
        "t" if count == n else "t_clustered", clusters=None if count == n else count,
    )  # fmt: skip
    if count == 1:
        return replace(known, flags=("single",))
    error = math.sqrt(count / (count - 1) * math.fsum(each**2 for each in residuals.values())) / total
    if error < 1e-12:
        return _degenerate(known, count, top)
    half95, half90 = (t_quantile(0.5 + level / 2, count - 1) * error for level in (0.95, 1 - 2 * SIZE))
    ci90, p = (mean - half90, mean + half90), 2 * (1 - t_cdf(abs(mean) / error, count - 1))
    p = max(p, _surest(count))
    outcome = judge(mean_a, mean_b, ci90, p, margin, top)
    ci95 = (mean - half95, mean + half95)
    return replace(known, ci95=ci95, ci90=ci90, p=p, smallest_margin=_reach(ci90), outcome=outcome)


def _surest(count: int) -> float:
    """The smallest p of the signs of so many differences, which no test of them may fall below."""
    return float(2.0 ** (1 - count))


def _degenerate(known: Comparison, count: int, top: float | None) -> Comparison:
    """All differences alike: their signs are all that can be tested."""
    p = _surest(count) if abs(known.difference) > 1e-12 else 1.0
    point = (known.difference, known.difference)
    outcome = judge(known.a, known.b, point, p, known.margin, top)
    return replace(known, p=p, outcome=outcome, flags=("degenerate_variance",))


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
