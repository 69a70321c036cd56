"""Averages over tasks, items and models, with the uncertainty of their parts carried along."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gwageo.analysis.intervals import LEVEL, Estimate, Z, score_interval, wilson
from gwageo.analysis.shares import Interval

if TYPE_CHECKING:
    import numpy as np

DRAWS = 2000
"""Resamples of a bootstrap."""


@dataclass(frozen=True, slots=True)
class Average:
    """An average whose rule has a name."""

    value: float
    ci95: Interval | None
    rule: str
    """`macro`: every part counts alike; `micro`: every item does."""
    parts: int
    variance: float | None = None
    """Of the value; of shares drawn in towards the middle, so that it is never 0. None where it is not known."""


def macro(parts: Sequence[Estimate]) -> Average:
    """The unweighted mean of independent parts.

    Where all parts lie within 0-1 the interval is Wilson's with as many items as would tell as much if they were one
    sample; else the normal one.

    Source of the effective size: Korn and Graubard (1998), Survey Methodology 24, 193-201.

    Raises:
        ValueError: There is no part, or one has no value.
    """
    values = [part.value for part in parts if part.value is not None]
    if not values or len(values) < len(parts):
        raise ValueError(f"expected parts that all have a value; {len(parts) - len(values)} of {len(parts)} have none")
    mean = math.fsum(values) / len(values)
    variances = [_variance(part) for part in parts]
    known = [each for each in variances if each is not None]
    if len(known) < len(parts):
        return Average(mean, None, "macro", len(parts))
    variance = math.fsum(known) / len(parts) ** 2
    if all(part.method.startswith("wilson") for part in parts):
        middle = math.fsum(_drawn_in(part) for part in parts) / len(parts)
        interval = score_interval(mean, middle * (1 - middle) / variance, Z)
        return Average(mean, interval, "macro", len(parts), variance)
    half = Z * math.sqrt(variance)
    return Average(mean, (mean - half, mean + half), "macro", len(parts), variance)


def _variance(part: Estimate) -> float | None:
    """Of the value of a part; for shares that of one drawn in towards the middle, which is never 0."""
    if part.method == "wilson":
        share = _drawn_in(part)
        return share * (1 - share) / part.n
    if part.method == "wilson_clustered" and part.ci95 is not None:
        return ((part.ci95[1] - part.ci95[0]) / (2 * Z)) ** 2
    return None if part.stderr is None else part.stderr**2


def _drawn_in(part: Estimate) -> float:
    return ((part.value or 0.0) * part.n + 0.5) / (part.n + 1)


def micro(counts: Sequence[tuple[int, int]]) -> Average:
    """The share of all items, right out of n, whatever part they belong to."""
    right, n = sum(each[0] for each in counts), sum(each[1] for each in counts)
    if n == 0:
        raise ValueError("expected at least one item; all parts are empty")
    return Average(right / n, wilson(right, n), "micro", len(counts))


def cluster_bootstrap(
    values: Sequence[float], clusters: Sequence[Hashable], seed: int, draws: int = DRAWS, level: float = LEVEL
) -> Interval:
    """Percentile interval of the mean when whole clusters are drawn again, with replacement.

    Source: Davison and Hinkley, Bootstrap Methods and their Application (1997), section 3.8.
    """
    import numpy as np

    numbers = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
    place = np.array([numbers[name] for name in clusters])
    sums = np.bincount(place, weights=np.asarray(values, dtype=float))
    sizes = np.bincount(place)
    chosen = np.random.default_rng(seed).integers(0, len(sizes), (draws, len(sizes)))
    means = sums[chosen].sum(1) / sizes[chosen].sum(1)
    low, high = np.quantile(means, [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


def crossed_bootstrap(
    scores: Sequence[Sequence[float]], seed: int, draws: int = DRAWS, level: float = LEVEL
) -> Interval:
    """Percentile interval of the mean of a group of models over the same items: models and items are both drawn again.

    Args:
        scores: One row a model, one column an item.
        seed: Of the resampling.
        draws: Number of resamples.
        level: Of the interval.

    Source: Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1, 386-411. It errs on the wide side.
    """
    return crossed_parts([scores], seed, draws, level)


def crossed_parts(
    parts: Sequence[Sequence[Sequence[float]]], seed: int, draws: int = DRAWS, level: float = LEVEL
) -> Interval:
    """The same of the unweighted mean of several parts, in all of which a resample has the same models.

    Args:
        parts: For each part one row a model and one column an item of that part.
        seed: Of the resampling.
        draws: Number of resamples.
        level: Of the interval.
    """
    import numpy as np

    tables = [np.asarray(part, dtype=float) for part in parts]
    models = len(tables[0])
    rows = _weights((seed, 0), models, draws)
    total = np.zeros(draws)
    for number, table in enumerate(tables, 1):
        items = table.shape[1]
        columns = _weights((seed, number), items, draws)
        total += np.einsum("dm,dm->d", rows, columns.astype(float) @ table.T) / (models * items)
    low, high = np.quantile(total / len(tables), [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


@lru_cache(maxsize=16)  # a table of many metrics asks again and again for the same, which takes longer than its sums
def _weights(seed: tuple[int, int], size: int, draws: int) -> "np.ndarray[tuple[int, int], np.dtype[np.int16]]":
    """How often each of `size` things is drawn in each of `draws` resamples."""
    import numpy as np

    return np.random.default_rng(seed).multinomial(size, [1 / size] * size, size=draws).astype(np.int16)


def pass_at_k(n: int, right: int, k: int) -> float | None:
    """The chance that one of k replies is right, from n replies of which some are; None where k is above n.

    Source: Chen et al. (2021), Evaluating Large Language Models Trained on Code, eq. 1.

    Example:
        >>> pass_at_k(4, 1, 2)
        0.5
    """
    if not (0 <= right <= n and k >= 1):
        raise ValueError(f"expected 0 <= right <= n and k from 1 upwards, got right={right!r}, n={n!r}, k={k!r}")
    return None if k > n else 1 - math.comb(n - right, k) / math.comb(n, k)
