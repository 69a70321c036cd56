"""Equivalence: the five outcomes, the smallest margin, and what happens without variance."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.analysis.equivalence import compare_pairs, compare_unpaired, compare_values
from gwageo.analysis.shares import Table, Unpaired

tables = st.builds(Table, *[st.integers(0, 200)] * 4).filter(lambda table: table.n > 0)


@pytest.mark.parametrize(
    ("table", "outcome"),
    [
        (Table(500, 10, 12, 478), "equivalent"),
        (Table(500, 60, 10, 430), "both"),  # 5 points apart, surely, and surely by less than 10
        (Table(500, 200, 10, 290), "different"),
        (Table(20, 5, 3, 12), "undecided"),
        (Table(960, 15, 5, 20), "uninformative"),  # both within 10 points of 100 %
        (Table(1, 1, 2, 96), "uninformative"),
    ],
)
def test_the_five_outcomes(table: Table, outcome: str) -> None:
    assert compare_pairs(table, 0.1).outcome == outcome


def test_unpaired_outcomes() -> None:
    assert compare_unpaired(Unpaired(520, 1000, 518, 1000), 0.1).outcome == "equivalent"
    assert compare_unpaired(Unpaired(52, 100, 49, 100), 0.1).outcome == "undecided"


@pytest.mark.parametrize(("difference", "outcome"), [(0.0, "equivalent"), (0.05, "different"), (0.02, "different")])
def test_without_variance_the_difference_itself_decides(difference: float, outcome: str) -> None:
    """ST-08: the margin is not inside itself."""
    found = compare_values([0.5 + difference] * 50, [0.5] * 50, margin=0.02)
    assert (found.outcome, found.flags) == (outcome, ("degenerate_variance",))
    assert not math.isnan(found.p)


@given(tables, st.floats(0.01, 0.5))
def test_scores_are_equivalent_just_above_the_smallest_margin(table: Table, margin: float) -> None:
    found = compare_pairs(table, margin)
    assert found.smallest_margin is not None
    if found.outcome != "uninformative":
        assert (found.outcome in ("equivalent", "both")) == (found.smallest_margin < margin)


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1))
def test_values_never_give_nan(pairs: list[tuple[float, float]]) -> None:
    a, b = zip(*pairs, strict=True)
    found = compare_values(a, b, 5)
    assert not any(math.isnan(each) for each in (found.p, found.difference, *(found.ci95 or ())))


@pytest.mark.parametrize("margin", [0.0, -1.0, math.nan, math.inf])
def test_a_margin_that_is_none_is_refused(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        compare_pairs(Table(1, 1, 1, 1), margin)


def test_clusters_are_what_is_counted() -> None:
    """By hand: differences 1 0, 0 -1, 1 0; mean 1/6; residual totals 2/3, -4/3, 2/3; error 1/3; t .5 with 2 degrees."""
    found = compare_values([1, 1, 0, 0, 1, 0], [0, 1, 0, 1, 0, 0], 0.1, top=1.0, clusters="xxyyzz")
    assert (found.method, found.clusters, found.n) == ("t_clustered", 3, 6)
    assert found.difference == pytest.approx(1 / 6)
    assert found.p == pytest.approx(2 / 3)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8), st.integers(2, 4))
def test_items_said_again_in_their_cluster_tell_nothing_new(items: list[tuple[int, int]], times: int) -> None:
    a, b = zip(*items, strict=True)
    once = compare_values(a, b, 1.0)
    again = compare_values(a * times, b * times, 1.0, clusters=[*range(len(items))] * times)
    assert (again.outcome, again.flags) == (once.outcome, once.flags)
    assert again.p == pytest.approx(once.p)
    assert list(again.ci95 or ()) == pytest.approx(list(once.ci95 or ()))


def test_items_that_are_means_of_parts_weigh_as_many() -> None:
    found = compare_values([0.5, 1.0], [0.0, 1.0], 0.1, weights=[2, 4])
    assert [found.a, found.b] == pytest.approx([5 / 6, 4 / 6])


@pytest.mark.parametrize(("a", "b", "clusters"), [([50.0], [70.0], None), ([1.0, 0.0], [0.0, 0.0], "xx")])
def test_of_one_item_or_cluster_nothing_can_be_said(a: list[float], b: list[float], clusters: str | None) -> None:
    found = compare_values(a, b, 5, clusters=clusters)
    assert (found.outcome, found.p, found.ci95, found.flags) == ("undecided", 1.0, None, ("single",))


@pytest.mark.parametrize(("count", "p", "outcome"), [(5, 0.0625, "undecided"), (6, 0.03125, "different")])
def test_no_test_is_surer_than_the_signs_of_its_clusters(count: int, p: float, outcome: str) -> None:
    """All wrong against all right: five puzzles are five signs, however many variants each has."""
    clusters = [*range(count)] * 20
    found = compare_values([0.0] * len(clusters), [1.0] * len(clusters), 0.05, top=1.0, clusters=clusters)
    assert (found.p, found.outcome) == (p, outcome)
    almost = compare_values([0.1] + [0.0] * 4, [1.0] * 5, 0.05)
    assert almost.p >= 0.0625


def test_two_scores_at_the_floor_say_nothing_in_clusters_too() -> None:
    found = compare_values([0.0] * 6, [0.0] * 6, 0.05, top=1.0, clusters="aabbcc")
    assert (found.outcome, found.p) == ("uninformative", 1.0)
