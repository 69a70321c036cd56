"""Terms: what "나" calls a person at the end of a chain of relations, and how relations turn round."""

import re
import tomllib
from functools import cache
from importlib.resources import files

Chain = tuple[str, ...]
BRANCHES = ("husband", "wife", "mother", "father")
LONGEST = 5
CHILD = "자녀"
CHILDREN = {"아들": CHILD, "딸": CHILD, "아이": CHILD, "자녀": CHILD, "조카": CHILD}
"""Ways to say that someone is a child; a nephew is said of the child of someone who was asked about children."""
_CHILD_SEES = {"남편": "아버지", "아내": "어머니"}
_PLAIN = re.compile(r"(?:님|어른)$")
"""What is added to a word out of respect."""
_KIND = re.compile(r"^(?:큰|작은)")
"""What is put before a word to tell several such people apart."""
_YOUNGER = {"형": "남동생", "오빠": "남동생", "누나": "여동생", "언니": "여동생"}
_BACK = {
    "형": ("남동생",), "누나": ("남동생",), "오빠": ("여동생",), "언니": ("여동생",),
    "남동생": ("형", "누나"), "여동생": ("오빠", "언니"), "남편": ("아내",), "아내": ("남편",),
    "아버지": (CHILD,), "어머니": (CHILD,), CHILD: ("아버지", "어머니"),
}  # fmt: skip


def back(relation: str) -> tuple[str, ...]:
    """What a person may be to someone of whom the relation is said; sexes are not assumed."""
    return _BACK[relation]


@cache
def inventory() -> dict[str, dict[Chain, tuple[str, ...]]]:
    """Branch to chains to accepted terms."""
    table = tomllib.loads(files(__package__).joinpath("terms.toml").read_text(encoding="utf-8"))
    return {
        branch: {tuple(chain.split()): tuple(terms) for chain, terms in table[branch].items()} for branch in BRANCHES
    }


@cache
def chains() -> dict[Chain, tuple[str, ...]]:
    """Every chain that has terms: the listed ones, and those with a younger sibling where only an elder is listed."""
    listed = {chain: terms for branch in inventory().values() for chain, terms in branch.items()}
    found = dict(listed)
    for chain, terms in listed.items():
        for other in _younger(chain):
            found.setdefault(other, terms)
    return found


def _younger(chain: Chain) -> list[Chain]:
    """The chain with a younger sibling in the place of an elder one."""
    return [(*chain[:place], _YOUNGER[hop], *chain[place + 1 :]) for place, hop in enumerate(chain) if hop in _YOUNGER]


@cache
def fitting(chain: Chain) -> frozenset[str]:
    """Every term that a reader may find right for a chain: the accepted ones, and those that cover or respect them.

    To the accepted terms come, by rule, those of the same person seen by the spouse or by one's children, the words of
    the table `also`, the same words with or without respect, and the elder and younger kinds of one word.
    """
    found = {*chains().get(chain, ()), *_also().get(chain, ())}
    if chain[0] in _CHILD_SEES:
        for seen in (chain[1:], (_CHILD_SEES[chain[0]], *chain[1:])):
            found |= {*chains().get(seen, ()), *_also().get(seen, ())}
    plain = {_PLAIN.sub("", term) for term in found}
    kinds = {term for term in _vocabulary() if _KIND.sub("", term) in found}
    return frozenset(found | kinds | {term for term in _vocabulary() if _PLAIN.sub("", term) in plain})


@cache
def _also() -> dict[Chain, list[str]]:
    table = tomllib.loads(files(__package__).joinpath("terms.toml").read_text(encoding="utf-8"))["also"]
    found: dict[Chain, list[str]] = {}
    for term, listed in table.items():
        for chain in map(tuple, map(str.split, listed)):
            for each in (chain, *_younger(chain)):
                found.setdefault(each, []).append(term)
    return found


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(term for terms in chains().values() for term in terms)


@cache
def prefixes() -> frozenset[Chain]:
    """Every beginning of a chain that has terms."""
    return frozenset(chain[:length] for chain in chains() for length in range(LONGEST + 1))


@cache
def by_term() -> dict[str, frozenset[str]]:
    """Term to all terms that share a chain with it, itself included."""
    found: dict[str, set[str]] = {}
    for terms in chains().values():
        for term in terms:
            found.setdefault(term, set()).update(terms)
    return {term: frozenset(others) for term, others in found.items()}
