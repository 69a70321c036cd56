"""Solver: every term that some walk over the statements gives to the person asked about, all statements taken as true.

A walk goes from "나" along statements, forward or turned round; a turned one may mean two things where the sex of a
person is open. Walks that no listed chain begins with are given up, so there are few of them.
"""

from gwageo.puzzles.base import Search
from gwageo.puzzles.kinship.talk import LETTERS, ME, Statement, Talk
from gwageo.puzzles.kinship.terms import CHILDREN, Chain, back, chains, prefixes

Steps = dict[str, tuple[tuple[str, str], ...]]


def steps(statements: tuple[Statement, ...]) -> Steps:
    """Person to relations with people, in order of statements."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for said in statements:
        if said.form == "chat":
            continue
        relation = CHILDREN.get(said.relation, said.relation)
        found.setdefault(said.subject, {})[relation, said.object] = None
        for turned in back(relation) if said.subject != ME else ():
            found.setdefault(said.object, {})[turned, said.subject] = None
    return {person: tuple(relations) for person, relations in found.items()}


def derivable(statements: tuple[Statement, ...], target: str) -> tuple[dict[Chain, None], int]:
    """The chains that lead to a person, and the number of steps taken to find them."""
    ways = steps(statements)
    known = prefixes()
    seen: set[tuple[str, Chain]] = set()
    found: dict[Chain, None] = {}
    queue: list[tuple[str, Chain]] = [(ME, ())]
    for person, chain in queue:  # grows while it is read
        if person == target and chain in chains():
            found[chain] = None
        for relation, other in ways.get(person, ()):
            longer = (*chain, relation)
            if longer in known and (other, longer) not in seen:
                seen.add((other, longer))
                queue.append((other, longer))
    return found, len(queue)


def solve(puzzle: Talk) -> Search[str]:
    """Up to two letters whose terms can be derived; the work is the number of steps."""
    found, work = derivable(puzzle.statements, puzzle.target)
    terms = {term for chain in found for term in chains()[chain]}
    letters = [letter for letter, term in zip(LETTERS, puzzle.options, strict=True) if term in terms]
    return Search(tuple(letters[:2]), work)
