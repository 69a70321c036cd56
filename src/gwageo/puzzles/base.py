"""PuzzleType: the pattern that every type of puzzle follows, as a value made of plain functions.

    params -> generate -> Puzzle -> solve -> Search -> certificate
                            |                  |
                            view, parse        gold, explain, features

A Puzzle is what the reader sees and nothing else: clues and query as frozen dataclasses of numbers and lexicon ids. It
holds no answer, so that the solver cannot peep; the answer comes out of the solver. Language appears in `Wording` only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, get_args

from gwageo.core.errors import GwageoError
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.replies import Reader
from gwageo.puzzles.wording import Line, Slots, Wording, Words

Language = Literal["en", "ko"]
Tier = Literal["easy", "medium", "hard"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
TIERS: tuple[Tier, ...] = get_args(Tier)

P = TypeVar("P")
Z = TypeVar("Z")
S = TypeVar("S")
Gold = Any
"""A right answer as an item carries it: a text, a whole number, or a mapping. JSON-able."""


class GaveUp(GwageoError):
    """A generator used up its attempts; it never hands out its last try instead."""

    def __init__(self, what: str, params: object, attempts: int) -> None:
        self.told = what, params, attempts
        super().__init__(f"no {what} was found in {attempts} attempts with {params!r}; loosen these parameters")

    def __reduce__(self) -> tuple[type["GaveUp"], tuple[str, object, int]]:
        return GaveUp, self.told  # so that it comes back from a worker as what it is


class Unsound(GwageoError):
    """A puzzle that came out of a generator does not have exactly one answer: a defect of the generator."""


class Unreadable(GwageoError):
    """A question text that the type's parser cannot turn back into a puzzle; the sentence says which part."""


@dataclass(frozen=True, slots=True)
class Search(Generic[S]):
    """What a solver found before it stopped."""

    found: tuple[S, ...]
    """Different solutions, two at most."""
    work: int
    """Size of the search in the solver's own unit (nodes, candidates): comparable within a type only."""


@dataclass(frozen=True, slots=True)
class Solver(Generic[Z, S]):
    """A solver with its name, so that a certificate can say who looked."""

    name: str
    version: int
    unique_in: str
    """What is unique: `grid`, `queried sum`, ... (the cells that the answer is read from, or more)."""
    solve: Callable[[Z], Search[S]]
    """Looks for two solutions of a puzzle and stops at the second."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The evidence that a puzzle has one answer."""

    solver: str
    version: int
    solutions: int
    """Found with the search going on to two: 1 in every certificate that leaves the workshop."""
    unique_in: str
    work: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """A solution told in sentences; the answer itself is added behind it."""

    givens: tuple[Line, ...]
    steps: tuple[Line, ...]
    check: Line


Features = Mapping[str, int | str]
"""What a puzzle turned out to be, measured and not requested: sizes, clues, steps that need a trial."""


@dataclass(frozen=True, slots=True)
class Solved(Generic[Z, S]):
    """A puzzle that passed the gate, with all that can be said of it without a language."""

    puzzle: Z
    solution: S
    certificate: Certificate
    features: Features
    told: Explanation


@dataclass(frozen=True, slots=True)
class PuzzleType(Generic[P, Z, S]):
    """One type of puzzle."""

    name: str
    """With underscores, the name of its folder: `number_baseball`."""
    version: int
    """Raised whenever an item of an old seed, its wording or its reading changes."""
    presets: Mapping[tuple[Language, Tier], P]
    """Parameters for every language and tier that exist; `both(...)` where the languages share them."""
    generate: Callable[[Draw, P], Z]
    """Makes a puzzle, free of language. Raises `GaveUp`."""
    solver: Solver[Z, S]
    gold: Callable[[Z, S, Words], Gold]
    """The answer as the item carries it; `Words` because some answers are made of names."""
    view: Callable[[Z], Slots]
    """Puzzle to the slots of its question template."""
    explain: Callable[[Z, S], Explanation]
    features: Callable[[Z, S], Features]
    parse: Callable[[str], Z]
    """Question text in any language, ours or the released one, back to the puzzle. Knows nothing of the templates, so
    that a fault in one of them shows. Raises `Unreadable`."""
    reader: Reader
    wording: Wording
    paired: bool = True
    """Whether one seed gives one puzzle in both languages."""
    paired_released: bool = False
    """Whether the released items of one number are one puzzle in both languages."""
    base: Callable[[Z], str] | None = None
    """What puzzles that are one puzzle turned about have in common; None where every item stands for itself."""
    space: Callable[[P], int] | None = None
    """Number of different questions, where it is small enough to run out."""
    extras: Callable[[Z, Words], Mapping[str, Any]] | None = None
    """Further fields of the item beside its question (`choices`)."""
    json_answers: bool = False
    """Whether answers may be whole numbers or objects, which tables of texts keep as JSON."""
    calibrated: bool = True
    """Whether the tiers still stand for the difficulty that the paper measured."""
    twins: frozenset[Language] = field(default_factory=frozenset)
    """Languages that are an addition of ours, reported apart."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which the type exists."""
        return tuple(language for language in LANGUAGES if any(key[0] == language for key in self.presets))

    def certify(self, puzzle: Z) -> Solved[Z, S]:
        """The gate: the puzzle with its only solution and the evidence for it.

        Raises:
            Unsound: There is no solution, or more than one.
        """
        search = self.solver.solve(puzzle)
        if len(search.found) != 1:
            raise Unsound(f"{self.name}: {len(search.found)} solutions (of at most 2 looked for) of {puzzle!r}")
        solution = search.found[0]
        certificate = Certificate(self.solver.name, self.solver.version, 1, self.solver.unique_in, search.work)
        return Solved(puzzle, solution, certificate, self.features(puzzle, solution), self.explain(puzzle, solution))

    def render(self, puzzle: Z, language: Language) -> str:
        """The complete question."""
        return self.wording[language].question(self.view(puzzle))

    def answer(self, solved: Solved[Z, S], language: Language) -> Gold:
        """The right answer, as the item carries it."""
        return self.gold(solved.puzzle, solved.solution, self.wording[language])

    def trace(self, solved: Solved[Z, S], language: Language, tier: Tier) -> str:
        """A worked solution in four parts; the answer stands in the last one only."""
        told, answer = solved.told, self.reader.show(self.answer(solved, language))
        return self.wording[language].trace(tier, solved.features, told.givens, told.steps, answer, told.check)


def both(tiers: Mapping[Tier, P]) -> dict[tuple[Language, Tier], P]:
    """Presets that hold in every language."""
    return {(language, tier): params for language in LANGUAGES for tier, params in tiers.items()}
