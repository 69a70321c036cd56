"""Number baseball: the solver agrees with a list of all numbers, hints alone are enough, aids are as wanted."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, load, made, reward
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.number_baseball.candidates import after, count, everything, first
from gwageo.puzzles.number_baseball.game import DIGITS, Baseball, hint
from gwageo.puzzles.number_baseball.generate import Params, generate
from gwageo.puzzles.number_baseball.solve import solve

KIND = load("number_baseball")


def numbers(length: int, seed: int, many: int) -> list[str]:
    draw = Draw("test", seed, index=0)
    return ["".join(draw.sample(DIGITS, length)) for _ in range(many)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 4), st.integers(1, 5), st.booleans())
def test_the_solver_finds_what_a_list_of_all_numbers_holds(seed: int, length: int, hints: int, aid: bool) -> None:
    secret, *guesses = numbers(length, seed, hints + 1)
    said = tuple(hint(secret, guess) for guess in guesses)
    known = (int(secret[-1]),) if aid else ()
    place = ((0, int(secret[0])),) if aid else ()
    fitting = [
        number
        for number in map("".join, permutations(DIGITS, length))
        if all(hint(number, clue.guess) == clue for clue in said)
        and (not aid or (number[0] == secret[0] and secret[-1] in number))
    ]
    found = solve(Baseball(length, said, known, place)).found
    assert len(found) == min(len(fitting), 2)
    assert set(found) <= set(fitting)


@given(st.integers(0, 10**9))
def test_candidates_are_counted_exactly(seed: int) -> None:
    secret, guess = numbers(3, seed, 2)
    left = after(everything(3), hint(secret, guess))
    listed = [number for number in map("".join, permutations(DIGITS, 3)) if hint(number, guess) == hint(secret, guess)]
    assert count(left) == len(listed)
    assert sorted(first(left, 10**4)) == sorted(listed)


@pytest.mark.parametrize(("tier", "digits"), [("easy", 5), ("medium", 0), ("hard", 0)])
def test_hints_alone_are_unique_and_aids_are_as_wanted(tier: str, digits: int) -> None:
    for index in range(10):
        puzzle = made("number_baseball", "ko", tier, seed=3, index=index).puzzle
        assert len(solve(replace(puzzle, digits=(), places=())).found) == 1
        assert len(puzzle.digits) == digits
        assert all(clue.strikes <= 2 for clue in puzzle.hints)


def test_a_place_is_known_in_sixty_of_a_hundred_medium_items() -> None:
    from gwageo.puzzles.number_baseball.generate import PRESETS

    share = {1: PRESETS["medium"].place, 0: 100 - PRESETS["medium"].place}
    assert sum(Draw("number_baseball", index=index).quota("place", share) for index in range(100)) == 60


def test_parameters_without_a_puzzle_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match="most_hints=1"):
        generate(Draw("test", index=0), Params(length=4, most_balls=4, most_hints=1, fewest_hints=1))


@pytest.mark.parametrize("wrong", [{"length": 11}, {"most_hints": 2}, {"digits": 9}, {"place": 101}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Params(**{"length": 8, "most_balls": 6, "most_hints": 9, **wrong})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", " strikes, ", " balls, "),
        ("ko", " 스트라이크, ", " 볼, "),
        ("ko", "자리는 다르다", "자리까지 맞다"),
        ("en", "8 different digits", "7 different digits"),
        ("ko", "1번째 자리", "2번째 자리"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = next(
        p
        for i in range(99)
        for p in [made("number_baseball", "en", "medium", seed=2, index=i).puzzle]
        if p.places and p.places[0][0] == 0
    )
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # a table of texts


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("Answer: 0716432", 1.0),
        ("정답: 0 7 1 6 4 3 2", 1.0),
        ("**Answer:** `0716432`", 1.0),
        ("비밀 숫자는 **0716432**입니다.", 1.0),
        ("Answer: 0716432입니다", 1.0),
        ("Answer: ０７１６４３２", 1.0),
        ("Answer: 716432", 0.0),
        ("Answer: 0716432 or 0716423", 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="0716432", metadata={"type": "number_baseball"})
    assert reward(reply, item) == robust
