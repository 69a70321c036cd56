"""Draws are unbiased, belong to their key, and never change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core.rng import Stream, Walk

keys = st.tuples(st.sampled_from(["sudoku", "jamo"]), st.integers(0, 10**6), st.integers(0, 10**6))


def test_the_draws_of_a_key_are_pinned() -> None:
    stream = Stream("sudoku", 1, "hard", 7, 42)
    assert [stream.below(1000) for _ in range(8)] == [684, 232, 607, 30, 641, 53, 651, 777]
    assert stream.below(10**30) == 669976227802482564839410673771
    assert stream.permutation(8) == [6, 2, 5, 1, 3, 4, 0, 7]
    assert stream.sample("가나다라마", 3) == ["라", "가", "나"]


def test_the_walk_of_a_key_is_pinned() -> None:
    walk = Walk(23616, "saju", 1, "easy", 7)
    assert [walk[place] for place in range(6)] == [16203, 21142, 534, 4452, 6526, 5502]


@given(keys, st.integers(1, 10**12))
def test_a_draw_is_below_its_bound(key: tuple[str, int, int], bound: int) -> None:
    stream = Stream(*key)
    assert all(0 <= stream.below(bound) < bound for _ in range(20))


@given(keys)
def test_neighbouring_seeds_share_no_item(key: tuple[str, int, int]) -> None:
    name, seed, index = key
    ours = [Stream(name, seed, index).below(1 << 64) for index in range(index, index + 5)]
    theirs = [Stream(name, seed + 1, index).below(1 << 64) for index in range(index, index + 5)]
    assert not set(ours) & set(theirs)


@pytest.mark.parametrize("other", [("a", "b"), ("a1", ""), ("a", "1"), (1, "a")])
def test_keys_that_read_alike_are_different(other: tuple[str | int, ...]) -> None:
    assert Stream("a", 1).below(1 << 64) != Stream(*other).below(1 << 64)


def test_every_face_of_a_die_comes_equally_often() -> None:
    stream = Stream("die")
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5  # chi-square, 5 degrees, p = 0.001


def test_every_order_of_four_comes_equally_often() -> None:
    stream = Stream("orders")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        order = tuple(stream.permutation(4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7  # 23 degrees, p = 0.001


def test_weights_are_kept() -> None:
    stream = Stream("weights")
    counts = [0, 0, 0]
    for _ in range(30_000):
        counts[stream.weighted((1, 0, 2))] += 1
    assert counts[1] == 0
    assert abs(counts[0] - 10_000) < 350


def test_a_chance_is_a_share() -> None:
    stream = Stream("chance")
    assert abs(sum(stream.chance(47, 100) for _ in range(20_000)) - 9_400) < 300


@given(keys, st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_element_and_its_argument(key: tuple[str, int, int], values: list[int]) -> None:
    before = list(values)
    assert sorted(Stream(*key).shuffled(values)) == sorted(before)
    assert values == before


@given(st.integers(1, 2000), st.integers(0, 10**6))
def test_a_walk_visits_every_number_once(size: int, seed: int) -> None:
    walk = Walk(size, seed)
    assert sorted(walk[place] for place in range(len(walk))) == list(range(size))


def test_walks_of_different_seeds_differ() -> None:
    assert [Walk(1000, 1)[place] for place in range(20)] != [Walk(1000, 2)[place] for place in range(20)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Stream("x").below(0),
        lambda: Stream("x").sample([1], 2),
        lambda: Stream("x").weighted([0, 0]),
        lambda: Stream("x").weighted([1, -1]),
        lambda: Walk(0, "x"),
    ],
)
def test_an_impossible_draw_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"cannot|must"):
        wrong()  # type: ignore[operator]  # a table of calls


def test_a_place_outside_the_walk_is_refused() -> None:
    with pytest.raises(IndexError, match="expected 0 to 4"):
        Walk(5, "x")[5]
