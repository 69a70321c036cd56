"""What goes with what over models: Jamo Composition and the Korean Cipher, kinship and the whole, tiers and scores."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gwageo.analysis.nolli.counts import Counts, tasks
from gwageo.analysis.nolli.gaps import deficits, log_odds
from gwageo.analysis.nolli.groups import DIRECT, named
from gwageo.analysis.relations import Fit, left_out, line, partial, spearman
from gwageo.puzzles import TIERS

JAMO, CIPHER = "jamo_ko", "cipher_ko"


@dataclass(frozen=True, slots=True)
class Regression:
    """Korean Cipher on Jamo Composition, over models."""

    models: tuple[str, ...]
    fit: Fit
    given_direct: float | None
    """Partial correlation with the Korean direct translations held fixed."""
    rank: float | None
    """Spearman's correlation."""
    on_log_odds: Fit | None
    without_model: tuple[float, float]
    """Least and greatest R² with each model left out."""
    without_family: tuple[float, float] | None
    """The same with each family left out; None where no families are given."""


def jamo_and_cipher(
    counts: Counts, models: Sequence[str], families: Mapping[str, str] | None = None
) -> Regression | None:
    """The regression over the models that have both tasks; None for fewer than four of them."""
    jamo, cipher, direct = (_scores(counts, models, group) for group in ((JAMO,), (CIPHER,), named(DIRECT, "ko")))
    kept = tuple(model for model in models if model in jamo and model in cipher)
    x, y = [jamo[model] for model in kept], [cipher[model] for model in kept]
    fit = line(x, y)
    if fit is None or len(kept) < 4:
        return None
    both = [model for model in kept if model in direct]
    given = partial([jamo[m] for m in both], [cipher[m] for m in both], [direct[m] for m in both])
    sides = ((JAMO, jamo), (CIPHER, cipher))
    odds = line(*([log_odds(scores[m], counts.items(m, (task,))) for m in kept] for task, scores in sides))
    family = _range(left_out(x, y, [families.get(m, m) for m in kept]).values()) if families else None
    alone = _range(left_out(x, y, kept).values())
    return Regression(kept, fit, given, spearman(x, y), odds, alone or (fit.r2, fit.r2), family)


def kinship_and_overall(counts: Counts, models: Sequence[str]) -> Fit | None:
    """The kinship deficit on the overall score: does it close as models get better?"""
    found = {model: each["kinship"].points.difference for model, each in deficits(counts, models).items()}
    overall = _scores(counts, models, tasks())
    kept = [model for model in found if model in overall]
    return line([overall[model] for model in kept], [found[model] for model in kept])


@dataclass(frozen=True, slots=True)
class Order:
    """Does the order of the tiers hold for a model?"""

    tasks: int
    """Tasks with all three tiers."""
    falling: int
    """Easy above medium above hard."""
    tied: int
    """No step upwards, but one or two level ones."""


def tier_order(counts: Counts, model: str) -> Order:
    """Tasks on which the score falls from tier to tier."""
    shares = []
    for task in tasks():
        cells = [counts.cells.get((model, task, tier)) for tier in TIERS]
        shares.append([cell.right / cell.n for cell in cells if cell is not None])
    whole = [each for each in shares if len(each) == len(TIERS)]
    falling = sum(_steps(each, lambda a, b: a > b) for each in whole)
    return Order(len(whole), falling, sum(_steps(each, lambda a, b: a >= b) for each in whole) - falling)


def _steps(shares: Sequence[float], holds: Callable[[float, float], bool]) -> bool:
    return all(holds(a, b) for a, b in pairwise(shares))


def _scores(counts: Counts, models: Sequence[str], group: Sequence[str]) -> dict[str, float]:
    averages = {model: counts.average(model, group) for model in models}
    return {model: average.value for model, average in averages.items() if average is not None}


def _range(fits: Iterable[Fit | None]) -> tuple[float, float] | None:
    found = [fit.r2 for fit in fits if fit is not None]
    return (min(found), max(found)) if found else None
