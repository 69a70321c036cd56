"""Generator: a random graph whose events depend on earlier ones only, and a question about a late event."""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.causal_dag.graph import Graph, Kind, Query, Rule
from gwageo.puzzles.causal_dag.solve import times
from gwageo.puzzles.draw import Draw

CATEGORIES = ("technical", "business", "environmental", "operational")
PER_CATEGORY = 10
ATTEMPTS = 50


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for; shares are of a hundred."""

    events: tuple[int, int]
    density: int
    """Rules for an event beyond the first, on average."""
    delay: tuple[int, int]
    causes: int
    """Largest number of causes of a rule."""
    all_share: int
    """Rules with several causes that need all of them."""
    quantiles: tuple[int, int]
    """How late the target is among the events in order of time, from - to."""
    kinds: dict[Kind, int]
    minute: tuple[int, int] = (0, 60)

    def __post_init__(self) -> None:
        rising = all(low <= high for low, high in (self.events, self.delay, self.quantiles, self.minute))
        if not (rising and self.events[0] >= 3 and self.delay[0] >= 1 and self.causes >= 1 and self.quantiles[1] <= 99):
            raise ValueError(f"expected at least 3 events, delays from 1, rising ranges, quantiles below 100: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params((25, 31), 59, (10, 60), 3, 47, (56, 86), {"time": 30, "gap": 25, "count": 45}),
    "medium": Params((40, 46), 88, (20, 140), 4, 63, (70, 94), {"time": 3, "gap": 22, "count": 75}),
    "hard": Params((46, 58), 95, (30, 240), 5, 64, (64, 94), {"time": 0, "gap": 20, "count": 80}),
}


def generate(draw: Draw, params: Params) -> Graph:
    """A graph with a question about an event that occurs."""
    kind = draw.quota("kind", params.kinds)
    for _ in range(ATTEMPTS):
        count = draw.between(*params.events)
        numbers = list(range(1, count + 1))
        rules = _rules(draw, params, count)
        events = tuple(zip(numbers, _names(draw, numbers), strict=True))
        graph = Graph(events, tuple(draw.shuffled(rules)), 0, draw.between(*params.minute), Query("time", 0, None))
        query = _query(draw, params, graph, kind)
        if query is not None:
            return Graph(graph.events, graph.rules, graph.start, graph.minute, query)
    raise GaveUp("graph", params, ATTEMPTS)


def _names(draw: Draw, numbers: list[int]) -> list[str]:
    """The categories take turns by event number; the names of each come in a drawn order, and then again."""
    order = {category: draw.permutation(PER_CATEGORY) for category in CATEGORIES}
    names = []
    for number in numbers:
        turn, category = divmod(number - 1, len(CATEGORIES))
        name = CATEGORIES[category]
        names.append(f"{name}_{order[name][turn % PER_CATEGORY] + 1:02d}")
    return names


def _rules(draw: Draw, params: Params, count: int) -> list[Rule]:
    rules = []
    for effect in range(1, count):
        seen = set()
        for _ in range(2 if draw.chance(params.density, 100) else 1):
            causes = tuple(sorted(draw.sample(range(effect), draw.between(1, min(params.causes, effect)))))
            needs_all = len(causes) == 1 or draw.chance(params.all_share, 100)
            delay = draw.between(*params.delay)
            if causes not in seen:
                seen.add(causes)
                rules.append(Rule(causes, needs_all, effect, delay))
    return rules


def _query(draw: Draw, params: Params, graph: Graph, kind: Kind) -> Query | None:
    """A question of this kind about an event in the wanted part of the order of time; None if there is no such gap."""
    found = times(graph)
    later = sorted((event for event in found if event != graph.start), key=lambda event: (found[event], event))
    low, high = (len(later) * quantile // 100 for quantile in params.quantiles)
    target = later[draw.between(low, min(high, len(later) - 1))]
    if kind != "gap":
        return Query(kind, target, None)
    before = [event for event in later if found[event] < found[target]]
    return Query(kind, target, draw.choice(before)) if before else None
