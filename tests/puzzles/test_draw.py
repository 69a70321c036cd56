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


def test_a_deal_keeps_its_shares_while_it_can_and_gives_everything_once() -> None:
    shares, sizes = {"a": 80, "b": 15, "c": 5}, {"a": 160, "b": 300, "c": 90}
    dealt = [draw.deal("kind", shares, sizes) for draw in draws(550)]
    assert Counter(option for option, _ in dealt[:100]) == Counter(shares)
    assert sorted(dealt) == [(option, number) for option, size in sizes.items() for number in range(size)]


def test_deals_of_different_cells_differ() -> None:
    shares, sizes = {"a": 50, "b": 50}, {"a": 10**6, "b": 10**6}
    ours = [draw.deal("kind", shares, sizes) for draw in draws(20, "kind", 1, "easy", 7)]
    theirs = [draw.deal("kind", shares, sizes) for draw in draws(20, "kind", 1, "easy", 8)]
    assert [option for option, _ in ours] == [option for option, _ in theirs]
    assert not set(ours) & set(theirs)
