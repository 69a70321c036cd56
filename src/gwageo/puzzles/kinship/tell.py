"""What is said about a puzzle: its view, gold, features and explanation."""

from collections.abc import Mapping
from typing import Any

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.kinship.solve import derivable, steps
from gwageo.puzzles.kinship.talk import LETTERS, ME, Statement, Talk
from gwageo.puzzles.kinship.terms import Chain, chains
from gwageo.puzzles.wording import Line, Name, Slots, Words

_KINDS = {"아버지": "parent", "어머니": "parent", "남편": "spouse", "아내": "spouse", "아들": "child", "딸": "child"}


def _exchange(said: Statement) -> Line:
    friend = Name(said.friend)
    if said.form == "chat":
        return Line("chat", friend=friend, text=Name(said.relation))
    subject, other = Name(said.subject), Name(said.object)
    kind = _KINDS.get(said.relation, "sibling")
    told = Name(f"said_{said.relation}")
    if said.form == "own":
        return Line(f"own_{kind}_{said.frame}", friend=friend, person=other, relation=said.relation)
    if said.form == "pair":
        return Line(f"pair_{said.frame}", friend=friend, subject=subject, other=other, said=told)
    frame = f"asked_{kind}_{said.frame}"
    if kind == "parent":
        return Line(frame, friend=friend, subject=subject, other=other, relation=Name(f"sir_{said.relation}"))
    return Line(frame, friend=friend, subject=subject, other=other, said=told)


def view(puzzle: Talk) -> Slots:
    """The slots of the question."""
    notes = tuple(Line("note", number=number, person=Name(who)) for number, who in enumerate(puzzle.memo, 1))
    memo = (Line("memo", notes=notes, warning=(Line("warning"),) if puzzle.warned else ()),) if puzzle.memo else ()
    return {
        "scene": Name(puzzle.scene),
        "exchanges": tuple(map(_exchange, puzzle.statements)),
        "memo": memo,
        "target": Name(puzzle.target),
        "options": tuple(
            Line("option", letter=letter, term=term) for letter, term in zip(LETTERS, puzzle.options, strict=True)
        ),
    }


def gold(puzzle: Talk, solution: str, words: Words) -> str:
    """The letter."""
    return solution


def choices(puzzle: Talk, words: Words) -> Mapping[str, Any]:
    """Letter to term, as a field of the item."""
    return {"choices": dict(zip(LETTERS, puzzle.options, strict=True))}


def _way(puzzle: Talk, solution: str) -> Chain:
    """The chain that the right option stands for."""
    term = puzzle.options[LETTERS.index(solution)]
    found, _ = derivable(puzzle.statements, puzzle.target)
    return next(chain for chain in found if term in chains()[chain])


def features(puzzle: Talk, solution: str) -> Features:
    """Exchanges, small talk among them, people, and the length and first relation of the chain."""
    told = [said for said in puzzle.statements if said.form != "chat"]
    chain = _way(puzzle, solution)
    return {
        "exchanges": len(puzzle.statements),
        "chats": len(puzzle.statements) - len(told),
        "people": len({said.object for said in told} | {said.subject for said in told} - {ME}),
        "hops": len(chain),
        "side": chain[0],
    }


def explain(puzzle: Talk, solution: str) -> Explanation:
    """Hop by hop from 나 to the person, and what that makes them."""
    chain = _way(puzzle, solution)
    people = _walk(puzzle, chain)
    told = [Line("first", person=Name(people[1]), relation=chain[0])]
    told += [
        Line("hop", subject=Name(subject), other=Name(other), relation=relation)
        for subject, other, relation in zip(people[1:], people[2:], chain[1:], strict=False)
    ]
    way = "의 ".join(chain)
    term = puzzle.options[LETTERS.index(solution)]
    return Explanation(
        (Line("given", count=len(puzzle.statements), target=Name(puzzle.target)),),
        (*told, Line("so", target=Name(puzzle.target), way=way)),
        Line("check", way=way, term=term),
    )


def _walk(puzzle: Talk, chain: Chain) -> list[str]:
    """The people along a chain that leads to the target."""
    ways = steps(puzzle.statements)
    paths = [[ME]]
    for relation in chain:
        paths = [[*path, other] for path in paths for said, other in ways.get(path[-1], ()) if said == relation]
    return next(path for path in paths if path[-1] == puzzle.target)
