"""How two series over models go together: correlation, with others held fixed, and without each model in turn."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """A least-squares line and how well it fits."""

    slope: float
    intercept: float
    r: float
    """Pearson's correlation."""
    r2: float
    p: float
    n: int


def line(x: Sequence[float], y: Sequence[float]) -> Fit | None:
    """The least-squares line of y on x; None for fewer than three points or a series that does not vary."""
    from scipy.stats import linregress

    if len(x) < 3 or _still(x) or _still(y):
        return None
    fit = linregress(x, y)
    r = float(fit.rvalue)
    return Fit(float(fit.slope), float(fit.intercept), r, r * r, float(fit.pvalue), len(x))


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Rank correlation; None where it does not exist."""
    from scipy.stats import spearmanr

    return None if len(x) < 3 or _still(x) or _still(y) else float(spearmanr(_level(x), _level(y)).statistic)


def kendall(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Kendall's tau-b, which allows for ties; None where it does not exist."""
    from scipy.stats import kendalltau

    return None if len(x) < 3 or _still(x) or _still(y) else float(kendalltau(_level(x), _level(y)).statistic)


def partial(x: Sequence[float], y: Sequence[float], given: Sequence[float]) -> float | None:
    """Correlation of x and y with one series held fixed; None where it does not exist.

    Source: Yule (1907), Proceedings of the Royal Society A 79, 182-193.
    """
    fits = line(x, y), line(x, given), line(y, given)
    if any(fit is None for fit in fits):
        return None
    xy, xz, yz = (fit.r for fit in fits if fit is not None)
    rest = (1 - xz * xz) * (1 - yz * yz)
    return (xy - xz * yz) / rest**0.5 if rest > 1e-12 else None


def left_out(x: Sequence[float], y: Sequence[float], groups: Iterable[Hashable]) -> dict[Hashable, Fit | None]:
    """The line without each group in turn: without each model, or each family."""
    names = list(groups)
    return {
        name: line(
            [value for value, other in zip(x, names, strict=True) if other != name],
            [value for value, other in zip(y, names, strict=True) if other != name],
        )
        for name in dict.fromkeys(names)
    }


def _level(values: Sequence[float]) -> list[float]:
    """Values whose ties are not broken by the last bits of a mean."""
    return [round(value, 12) for value in values]


def _still(values: Sequence[float]) -> bool:
    return max(values) - min(values) < 1e-12
