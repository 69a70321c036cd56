"""Kinship: the terms of the spec, talks true of one family, one option left, planted faults and practice replies."""

from collections import Counter

import pytest
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import load, made, reward, score
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.kinship.family import SEXES, Family
from gwageo.puzzles.kinship.generate import Params, generate
from gwageo.puzzles.kinship.solve import derivable
from gwageo.puzzles.kinship.talk import ME, Statement, Talk
from gwageo.puzzles.kinship.terms import chains, inventory

KIND = load("kinship")
TIERS = ("easy", "medium", "hard")


def test_the_inventory_is_whole() -> None:
    branches = inventory()
    assert {name: len(chains) for name, chains in branches.items()} == {
        "husband": 31, "wife": 25, "mother": 23, "father": 21,
    }  # fmt: skip
    assert len({term for listed in branches.values() for terms in listed.values() for term in terms}) == 158
    assert chains()["아버지", "여동생"] == ("고모",)


def said(form: str, subject: str, relation: str, other: str) -> Statement:
    return Statement("friend_1", form, subject, relation, other)  # type: ignore[arg-type]  # one of the forms


def test_a_chain_is_followed_forward_and_back() -> None:
    statements = (said("own", ME, "아내", "a"), said("pair", "b", "딸", "a"), said("pair", "c", "남동생", "b"))
    found, _ = derivable(statements, "c")
    assert ("아내", "아버지", "형") in found
    assert all(chain[0] == "아내" and len(chain) == 3 for chain in found)


@pytest.mark.parametrize("tier", TIERS)
def test_exactly_one_option_can_be_derived_and_synonyms_are_not_offered(tier: str) -> None:
    for index in range(30):
        solved = made("kinship", "ko", tier, seed=9, index=index)
        talk: Talk = solved.puzzle
        found, _ = derivable(talk.statements, talk.target)
        terms = {term for chain in found for term in chains()[chain]}
        assert len(terms & set(talk.options)) == 1
        assert len(set(talk.options)) == 26
        assert "서방" not in talk.options  # never without a surname


@pytest.mark.parametrize("tier", TIERS)
def test_every_statement_is_true_of_one_family(tier: str) -> None:
    """Nobody has two sexes, two fathers, two mothers or two spouses."""
    for index in range(20):
        talk: Talk = made("kinship", "ko", tier, seed=9, index=index).puzzle
        sexes: dict[str, set[str]] = {}
        only: dict[tuple[str, str], set[str]] = {}
        for one in talk.statements:
            if one.form == "chat":
                continue
            sexes.setdefault(one.object, set()).add(SEXES[one.relation])
            calls = {"형": "m", "누나": "m", "오빠": "f", "언니": "f", "남편": "f", "아내": "m"}.get(one.relation)
            if calls:
                sexes.setdefault(one.subject, set()).add(calls)
            if one.relation in ("아버지", "어머니", "남편", "아내"):
                only.setdefault((one.subject, one.relation), set()).add(one.object)
        assert all(len(each) == 1 for each in sexes.values())
        assert all(len(each) == 1 for each in only.values())


@pytest.mark.parametrize(
    ("tier", "noise", "chats", "hops"), [("easy", 15, 3, {4, 5}), ("medium", 62, 8, {3, 4}), ("hard", 112, 12, {2, 3})]
)
def test_a_tier_has_its_sizes_and_branches(tier: str, noise: int, chats: int, hops: set[int]) -> None:
    solved = [made("kinship", "ko", tier, seed=9, index=index) for index in range(100)]
    for one in solved:
        assert int(one.features["exchanges"]) == int(one.features["hops"]) + noise
        assert one.features["chats"] == chats
        assert int(one.features["hops"]) in hops
        assert bool(one.puzzle.memo) == (tier != "easy")
        assert one.puzzle.warned == (tier == "hard")
        assert one.puzzle.target not in {each.object for each in one.puzzle.statements if each.form == "own"}
    sides = Counter(one.features["side"] for one in solved)
    assert (sides["어머니"], sides["아버지"]) == (15, 25)  # the published inventory files wives' kin in two branches


def test_a_family_has_no_room_for_a_second_father_or_spouse() -> None:
    family = Family(["m"])
    father = family.add(0, "아버지")
    assert not family.room(0, "아버지")
    assert not family.room(family.add(0, "형"), "아버지")
    mother = family.add(0, "어머니")
    assert family.spouse[father] == mother
    assert not family.room(father, "아내")
    assert family.turned(0, "아버지", father) == "아들"
    assert not family.room(0, "오빠")


@pytest.mark.parametrize("wrong", [{"chats": 99}, {"relatives": 0}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="small talks"):
        Params(**{"noise": 15, "chats": 3, "relatives": 9, "hops": (4, 5), "own_hops": (4, 4), **wrong})  # type: ignore[arg-type]  # a table of mistakes


def test_a_talk_of_small_size_can_be_made() -> None:
    talk = generate(Draw("test", index=0), Params(4, 1, 3, (4, 5), (4, 4)))
    assert sum(each.form == "chat" for each in talk.statements) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("아드님", "따님"),
        ("내 아내", "내 남편"),
        ("서로 어떻게 되셔", "서로 언제 만나셔"),
        ("A: ", "B: "),
        ("어떤 사이인가", "어디에 서 있는가"),
        ("나와 어떤", "아내와 어떤"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(old: str, new: str) -> None:
    puzzle = made("kinship", "ko", "easy", seed=0, index=3).puzzle
    assert is_caught(KIND, puzzle, "ko", old, new)


@pytest.mark.parametrize(
    ("reply", "exact", "robust"),
    [
        ("Answer: F", 1.0, 1.0),
        ("정답: F (시숙모)", 1.0, 1.0),
        ("Answer: **F**", 1.0, 1.0),
        ("**Answer: F**", 1.0, 1.0),
        ("A가 아니라 F이다.\nAnswer: f", 1.0, 1.0),
        ("Answer: G", 0.0, 0.0),
        ("정답은 시숙모입니다.", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="F", metadata={"type": "kinship"})
    assert (score(reply, item).metrics["exact_match"], reward(reply, item)) == (exact, robust)
