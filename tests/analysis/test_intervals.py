"""Intervals against numbers worked by hand or printed in tables."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.analysis.intervals import (
    NOTHING,
    Estimate,
    mean_estimate,
    ratio_estimate,
    standard_error,
    t_quantile,
    wilson,
)


def test_items_without_a_part_are_not_counted() -> None:
    assert ratio_estimate([2, 0, 1], [2, 0, 3]) == ratio_estimate([2, 1], [2, 3])
    assert ratio_estimate([0, 0], [0, 0]) == NOTHING


def test_one_part_each_is_a_plain_mean() -> None:
    assert ratio_estimate([1, 0, 0, 1], [1, 1, 0, 1]) == mean_estimate([1, 0, 1])


def test_points_are_not_held_to_the_range_of_fractions() -> None:
    found = ratio_estimate([90.0, 150.0], [1, 2])
    assert found.value == 80
    assert found.ci95 is not None
    assert found.ci95[1] > 80


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # 1 of 2: centre 1/2; half = z sqrt(1/8 + z2/16) / (1 + z2/2) with z2 = 3.841459, so 0.405469.
        (1, 2, 0.094531, 0.905469),
        # 0 of 10: the upper bound is z2 / (10 + z2) = 3.841459 / 13.841459.
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_wilson(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    # Abramowitz and Stegun, table 26.10, 0.95 two-sided.
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (19, 2.093), (30, 2.042), (120, 1.980)],
)
def test_t_quantile(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=6e-4)


def test_t_quantile_goes_over_into_the_normal_one_without_a_step() -> None:
    assert t_quantile(0.975, 1001) == pytest.approx(t_quantile(0.975, 1000), abs=5e-6)
    assert t_quantile(0.975, 10**6) == pytest.approx(1.959966, abs=5e-6)


def test_standard_error_divides_by_n_minus_one() -> None:
    """1, 2, 3, 4: squares of deviations sum to 5; 5 / 3 / 4 = 0.41667, its root 0.645497."""
    assert standard_error([1, 2, 3, 4]) == pytest.approx(0.645497, abs=1e-6)


def test_graded_values_get_a_t_interval() -> None:
    """Mean 2.5, standard error 0.645497, t of 3 degrees 3.182446: half-width 2.054260."""
    estimate = mean_estimate([1, 2, 3, 4])
    assert (estimate.method, estimate.n) == ("t", 4)
    assert estimate.ci95 == pytest.approx((0.445740, 4.554260), abs=1e-5)


def test_right_and_wrong_get_wilson() -> None:
    estimate = mean_estimate([1.0, 0.0])
    assert (estimate.value, estimate.stderr, estimate.method) == (0.5, 0.5, "wilson")


@pytest.mark.parametrize(("values", "method", "bounds"), [([1.0], "wilson", True), ([0.5], "none", False)])
def test_one_item_has_no_standard_error(values: list[float], method: str, bounds: bool) -> None:
    estimate = mean_estimate(values)
    assert (estimate.stderr, estimate.method, estimate.ci95 is not None) == (None, method, bounds)


def test_no_item_has_no_value() -> None:
    assert mean_estimate([]) == ratio_estimate([], []) == NOTHING


def test_pooled_share_counts_parts_and_its_error_counts_items() -> None:
    """Hits 2, 0, 1 of sizes 2, 1, 1: share 3/4; residuals 0.5, -0.75, 0.25; their squares sum to 0.875."""
    estimate = ratio_estimate([2, 0, 1], [2, 1, 1])
    assert (estimate.value, estimate.n, estimate.method) == (0.75, 3, "wilson_clustered")
    assert estimate.stderr == pytest.approx(math.sqrt(1.3125) / 4)


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=1))
def test_wilson_holds_the_share_and_stays_within_0_and_1(values: list[float]) -> None:
    estimate = mean_estimate(values)
    assert estimate.ci95 is not None
    assert estimate.value is not None
    assert 0 <= estimate.ci95[0] <= estimate.value <= estimate.ci95[1] <= 1


@given(st.lists(st.floats(-100, 100), min_size=1), st.randoms())
def test_order_does_not_matter(values: list[float], shuffler: object) -> None:
    mixed = values.copy()
    shuffler.shuffle(mixed)  # type: ignore[attr-defined]
    first, second = mean_estimate(values), mean_estimate(mixed)
    assert isinstance(first, Estimate)
    assert first == second


def test_points_that_an_item_has_all_of_or_none_have_wilson_s_interval_in_points() -> None:
    """Six unreadable replies: 0 of 100 points each, 0 to 39."""
    estimate = mean_estimate([0.0] * 6, top=100.0)
    assert estimate.method == "wilson"
    assert estimate.ci95 == pytest.approx((0.0, 39.03), abs=0.01)
    assert mean_estimate([100.0, 0.0, 100.0, 0.0], top=100.0).value == 50


def test_graded_values_that_are_all_alike_have_no_interval() -> None:
    assert mean_estimate([0.0] * 6, top=None).ci95 is None
    assert mean_estimate([70.0] * 6, top=None).method == "none"
