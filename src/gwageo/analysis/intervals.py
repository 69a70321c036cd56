"""95 % intervals for a mean over items: pure arithmetic, each formula with its source.

The unit of resampling is the item throughout; repeats of one item are averaged first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its uncertainty."""

    value: float | None
    """None where no item could be judged."""
    n: int
    stderr: float | None
    """Standard error; None for fewer than two items."""
    ci95: tuple[float, float] | None
    """None where it cannot be said."""
    method: str
    """`wilson`, `wilson_clustered`, `t`, `ratio`, or `none`."""


NOTHING = Estimate(None, 0, None, None, "none")


def mean_estimate(values: Sequence[float], top: float | None = 1.0) -> Estimate:
    """The mean of one value per item: Wilson's interval if every item has all or nothing, Student's t otherwise.

    Values that are graded and happen to be all alike have no interval: nothing tells how others would differ.

    Args:
        values: One an item.
        top: What an item has that has all; None where items can have a part.

    Example:
        >>> mean_estimate([1, 1, 0, 0]).value
        0.5
    """
    n = len(values)
    if n == 0:
        return NOTHING
    value = math.fsum(values) / n
    stderr = standard_error(values)
    if top is not None and all(one in (0, top) for one in values):
        low, high = wilson(round(math.fsum(values) / top), n)
        return Estimate(value, n, stderr, (low * top, high * top), "wilson")
    if not stderr:
        return Estimate(value, n, stderr, None, "none")
    half = t_quantile(0.5 + LEVEL / 2, n - 1) * stderr
    return Estimate(value, n, stderr, (value - half, value + half), "t")


def ratio_estimate(hits: Sequence[float], sizes: Sequence[float], top: float | None = 1.0) -> Estimate:
    """The pooled share of items that count several times each, for example instructions within prompts.

    Items without a part are not counted. Where every item has one part this is the plain mean. Where every part lies
    within 0-1 the interval is Wilson's with as many parts as would tell as much if they were independent.

    Args:
        hits: Per item, how many of its parts were right, or the sum of their values.
        sizes: Per item, how many parts it has.
        top: What a part has that has all; None where parts are graded without a common scale.

    Source: Cochran, Sampling Techniques (3rd ed. 1977), section 3.12, proportions in cluster sampling, eq. 3.34
        without the finite population correction; for the effective size Korn and Graubard (1998), Survey Methodology
        24, 193-201.
    """
    parts = [(hit, size) for hit, size in zip(hits, sizes, strict=True) if size]
    if all(size == 1 for _, size in parts):
        return mean_estimate([hit for hit, _ in parts], top)
    hits, sizes = [hit for hit, _ in parts], [size for _, size in parts]
    n, total = len(sizes), math.fsum(sizes)
    value = math.fsum(hits) / total
    if n == 1:
        return Estimate(value, n, None, None, "none")
    residual = math.fsum((hit - value * size) ** 2 for hit, size in parts)
    stderr = math.sqrt(n / (n - 1) * residual) / total
    quantile = t_quantile(0.5 + LEVEL / 2, n - 1)
    if top == 1.0 and all(0 <= hit <= size for hit, size in parts):
        interval = score_interval(value, total / _design_effect(parts, value, stderr), quantile)
        return Estimate(value, n, stderr, interval, "wilson_clustered")
    return Estimate(value, n, stderr, (value - quantile * stderr, value + quantile * stderr), "ratio")


def _design_effect(parts: Sequence[tuple[float, float]], value: float, stderr: float) -> float:
    """How many times the variance of independent parts theirs is.

    Near 0 and 1 few items tell it. So the middle between none and the largest possible effect, parts of an item that
    always agree, counts as half an item; the simulation in `benchmarks/coverage.py` is what that rests on.
    """
    total = math.fsum(size for _, size in parts)
    largest = math.fsum(size * size for _, size in parts) / total
    assumed = (1 + largest) / 2
    if not 0 < value < 1:
        return assumed
    seen = stderr**2 / (value * (1 - value) / total)
    telling = min(sum(hit > 0 for hit, _ in parts), sum(hit < size for hit, size in parts))
    return max((telling * seen + assumed / 2) / (telling + 0.5), 1 / largest)


def estimate(values: Sequence[float | Sequence[bool]], top: float | None = 1.0) -> Estimate:
    """The estimate of a metric from one value per item: pooled where items have lists, their mean otherwise."""
    lists = [value for value in values if not isinstance(value, (int, float))]
    if lists:
        return ratio_estimate([sum(one) for one in lists], [len(one) for one in lists], top)
    return mean_estimate([value for value in values if isinstance(value, (int, float))], top)


def standard_error(values: Sequence[float]) -> float | None:
    """Sample standard deviation (n - 1 below) over the square root of n; None for fewer than two values."""
    n = len(values)
    if n < 2:
        return None
    mean = math.fsum(values) / n
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Wilson's score interval for a share, without continuity correction.

    Source: Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22, 209-212.
    """
    return score_interval(successes / n, n, Z)


def score_interval(share: float, n: float, quantile: float) -> tuple[float, float]:
    """Wilson's interval for a share of `n` independent trials, which need not be a whole number.

    Args:
        share: From 0 to 1.
        n: Number of trials, above 0.
        quantile: Half the width in standard errors; `Z` for 95 %.
    """
    square = quantile * quantile
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = quantile / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # Rounding must not push a bound past the share itself where that is 0 or 1.
    return (0.0 if share == 0 else max(0.0, centre - half), 1.0 if share == 1 else min(1.0, centre + half))


def t_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t distribution, above the median, by bisection of its distribution function."""
    low, high = 0.0, 1.0
    while t_cdf(high, freedom) < probability:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def t_cdf(t: float, freedom: int) -> float:
    """Distribution function of Student's t for t >= 0 and a whole number of degrees of freedom.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4 (finite series); for more
        than 1,000 degrees of freedom the expansion about the normal quantile, 26.7.8, whose error is below 1e-7 there.
    """
    if freedom > 1000:
        shift = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
        return NormalDist().cdf(shift)
    theta = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(theta), math.cos(theta)
    odd = freedom % 2 == 1
    term = cosine if odd else 1.0
    total = 0.0
    for step in range(3 if odd else 2, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (step - 1) / step
    inside = 2 / math.pi * (theta + sine * total) if odd else sine * total
    return 0.5 + inside / 2
