"""Solver: earliest times by the semantics that the question states, event by event in order of time.

An event occurs at the minimum over its rules; a rule fires its delay after the last of its causes where it needs all,
after the first where one is enough. Delays are positive, so events can be settled in order of time.
"""

from heapq import heappop, heappush

from gwageo.puzzles.base import Search
from gwageo.puzzles.causal_dag.graph import Graph


def times(puzzle: Graph) -> dict[int, int]:
    """When each event first occurs; events that never occur are missing."""
    return settle(puzzle)[0]


def settle(puzzle: Graph) -> tuple[dict[int, int], dict[int, int], int]:
    """Times, the rule that first brings each event about, and the number of arrivals looked at."""
    by_cause: dict[int, list[int]] = {}
    for number, rule in enumerate(puzzle.rules):
        for cause in rule.causes:
            by_cause.setdefault(cause, []).append(number)
    missing = [len(rule.causes) if rule.needs_all else 1 for rule in puzzle.rules]
    settled: dict[int, int] = {}
    reason: dict[int, int] = {}
    queue = [(puzzle.minute, puzzle.start, -1)]
    work = 0
    while queue:
        time, event, by = heappop(queue)
        work += 1
        if event in settled:
            continue
        settled[event] = time
        if by >= 0:
            reason[event] = by
        for number in by_cause.get(event, ()):
            missing[number] -= 1
            if missing[number] == 0:  # the last cause that is needed, since events come in order of time
                rule = puzzle.rules[number]
                heappush(queue, (time + rule.delay, rule.effect, number))
    return settled, reason, work


def answer(puzzle: Graph, found: dict[int, int]) -> int | None:
    """The number asked for; None where an event that it needs never occurs."""
    query = puzzle.query
    if query.target not in found or (query.since is not None and query.since not in found):
        return None
    time = found[query.target]
    if query.kind == "count":
        return sum(each <= time for each in found.values())
    return time - (found[query.since] if query.since is not None else 0)


def solve(puzzle: Graph) -> Search[int]:
    """The number asked for; the work is the number of arrivals looked at."""
    found, _, work = settle(puzzle)
    value = answer(puzzle, found)
    return Search(() if value is None else (value,), work)
