"""Contrast: the difference of two averages over different items, with a test of equality and one of equivalence."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from gwageo.analysis.averages import Average
from gwageo.analysis.equivalence import SIZE, Outcome, judge
from gwageo.analysis.intervals import Z
from gwageo.analysis.shares import Interval, quantile


@dataclass(frozen=True, slots=True)
class Contrast:
    """One average less another, as fractions."""

    a: float
    b: float
    difference: float
    stderr: float
    """Of the difference; the intervals end at -1 and 1, so it cannot be read off them."""
    ci95: Interval
    ci90: Interval
    p_different: float
    """Two-sided, of equality."""
    p_equivalent: float
    """Of a difference as large as the margin or larger: the larger of two one-sided ones."""
    margin: float
    outcome: Outcome


def contrast(a: Average, b: Average, margin: float) -> Contrast | None:
    """Two averages of independent items; None where the variance of one is not known.

    The variances are those of shares drawn in towards the middle, as in Agresti and Caffo (2000), The American
    Statistician 54, 280-288, so that scores near 0 and 1 keep some.
    """
    if a.variance is None or b.variance is None:
        return None
    error, difference = math.sqrt(a.variance + b.variance), a.value - b.value
    normal = NormalDist()
    p_different = 2 * (1 - normal.cdf(abs(difference) / error))
    p_equivalent = 1 - normal.cdf((margin - abs(difference)) / error)
    ci95, ci90 = (_around(difference, width * error) for width in (Z, quantile(1 - 2 * SIZE)))
    outcome = judge(a.value, b.value, ci90, p_different, margin, top=1.0)
    return Contrast(a.value, b.value, difference, error, ci95, ci90, p_different, p_equivalent, margin, outcome)


def _around(centre: float, half: float) -> Interval:
    return max(-1.0, centre - half), min(1.0, centre + half)
