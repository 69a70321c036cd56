"""Multiple choice in which the right choice is put at a drawn place among A to D, judged by the extractive match.

The place follows from the seed (`--shot-seed`), the set and the item's id, so that runs agree; the wrong choices keep
their order. The letter is the item's gold and stands in the records. The option `rotations=four` asks every item four
times, with the right choice at each place, and counts the mean: who favours a letter gains nothing by it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gwageo.core import Extraction, Generate, Item, Output, Protocol, Score
from gwageo.core.rng import Stream
from gwageo.scoring.label_reading import read_label
from gwageo.scoring.letter_match import LetterMatch
from gwageo.tasks import rows
from gwageo.tasks.base import Metric, Option, Settings
from gwageo.tasks.generative import LETTERS, GenerativePaper, GenerativeTask, two_readings
from gwageo.tasks.papers import Plan, plan
from gwageo.tasks.parts import part_metrics, parts_in, with_parts
from gwageo.tasks.templates import fill

NAME = "extractive_match"
METRICS = (Metric(NAME, primary=True), Metric("extractive_match_robust"))
_WHOLE = re.compile(r"\A(\d+)\.0\Z")
"""A spreadsheet's way to write a whole number; an id must not depend on the form of the file."""
RIGHT = "Correct Answer"
WRONG = tuple(f"Incorrect Answer {number}" for number in (1, 2, 3))
COLUMNS = ("Question", RIGHT, *WRONG)
PLACES = LETTERS[: 1 + len(WRONG)]
_MATCHER = LetterMatch(PLACES[-1])
UNANCHORED = Option(
    "unanchored",
    ("on", "off"),
    "Whether a letter counts for the published reading where no 'answer' stands before it: on, as in 2025, or off, as "
    "in Lighteval since.",
)
ROTATIONS = Option(
    "rotations",
    ("one", "four"),
    "one asks each item once; four, with the right choice at each place, counts the mean.",
)


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item; the gold is the text of the right choice until the choices are placed."""
    question = rows.text(row, "Question")
    texts = [rows.text(row, column).strip() for column in (RIGHT, *WRONG)]
    subject = rows.written(row.get("Domain"))
    fields = {"Question": question, "choices": {"label": list(PLACES), "text": texts}}
    name = _WHOLE.sub(r"\1", rows.item_id(row, number))
    return Item(name, fields, texts[0], {"parts": parts_in(subject)})


def place_of(item: Item, data_name: str, seed: int) -> int:
    """Where the right choice of an item stands: 0 to 3."""
    return Stream("right choice", seed, data_name, item.id).below(len(PLACES))


def placed(item: Item, place: int) -> Item:
    """The item with its right choice at a place; the gold is the letter."""
    right, *wrong = item.fields["choices"]["text"]
    texts = [*wrong[:place], right, *wrong[place:]]
    fields = {"Question": item.fields["Question"], **dict(zip(PLACES, texts, strict=True))}
    return replace(item, fields=fields, gold=PLACES[place], metadata={**item.metadata, "options": texts})


@dataclass(frozen=True)
class PlacedChoiceTask(GenerativeTask):
    """One generated reply per question, whose last line names a letter."""

    options: tuple[Option, ...] = (UNANCHORED, ROTATIONS)
    metrics: tuple[Metric, ...] = METRICS
    matcher: LetterMatch = _MATCHER
    private: bool = False
    part_columns: tuple[str, ...] = ("Domain",)

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "PlacedPaper":
        """See `Task.prepare`; the paper's items have their choices placed."""
        self.check(settings)
        put = tuple(placed(item, place_of(item, self.data_name, settings.shot_seed)) for item in items)
        matcher = LetterMatch(PLACES[-1], without_anchor=self.option(settings, UNANCHORED.name) == "on")
        task = replace(self, matcher=matcher)
        return PlacedPaper(plan(self, self.draw, put, protocol, settings), task, tuple(items))

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        return fill(self.prompt, item.fields)

    def reply(self, item: Item) -> str:
        """See `GenerativeTask.reply`."""
        return f"Answer: {item.gold}"

    def replies(self, item: Item) -> tuple[str, ...]:
        """See `GenerativeTask.replies`."""
        return tuple(f"Answer: {letter}" for letter in PLACES)

    def chance(self, item: Item) -> float:
        """One over the number of choices."""
        return 1 / len(PLACES)

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`."""
        text, options = output.text or "", item.metadata["options"]
        found = self.matcher.read(text)
        reading = read_label(text, PLACES, options, truncated=output.finish_reason == "length")
        published, robust = found.value == item.gold, reading.value == item.gold
        metrics = {NAME: float(published), "extractive_match_robust": float(robust)}
        return two_readings(metrics, published, robust, reading, was_read=found.value is not None)


class PlacedPaper(GenerativePaper):
    """The question paper of a `PlacedChoiceTask`."""

    task: PlacedChoiceTask

    def __init__(self, plan: Plan, task: PlacedChoiceTask, unplaced: Sequence[Item]) -> None:
        super().__init__(plan, task)
        self._parts = part_metrics(NAME, self.items)
        self._unplaced = unplaced
        self._four = task.option(plan.settings, ROTATIONS.name) == "four"

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The whole, then subjects."""
        return (*self.task.metrics, *self._parts)

    def turns(self, index: int) -> tuple[Item, ...]:
        """The ways in which an item is asked: as it was drawn, or with the right choice at each place."""
        if not self._four:
            return (self.items[index],)
        return tuple(placed(self._unplaced[index], place) for place in range(len(PLACES)))

    def requests(self, index: int) -> tuple[Generate, ...]:
        """One request per turn."""
        return tuple(self.request(index, item) for item in self.turns(index))

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """Judge the replies; of four the mean counts."""
        turns = self.turns(index)
        if len(outputs) != len(turns):
            return Score("failed", error=f"{len(turns)} replies are needed, one per place of the right choice")
        scores = [self.score_one(item, output) for item, output in zip(turns, outputs, strict=True)]
        score = scores[0] if len(scores) == 1 else _mean(scores)
        if score.verdict == "failed":
            return score
        return replace(score, metrics=with_parts(score.metrics, NAME, self.items[index], self._parts))

    def notes_on(self, asked: int) -> tuple[str, ...]:
        """See `Paper.notes_on`: where the right choices stand."""
        if self._four:
            said = "Every item is asked four times, with the right choice at each place; the mean counts."
        else:
            count = Counter(str(item.gold) for item in self.items[:asked])
            shares = ", ".join(f"{letter} {count[letter]}" for letter in PLACES)
            said = f"The right choice stands at {shares} (drawn with seed {self.settings.shot_seed})."
        return (*super().notes_on(asked), said)


def _mean(scores: Sequence[Score]) -> Score:
    """Several turns of one item as one score; a turn that failed fails it."""
    failed = next((score for score in scores if score.verdict == "failed"), None)
    if failed is not None:
        return failed
    names = scores[0].metrics
    metrics = {name: sum(_number(score.metrics[name]) for score in scores) / len(scores) for name in names}
    state: Extraction | None = next((score.extraction for score in scores if score.extraction != "ok"), "ok")
    letters = ", ".join(score.extracted or "-" for score in scores)
    flags = tuple(dict.fromkeys(flag for score in scores for flag in score.flags))
    return Score("scored", metrics, state, letters, None, "four rotations", flags)


def _number(value: float | list[bool] | list[float]) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0
