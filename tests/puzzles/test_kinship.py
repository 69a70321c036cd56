"""Kinship: the terms of the spec, talks true of one family, one fitting option, planted faults and practice replies."""

import re
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
from gwageo.puzzles.kinship.terms import chains, fitting, inventory

KIND = load("kinship")
TIERS = ("easy", "medium", "hard")
CALLS = {"형": "m", "누나": "m", "오빠": "f", "언니": "f", "남편": "f", "아내": "m"}
"""Sex of whoever calls somebody so."""


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
            if one.relation in CALLS:
                sexes.setdefault(one.subject, set()).add(CALLS[one.relation])
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


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ("남편 형 아내", "동서"),
        ("아버지 누나 남편", "고모부님"),
        ("남편 누나 남편", "고모부 서방님"),
        ("남편 여동생 남편", "고모부님 고모부 아주버님"),
        ("어머니 언니 자녀", "사촌 종형제"),
        ("어머니 오빠 자녀", "사촌 종형제"),
        ("아버지 여동생 자녀", "사촌 종형제"),
        ("어머니 언니", "큰이모 작은이모 이모"),
        ("어머니 여동생 남편", "큰이모부 작은이모부 이모부"),
        ("어머니 남동생", "큰외삼촌 작은외삼촌 외숙부 삼촌"),
        ("어머니 오빠 아내", "작은외숙모 숙모"),
        ("아버지 형", "삼촌"),
        ("남편 아버지 형", "시삼촌 큰아버지"),
        ("아내 여동생 남편", "서방님"),
        ("아버지 어머니 언니", "이모할머니"),
        ("어머니 아버지 누나", "고모할머니 대고모"),
        ("남편 아버지 아버지 누나", "대고모"),
        ("아내 오빠", "외삼촌"),
    ],
)
def test_what_else_a_reader_may_call_somebody_is_known(chain: str, words: str) -> None:
    assert set(words.split()) <= fitting(tuple(chain.split()))


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ("아버지 형", "작은아버지 숙부"),
        ("아버지 아버지", "외할아버지"),
        ("남편 아버지", "장인"),
        ("아버지 누나", "이모"),
        ("어머니 아버지 형", "작은외할아버지"),
        ("아버지 형 자녀", "외사촌"),
    ],
)
def test_words_for_somebody_else_stay_among_the_options(chain: str, words: str) -> None:
    assert not set(words.split()) & fitting(tuple(chain.split()))


def _bare(term: str) -> str:
    """A word without respect and without what tells several such people apart."""
    return re.sub(r"(?:님|어른)$", "", re.sub(r"^(?:큰|작은)(?=이모|외삼촌|외숙모)", "", term))


@pytest.mark.parametrize("tier", TIERS)
def test_no_second_word_that_fits_is_offered_in_seven_hundred_items(tier: str) -> None:
    for index in range(700):
        solved = made("kinship", "ko", tier, seed=31, index=index)
        talk: Talk = solved.puzzle
        right = talk.options["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(solved.solution)]
        others = set(talk.options) - {right}
        assert len(others) == 25
        found, _ = derivable(talk.statements, talk.target)
        assert not others & set().union(*map(fitting, found)), (index, right)
        assert _bare(right) not in map(_bare, others), (index, right)
        assert not (right[0] in "시처" and right[1:] in others), (index, right)
        if right.endswith(("사촌", "종형제", "이종형제")) and right not in ("사촌", "종형제"):
            assert not others & {"사촌", "종형제"}, (index, right)
        if ("남편", "형", "아내") in found:
            assert "동서" not in others, index


def _sexes(talk: Talk, person: str) -> set[str]:
    """What a talk tells of a person's sex: what others call them, and whom they call 형, 누나, 남편, ..."""
    told = {SEXES[one.relation] for one in talk.statements if one.form != "chat" and one.object == person}
    return told | {CALLS[one.relation] for one in talk.statements if one.subject == person and one.relation in CALLS}


def test_a_term_for_brothers_is_right_of_men_only() -> None:
    golds: Counter[tuple[bool, str]] = Counter()
    for tier in TIERS:
        for index in range(200):
            solved = made("kinship", "ko", tier, seed=90210, index=index)
            talk: Talk = solved.puzzle
            right = talk.options["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(solved.solution)]
            found, _ = derivable(talk.statements, talk.target)
            if right.endswith("형제"):
                assert _sexes(talk, talk.target) == {"m"}, (tier, index, right)
            if any(chain[-1] == "자녀" for chain in found):
                (sex,) = _sexes(talk, talk.target)
                golds[right.endswith("형제"), sex] += 1
    assert all(golds[each] for each in ((True, "m"), (False, "m"), (False, "f")))


UP = {"아버지": 1, "어머니": 1, "아들": -1, "딸": -1}


def _generations(talk: Talk) -> list[set[int]]:
    """The generations of people who are told to be related, group by group."""
    told: dict[str, list[tuple[str, int]]] = {}
    for one in talk.statements:
        if one.form != "chat":
            step = UP.get(one.relation, 0)
            told.setdefault(one.subject, []).append((one.object, step))
            told.setdefault(one.object, []).append((one.subject, -step))
    found: list[set[int]] = []
    seen: set[str] = set()
    for first in told:
        if first not in seen:
            group, queue = {first: 0}, [first]
            for person in queue:
                for other, step in told[person]:
                    if other not in group:
                        group[other] = group[person] + step
                        queue.append(other)
            seen |= set(group)
            found.append(set(group.values()))
    return found


@pytest.mark.parametrize("tier", TIERS)
def test_a_photo_holds_four_generations_at_most(tier: str) -> None:
    for index in range(100):
        for found in _generations(made("kinship", "ko", tier, seed=9, index=index).puzzle):
            assert max(found) - min(found) < 4


@pytest.mark.parametrize("tier", TIERS)
def test_own_children_are_spoken_of_plainly_and_own_brothers_and_sisters_not_as_somebodys(tier: str) -> None:
    plain = 0
    for index in range(100):
        talk: Talk = made("kinship", "ko", tier, seed=9, index=index).puzzle
        (first,) = (one for one in talk.statements if one.form == "own" and one.relation not in ("아들", "딸"))
        children = [one.object for one in talk.statements if one.form == "own" and one != first]
        plain += len(children)
        assert not children or first.relation in ("남편", "아내")
        for one in talk.statements:
            if one.form in ("asked", "pair"):
                assert not {one.subject, one.object} & set(children)
                assert not (one.subject == first.object and one.relation in ("아들", "딸"))
        question = KIND.render(talk, "ko")
        assert question.count("우리 아들이야") + question.count("우리 딸이야") == len(children)
    assert plain


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
