"""Averages: named rules, intervals that carry the parts' uncertainty, seeded resampling."""

import math

import pytest

from gwageo.analysis.averages import cluster_bootstrap, crossed_bootstrap, macro, micro, pass_at_k
from gwageo.analysis.intervals import mean_estimate
from gwageo.analysis.multiple import benjamini_hochberg, holm


def test_small_and_large_subtasks_average_by_a_named_rule() -> None:
    """ST-12."""
    parts = [mean_estimate([1.0] * 9 + [0.0]), mean_estimate([1.0] * 10 + [0.0] * 80)]
    even, pooled = macro(parts), micro([(9, 10), (10, 90)])
    assert (even.rule, pooled.rule) == ("macro", "micro")
    assert [even.value, pooled.value] == pytest.approx([0.5056, 0.19], abs=5e-5)


def test_the_mean_of_one_part_has_nearly_its_interval() -> None:
    part = mean_estimate([1.0] * 30 + [0.0] * 70)
    assert macro([part]).ci95 == pytest.approx(part.ci95, abs=0.002)


def test_more_parts_make_the_mean_surer() -> None:
    part = mean_estimate([1.0] * 30 + [0.0] * 70)
    one, four = macro([part]).ci95, macro([part] * 4).ci95
    assert one is not None
    assert four is not None
    assert (four[1] - four[0]) == pytest.approx((one[1] - one[0]) / 2, rel=0.05)


def test_a_mean_without_one_of_its_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="1 of 2 have none"):
        macro([mean_estimate([1.0]), mean_estimate([])])
    with pytest.raises(ValueError, match="at least one"):
        micro([])


def test_a_cluster_counts_once_however_often_it_is_repeated() -> None:
    values, clusters = [1.0, 0.0] * 20, list(range(40))
    once = cluster_bootstrap(values, clusters, seed=1)
    thrice = cluster_bootstrap(values * 3, clusters * 3, seed=1)
    assert thrice == pytest.approx(once, abs=1e-12)


def test_resampling_is_seeded() -> None:
    scores = [[((model * 7 + item * item) % 5) / 4 for item in range(60)] for model in range(5)]
    assert crossed_bootstrap(scores, seed=7) == crossed_bootstrap(scores, seed=7)
    assert crossed_bootstrap(scores, seed=7) != crossed_bootstrap(scores, seed=8)


def test_a_group_of_models_is_less_sure_than_its_items_alone() -> None:
    """Models that differ widen the interval of their mean."""
    alike = [[1.0] * 50 + [0.0] * 50] * 6
    apart = [[1.0] * (10 + 16 * model) + [0.0] * (90 - 16 * model) for model in range(6)]
    narrow, wide = (crossed_bootstrap(scores, seed=3) for scores in (alike, apart))
    assert wide[1] - wide[0] > 1.3 * (narrow[1] - narrow[0])


@pytest.mark.parametrize(("n", "right", "k", "value"), [(4, 1, 2, 0.5), (10, 3, 3, 0.7083), (4, 1, 8, None)])
def test_pass_at_k(n: int, right: int, k: int, value: float | None) -> None:
    """ST-16."""
    found = pass_at_k(n, right, k)
    assert found == (None if value is None else pytest.approx(value, abs=5e-5))


def test_corrections_by_hand() -> None:
    """ST-14."""
    p = [0.001, 0.012, 0.021, 0.04, 0.3]
    assert holm(p) == pytest.approx([0.005, 0.048, 0.063, 0.08, 0.3])
    assert benjamini_hochberg(p) == pytest.approx([0.005, 0.03, 0.035, 0.05, 0.3])
    assert holm([]) == []
    with pytest.raises(ValueError, match="p-values"):
        holm([math.nan])
