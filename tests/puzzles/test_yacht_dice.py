"""Yacht dice: all assignments of small games, sums that no best assignment moves, planted faults, practice replies."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, Unreadable, load, made, reward, score
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.yacht_dice.generate import Params, generate, greedy
from gwageo.puzzles.yacht_dice.solve import best, differences, sums
from gwageo.puzzles.yacht_dice.table import BONUS, BONUS_FROM, Game, Roll, scores

KIND = load("yacht_dice")
NOTHING: Roll = (1, 2, 3, 5, 6)
rolls = st.lists(st.tuples(*[st.integers(1, 6)] * 5), min_size=12, max_size=12).map(tuple)


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        ((1, 1, 1, 1, 1), (5, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 50)),
        ((2, 3, 2, 3, 2), (0, 6, 6, 0, 0, 0, 12, 0, 25, 0, 0, 0)),
        ((4, 3, 2, 5, 5), (0, 2, 3, 4, 10, 0, 0, 0, 0, 30, 0, 0)),
        ((6, 5, 4, 3, 2), (0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0)),
        ((6, 6, 6, 6, 1), (1, 0, 0, 0, 0, 24, 25, 25, 0, 0, 0, 0)),
    ],
)
def test_a_roll_scores_by_the_rules(roll: Roll, expected: tuple[int, ...]) -> None:
    assert scores(roll) == expected


def plainly(game: tuple[Roll, ...], queried: tuple[int, ...]) -> tuple[int, set[int]]:
    """The highest total and the sums, by assigning rounds one by one and keeping every outcome."""
    outcomes = {(frozenset[int](), 0, 0, 0)}  # used categories, upper sum, lower sum, queried sum
    for place, roll in enumerate(game):
        table = scores(roll)
        outcomes = {
            (used | {each}, up + table[each] * (each < 6), low + table[each] * (each >= 6),
             asked + table[each] * (place in queried))
            for used, up, low, asked in outcomes
            for each in range(12)
            if each not in used
        }  # fmt: skip
        least = max(up + low for _, up, low, _ in outcomes) - 120
        outcomes = {one for one in outcomes if one[1] + one[2] >= least}
    totals = {(up + low + (BONUS if up >= BONUS_FROM else 0), asked) for _, up, low, asked in outcomes}
    top = max(total for total, _ in totals)
    return top, {asked for total, asked in totals if total == top}


def test_a_list_of_all_assignments_agrees() -> None:
    """Most rolls are alike, so that a plain search can keep every outcome."""
    game = ((6, 6, 6, 6, 1), (2, 2, 3, 3, 3), (4, 4, 4, 1, 2), *[NOTHING] * 9)
    for queried in [(0, 1), (1, 2), (3, 4), (0, 2, 5)]:
        total, found = plainly(game, queried)
        ways = best(game)
        assert (ways.total, set(sums(ways, queried))) == (total, found)


@settings(max_examples=20, deadline=None)
@given(game=rolls, order=st.permutations(range(12)))
def test_no_other_assignment_scores_more_and_the_order_of_rounds_does_not_matter(
    game: tuple[Roll, ...], order: list[int]
) -> None:
    total = best(game).total
    assert total >= greedy(game)
    assert best(tuple(game[place] for place in order)).total == total
    for categories in (range(12), range(11, -1, -1)):
        parts = [scores(roll)[each] for roll, each in zip(game, categories, strict=True)]
        assert total >= sum(parts)


@settings(max_examples=15, deadline=None)
@given(game=rolls)
def test_a_choice_is_fixed_exactly_where_it_is_orthogonal_to_every_difference(game: tuple[Roll, ...]) -> None:
    ways = best(game)
    vectors = list(differences(ways))
    for queried in [(0, 1), (2, 7), (0, 1, 2, 3, 4, 5, 6, 7), (4,)]:
        fixed = all(sum(vector[place] for place in queried) == 0 for vector in vectors)
        assert fixed == (len(sums(ways, queried)) == 1)


def test_the_bonus_decides_where_it_can_be_reached() -> None:
    game = tuple((face,) * 3 + other for face, other in zip(range(1, 7), permutations((1, 2), 2), strict=False))
    assert len(game) == 2  # two telling rolls; the others show that categories may stay at zero
    full = (*game, *[(5, 5, 5, 6, 6)] * 5, *[(6, 6, 6, 6, 5)] * 5)
    assert best(full).total >= best((*game, *[NOTHING] * 10)).total


@pytest.mark.parametrize(("tier", "queried"), [("easy", 2), ("medium", 2), ("hard", 8)])
def test_a_tier_asks_for_its_rounds_within_its_bounds(tier: str, queried: int) -> None:
    for index in range(12):
        solved = made("yacht_dice", "en", tier, seed=5, index=index)
        assert len(solved.puzzle.queried) == queried
        if tier == "medium":
            assert 7 <= int(solved.features["gap"]) <= 30
            assert 3500 <= int(solved.features["closeness"]) <= 7000
        if tier == "hard":
            assert int(solved.features["closeness"]) >= 6000


def test_of_a_hundred_easy_games_69_are_built_around_their_rounds() -> None:
    built = 0
    for index in range(100):
        game: Game = made("yacht_dice", "en", "easy", seed=6, index=index).puzzle
        others = [roll for place, roll in enumerate(game.rolls) if place not in game.queried]
        built += all(sorted(map(roll.count, set(roll))) == [1, 2, 2] for roll in others)
    assert built == 69


def test_parameters_without_a_game_are_reported() -> None:
    with pytest.raises(GaveUp, match="no game with a fixed sum was found"):
        generate(Draw("test", index=0), Params(2, (("yacht", 1),), (900, None), (0, None), attempts=2))


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "Full House: 25 points", "Full House: 30 points"),
        ("en", "63 or more", "60 or more"),
        ("en", "Yacht: 50", "Yacht: 60"),
        ("en", "Round 2: ", "Round 3: "),
        ("ko", "스몰 스트레이트: 30점", "스몰 스트레이트: 20점"),
        ("ko", "63 이상", "60 이상"),
        ("ko", "그 숫자가 나온 주사위의 합", "그 숫자가 나온 주사위의 개수"),
        ("ko", "라운드 5: [", "라운드 5: [1, "),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = made("yacht_dice", "en", "easy", seed=5).puzzle
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # one of the two languages


def test_a_die_with_seven_faces_is_unreadable() -> None:
    puzzle = Game(((7, 1, 1, 1, 1), *[NOTHING] * 11), (0, 1))
    with pytest.raises(Unreadable, match="1 to 6"):
        KIND.parse(KIND.render(puzzle, "ko"))


@pytest.mark.parametrize(
    ("reply", "exact", "robust"),
    [
        ("Answer: 42", 1.0, 1.0),
        ("Answer: 20 + 22 = 42", 1.0, 1.0),
        ("**정답: 42점**", 1.0, 1.0),
        ("Total = 42", 1.0, 1.0),
        ("Answer: 43", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="42", metadata={"type": "yacht_dice"})
    assert (score(reply, item).metrics["exact_match"], reward(reply, item)) == (exact, robust)
