"""An exam whose every item asks for its own number: a reply in the wrong place is a wrong answer.

Item number i asks for `1000003 * (i + 1)`, on the last line of its prompt; the fake server answers with that line.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fake_exam import CARD, exam
from gwageo.core import Chat, Generate, Item, Message, Output, Protocol, Request, Score
from gwageo.scoring.readings import silence
from gwageo.tasks.base import Card, Metric, Option, Paper, Settings, Task

STEP = 1_000_003


def number_of(index: int) -> str:
    return str(STEP * (index + 1))


@dataclass(frozen=True)
class EchoTask(Task):
    """One reply per item, right where it is the item's own number."""

    name: str = "echo"
    version: int = 1
    card: Card = CARD
    metrics: tuple[Metric, ...] = (Metric("exact_match", primary=True),)
    options: tuple[Option, ...] = ()
    hub: None = None
    shots: int = 0
    columns: tuple[str, ...] = ("question",)
    stop: tuple[str, ...] = ()
    max_tokens: int = 16
    padding: str = ""

    def item(self, row: Mapping[str, Any], number: int) -> Item:
        return Item(str(row.get("id", number)), {"question": number_of(number)}, number_of(number), {})

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "EchoPaper":
        return EchoPaper(self, tuple(items), settings, protocol)

    def chance(self, item: Item) -> float | None:
        return None


@dataclass(frozen=True)
class EchoPaper(Paper):
    task: EchoTask
    items: tuple[Item, ...]
    settings: Settings
    protocol: Protocol

    def requests(self, index: int) -> tuple[Request, ...]:
        text = f"다음 수를 그대로 쓰시오.{self.task.padding}\n{self.items[index].gold}"
        prompt = Chat((Message("user", text),), thinking=self.protocol.thinking) if self.protocol.chat else text
        limit = self.settings.max_tokens or self.task.max_tokens
        return (Generate(prompt, limit, self.task.stop, self.settings.sampling),)

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        (output,) = outputs
        if output.error is not None:
            return Score("failed", error=output.error)
        if (silent := silence(output)) is not None:
            refused = silent.extraction == "refused"
            return Score("refused" if refused else "empty", {"exact_match": 0.0}, silent.extraction)
        right = (output.text or "").strip() == self.items[index].gold
        return Score("right" if right else "wrong", {"exact_match": float(right)}, extracted=output.text)

    def departures(self) -> tuple[str, ...]:
        return ()

    def notes(self) -> tuple[str, ...]:
        return ()


@contextmanager
def echo_exam(n: int, **task: Any) -> Iterator[None]:
    """Within this, the exam `echo` has `n` items."""
    with exam(EchoTask(**task), n=n):
        yield
