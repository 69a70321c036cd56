"""Rank ranges: the places that a model may hold, given which of the others it provably beats or trails."""

from collections.abc import Iterable, Sequence


def rank_ranges(models: Sequence[str], better: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Best and worst place of every model, from 1.

    Args:
        models: Their names.
        better: Pairs of which the first is shown to be better than the second, corrected for many tests.

    Source: Mohamad, Goeman and van Zwet (2022), Biometrics 78, 1050-1064: a model trails as many as beat it, and leads
        as many as it beats.
    """
    above = dict.fromkeys(models, 0)
    below = dict.fromkeys(models, 0)
    for winner, loser in better:
        below[winner] += 1
        above[loser] += 1
    return {model: (1 + above[model], len(models) - below[model]) for model in models}
