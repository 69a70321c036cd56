"""Parser: reads a question back, ours or the released one, and insists on how rules are meant."""

import re
from functools import cache

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.causal_dag.graph import Graph, Query, Rule
from gwageo.puzzles.parsing import conventions, find, number
from gwageo.puzzles.wording import Wording

_EVENT = re.compile(r"^ +E(\d+): (\S.*)$", re.MULTILINE)
_RULE = re.compile(r"^ +(\[[^\]\n]+\]|E\d+ \([^)\n]*\)) → E(\d+) \([^)\n]*\): (\d+) ?(?:minutes?|분)$", re.MULTILINE)
_ID = re.compile(r"E(\d+) \(")
_ALL, _ANY = re.compile(r"\) (?:AND|그리고) E"), re.compile(r"\) (?:OR|또는) E")
_NAME = r"E(\d+) \([^)\n]*\)"
_COUNT = (
    rf"By the time event {_NAME} first occurs, how many",
    rf"사건 {_NAME}(?:이\(가\)|이|가) 처음 (?:발생하는 시점|일어날 때)까지",
)
_GAP = (
    (rf"after event {_NAME} first occurs does event {_NAME} first occur", (1, 2)),
    (rf"사건 {_NAME}(?:이\(가\)|이|가) 처음 (?:발생한|일어난) (?:뒤|때부터),? 사건 {_NAME}(?:이\(가\)|이|가)", (1, 2)),
)
_TIME = (
    rf"At what minute does event {_NAME} first occur",
    rf"사건 {_NAME}(?:이\(가\)|은\(는\)|은|는)(?: 처음)? 몇 분에",
)


def parse(text: str) -> Graph:
    """Read a question back: events, rules, the first event, and the query."""
    conventions(
        text,
        what_or_means=r"OR condition: Event occurs when the FIRST prerequisite|OR 조건: 첫 번째 전제 조건이 도달하면"
        r"|OR: the event occurs .*after the first of|또는: 원인 가운데 가장 먼저 일어난",
        what_and_means=r"AND condition: Event occurs only when ALL prerequisites"
        r"|AND 조건: 모든 전제 조건이 발생한 후에만"
        r"|AND: the event occurs .*after the last of|그리고: 원인이 모두 일어났을 때, 곧 가장 늦게 일어난",
    )
    events = tuple((int(event), _ids().get(name, name)) for event, name in _EVENT.findall(text))
    places = {event: place for place, (event, _) in enumerate(events)}
    if len(places) != len(events) or len(events) < 2:
        raise Unreadable(f"expected a list of different events; found {[event for event, _ in events]}")
    rules = tuple(_rule(match, places) for match in _RULE.finditer(text))
    if len(rules) != text.count("→"):
        raise Unreadable(f"read {len(rules)} of {text.count('→')} rules; a rule has no known form")
    start = find(rf"(?:[Ee]vent|사건) {_NAME}(?:이\(가\)|이|가)? (?:occurs at minute \d|\d+분에 (?:발생|일어))", text,
                 "the first event")  # fmt: skip
    minute = number(
        r"occurs at minute (\d+)|\) ?(?:이\(가\)|이|가)? ?(\d+)분에 (?:발생합니다|일어난다)", text, "its minute"
    )
    return Graph(events, rules, _place(start[1], places), minute, _query(text, places))


def _place(event: str, places: dict[int, int]) -> int:
    if int(event) not in places:
        raise Unreadable(f"E{event} is not in the list of events")
    return places[int(event)]


def _rule(match: re.Match[str], places: dict[int, int]) -> Rule:
    causes = tuple(_place(event, places) for event in _ID.findall(match[1]))
    every, some = bool(_ALL.search(match[1])), bool(_ANY.search(match[1]))
    if (len(causes) > 1) != (every or some) or (every and some):
        raise Unreadable(f"the causes {match[1]!r} are not joined by one of AND, OR, 그리고, 또는")
    return Rule(causes, not some, _place(match[2], places), int(match[3]))


def _query(text: str, places: dict[int, int]) -> Query:
    for pattern, (since, target) in _GAP:
        if match := re.search(pattern, text):
            return Query("gap", _place(match[target], places), _place(match[since], places))
    for pattern in _COUNT:
        if match := re.search(pattern, text):
            conventions(text, what_is_counted=r"Include the initial event and the target event|초기 사건과 대상 사건도"
                        r"|Count the first event and .* too|처음 사건과 .* 함께 센다")  # fmt: skip
            return Query("count", _place(match[1], places), None)
    for pattern in _TIME:
        if match := re.search(pattern, text):
            return Query("time", _place(match[1], places), None)
    raise Unreadable("the question asks for no time, gap or count that is known")


@cache
def _ids() -> dict[str, str]:
    """Our names to their ids, in both languages."""
    wording = Wording(__package__)
    return {form: name for language in ("en", "ko") for name, form in wording[language].table["names"].items()}
