"""Exams whose answer is a mathematical value, judged by the extractive match as published and by the robust reading.

The item has `gold`, bare LaTeX, and the fields `problem` and `solution`. The gold is handed over as `$gold$`: the
published procedure reads nothing from bare LaTeX. The option `gold=solution` hands over the worked solution instead.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gwageo.core import Extraction, Item, Output, Protocol, Score
from gwageo.scoring.mathematics import judging, pool
from gwageo.scoring.mathematics.korean import plain_latex
from gwageo.scoring.mathematics.stated import read_math
from gwageo.tasks import rows
from gwageo.tasks.base import Metric, Option, RowError, Settings
from gwageo.tasks.generative import GenerativePaper, GenerativeTask, two_readings
from gwageo.tasks.papers import Plan, plan
from gwageo.tasks.parts import part_metrics, parts_in, with_parts
from gwageo.tasks.templates import fill

NAME = "extractive_match"
METRICS = (Metric(NAME, primary=True), Metric("extractive_match_robust"))
GOLD = Option(
    "gold",
    ("answer", "solution"),
    "What replies are compared with: the answer, or the box of the worked solution.",
)
COLUMNS = ("problem", "solution", "answer")
_PLAIN = re.compile(r"-?[0-9]{1,30}")
_ASKS_PERCENT = re.compile(
    r"(?:몇|백분율)[\s$]{0,3}(?:\\?%|퍼센트|프로)|백분율|퍼센트(?:로|인|는)"
    r"|(?:what|which|as an?|in|how many)\s(?:is\sthe\s|the\s)?percent|percentage",
    re.IGNORECASE,
)
"""A question for a percentage; its answer may be written with the sign or without."""
_LEVELS = range(1, 6)


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item; the gold is the bare answer."""
    problem, solution = rows.text(row, "problem"), rows.written(row.get("solution")) or ""
    answer = rows.text(row, "answer").strip()
    subject = rows.written(row.get("subject"))
    level = None if row.get("level") is None else rows.whole(row, "level")
    if level is not None and level not in _LEVELS:
        raise RowError(f"is {level}, expected 1 to 5", "level")
    name = rows.item_id(row, number) if row.get("id") is not None else _unique(row, number)
    return Item(name, {"problem": problem, "solution": solution}, answer, {"parts": parts_in(subject, level)})


def _unique(row: Mapping[str, Any], number: int) -> str:
    """The English set calls its ids `unique_id`."""
    return rows.text(row, "unique_id").strip() if row.get("unique_id") is not None else str(number)


def _golds(item: Item) -> list[str]:
    """What the robust reading accepts: the answer, also in plain LaTeX, and with a percent sign where that is asked."""
    gold = str(item.gold)
    golds = [gold, plain_latex(gold)]
    if "%" not in gold and _ASKS_PERCENT.search(str(item.fields["problem"])):
        golds += [rf"{each}\%" for each in golds]
    return list(dict.fromkeys(golds))


@dataclass(frozen=True)
class MathTask(GenerativeTask):
    """One generated reply per problem; its last line states a value in a box."""

    closing: str = "{answer}"
    """A last line that scores full marks."""
    solutions: bool = False
    """Whether the worked solution is what replies are compared with."""
    options: tuple[Option, ...] = (GOLD,)
    metrics: tuple[Metric, ...] = METRICS
    part_columns: tuple[str, ...] = ("subject", "level")
    id_columns: tuple[str, ...] = ("id", "unique_id")

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "MathPaper":
        """See `Task.prepare`.

        Raises:
            MissingExtra: A library that comparing needs is absent.
        """
        self.check(settings)
        pool.ensure()
        task = replace(self, solutions=self.option(settings, GOLD.name) == "solution")
        return MathPaper(plan(self, self.draw, tuple(items), protocol, settings), task)

    def defect(self, item: Item) -> RowError | None:
        """See `Task.defect`: an answer that is no mathematics that can be compared."""
        if _PLAIN.fullmatch(item.gold) or judging.readable([f"${item.gold}$"])[0]:
            return None
        return RowError(f"is {item.gold!r:.80}, which cannot be parsed", "answer")

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        return fill(self.prompt, {"Question": item.fields["problem"]})

    def reply(self, item: Item) -> str:
        """See `GenerativeTask.reply`."""
        return self.closing.replace("{answer}", str(item.gold))

    def chance(self, item: Item) -> None:
        """A value cannot be guessed."""
        del item

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`."""
        text, gold = output.text or "", str(item.gold)
        reading = read_math(text, truncated=output.finish_reason == "length")
        published = judging.published([str(item.fields["solution"]) if self.solutions else f"${gold}$"], text)
        robust = judging.robust(_golds(item), reading, late=published.late)
        metrics = {NAME: float(published.equal), "extractive_match_robust": float(robust.equal)}
        score = two_readings(metrics, published.equal, robust.equal, reading, was_read=bool(published.given))
        flags = {
            "math_time_out": published.late is not None or robust.late is not None,
            "math_span_too_long": published.long or robust.long,
        }
        score = replace(score, flags=(*score.flags, *(name for name, on in flags.items() if on)))
        if score.extracted is None and published.given:
            # Nothing is stated, but the published reading compared something: that is shown.
            state: Extraction | None = "ok" if score.extraction == "no_answer" else score.extraction
            given = published.given[0]
            return replace(score, extraction=state, extracted=given, span=published.span, rule="published")
        return score


class MathPaper(GenerativePaper):
    """The question paper of a `MathTask`."""

    def __init__(self, plan: Plan, task: MathTask) -> None:
        super().__init__(plan, task)
        self._parts = part_metrics(NAME, self.items)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The whole, then subjects and levels."""
        return (*self.task.metrics, *self._parts)

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """See `GenerativePaper.score`; the item's parts get its value too."""
        score = super().score(index, outputs)
        if score.verdict == "failed":
            return score
        return replace(score, metrics=with_parts(score.metrics, NAME, self.items[index], self._parts))
