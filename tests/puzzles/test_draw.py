"""Draws of an item: shares are exact in every hundred, small spaces are walked without repeats."""

from collections import Counter

import pytest

from gwageo.puzzles.draw import Draw


def draws(count: int, *cell: str | int) -> list[Draw]:
    return [Draw(*(cell or ("kind", 1, "easy", 7)), index=index) for index in range(count)]


def test_shares_are_exact_in_every_hundred_items() -> None:
    shares = {"a": 62, "b": 30, "c": 8, "d": 0}
    taken = [draw.quota("size", shares) for draw in draws(300)]
    assert Counter(taken[100:200]) == Counter({"a": 62, "b": 30, "c": 8})
    assert taken[:100] == taken[200:]


def test_a_share_depends_on_the_place_alone_and_costs_no_draw() -> None:
    first, other = Draw("kind", 1, "easy", 7, index=5), Draw("kind", 1, "hard", 8, index=105)
    assert first.quota("size", {1: 50, 2: 50}) == other.quota("size", {1: 50, 2: 50})
    assert first.below(10**9) == Draw("kind", 1, "easy", 7, index=5).below(10**9)


def test_shares_of_different_names_are_scattered_independently() -> None:
    pairs = Counter((draw.quota("size", {1: 50, 2: 50}), draw.quota("mode", {1: 50, 2: 50})) for draw in draws(100))
    assert all(15 <= count <= 35 for count in pairs.values())


def test_shares_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="'size' must add up to 100"):
        Draw("kind", index=0).quota("size", {1: 50})


def test_a_walk_gives_every_number_of_a_small_space_once() -> None:
    assert sorted(draw.walk("questions", 250) for draw in draws(250)) == list(range(250))


def test_walks_of_different_cells_differ() -> None:
    ours = [draw.walk("questions", 10**6) for draw in draws(20, "kind", 1, "easy", 7)]
    theirs = [draw.walk("questions", 10**6) for draw in draws(20, "kind", 1, "easy", 8)]
    assert not set(ours) & set(theirs)
