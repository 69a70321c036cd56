"""Causal graphs: times by plain repetition agree, shares are kept, planted faults and practice replies are read."""

from collections import Counter

import pytest
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import load, made, reward, score
from gwageo.puzzles.causal_dag.generate import Params
from gwageo.puzzles.causal_dag.graph import Graph, Query, Rule
from gwageo.puzzles.causal_dag.solve import solve, times

KIND = load("causal_dag")
NEVER = 10**9


def repeated(graph: Graph) -> dict[int, int]:
    """Apply every rule again and again until nothing changes."""
    found = dict.fromkeys(range(len(graph.events)), NEVER)
    found[graph.start] = graph.minute
    for _ in range(len(graph.events) + 1):
        for rule in graph.rules:
            ready = (max if rule.needs_all else min)(found[cause] for cause in rule.causes)
            found[rule.effect] = min(found[rule.effect], ready + rule.delay)
    return {event: time for event, time in found.items() if time < NEVER}


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_plain_repetition_finds_the_same_times(tier: str) -> None:
    for index in range(25):
        graph: Graph = made("causal_dag", "en", tier, seed=8, index=index).puzzle
        assert times(graph) == repeated(graph)
        assert len(times(graph)) == len(graph.events)


def test_an_event_counts_at_the_first_cause_or_at_the_last() -> None:
    events = tuple((number, f"technical_0{number}") for number in range(1, 5))
    rules = (Rule((0,), True, 1, 10), Rule((0,), True, 2, 30), Rule((1, 2), False, 3, 5))
    assert solve(Graph(events, rules, 0, 7, Query("time", 3, None))).found == (22,)
    every = (*rules[:2], Rule((1, 2), True, 3, 5))
    assert solve(Graph(events, every, 0, 7, Query("time", 3, None))).found == (42,)
    assert solve(Graph(events, every, 0, 7, Query("gap", 3, 1))).found == (25,)
    assert solve(Graph(events, rules, 0, 7, Query("count", 2, None))).found == (4,)
    assert solve(Graph(events, rules[:1], 0, 7, Query("time", 3, None))).found == ()


@pytest.mark.parametrize(
    ("tier", "events", "kinds"),
    [
        ("easy", (25, 31), {"time": 30, "gap": 25, "count": 45}),
        ("medium", (40, 46), {"time": 3, "gap": 22, "count": 75}),
        ("hard", (46, 58), {"gap": 20, "count": 80}),
    ],
)
def test_a_tier_has_its_sizes_and_shares(tier: str, events: tuple[int, int], kinds: dict[str, int]) -> None:
    solved = [made("causal_dag", "ko", tier, seed=8, index=index) for index in range(100)]
    assert Counter(one.features["query"] for one in solved) == kinds
    assert all(events[0] <= int(one.features["events"]) <= events[1] for one in solved)
    for one in solved[:20]:
        assert all(max(rule.causes) < rule.effect for rule in one.puzzle.rules)
        assert one.puzzle.start == 0


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 3 events"):
        Params((2, 2), 50, (1, 2), 2, 50, (10, 20), {"time": 100})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", " AND ", " OR "),
        ("en", "after the first of", "after the last of"),
        ("en", "after the last of", "after the first of"),
        ("en", "E2 (", "E3 ("),
        ("en", "minutes\n", "minutes or so\n"),
        ("ko", " 그리고 ", " 또는 "),
        ("ko", "원인 가운데 가장 먼저", "원인 가운데 가장 늦게"),
        ("ko", "곧 가장 늦게", "곧 가장 먼저"),
        ("ko", "처음에 사건", "나중에 일"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: str, old: str, new: str) -> None:
    puzzle = made("causal_dag", "en", "easy", seed=8).puzzle
    assert is_caught(KIND, puzzle, language, old, new)  # type: ignore[arg-type]  # one of the two languages


@pytest.mark.parametrize(
    ("reply", "exact", "robust"),
    [
        ("Answer: 184", 1.0, 1.0),
        ("답변: 184분", 1.0, 1.0),
        ("E9 occurs at minute 184.", 1.0, 1.0),
        ("Answer: E9 at minute 184", 1.0, 1.0),
        ("Answer: 200 - 16 = 184", 1.0, 1.0),
        ("Answer: 185", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="184", metadata={"type": "causal_dag"})
    assert (score(reply, item).metrics["exact_match"], reward(reply, item)) == (exact, robust)
