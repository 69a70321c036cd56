"""Many tests at once: p-values corrected so that the error rate holds for all of them together."""

from collections.abc import Sequence


def holm(p: Sequence[float]) -> list[float]:
    """P-values that keep the chance of any false finding below the level.

    Source: Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    """
    return _corrected(p, "holm")


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """P-values that keep the expected share of false findings below the level.

    Source: Benjamini and Hochberg (1995), Journal of the Royal Statistical Society B 57, 289-300.
    """
    return _corrected(p, "fdr_bh")


def _corrected(p: Sequence[float], method: str) -> list[float]:
    from statsmodels.stats.multitest import multipletests

    if any(not 0 <= each <= 1 for each in p):
        raise ValueError(f"expected p-values from 0 to 1, got {list(p)!r}")
    return [float(each) for each in multipletests(list(p), method=method)[1]] if p else []
