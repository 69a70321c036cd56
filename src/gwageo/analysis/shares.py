"""Score intervals and tests for the difference of two shares: paired (McNemar, Tango) and unpaired (Newcombe, Fisher).

Everything is inverted from score statistics; Wald intervals, which break down near 0 and 1, are used nowhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

from gwageo.analysis.intervals import LEVEL, score_interval

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Table:
    """Two exams of the same items, right or wrong."""

    both: int
    only_a: int
    """Right in A, wrong in B."""
    only_b: int
    neither: int

    def __post_init__(self) -> None:
        if min(self.both, self.only_a, self.only_b, self.neither) < 0:
            raise ValueError(f"expected counts from 0 upwards, got {self!r}")

    @property
    def n(self) -> int:
        """Number of pairs."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def difference(self) -> float:
        """Share of A less share of B."""
        return (self.only_a - self.only_b) / self.n

    @property
    def shares(self) -> tuple[float, float]:
        """Share of A and of B."""
        return (self.both + self.only_a) / self.n, (self.both + self.only_b) / self.n


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Two exams of different items."""

    right_a: int
    n_a: int
    right_b: int
    n_b: int

    def __post_init__(self) -> None:
        if not (0 <= self.right_a <= self.n_a and 0 <= self.right_b <= self.n_b and min(self.n_a, self.n_b) > 0):
            raise ValueError(f"expected 0 <= right <= n with n above 0 on both sides, got {self!r}")

    @property
    def difference(self) -> float:
        """Share of A less share of B."""
        return self.right_a / self.n_a - self.right_b / self.n_b

    @property
    def shares(self) -> tuple[float, float]:
        """Share of A and of B."""
        return self.right_a / self.n_a, self.right_b / self.n_b


def quantile(level: float) -> float:
    """Half-width in standard errors of a two-sided normal interval of this level."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def mcnemar(table: Table) -> float:
    """Two-sided exact p of McNemar's test: the smaller count of discordant pairs is binomial with 1/2. 1 without any.

    Source: McNemar (1947), Psychometrika 12, 153-157, in its exact form (Agresti, Categorical Data Analysis, 3rd ed.
        2013, section 11.1.1).
    """
    from scipy.stats import binom

    discordant, fewer = table.only_a + table.only_b, min(table.only_a, table.only_b)
    return min(1.0, 2 * float(binom.cdf(fewer, discordant, 0.5))) if discordant else 1.0


def mcnemar_mid_p(table: Table) -> float:
    """Two-sided mid-p of McNemar's test: the exact p less the chance of the outcome itself. 1 without discordant pairs.

    Source: Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91.
    """
    from scipy.stats import binom

    discordant, fewer = table.only_a + table.only_b, min(table.only_a, table.only_b)
    if not discordant or table.only_a == table.only_b:
        return 1.0 if not discordant else 1.0 - float(binom.pmf(fewer, discordant, 0.5))
    return 2 * float(binom.cdf(fewer, discordant, 0.5)) - float(binom.pmf(fewer, discordant, 0.5))


def fisher(counts: Unpaired) -> float:
    """Two-sided p of Fisher's exact test."""
    from scipy.stats import fisher_exact

    wrong_a, wrong_b = counts.n_a - counts.right_a, counts.n_b - counts.right_b
    return float(fisher_exact([[counts.right_a, wrong_a], [counts.right_b, wrong_b]]).pvalue)


def tango_statistic(table: Table, difference: float) -> float:
    """Score statistic of the paired difference of shares against a stated one, normal where that is true.

    0 where neither the table nor the stated difference leaves any variance.

    Source: Tango (1998), Statistics in Medicine 17, 891-908, eq. 5 and 8.
    """
    n, b, c = table.n, table.only_a, table.only_b
    linear = -(b + c) + (2 * n - b + c) * difference
    constant = -c * difference * (1 - difference)
    q = (math.sqrt(max(0.0, linear * linear - 8 * n * constant)) - linear) / (4 * n)
    variance = n * (2 * q + difference * (1 - difference))
    above = b - c - n * difference
    if variance <= 1e-12 * n:
        return 0.0 if abs(above) <= 1e-9 * n else math.copysign(math.inf, above)
    return above / math.sqrt(variance)


def tango(table: Table, level: float = LEVEL) -> Interval:
    """Score interval of the paired difference of shares.

    Example:
        >>> low, high = tango(Table(both=43, only_a=0, only_b=1, neither=0))
        >>> round(low, 4), round(high, 4)
        (-0.1181, 0.0594)
    """
    z = quantile(level)
    centre = table.difference
    low = _root(lambda d: tango_statistic(table, d) - z, -1.0, centre)
    high = _root(lambda d: tango_statistic(table, d) + z, centre, 1.0)
    return low, high


def newcombe(counts: Unpaired, level: float = LEVEL) -> Interval:
    """Hybrid score interval of the difference of two independent shares, from their Wilson intervals.

    Source: Newcombe (1998), Statistics in Medicine 17, 873-890, method 10.
    """
    a, b = counts.shares
    low_a, high_a = score_interval(a, counts.n_a, quantile(level))
    low_b, high_b = score_interval(b, counts.n_b, quantile(level))
    down, up = math.hypot(a - low_a, high_b - b), math.hypot(high_a - a, b - low_b)
    return max(-1.0, counts.difference - down), min(1.0, counts.difference + up)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses 0, or the end that it does not reach."""
    if function(low) <= 0:
        return low
    if function(high) >= 0:
        return high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2
