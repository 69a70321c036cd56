"""Generator: random clauses that a hidden assignment makes true, until it is the only one that does."""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.sat_puzzles.clauses import DOMAINS, POOLS, Clause, Literal, Sat
from gwageo.puzzles.sat_puzzles.solve import allowed, everything

ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    variables: int
    fewest: int
    """Clauses."""
    most: int
    false: int
    """Percent of the parts of clauses that are false under the hidden assignment, before repair."""
    lengths: tuple[int, int] = (3, 4)
    """Shortest and longest clause."""

    def __post_init__(self) -> None:
        if not self.lengths[0] <= self.lengths[1] <= self.variables <= 14 or not 0 < self.fewest <= self.most:
            raise ValueError(f"expected lengths up to the 2 to 14 variables and 0 < fewest <= most: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(variables=9, fewest=36, most=54, false=51),
    "medium": Params(variables=11, fewest=56, most=88, false=54),
    "hard": Params(variables=14, fewest=115, most=170, false=57),
}


def generate(draw: Draw, params: Params) -> Sat:
    """A puzzle with one assignment; the domains take turns."""
    domain = draw.quota("domain", dict.fromkeys(DOMAINS, 25))
    for _ in range(ATTEMPTS):
        kind, size = POOLS[domain]
        names = tuple(f"{kind}_{number:02d}" for number in draw.sample(range(1, size + 1), params.variables))
        clauses = _clauses(draw, params)
        if clauses is not None:
            return Sat(domain, names, clauses)
    raise GaveUp("set of clauses", params, ATTEMPTS)


def _clauses(draw: Draw, params: Params) -> tuple[Clause, ...] | None:
    """Different clauses with one assignment; None where the most allowed leave more."""
    hidden = [draw.chance(1, 2) for _ in range(params.variables)]
    clauses: dict[frozenset[Literal], Clause] = {}
    left = everything(params.variables)
    while len(clauses) < params.most:
        clause = _clause(draw, hidden, params)
        if frozenset(clause) in clauses:
            continue
        clauses[frozenset(clause)] = clause
        left &= allowed(clause, params.variables)
        if len(clauses) >= params.fewest and left.bit_count() == 1:
            return tuple(clauses.values())
    return None


def _clause(draw: Draw, hidden: list[bool], params: Params) -> Clause:
    """A clause that the hidden assignment makes true."""
    variables = draw.sample(range(params.variables), draw.between(*params.lengths))
    literals = [Literal(variable, hidden[variable] != draw.chance(params.false, 100)) for variable in variables]
    if not any(positive == hidden[variable] for variable, positive in literals):
        place = draw.below(len(literals))
        literals[place] = Literal(literals[place].variable, not literals[place].positive)
    return tuple(literals)
