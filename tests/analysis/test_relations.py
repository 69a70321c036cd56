"""Correlations by hand, and how many items an exam needs."""

import pytest

from gwageo.analysis.power import detectable_by_pairs, items_for_pairs, items_for_share
from gwageo.analysis.relations import kendall, left_out, line, partial, spearman


def test_a_line_by_hand() -> None:
    fit = line([1, 2, 3, 4], [1, 3, 2, 4])
    assert fit is not None
    assert [fit.slope, fit.intercept, fit.r2, fit.n] == pytest.approx([0.8, 0.5, 0.64, 4])
    assert spearman([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
    assert kendall([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(4 / 6)


def test_what_a_third_series_explains_is_taken_out() -> None:
    """x and y are z with noise that has nothing in common."""
    z, noise_x, noise_y = [1, 2, 3, 4, 5, 6, 7, 8], [1, -1, 1, -1, -1, 1, -1, 1], [1, 1, -1, -1, -1, -1, 1, 1]
    x = [a + b for a, b in zip(z, noise_x, strict=True)]
    y = [a + b for a, b in zip(z, noise_y, strict=True)]
    fit = line(x, y)
    assert fit is not None
    assert fit.r > 0.7
    assert partial(x, y, z) == pytest.approx(0, abs=0.05)


@pytest.mark.parametrize(("x", "y"), [([1, 2], [1, 2]), ([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [5, 5, 5])])
def test_what_does_not_vary_has_no_correlation(x: list[float], y: list[float]) -> None:
    assert line(x, y) is None
    assert spearman(x, y) is None
    assert partial(x, y, x) is None


def test_each_group_is_left_out_in_turn() -> None:
    fits = left_out([1, 2, 3, 9], [1, 2, 3, 0], ["a", "a", "b", "c"])
    without_c = fits["c"]
    assert set(fits) == {"a", "b", "c"}
    assert without_c is not None
    assert without_c.r == pytest.approx(1)
    assert fits["a"] is None  # two points make no line


def test_pairs_needed_by_hand() -> None:
    """Connor: (1.95996 sqrt(.2) + .84162 sqrt(.2 - .0025))^2 / .05^2 = 626."""
    assert items_for_pairs(0.05, 0.2) == 626


@pytest.mark.parametrize("n", [50, 300, 2000])
def test_the_detectable_difference_and_the_items_for_it_agree(n: int) -> None:
    found = detectable_by_pairs(n, 0.2)
    assert found is not None
    assert items_for_pairs(found, 0.2) <= n < items_for_pairs(found * 0.98, 0.2)


def test_too_few_pairs_show_nothing() -> None:
    assert detectable_by_pairs(10, 0.2) is None


def test_items_for_an_interval() -> None:
    assert items_for_share(0.5, 0.05) == 381
    with pytest.raises(ValueError, match="difference"):
        items_for_pairs(0.3, 0.2)
