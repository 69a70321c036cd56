"""The published draws, and what happens to items that drew themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core import ConfigError
from gwageo.tasks.fewshot import Draw, draw


@pytest.mark.parametrize(
    ("n_items", "kind", "first"),
    [
        (1319, "self_dropped", [[902, 239, 15, 185, 1192], [171, 201, 726, 484, 35], [32, 708, 1276, 991, 1261]]),
        (2376, "self_allowed", [[1805, 478, 30, 371, 143], [343, 403, 1452, 969, 71], [126, 64, 1417, 1983, 1898]]),
        (1167, "self_allowed", [[902, 239, 15, 185, 71], [171, 201, 726, 484, 35], [63, 32, 708, 991, 949]]),
    ],
)
def test_the_published_index_lists(n_items: int, kind: Draw, first: list[list[int]]) -> None:
    shown = draw(n_items, 5, kind=kind, seed=1234, name="set").shown
    assert [list(each) for each in shown[:3]] == first


@pytest.mark.parametrize("n_items", [2376, 1167])
def test_six_items_drew_themselves_and_all_others_keep_the_published_draw(n_items: int) -> None:
    published = draw(n_items, 5, kind="self_allowed", seed=1234, name="set", keep_self=True)
    ours = draw(n_items, 5, kind="self_allowed", seed=1234, name="set")
    assert len(published.drew_itself) == len(ours.drew_itself) == 6
    for index, (one, other) in enumerate(zip(published.shown, ours.shown, strict=True)):
        if index in published.drew_itself:
            assert [a == b for a, b in zip(one, other, strict=True)].count(False) == 1
        else:
            assert one == other


@given(st.integers(2, 30), st.integers(0, 6), st.sampled_from(["self_allowed", "self_dropped"]), st.integers(0, 9))
def test_no_item_is_among_its_own_demonstrations(n_items: int, shots: int, kind: Draw, seed: int) -> None:
    """With the full number of distinct demonstrations, or a refusal where the set is too small."""
    if n_items - 1 < shots:
        with pytest.raises(ConfigError):
            draw(n_items, shots, kind=kind, seed=seed, name="set")
        return
    for index, shown in enumerate(draw(n_items, shots, kind=kind, seed=seed, name="set").shown):
        assert index not in shown
        assert len(set(shown)) == shots


def test_a_small_set_is_refused_with_what_to_do() -> None:
    """A pool of exactly five cannot give five demonstrations of other items."""
    with pytest.raises(ConfigError, match=r"the set has 5; use --shots 4"):
        draw(5, 5, kind="self_allowed", seed=1234, name="set")
