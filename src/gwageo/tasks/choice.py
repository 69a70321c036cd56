"""Multiple choice by log-likelihood: one request per choice behind the question, one without the question.

`ChoiceTask` holds what is common; the two forms say how an item reads:

- `QuestionTask`: a question, and choices that answer it (Ko-ARC). The question-free context keeps the demonstrations.
- `ClozeTask`: a text with a blank; the options differ in the blank, and what is scored is the option plus the rest of
  the sentence (Ko-WinoGrande, Ko-LAMBADA). The question-free context is empty, under chat too.

Under chat that published question-free context is unlike the other one: it has no template at all, or a prompt behind
the generation header. A third set of requests therefore asks under the same template and header, with the question
emptied and nothing appended, for `acc_npsq_matched` and `acc_pmi`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gwageo.core import Chat, ConfigError, Item, LogLikelihood, Output, Prompt, Protocol, Score
from gwageo.scoring.choice import Evidence, TieRule, score_choices
from gwageo.tasks.base import Card, Hub, Metric, Option, Paper, Settings, Task
from gwageo.tasks.fewshot import Draw
from gwageo.tasks.papers import Plan, plan
from gwageo.tasks.prompting import DELIMITER, Shown, ask
from gwageo.tasks.templates import fill

METRICS = (Metric("acc", primary=True), Metric("acc_norm"), Metric("acc_norm_char"), Metric("acc_npsq"))
CHAT_METRICS = (Metric("acc_npsq_matched"), Metric("acc_pmi"))
"""Beside the published ones under a chat template, where the published acc_npsq compares unlike contexts."""
TIE = Option(
    "tie",
    ("first", "wrong"),
    "What a shared maximum counts: 'first' lets the first choice win, as published; 'wrong' counts the item as wrong.",
)
SELF_DEMONSTRATION = Option(
    "self_demonstration",
    ("replace", "keep"),
    "Items that the published draw shows to themselves: 'replace' gives them another one, 'keep' is the leak.",
    published="keep",
)
SCORE_SPAN = Option(
    "score_span",
    ("option_and_rest", "option_only", "rest_only"),
    "What is scored: the option and the rest of the sentence, as published; the option alone; or the rest of the "
    "sentence given the option.",
)
BLANK = "_"


@dataclass(frozen=True, slots=True)
class Pair:
    """What one choice is scored on."""

    context: Prompt
    question_free: Prompt
    continuation: str
    measured: str
    """The string whose length normalises."""
    matched: Prompt | None = None
    """The context with nothing but its question emptied; None in a plain text."""


@dataclass(frozen=True)
class ChoiceTask(Task):
    """A multiple-choice exam by log-likelihood."""

    name: str
    version: int
    card: Card
    data_name: str
    hub: Hub | None
    columns: tuple[str, ...]
    read: Callable[[Mapping[str, Any], int], Item]
    """A row and its zero-based number become an item whose gold is the position of the right choice."""
    shots: int = 0
    metrics: tuple[Metric, ...] = METRICS
    options: tuple[Option, ...] = (TIE, SELF_DEMONSTRATION)
    draw: Draw = "self_allowed"
    kind: Literal["loglikelihood"] = "loglikelihood"
    file_names: tuple[str, ...] = ()
    key_column: str | None = None

    def item(self, row: Mapping[str, Any], number: int) -> Item:
        """See `Task.item`."""
        return self.read(row, number)

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "ChoicePaper":
        """See `Task.prepare`."""
        self.admit(items, settings)
        return ChoicePaper(plan(self, self.draw, tuple(items), protocol, settings), self)

    def admit(self, items: Sequence[Item], settings: Settings) -> None:
        """Refuse settings that these items cannot be asked under."""
        del items, settings

    def chance(self, item: Item) -> float:
        """One over the number of choices."""
        return 1 / len(self.choices(item))

    @abstractmethod
    def choices(self, item: Item) -> tuple[str, ...]:
        """The choices in file order, as they read behind the question."""

    @abstractmethod
    def shown(self, item: Item) -> Shown:
        """The item as a demonstration."""

    @abstractmethod
    def pairs(self, item: Item, shown: Sequence[Shown], protocol: Protocol, settings: Settings) -> tuple[Pair, ...]:
        """What is scored for each choice."""


@dataclass(frozen=True)
class QuestionTask(ChoiceTask):
    """A question and choices that answer it. The item has the field `choices`, and those that the prompt shows."""

    prompt: str = ""
    """Template of the question; {question} is that field of the item."""
    question_free: str = ""
    """What stands in its place for the question-free log-likelihood."""

    def choices(self, item: Item) -> tuple[str, ...]:
        """See `ChoiceTask.choices`."""
        return tuple(item.fields["choices"]["text"])

    def shown(self, item: Item) -> Shown:
        """See `ChoiceTask.shown`."""
        return Shown(fill(self.prompt, item.fields), self.choices(item)[item.gold])

    def pairs(self, item: Item, shown: Sequence[Shown], protocol: Protocol, settings: Settings) -> tuple[Pair, ...]:
        """Under chat the question-free prompt stands behind the generation header and the user's turn is empty."""
        del settings
        context = ask(shown, self.shown(item).prompt, protocol)
        free = ask(shown, "", protocol, self.question_free)
        start, matched = _delimiter(protocol), _emptied(shown, protocol)
        return tuple(Pair(context, free, start + choice, choice, matched) for choice in self.choices(item))


@dataclass(frozen=True)
class ClozeTask(ChoiceTask):
    """A text with one blank. The item has its text in `text_field`; `option_fields` name the options in order."""

    text_field: str = "text"
    option_fields: tuple[str, ...] = ()
    options: tuple[Option, ...] = (SCORE_SPAN, TIE, SELF_DEMONSTRATION)

    def admit(self, items: Sequence[Item], settings: Settings) -> None:
        """With rest_only there must be a rest."""
        if self.option(settings, "score_span") == "rest_only":
            bare = [item.id for item in items if not self._parts(item)[1]]
            if bare:
                raise ConfigError(
                    f"{self.name}: score_span=rest_only needs text behind the blank, but {len(bare)} items have none, "
                    f"the first with id {bare[0]!r}; use score_span=option_only"
                )

    def choices(self, item: Item) -> tuple[str, ...]:
        """Each option followed by everything behind the blank."""
        rest = self._parts(item)[1]
        return tuple(str(item.fields[name]) + rest for name in self.option_fields)

    def shown(self, item: Item) -> Shown:
        """See `ChoiceTask.shown`."""
        return Shown(self._parts(item)[0], self.choices(item)[item.gold])

    def pairs(self, item: Item, shown: Sequence[Shown], protocol: Protocol, settings: Settings) -> tuple[Pair, ...]:
        """The question-free context is empty; with rest_only it is the option, or all choices would score alike."""
        before, rest = self._parts(item)
        span = self.option(settings, "score_span")
        start = _delimiter(protocol)
        context, matched = ask(shown, before, protocol), _emptied(shown, protocol)
        if span == "rest_only":
            options = [str(item.fields[name]) for name in self.option_fields]
            return tuple(
                Pair(_extended(context, start + each), each, rest, rest, matched and _extended(matched, each))
                for each in options
            )
        scored = (
            [str(item.fields[name]) for name in self.option_fields] if span == "option_only" else self.choices(item)
        )
        return tuple(Pair(context, "", start + each, each, matched) for each in scored)

    def _parts(self, item: Item) -> tuple[str, str]:
        before, _, rest = str(item.fields[self.text_field]).partition(BLANK)
        return before.rstrip(), rest


def _delimiter(protocol: Protocol) -> str:
    """Between question and choice: one blank, and nothing behind a generation header."""
    return "" if protocol.chat else DELIMITER


def _emptied(shown: Sequence[Shown], protocol: Protocol) -> Prompt | None:
    """The conversation with the question's turn emptied; a plain text has no such twin."""
    return ask(shown, "", protocol) if protocol.chat else None


def _extended(context: Prompt, text: str) -> Prompt:
    if isinstance(context, str):
        return context + text
    return Chat(context.messages, context.suffix + text, context.thinking)


class ChoicePaper(Paper):
    """The question paper of a `ChoiceTask`."""

    def __init__(self, plan: Plan, task: ChoiceTask) -> None:
        self.task: ChoiceTask = task
        self.items = plan.items
        self.settings = plan.settings
        self.plan = plan

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """See `Paper.metrics`: under chat two more."""
        return (*self.task.metrics, *CHAT_METRICS) if self.plan.protocol.chat else self.task.metrics

    def requests(self, index: int) -> tuple[LogLikelihood, ...]:
        """One request per choice behind the question, then one per choice without it, under chat in two ways."""
        item = self.items[index]
        shown = [self.task.shown(each) for each in self.plan.shown(index)]
        pairs = self.task.pairs(item, shown, self.plan.protocol, self.settings)
        right = pairs[item.gold].continuation
        asked = [LogLikelihood(pair.context, pair.continuation, right) for pair in pairs]
        free = [LogLikelihood(pair.question_free, pair.continuation, right) for pair in pairs]
        twins = [LogLikelihood(pair.matched, pair.continuation, right) for pair in pairs if pair.matched is not None]
        return (*asked, *free, *twins)

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """Judge the log-likelihoods; a failed output fails the item."""
        item = self.items[index]
        errors = [output.error for output in outputs if output.error is not None]
        if errors:
            return Score(verdict="failed", error=errors[0])
        values = [output.loglikelihood for output in outputs]
        pairs = self.task.pairs(item, (), self.plan.protocol, self.settings)
        evidence = Evidence(
            choices=tuple(pair.measured for pair in pairs),
            conditional=tuple(values[: len(pairs)]),
            unconditional=tuple(values[len(pairs) : 2 * len(pairs)]),
            matched=tuple(values[2 * len(pairs) :]) if self.plan.protocol.chat else None,
            names=self.task.choices(item),
        )
        tie: TieRule = "wrong" if self.task.option(self.settings, "tie") == "wrong" else "first"
        score = score_choices(evidence, item.gold, [metric.name for metric in self.metrics], tie)
        flags = dict.fromkeys([*score.flags, *(flag for output in outputs for flag in output.flags)])
        return Score(score.verdict, score.metrics, extracted=score.extracted, flags=tuple(flags), error=score.error)

    @property
    def shots(self) -> int:
        """See `Paper.shots`."""
        return self.plan.shots

    def shown_ids(self, index: int) -> tuple[str, ...]:
        """See `Paper.shown_ids`."""
        return tuple(item.id for item in self.plan.shown(index))

    def identity(self) -> Mapping[str, Any]:
        """See `Paper.identity`."""
        return self.plan.identity()

    def departures(self) -> tuple[str, ...]:
        """See `Paper.departures`."""
        return self.plan.departures()

    def notes(self) -> tuple[str, ...]:
        """See `Paper.notes`."""
        return self.plan.notes()

    def notes_on(self, asked: int) -> tuple[str, ...]:
        """See `Paper.notes_on`."""
        return self.plan.notes(asked)
