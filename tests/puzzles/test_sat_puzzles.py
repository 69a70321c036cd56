"""Satisfiability puzzles: the truth table agrees with a list of all assignments; names and domains are fair."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, load, made, reward, score
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.sat_puzzles.clauses import DOMAINS, POOLS, Literal, Sat
from gwageo.puzzles.sat_puzzles.generate import Params, generate
from gwageo.puzzles.sat_puzzles.solve import solve

KIND = load("sat_puzzles")
GOLD = {"하람": False, "가온": True, "다온": False}

literals = st.builds(Literal, st.integers(0, 4), st.booleans())
clause_lists = st.lists(st.lists(literals, min_size=1, max_size=4).map(tuple), min_size=1, max_size=14)


@given(clause_lists)
def test_the_solver_finds_what_a_list_of_all_assignments_holds(clauses: list[tuple[Literal, ...]]) -> None:
    fitting = [
        model
        for model in product((False, True), repeat=5)
        if all(any(model[variable] == positive for variable, positive in clause) for clause in clauses)
    ]
    found = solve(Sat("crime", tuple("abcde"), tuple(clauses))).found
    assert len(found) == min(len(fitting), 2)
    assert set(found) <= set(fitting)


def test_the_four_domains_take_turns() -> None:
    domains = Counter(made("sat_puzzles", "ko", "easy", seed=6, index=index).features["domain"] for index in range(100))
    assert domains == Counter(dict.fromkeys(DOMAINS, 25))


@pytest.mark.parametrize(
    ("tier", "variables", "clauses"), [("easy", 9, (36, 54)), ("medium", 11, (56, 88)), ("hard", 14, (115, 170))]
)
def test_a_tier_has_its_sizes(tier: str, variables: int, clauses: tuple[int, int]) -> None:
    for index in range(10):
        puzzle = made("sat_puzzles", "en", tier, seed=6, index=index).puzzle
        assert len(puzzle.variables) == variables
        assert clauses[0] <= len(puzzle.clauses) <= clauses[1]
        assert {len(clause) for clause in puzzle.clauses} == {3, 4}
        assert len({frozenset(clause) for clause in puzzle.clauses}) == len(puzzle.clauses)


@pytest.mark.parametrize("language", KIND.languages)
def test_no_name_contains_another(language: str) -> None:
    names = KIND.wording[language].table["names"]
    for kind, size in POOLS.values():
        pool = [names[f"{kind}_{number:02d}"] for number in range(1, size + 1)]
        assert not [(a, b) for a in pool for b in pool if a != b and a in b]


def test_parameters_without_a_puzzle_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match="most=2"):
        generate(Draw("test", index=0), Params(variables=9, fewest=1, most=2, false=50))


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="expected lengths"):
        Params(variables=2, fewest=1, most=2, false=50)


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", " is innocent, ", " is guilty, "),
        ("ko", "무죄이다; ", "유죄이다; "),
        ("ko", "가운데 적어도 한 명은 유죄이다", "가운데 적어도 한 명은 무죄이다"),
        ("en", "must be true", "may be true"),
        ("ko", "적어도 하나는 참이다", "하나만 참이다"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = next(
        p for i in range(99) for p in [made("sat_puzzles", "en", "easy", seed=2, index=i).puzzle] if p.domain == "crime"
    )
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # a table of texts


@pytest.mark.parametrize(
    ("reply", "robust"),
    [
        ("- 하람: 거짓\n- 가온: 참\n- 다온: 거짓", 1.0),
        ("| 하람 | 거짓 |\n| 가온 | 참 |\n| 다온 | 거짓 |", 1.0),
        ("**하람**: 거짓, **가온**: 참, **다온**: 거짓", 1.0),
        ('Answer:\n```json\n{"하람": false, "가온": true, "다온": false}\n```', 1.0),
        ("**정답:** 하람=False, 가온=True, 다온=False", 1.0),
        ('Answer: {"가온": true}', 0.0),
        ('Answer: {"하람": true, "가온": true, "다온": false}', 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, robust: float) -> None:
    assert reward(reply, _item()) == robust


def test_a_missing_name_is_flagged() -> None:
    result = score('{"가온": true}', _item())
    assert result.metrics["exact_match_robust"] == 0.0
    assert "incomplete_answer" in result.flags


def _item() -> Item:
    return Item(id="x", fields={"question": ""}, gold=GOLD, metadata={"type": "sat_puzzles"})
