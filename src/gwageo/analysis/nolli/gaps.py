"""Gaps between the languages, in the three regimes: presentation, script, and Korean-only knowledge."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gwageo.analysis.contrasts import Contrast, contrast
from gwageo.analysis.multiple import holm
from gwageo.analysis.nolli.counts import Counts, tasks
from gwageo.analysis.nolli.groups import DIRECT, FLOOR, LEXICON, RULES, SCRIPT, named

MARGIN = 0.1
"""Of equivalence: the width to which tiers are calibrated."""


@dataclass(frozen=True, slots=True)
class Heterogeneity:
    """Do the gaps of the types differ by more than chance?"""

    q: float
    """Cochran's statistic, chi-square with one degree of freedom fewer than there are types if all gaps are one."""
    p: float
    i2: float
    """Share of their variation that is not chance (Higgins and Thompson 2002), 0-1."""
    beyond: tuple[str, ...]
    """Types whose gap is larger than the margin: an equivalent average can hide them."""
    surely: tuple[str, ...]
    """Those among them whose whole 95 % interval lies beyond it."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """English less Korean on the direct translations."""

    average: Contrast
    p_holm: float
    """Of equivalence, corrected over the models compared."""
    types: dict[str, Contrast]
    spread: Heterogeneity


@dataclass(frozen=True, slots=True)
class Script:
    """English less Korean on a type that each language has in its own script."""

    gap: Contrast
    residual: float | None
    """The gap less that of the reference model, to which both were calibrated; None without the reference."""
    headroom: bool
    """Whether the English score is above the floor, so that there is something to lose."""


@dataclass(frozen=True, slots=True)
class Deficit:
    """Korean direct translations less a group of Korean-only tasks."""

    points: Contrast
    log_odds: float
    """The same on the scale of log-odds, which floor and ceiling do not press together."""
    floor: bool
    """The group is below the floor."""
    ceiling: bool
    """Either side is above 97 %."""


def presentation(counts: Counts, models: Iterable[str]) -> dict[str, Presentation]:
    """The gaps of every model that has all cells of the direct translations."""
    averages = {model: _gap(counts, model, DIRECT) for model in models}
    found = {model: each for model, each in averages.items() if each is not None}
    corrected = holm([each.p_equivalent for each in found.values()])
    made = {}
    for (model, average), p in zip(found.items(), corrected, strict=True):
        types = {name: gap for name in DIRECT if (gap := _gap(counts, model, (name,))) is not None}
        made[model] = Presentation(average, p, types, heterogeneity(types))
    return made


def heterogeneity(types: dict[str, Contrast]) -> Heterogeneity:
    """Cochran's Q over the gaps of the types.

    Source: Cochran (1954), Biometrics 10, 101-129; weights are the inverse variances.
    """
    from scipy.stats import chi2

    weights = {name: 1 / gap.stderr**2 for name, gap in types.items()}
    total = math.fsum(weights.values())
    mean = math.fsum(weights[name] * gap.difference for name, gap in types.items()) / total
    q = math.fsum(weights[name] * (gap.difference - mean) ** 2 for name, gap in types.items())
    freedom = len(types) - 1
    beyond = tuple(name for name, gap in types.items() if abs(gap.difference) > MARGIN)
    surely = tuple(n for n in beyond if types[n].ci95[0] > MARGIN or types[n].ci95[1] < -MARGIN)
    return Heterogeneity(q, float(chi2.sf(q, freedom)), max(0.0, (q - freedom) / q) if q else 0.0, beyond, surely)


def scripts(counts: Counts, models: Iterable[str], reference: str | None) -> dict[str, dict[str, Script]]:
    """The gaps of Cipher and Cryptarithmetic, by model and type."""
    made: dict[str, dict[str, Script]] = {}
    for model in models:
        for name in SCRIPT:
            gap = _gap(counts, model, (name,))
            if gap is None:
                continue
            base = _gap(counts, reference, (name,)) if reference else None
            residual = None if base is None else gap.difference - base.difference
            made.setdefault(model, {})[name] = Script(gap, residual, gap.a >= FLOOR)
    return made


def deficits(counts: Counts, models: Iterable[str]) -> dict[str, dict[str, Deficit]]:
    """What a model loses on Korean-only tasks, by model and group (`rules`, `kinship`)."""
    made: dict[str, dict[str, Deficit]] = {}
    for model in models:
        base = named(DIRECT, "ko")
        direct = counts.average(model, base)
        for group, types in (("rules", RULES), ("kinship", LEXICON)):
            lost = named(types, "ko")
            theirs = counts.average(model, lost)
            points = contrast(direct, theirs, MARGIN) if direct and theirs else None
            if direct is None or theirs is None or points is None:
                continue
            n = min(counts.items(model, base), counts.items(model, lost))
            odds = log_odds(direct.value, n) - log_odds(theirs.value, n)
            high = max(direct.value, theirs.value) > 1 - FLOOR
            made.setdefault(model, {})[group] = Deficit(points, odds, theirs.value < FLOOR, high)
    return made


def log_odds(share: float, n: int) -> float:
    """Log-odds with half an item added to either side, so that 0 and 1 have one (Haldane 1956)."""
    return math.log((share * n + 0.5) / ((1 - share) * n + 0.5))


def non_floor(counts: Counts, models: Iterable[str]) -> tuple[str, ...]:
    """Models above the floor: overall where all tasks are there, else on the direct translations in both languages."""
    kept = []
    for model in models:
        overall = counts.average(model, tasks()) or counts.average(model, (*named(DIRECT, "en"), *named(DIRECT, "ko")))
        if overall is not None and overall.value >= FLOOR:
            kept.append(model)
    return tuple(kept)


def _gap(counts: Counts, model: str, types: tuple[str, ...]) -> Contrast | None:
    english, korean = (counts.average(model, named(types, language)) for language in ("en", "ko"))
    return contrast(english, korean, MARGIN) if english and korean else None
