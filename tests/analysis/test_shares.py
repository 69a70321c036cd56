"""Differences of shares: published examples, brute force, and what must hold for every table."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.analysis.shares import Table, Unpaired, fisher, mcnemar, mcnemar_mid_p, newcombe, tango, tango_statistic

tables = st.builds(Table, *[st.integers(0, 60)] * 4).filter(lambda table: table.n > 0)


def test_paired_data_is_not_analysed_as_unpaired() -> None:
    """ST-05: 80 against 70 of the same 100, all 70 among the 80: ten discordant pairs to none."""
    table = Table(both=70, only_a=10, only_b=0, neither=20)
    assert mcnemar(table) == pytest.approx(2 / 2**10)
    assert fisher(Unpaired(80, 100, 70, 100)) > 0.1


def test_without_discordant_pairs_p_is_1() -> None:
    """ST-03."""
    assert mcnemar(Table(30, 0, 0, 20)) == mcnemar_mid_p(Table(30, 0, 0, 20)) == 1.0


def test_mid_p_by_hand() -> None:
    """Three to one: P(0 or 1 of 4) twice is 10/16; the outcome itself has 4/16."""
    assert mcnemar(Table(5, 3, 1, 5)) == pytest.approx(10 / 16)
    assert mcnemar_mid_p(Table(5, 3, 1, 5)) == pytest.approx(6 / 16)
    assert mcnemar_mid_p(Table(5, 2, 2, 5)) == pytest.approx(1 - 6 / 16)


@pytest.mark.parametrize(
    ("counts", "interval"),
    [
        (Unpaired(56, 70, 48, 80), (0.0524, 0.3339)),
        (Unpaired(9, 10, 3, 10), (0.1705, 0.8090)),
        (Unpaired(10, 10, 0, 20), (0.6791, 1.0)),
    ],
)
def test_newcombe_gives_his_published_intervals(counts: Unpaired, interval: tuple[float, float]) -> None:
    """Newcombe (1998), table II, method 10."""
    assert newcombe(counts) == pytest.approx(interval, abs=5e-5)


@pytest.mark.parametrize("table", [Table(20, 7, 3, 10), Table(0, 5, 0, 5), Table(9, 0, 4, 2)])
@pytest.mark.parametrize("difference", [-0.4, -0.1, 0.05, 0.3])
def test_tango_s_statistic_maximises_the_likelihood_under_the_stated_difference(
    table: Table, difference: float
) -> None:
    """q, the share that only B gets right, found by search instead of by the formula."""
    n, b, c = table.n, table.only_a, table.only_b

    def likelihood(q: float) -> float:
        rest = 1 - 2 * q - difference
        parts = [(b, q + difference), (c, q), (n - b - c, rest)]
        if any(p < 0 or (p == 0 and k > 0) for k, p in parts):
            return -math.inf
        return sum(k * math.log(p) for k, p in parts if k)

    low, high = max(0.0, -difference), (1 - difference) / 2
    q = max((low + (high - low) * step / 200_000 for step in range(200_001)), key=likelihood)
    expected = (b - c - n * difference) / math.sqrt(n * (2 * q + difference - difference**2))
    assert tango_statistic(table, difference) == pytest.approx(expected, abs=1e-3)


@given(tables)
def test_intervals_hold_the_difference_and_widen_with_the_level(table: Table) -> None:
    counts = Unpaired(table.both + table.only_a, table.n, table.both + table.only_b, table.n)
    for narrow, wide in ((tango(table, 0.9), tango(table)), (newcombe(counts, 0.9), newcombe(counts))):
        assert -1 <= wide[0] <= narrow[0] <= table.difference + 1e-9
        assert table.difference - 1e-9 <= narrow[1] <= wide[1] <= 1


@given(tables)
def test_swapping_the_sides_turns_the_interval_round(table: Table) -> None:
    low, high = tango(Table(table.both, table.only_b, table.only_a, table.neither))
    assert (-high, -low) == pytest.approx(tango(table), abs=1e-6)


@pytest.mark.parametrize(
    "wrong", [lambda: Table(-1, 0, 0, 1), lambda: Unpaired(3, 2, 0, 1), lambda: Unpaired(0, 0, 0, 1)]
)
def test_impossible_counts_are_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="expected"):
        wrong()  # type: ignore[operator]
