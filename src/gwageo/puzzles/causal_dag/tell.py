"""What is said about a puzzle: its view, gold, features and explanation."""

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.causal_dag.graph import Graph, Rule
from gwageo.puzzles.causal_dag.solve import settle
from gwageo.puzzles.wording import Line, Listing, Name, Slots, Words


def _event(puzzle: Graph, place: int) -> Line:
    number, name = puzzle.events[place]
    return Line("event", id=f"E{number}", name=Name(name))


def _causes(puzzle: Graph, rule: Rule) -> Line | Listing:
    events = tuple(_event(puzzle, cause) for cause in rule.causes)
    if len(events) == 1:
        return events[0]
    return Line("several", events=Listing("all" if rule.needs_all else "any", events))


def _rule(puzzle: Graph, rule: Rule) -> Line:
    return Line("rule", causes=_causes(puzzle, rule), effect=_event(puzzle, rule.effect), delay=rule.delay)


def view(puzzle: Graph) -> Slots:
    """The slots of the question."""
    query = puzzle.query
    since = _event(puzzle, query.target if query.since is None else query.since)
    return {
        "events": tuple(Line("listed", id=f"E{number}", name=Name(name)) for number, name in puzzle.events),
        "rules": tuple(_rule(puzzle, rule) for rule in puzzle.rules),
        "start": _event(puzzle, puzzle.start),
        "minute": puzzle.minute,
        "query": Line(f"ask_{query.kind}", target=_event(puzzle, query.target), since=since),
    }


def gold(puzzle: Graph, solution: int, words: Words) -> str:
    """The number asked for."""
    return str(solution)


def features(puzzle: Graph, solution: int) -> Features:
    """Events, rules, those with several causes and those that need all, and what is asked."""
    several = [rule for rule in puzzle.rules if len(rule.causes) > 1]
    return {
        "events": len(puzzle.events),
        "rules": len(puzzle.rules),
        "several": len(several),
        "needs_all": sum(rule.needs_all for rule in several),
        "query": puzzle.query.kind,
    }


def explain(puzzle: Graph, solution: int) -> Explanation:
    """All events up to the target in order of time, each with what brings it about."""
    found, reason, _ = settle(puzzle)
    target = puzzle.query.target
    order = sorted(found, key=lambda event: (found[event], event))
    told = []
    for event in order:
        if found[event] > found[target]:
            break
        label = f"E{puzzle.events[event][0]}"
        if event not in reason:
            told.append(Line("first", event=label, time=found[event]))
            continue
        rule = puzzle.rules[reason[event]]
        decisive = (max if rule.needs_all else min)(rule.causes, key=lambda cause: found.get(cause, 10**9))
        told.append(
            Line("later", event=label, time=found[event], cause=f"E{puzzle.events[decisive][0]}", delay=rule.delay)
        )
    since = f"E{puzzle.events[target if puzzle.query.since is None else puzzle.query.since][0]}"
    return Explanation(
        tuple(_given(puzzle, rule) for rule in puzzle.rules),
        (Line("order", events=tuple(told)), Line(f"do_{puzzle.query.kind}", event=f"E{puzzle.events[target][0]}",
                                                 since=since)),
        Line("check", count=len(told)) if puzzle.query.kind == "count" else Line("check_time", event=since),
    )  # fmt: skip


def _given(puzzle: Graph, rule: Rule) -> Line:
    causes = tuple(f"E{puzzle.events[cause][0]}" for cause in rule.causes)
    kind = "all" if rule.needs_all else "any"
    return Line("short", causes=Listing(kind, causes), effect=f"E{puzzle.events[rule.effect][0]}", delay=rule.delay)
