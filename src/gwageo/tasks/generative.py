"""Exams whose answer is generated: multiple choice by letter, and word problems.

A reply is read twice. The published reading of the whole reply gives the published metric. The robust reading
(`*_robust`) says what a person would take as the stated answer; extraction, extracted answer, span and rule are its.
Where they differ, a flag says which way: `format` (right, but not in the published form) or `chance_hit` (the published
reading found the right answer where none was stated).

The verdict is the published reading's too, but of the answer alone: a reply that opens with reasoning is judged again
without it (`decisions/0013-reasoning.md`).
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gwageo.core import Generate, Item, Output, Protocol, Score, Verdict
from gwageo.core.reasoning import answer_part, family_of
from gwageo.scoring.label_reading import read_label
from gwageo.scoring.labels import LabelRule, same_label
from gwageo.scoring.number_reading import number_value, read_number
from gwageo.scoring.numbers import KOREAN_REMOVED, flexible, reduced, same_number, strict
from gwageo.scoring.readings import Reading, moved, silence
from gwageo.tasks.base import Card, Hub, Metric, Option, Paper, Settings, Task
from gwageo.tasks.choice import SELF_DEMONSTRATION
from gwageo.tasks.fewshot import Draw
from gwageo.tasks.papers import Plan, budget_departure, check_room, plan
from gwageo.tasks.prompting import DELIMITER, Shown, ask
from gwageo.tasks.templates import fill

FOUR_LETTERS = LabelRule("D")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class GenerativeTask(Task):
    """An exam with one generated reply per item."""

    name: str
    version: int
    card: Card
    data_name: str
    hub: Hub | None
    columns: tuple[str, ...]
    read: Callable[[Mapping[str, Any], int], Item]
    """A row and its zero-based number become an item."""
    prompt: str
    """Template of the question; `ask` says with what it is filled."""
    max_tokens: int
    stop: tuple[str, ...]
    metrics: tuple[Metric, ...]
    shots: int = 0
    options: tuple[Option, ...] = ()
    draw: Draw = "self_allowed"
    kind: Literal["generation"] = "generation"
    file_names: tuple[str, ...] = ()
    key_column: str | None = None

    def item(self, row: Mapping[str, Any], number: int) -> Item:
        """See `Task.item`."""
        return self.read(row, number)

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "GenerativePaper":
        """See `Task.prepare`."""
        paper = GenerativePaper(plan(self, self.draw, tuple(items), protocol, settings), self)
        check_room(self.name, paper.max_tokens, settings)
        return paper

    @abstractmethod
    def question(self, item: Item) -> str:
        """The filled template."""

    @abstractmethod
    def reply(self, item: Item) -> str | None:
        """A reply that scores full marks, shown by demonstrations; None where nobody knows one."""

    def replies(self, item: Item) -> tuple[str, ...]:
        """Replies among which a guess picks; none where guessing makes no sense."""
        del item
        return ()

    def stops(self, item: Item) -> tuple[str, ...]:
        """The stop strings of an item's reply."""
        del item
        return self.stop

    @abstractmethod
    def judge(self, item: Item, output: Output) -> Score:
        """Judge a reply that is neither withheld nor blank."""

    def nothing(self, item: Item) -> Mapping[str, float | list[bool] | list[float]]:
        """The metrics of a reply that is withheld or blank."""
        del item
        return {metric.name: 0.0 for metric in self.metrics}

    def admonitions(self, items: Sequence[Item]) -> tuple[str, ...]:
        """What must be said about these items, whatever the settings."""
        del items
        return ()


@dataclass(frozen=True)
class LetterTask(GenerativeTask):
    """Multiple choice by letter. The item has `gold`, the right letter, and `metadata["options"]`, the texts in order.

    The template has {options}, {letters} ("A, B, C, or D") and the item's fields. Letters are given by position,
    whatever the labels of the source.
    """

    rule: LabelRule = FOUR_LETTERS
    """The published expression."""
    follows: bool = False
    """Whether the last letter of the expression is that of the item's last option, where its rule names another."""

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        options = _options(item)
        lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options, strict=False))
        return fill(self.prompt, {**item.fields, "options": lines, "letters": _listed(LETTERS[: len(options)])})

    def rule_of(self, item: Item) -> LabelRule:
        """The expression for an item."""
        return replace(self.rule, last=LETTERS[len(_options(item)) - 1]) if self.follows else self.rule

    def reply(self, item: Item) -> str:
        """See `GenerativeTask.reply`."""
        return str(item.gold)

    def replies(self, item: Item) -> tuple[str, ...]:
        """See `GenerativeTask.replies`."""
        return tuple(LETTERS[: len(_options(item))])

    def chance(self, item: Item) -> float:
        """One over the number of options."""
        return 1 / len(_options(item))

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`."""
        text = output.text or ""
        options = _options(item)
        found = self.rule_of(item).find(text)
        published = found is not None and same_label(found[1], item.gold)
        reading = read_label(text, LETTERS[: len(options)], options, truncated=output.finish_reason == "length")
        robust = reading.value == item.gold
        metrics = {"exact_match": float(published), "exact_match_robust": float(robust)}
        return two_readings(metrics, published, robust, reading, was_read=found is not None)

    def admonitions(self, items: Sequence[Item]) -> tuple[str, ...]:
        """Options beyond the letters that the published expression knows cannot be answered under it."""
        beyond = sum(str(item.gold) > self.rule_of(item).last for item in items)
        if not beyond:
            return ()
        return (f"{beyond} items have their answer beyond {self.rule.last}, which the published reading cannot read.",)


@dataclass(frozen=True)
class NumberTask(GenerativeTask):
    """Word problems with a worked answer, `answer`, that ends in a line `#### number`; the rest is the prompt's."""

    removed: tuple[str, ...] = KOREAN_REMOVED

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        return fill(self.prompt, item.fields)

    def reply(self, item: Item) -> str:
        """See `GenerativeTask.reply`."""
        return str(item.fields["answer"])

    def chance(self, item: Item) -> None:
        """A number cannot be guessed."""
        del item

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`."""
        text, reference = output.text or "", self.reply(item)
        found = {"strict": strict(text), "flexible": flexible(text)}
        hits = {
            name: each is not None and same_number(each.text, reference, self.removed) for name, each in found.items()
        }
        reading = read_number(text, truncated=output.finish_reason == "length")
        robust = reading.value is not None and number_value(reading.value) == number_value(
            reduced(reference, self.removed)
        )
        metrics = {
            "exact_match_strict": float(hits["strict"]),
            "exact_match_flexible": float(hits["flexible"]),
            "exact_match_robust": float(robust),
        }
        return two_readings(metrics, hits["strict"], robust, reading, was_read=found["strict"] is not None)


def by_letter(card: Card) -> Card:
    """The card of the form of an exam in which a letter is generated."""
    return replace(
        card,
        title=f"{card.title}, letter generated",
        title_ko=f"{card.title_ko}, 글자 생성",
        summary=f"{card.summary} The model writes the letter of its choice.",
        summary_ko=f"{card.summary_ko} 모델이 고른 선택지의 글자를 직접 씁니다.",
    )


def _listed(letters: str) -> str:
    """Letters as an English sentence lists them."""
    return f"{', '.join(letters[:-1])}{',' if len(letters) > 2 else ''} or {letters[-1:]}"


def _options(item: Item) -> tuple[str, ...]:
    return tuple(item.metadata["options"])


def two_readings(
    metrics: Mapping[str, float], published: bool, robust: bool, reading: Reading, *, was_read: bool
) -> Score:
    """The score of a reply that was read twice.

    Args:
        metrics: Values of both readings by name.
        published: Whether the published reading found the right answer; it decides the verdict.
        robust: Whether the robust one did.
        reading: The robust reading; it gives extraction, extracted answer, span and rule.
        was_read: Whether the published reading found any answer.
    """
    verdict: Verdict = (
        "right"
        if published
        else "wrong"
        if was_read or reading.extraction in ("ok", "ambiguous")
        else ("truncated" if reading.extraction == "truncated" else "no_answer")
    )
    differ = ("format",) if robust and not published else ("chance_hit",) if published and not robust else ()
    return Score(
        verdict, metrics, reading.extraction, reading.value, reading.span, reading.rule, (*differ, *reading.flags)
    )


def watched(output: Output, protocol: Protocol) -> Output:
    """The output with a flag where it has thought although thinking was turned off."""
    if protocol.thinking is False and family_of(output) is not None:
        return replace(output, flags=(*output.flags, "thinking_not_honoured"))
    return output


class GenerativePaper(Paper):
    """The question paper of a `GenerativeTask`."""

    def __init__(self, plan: Plan, task: GenerativeTask) -> None:
        self.task: GenerativeTask = task
        self.items = plan.items
        self.settings = plan.settings
        self.plan = plan

    def requests(self, index: int) -> tuple[Generate, ...]:
        """One request."""
        return (self.request(index, self.items[index]),)

    def request(self, index: int, item: Item) -> Generate:
        """The request for an item, or for another form of it, behind the demonstrations of item number `index`."""
        task = self.task
        shown = [Shown(task.question(each), task.reply(each) or "") for each in self.plan.shown(index)]
        prompt = ask(shown, task.question(item), self.plan.protocol)
        reference = task.reply(item)
        if reference is not None and not self.plan.protocol.chat:
            # A plain text goes on with the delimiter; the published references begin with it too.
            reference = DELIMITER + reference
        return Generate(
            prompt,
            self.max_tokens,
            task.stops(item),
            self.settings.sampling,
            choices=task.replies(item),
            reference=reference,
            think_budget=self.settings.think_budget,
        )

    @property
    def max_tokens(self) -> int:
        """Limit of one reply: the user's, else the published one."""
        return self.task.max_tokens if self.settings.max_tokens is None else self.settings.max_tokens

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """Judge the reply; never raises on what it says."""
        return self.score_one(self.items[index], outputs[0])

    def score_one(self, item: Item, output: Output) -> Score:
        """Judge one reply to an item, or to another form of it."""
        output = watched(output, self.plan.protocol)
        if output.error is not None:
            return Score(verdict="failed", error=output.error, flags=output.flags)
        silent = silence(output)
        if silent is None:
            score = self._judged(item, output)
            return replace(score, flags=tuple(dict.fromkeys([*score.flags, *output.flags])))
        verdict: Verdict = (
            "refused"
            if silent.extraction == "refused"
            else ("truncated" if silent.extraction == "truncated" else "empty")
        )
        return Score(verdict, self.task.nothing(item), silent.extraction, flags=output.flags)

    def _judged(self, item: Item, output: Output) -> Score:
        """Metrics and flags of the whole reply, as published; all else of the answer behind its reasoning."""
        whole = self.task.judge(item, output)
        start, missed = answer_part(output)
        if missed is not None:
            return Score(missed, whole.metrics, missed, flags=whole.flags)
        if not start:
            return whole
        said = self.task.judge(item, replace(output, text=(output.text or "")[start:]))
        return replace(said, metrics=whole.metrics, flags=whole.flags, span=moved(said.span, start))

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
        found = [*self.plan.departures()]
        if self.max_tokens != self.task.max_tokens:
            found.append(f"replies of at most {self.max_tokens} tokens instead of {self.task.max_tokens}")
        if self.settings.sampling.recommended:
            found.append("the checkpoint's recommended sampling instead of greedy decoding")
        elif self.settings.sampling.temperature > 0:
            found.append(f"sampling at temperature {self.settings.sampling.temperature:g} instead of greedy decoding")
        return (*found, *budget_departure(self.settings))

    def notes(self) -> tuple[str, ...]:
        """See `Paper.notes`."""
        return self.notes_on(len(self.items))

    def notes_on(self, asked: int) -> tuple[str, ...]:
        """See `Paper.notes_on`."""
        return (*self.plan.notes(asked), *self.task.admonitions(self.items[:asked]))


LETTER_OPTIONS = (SELF_DEMONSTRATION,)
LETTER_METRICS = (Metric("exact_match", primary=True), Metric("exact_match_robust"))
LETTER_STOP = ("\n", "</s>", "<|im_end|>")
NUMBER_METRICS = (
    Metric("exact_match_strict", primary=True),
    Metric("exact_match_flexible"),
    Metric("exact_match_robust"),
)
