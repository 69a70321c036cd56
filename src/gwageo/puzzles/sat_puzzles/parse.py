"""Parser: reads a question back, ours or the released one, from the words for each domain that it knows itself."""

import re
from typing import NamedTuple

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.parsing import conventions, find
from gwageo.puzzles.sat_puzzles.clauses import Clause, Literal, Sat
from gwageo.puzzles.wording import Wording


class _Words(NamedTuple):
    """How a domain says that a variable is true, and that it is false; released forms and ours."""

    domain: str
    true: str
    false: str


_DOMAINS = (
    _Words("crime", r"guilty|유죄(?:이다)?", r"innocent|무죄(?:이다)?"),
    _Words("meeting", r"attending|참석(?:한다|이다)?", r"not attending|불참|참석하지 않는다"),
    _Words("project", r"assigned|할당됨(?:이다)?|프로젝트를 맡는다", r"not assigned|미할당|프로젝트를 맡지 않는다"),
    _Words("restaurant", r"ordered|주문됨(?:이다)?|주문했다", r"not ordered|주문안됨|주문하지 않았다"),
)
_NAMES = r"^(?:\*\*)?(?:Variables|변수|People|Teams|Dishes|인물|팀|음식):(?:\*\*)? (.+)$"
_LINK = r"(?:은\(는\)|은|는|을|를|이|가|을\(를\)| is| was)"
_CLAUSE = re.compile(r"^ *\d+\. (.+?)\.?$", re.MULTILINE)
_ANY = re.compile(
    r"(?:At least one of (?P<names>.+?) (?:is|was) (?P<word>[a-z ]+)"
    r"|(?P<namen>.+) (?:중|가운데) (?:최소 하나는|적어도 (?:한 명은|한 팀은|하나는)) (?P<wort>.+))"
)
_PARTS = re.compile(r"(?:At least one of the following is true|다음 (?:중|가운데) (?:최소|적어도) 하나는 참이다): (.+)")
_BETWEEN = re.compile(r", or |, | or | 또는 |; ")


def parse(text: str) -> Sat:
    """Read a question back: the names, and the clauses over them."""
    conventions(text, that_all_must_hold=r"must be satisfied|must be true|만족되어야|참이어야")
    listed = find(
        r"^(?:\*\*)?(?:Variables|변수|People|Teams|Dishes|인물|팀|음식):(?:\*\*)? (.+)$", text, "the list of names"
    )[1]
    names = listed.split(", ")
    places = {name: place for place, name in enumerate(names)}
    lines = _CLAUSE.findall(text)
    if not lines:
        raise Unreadable("the question holds no numbered statements")
    read = [_read(line, places) for line in lines]
    domains = {domain for domain, _ in read}
    if len(domains) != 1:
        raise Unreadable(f"the statements are about more than one thing: {sorted(domains)}")
    return Sat(domains.pop(), tuple(_ids().get(name, name) for name in names), tuple(clause for _, clause in read))


def _read(line: str, places: dict[str, int]) -> tuple[str, Clause]:
    if match := _PARTS.fullmatch(line):
        parts = [_part(part, places) for part in _BETWEEN.split(match[1])]
        return parts[0][0], tuple(literal for _, literal in parts)
    if match := _ANY.fullmatch(line):
        word = match["word"] or match["wort"]
        names = _BETWEEN.split(match["names"] or match["namen"])
        domain, positive = _meaning(word)
        return domain, tuple(Literal(_place(name, places), positive) for name in names)
    raise Unreadable(f"the statement {line!r} has no known form")


def _part(part: str, places: dict[str, int]) -> tuple[str, Literal]:
    match = re.fullmatch(rf"(.+?){_LINK} (.+)", part)
    if match is None:
        raise Unreadable(f"the part {part!r} of a statement has no known form")
    domain, positive = _meaning(match[2])
    return domain, Literal(_place(match[1], places), positive)


def _meaning(word: str) -> tuple[str, bool]:
    for domain, true, false in _DOMAINS:
        if re.fullmatch(true, word):
            return domain, True
        if re.fullmatch(false, word):
            return domain, False
    raise Unreadable(f"{word!r} is said of no variable; expected guilty, innocent, 참석한다, ...")


def _place(name: str, places: dict[str, int]) -> int:
    if name not in places:
        raise Unreadable(f"{name!r} is not among the names {', '.join(places)}")
    return places[name]


def _ids() -> dict[str, str]:
    """Our names to their ids, in both languages."""
    wording = Wording(__package__)
    return {form: name for language in ("en", "ko") for name, form in wording[language].table["names"].items()}
