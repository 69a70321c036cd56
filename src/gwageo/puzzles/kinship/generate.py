"""Generator: a chain of relatives told from the far side, hidden among true statements about their family.

Everything said is true of one consistent family. Relatives beside the chain are new people, so that nothing leads
past it; terms that some other reading of the statements allows are not offered, nor is any word that fits the right
person too. A photo holds four generations at most, and one's own children are spoken of plainly.
"""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.kinship.family import CHILDREN, PARENTS, Family, Sex, generations_up
from gwageo.puzzles.kinship.solve import derivable
from gwageo.puzzles.kinship.talk import FRAMES, LETTERS, ME, Form, Statement, Talk
from gwageo.puzzles.kinship.terms import BRANCHES, CHILD, Chain, chains, fitting, inventory

PEOPLE, FRIENDS, SCENES, CHATS = 72, 8, 3, 16
SHARES = {"husband": 30, "wife": 30, "mother": 15, "father": 25}
_NEAR = 75
"""Terms among which the others are drawn, the nearest ones."""
_NEVER_ALONE = frozenset({"서방"})
"""Terms that stand behind a surname only; accepted where others offer them, never offered here."""
_OF_MEN = "형제"
"""Ending of terms for men. The published table gives them for any cousin; they are right here for men only."""
ATTEMPTS = 50
GENERATIONS = 4
"""In one photo; no published chain needs more."""
_RELATIVES = ("아버지", "어머니", "형", "오빠", "누나", "언니", "남동생", "여동생", "남편", "아내", "아들", "딸")


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    noise: int
    """Exchanges beside the clues."""
    chats: int
    """Those among them that are small talk."""
    relatives: int
    """People beside the chain."""
    hops: tuple[int, int]
    """Length of the chain by marriage."""
    own_hops: tuple[int, int]
    """Length of the chain on the own side."""
    memo: bool = False
    warned: bool = False

    def __post_init__(self) -> None:
        if not (0 <= self.chats <= min(CHATS, self.noise) and 0 < self.relatives <= PEOPLE - 6):
            raise ValueError(f"expected at most {CHATS} small talks within the noise and {PEOPLE - 6} people: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(15, 3, 9, (4, 5), (4, 4)),
    "medium": Params(62, 8, 24, (3, 4), (3, 4), memo=True),
    "hard": Params(112, 12, 42, (2, 3), (2, 3), memo=True, warned=True),
}


def generate(draw: Draw, params: Params) -> Talk:
    """A talk that leaves one of its options."""
    branch = draw.quota("branch", SHARES)
    for _ in range(ATTEMPTS):
        chain = _chain(draw, params, branch)
        family, line = _family(draw, chain)
        clues = [_clue(family, place, person, other) for place, (person, _, other) in enumerate(family.edges)]
        noise = _noise(draw, family, params, line)
        if noise is None:
            continue
        names = [ME, *(f"person_{each + 1:02d}" for each in draw.sample(range(PEOPLE), len(family.sex) - 1))]
        said = [*(_statement(draw, names, *each) for each in (*clues, *noise)), *_chats(draw, params.chats)]
        statements = tuple(draw.shuffled(said))
        target = names[line[-1]]
        found, _ = derivable(statements, target)
        if chain in found:
            memo = tuple(draw.shuffled([names[person] for person in line[1:]])) if params.memo else ()
            options = _options(draw, chain, branch, found, family.sex[line[-1]])
            scene = f"scene_{draw.between(1, SCENES)}"
            return Talk(scene, statements, memo, params.warned, target, options)
    raise GaveUp("talk", params, ATTEMPTS)


def _chain(draw: Draw, params: Params, branch: str) -> Chain:
    low, high = params.hops if branch in ("husband", "wife") else params.own_hops
    return draw.choice([each for each in inventory()[branch] if low <= len(each) <= high])


def _family(draw: Draw, chain: Chain) -> tuple[Family, list[int]]:
    """The people of the chain."""
    me: Sex = {"남편": "f", "아내": "m"}.get(chain[0]) or draw.choice(("m", "f"))  # type: ignore[assignment]  # m or f
    family, line = Family([me]), [0]
    for hop in chain:
        line.append(family.add(line[-1], draw.choice(("아들", "딸")) if hop == CHILD else hop))
    return family, line


_Said = tuple[Form, int, str, int]


def _clue(family: Family, place: int, person: int, other: int) -> _Said:
    """The first hop as it is, every later one from the far side; children cannot be turned round."""
    relation = family.edges[place][1]
    if place == 0:
        return "own", person, relation, other
    if relation in ("아들", "딸"):
        return "asked", person, relation, other
    form: Form = "asked" if relation in ("남편", "아내") else "pair"
    return form, other, family.turned(person, relation, other), person


def _noise(draw: Draw, family: Family, params: Params, line: list[int]) -> list[_Said] | None:
    """True statements about relatives beside the chain, each in one of its four forms; None if there are too few."""
    chain_edges = len(family.edges)
    near = family.edges[0][1] in PARENTS
    own: list[int] = []
    for _ in range(params.relatives):
        person, relation = draw.choice(_places(family, line[-1], own, near=near))
        new = family.add(person, relation)
        if person == 1 and relation in CHILDREN:
            own.append(new)
    forms: list[_Said] = []
    for person, relation, other in family.edges[chain_edges:]:
        if other in own:  # no one calls their own son somebody's
            forms.append(("own", 0, relation, other))
            continue
        turned = family.turned(person, relation, other)
        both: tuple[Form, Form] = ("asked", "pair")
        for form in both:
            forms += [(form, person, relation, other), (form, other, turned, person)]
    wanted = params.noise - params.chats
    return draw.sample(forms, wanted) if len(forms) >= wanted else None


def _places(family: Family, target: int, own: list[int], *, near: bool) -> list[tuple[int, str]]:
    """Who may get which relative: within the generations of a photo, and none for which "나" would have another word.

    Left out are brothers and sisters of "나" (children of a parent, where the first of the chain is `near`), and
    whoever comes after an `own` child.
    """
    top = max(GENERATIONS - 2, *family.generation)
    low = top - GENERATIONS + 1
    return [
        (person, relation)
        for person in range(1, len(family.sex))
        if person not in own
        for relation in _RELATIVES
        if (person != target or relation in ("남동생", "여동생"))
        and low <= family.generation[person] + generations_up(relation) <= top
        and not (near and person == 1 and relation in CHILDREN)
        and family.room(person, relation)
    ]


def _statement(draw: Draw, names: list[str], form: Form, subject: int, relation: str, other: int) -> Statement:
    return Statement(_friend(draw), form, names[subject], relation, names[other], draw.between(1, FRAMES[form]))


def _friend(draw: Draw) -> str:
    return f"friend_{draw.between(1, FRIENDS)}"


def _chats(draw: Draw, count: int) -> list[Statement]:
    return [
        Statement(_friend(draw), "chat", "", f"chat_{each + 1:02d}", "") for each in draw.sample(range(CHATS), count)
    ]


def _options(draw: Draw, chain: Chain, branch: str, found: dict[Chain, None], sex: Sex) -> tuple[str, ...]:
    """One term of the chain that suits the person's sex, among the nearest terms that no reading allows."""
    accepted = [term for term in chains()[chain] if term not in _NEVER_ALONE]
    right = draw.choice([term for term in accepted if sex == "m" or not term.endswith(_OF_MEN)])
    barred = {term for each in found for term in fitting(each)} | _NEVER_ALONE
    ranks: dict[str, int] = {}
    for name in BRANCHES:
        for other, terms in inventory()[name].items():
            for term in terms:
                if term not in barred:
                    ranks[term] = min(ranks.get(term, 9), _distance(chain, other, same=name == branch))
    ordered = sorted(draw.shuffled(sorted(ranks)), key=lambda term: ranks[term])
    others = draw.sample(ordered[:_NEAR], len(LETTERS) - 1)
    return tuple(draw.shuffled([right, *others]))


def _distance(chain: Chain, other: Chain, *, same: bool) -> int:
    """How far another chain is: all but the last hop alike, all but two, a hop more or less, the branch, or nothing."""
    alike = next((place for place, pair in enumerate(zip(chain, other, strict=False)) if pair[0] != pair[1]),
                 min(len(chain), len(other)))  # fmt: skip
    if len(other) == len(chain) and alike >= len(chain) - 2:
        return len(chain) - 1 - alike
    if abs(len(other) - len(chain)) == 1 and alike >= len(chain) - 2:
        return 2
    return 3 if same else 4
