"""A family that keeps itself consistent: every person has a sex, one father, one mother and one spouse at most."""

from dataclasses import dataclass, field
from typing import Literal

Sex = Literal["m", "f"]
SEXES: dict[str, Sex] = {
    "아버지": "m", "어머니": "f", "형": "m", "오빠": "m", "남동생": "m", "누나": "f", "언니": "f", "여동생": "f",
    "남편": "m", "아내": "f", "아들": "m", "딸": "f",
}  # fmt: skip
PARENTS, CHILDREN = ("아버지", "어머니"), ("아들", "딸")
SIBLINGS = ("형", "오빠", "남동생", "누나", "언니", "여동생")
MOST_SIBLINGS, MOST_CHILDREN = 3, 3


def elder(sex: Sex, of: Sex) -> str:
    """What an elder sibling is called by a brother (`of` m) or a sister."""
    return {("m", "m"): "형", ("f", "m"): "누나", ("m", "f"): "오빠", ("f", "f"): "언니"}[sex, of]


def younger(sex: Sex) -> str:
    """What a younger sibling is called."""
    return "남동생" if sex == "m" else "여동생"


def generations_up(relation: str) -> int:
    """Generations from a person up to this relative: 1, 0 or -1."""
    return (relation in PARENTS) - (relation in CHILDREN)


@dataclass
class Family:
    """People by number; 0 is "나". Relations are added one by one, and only where there is room for them."""

    sex: list[Sex]
    generation: list[int] = field(default_factory=lambda: [0])
    """Generations above "나"; below, the number is negative."""
    group: list[int] = field(default_factory=lambda: [0])
    """Person to siblings' group; parents belong to groups."""
    father: dict[int, int] = field(default_factory=dict)
    mother: dict[int, int] = field(default_factory=dict)
    spouse: dict[int, int] = field(default_factory=dict)
    ties: dict[int, int] = field(default_factory=dict)
    """Person to siblings and children added to them."""
    edges: list[tuple[int, str, int]] = field(default_factory=list)
    """Person, relation, the other: the other is the person's father, ..."""

    def room(self, person: int, relation: str) -> bool:
        """Whether a new person may become this relative of someone."""
        if relation in PARENTS:
            return self.group[person] not in (self.father if relation == "아버지" else self.mother)
        if relation in ("남편", "아내"):
            return person not in self.spouse and self.sex[person] != SEXES[relation] and not self._is_parent(person)
        if relation in SIBLINGS:
            fits = relation in (younger(SEXES[relation]), elder(SEXES[relation], self.sex[person]))
            return fits and self.ties.get(person, 0) < MOST_SIBLINGS
        return self.ties.get(-person - 1, 0) < MOST_CHILDREN

    def _is_parent(self, person: int) -> bool:
        return person in self.father.values() or person in self.mother.values()

    def add(self, person: int, relation: str) -> int:
        """Give a person this relative, a new one; their number."""
        new = len(self.sex)
        self.sex.append(SEXES[relation])
        self.generation.append(self.generation[person] + generations_up(relation))
        self.group.append(self.group[person] if relation in SIBLINGS else new)
        if relation in PARENTS:
            self._parent(person, relation, new)
        elif relation in ("남편", "아내"):
            self.spouse[person], self.spouse[new] = new, person
        elif relation in SIBLINGS:
            self.ties[person] = self.ties.get(person, 0) + 1
        else:
            self.ties[-person - 1] = self.ties.get(-person - 1, 0) + 1
            parents = self.father if self.sex[person] == "m" else self.mother
            parents[self.group[new]] = person
            if person in self.spouse:
                others = self.mother if self.sex[person] == "m" else self.father
                others[self.group[new]] = self.spouse[person]
        self.edges.append((person, relation, new))
        return new

    def _parent(self, person: int, relation: str, new: int) -> None:
        mine, theirs = (self.father, self.mother) if relation == "아버지" else (self.mother, self.father)
        mine[self.group[person]] = new
        if self.group[person] in theirs:
            other = theirs[self.group[person]]
            self.spouse[new], self.spouse[other] = other, new

    def turned(self, person: int, relation: str, other: int) -> str:
        """What the person is to the other, of whom `relation` is said."""
        sex = self.sex[person]
        if relation in PARENTS:
            return "아들" if sex == "m" else "딸"
        if relation in ("남편", "아내"):
            return "남편" if sex == "m" else "아내"
        if relation in CHILDREN:
            return "아버지" if sex == "m" else "어머니"
        return elder(sex, self.sex[other]) if relation in ("남동생", "여동생") else younger(sex)
