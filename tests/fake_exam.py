"""A tiny exam and answerers with faults, for tests of everything that stands above tasks and models.

The task has four options per item; item number i has its right answer at i % 4.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from unittest import mock

from gwageo.core import Item, LogLikelihood, Output, Protocol, Request, Score
from gwageo.core.canonical import digest
from gwageo.models.base import Group, Model
from gwageo.tasks.base import Card, Metric, Option, Paper, Settings, Task
from gwageo.tasks.sources import ItemSet

Kind = Literal["file", "bundled"]
OPTIONS = ("가", "나", "다", "라")
CARD = Card("Fake exam", "가짜 시험", "Four options.", "네 선택지.", "nowhere", "MIT", None)


def never(index: int) -> bool:
    """No item at all."""
    del index
    return False


@dataclass(frozen=True)
class FakeTask(Task):
    """Four options, accuracy by the likeliest one."""

    name: str = "fake"
    version: int = 1
    card: Card = CARD
    metrics: tuple[Metric, ...] = (Metric("acc", primary=True),)
    options: tuple[Option, ...] = ()
    hub: None = None
    shots: int = 0
    columns: tuple[str, ...] = ("question",)
    kind: Literal["loglikelihood"] = "loglikelihood"
    wording: str = "질문"
    bad_prompt: Callable[[int], bool] = never
    bad_scorer: Callable[[int], bool] = never

    def item(self, row: Mapping[str, Any], number: int) -> Item:
        return Item(
            str(row.get("id", number)), dict(row), number % len(OPTIONS), {"tier": "easy", "pair_id": f"p{number}"}
        )

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "FakePaper":
        return FakePaper(self, tuple(items), settings)

    def chance(self, item: Item) -> float | None:
        return 0.25


@dataclass(frozen=True)
class FakePaper(Paper):
    """One request per option."""

    task: FakeTask
    items: tuple[Item, ...]
    settings: Settings

    def requests(self, index: int) -> tuple[Request, ...]:
        if self.task.bad_prompt(index):
            raise RuntimeError("no such template")
        item = self.items[index]
        context = f"{self.task.wording}: {item.fields['question']}\n답:"
        return tuple(LogLikelihood(context, option, reference=OPTIONS[item.gold]) for option in OPTIONS)

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        if self.task.bad_scorer(index):
            raise RuntimeError("cannot read this")
        values = [output.loglikelihood if output.loglikelihood is not None else float("nan") for output in outputs]
        if any(value != value for value in values):
            return Score("failed", error="invalid_logprob")
        picked = max(range(len(values)), key=values.__getitem__)
        right = picked == self.items[index].gold
        flags = ("tie",) if values.count(values[picked]) > 1 else ()
        return Score("right" if right else "wrong", {"acc": float(right)}, extracted=OPTIONS[picked], flags=flags)

    def departures(self) -> tuple[str, ...]:
        asked = self.settings.shots
        return () if asked is None else (f"{asked} shots instead of 0",)

    def notes(self) -> tuple[str, ...]:
        return ()


def item_set(task: Task, n: int, kind: Kind = "file") -> ItemSet:
    """`n` items of a task."""
    items = tuple(task.item({"id": f"q{number}", "question": f"{number}번?"}, number) for number in range(n))
    return ItemSet(items=items, origin="fake.jsonl", kind=kind, digest=digest(items), revision=None, notes=())


@contextmanager
def exam(*tasks: Task, n: int = 20, kind: Kind = "file", broken: Exception | None = None) -> Iterator[None]:
    """Within this, the tasks' names are known and have `n` items each, unless their source is broken."""
    known = {task.name: task for task in tasks}

    def expand(names: Sequence[str]) -> tuple[Task, ...]:
        return tuple(task for name in names for task in ([known[name]] if name in known else known.values()))

    def read(task: Task, data: str | Path | None, *, data_errors: str = "stop") -> ItemSet:
        if broken is not None:
            raise broken
        return item_set(task, n, kind)

    with mock.patch("gwageo.runs.plan.expand", expand), mock.patch("gwageo.runs.plan.read_items", read):
        yield


@dataclass
class FakeModel(Model):
    """Picks the right answer for even questions and the first one for odd ones, slowly if asked; keeps count."""

    delay_s: float = 0.0
    batch_items: int = 2
    concurrency: int = 1
    name: str = "fake:even"
    seed: int = 0
    fault: Callable[[int, list[list[Output]]], list[list[Output]]] | None = None
    """Called with the call's number and its answers; may change them or raise."""
    asked: list[str] = field(default_factory=list)
    """The context of every item that was asked, in order."""
    loaded: int = 0
    calls: int = 0
    at_once: int = 0
    most_at_once: int = 0

    def identity(self) -> Mapping[str, Any]:
        return {"backend": "fake", "seed": self.seed}

    def load(self) -> None:
        self.loaded += 1

    def facts(self) -> Mapping[str, Any]:
        return {"calls": self.calls}

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        self.calls += 1
        number = self.calls
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(self.delay_s)
        self.at_once -= 1
        answers = [self._group(group) for group in groups]
        return answers if self.fault is None else self.fault(number, answers)

    def _group(self, group: Group) -> list[Output]:
        first = group[0]
        assert isinstance(first, LogLikelihood)
        assert isinstance(first.context, str)
        self.asked.append(first.context)
        even = int(first.context.split(": ")[1].split("번")[0]) % 2 == 0
        wanted = first.reference if even else OPTIONS[0]
        return [
            Output(loglikelihood=-1.0 if isinstance(one, LogLikelihood) and one.continuation == wanted else -9.0)
            for one in group
        ]


def spoil(item: int, **changes: Any) -> Callable[[int, list[list[Output]]], list[list[Output]]]:
    """A fault that changes the first output of the n-th item asked (from 1), with one item per call."""

    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        if number == item:
            answers[0][0] = replace(answers[0][0], **changes)
        return answers

    return fault
