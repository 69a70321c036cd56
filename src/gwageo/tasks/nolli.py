"""Nolli: puzzles made afresh from a seed, each with one proven answer; one exam for every type, language and tier.

Source: made here (`gwageo.puzzles`), 100 items of seed 0 unless `--data` names a file: one of `gwageo nolli make`, or
the authors' released rows, which keep their ids and are labelled `nolli-released`. An item: the question is the whole
message of the user, the answer a number, a word, a letter, coordinates or an object, by type.

Published scoring: one system message per type and language (ours are our own words; left out under plain), no
demonstrations, at most 32,768 tokens, the model's recommended sampling; the declared answer is compared exactly. The
robust reading stands beside it (`exact_match_robust`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from gwageo.core import (
    Chat,
    DataError,
    Generate,
    Item,
    Message,
    Output,
    Protocol,
    Sampling,
    Score,
    UnknownName,
    Verdict,
)
from gwageo.puzzles import TYPES, Unreadable, load, make, read_row, row_of, score, system_message
from gwageo.puzzles.registry import AnyType
from gwageo.puzzles.rows import told
from gwageo.scoring.readings import silence
from gwageo.tasks.base import Card, Hub, Metric, Option, Paper, RowError, Settings, Task
from gwageo.tasks.generative import watched
from gwageo.tasks.papers import budget_departure, check_budget, check_room

PREFIX = "nolli/"
SEED, COUNT = 0, 100
MAX_TOKENS = 32_768
TIERS = ("easy", "medium", "hard")
BILINGUAL = (
    "array_formula", "causal_dag", "cipher", "cryptarithmetic", "inequality", "minesweeper", "number_baseball",
    "sat_puzzles", "sudoku", "yacht_dice",
)  # fmt: skip
METRICS = (Metric("exact_match", primary=True), Metric("exact_match_robust"))


def names(tier: str | None = None) -> tuple[str, ...]:
    """The exams of the benchmark, or those of a tier."""
    return tuple(
        f"{PREFIX}{kind.replace('_', '-')}-{language}-{level}"
        for kind in TYPES
        for language in (("en", "ko") if kind in BILINGUAL else ("ko",))
        for level in ((tier,) if tier else TIERS)
    )


@cache
def exam(name: str) -> "NolliTask":
    """The exam of this name; languages that are additions of ours (`nolli/jamo-en-easy`) are found too.

    Raises:
        UnknownName: There is none.
    """
    kind, _, rest = name.removeprefix(PREFIX).rpartition("-")[0].rpartition("-")
    tier = name.rpartition("-")[2]
    known = kind.replace("-", "_")
    if known not in TYPES or tier not in TIERS or rest not in load(known).languages:
        raise UnknownName("task", name, names())
    return NolliTask(known, "en" if rest == "en" else "ko", tier)


@dataclass(frozen=True)
class NolliTask(Task):
    """One type of puzzle in one language and tier."""

    type: str
    language: Literal["en", "ko"]
    tier: str
    metrics: tuple[Metric, ...] = METRICS
    options: tuple[Option, ...] = ()
    hub: Hub | None = None
    shots: int = 0
    columns: tuple[str, ...] = ("question", "answer")
    kind: Literal["generation"] = "generation"
    max_tokens: int = MAX_TOKENS
    stop: tuple[str, ...] = ()

    @property
    def puzzle(self) -> AnyType:
        """The type behind the exam."""
        return load(self.type)

    @property
    def name(self) -> str:  # type: ignore[override]  # follows from type, language and tier
        """`nolli/sudoku-ko-hard`."""
        return f"{PREFIX}{self.data_name.replace('_', '-')}"

    @property
    def data_name(self) -> str:  # type: ignore[override]  # as above
        """`sudoku_ko_hard`, as the released files are called."""
        return f"{self.type}_{self.language}_{self.tier}"

    @property
    def version(self) -> int:  # type: ignore[override]  # that of the puzzles
        """Version of the type."""
        return self.puzzle.version

    @property
    def card(self) -> Card:  # type: ignore[override]  # told by the type's own words
        """See `Card`."""
        wording = self.puzzle.wording
        own = wording[self.language].title
        english = wording["en"].title if "en" in self.puzzle.languages else self.type.replace("_", " ").capitalize()
        tier_ko = {"easy": "쉬움", "medium": "보통", "hard": "어려움"}[self.tier]
        return Card(
            title=f"Nolli, {english}, {self.tier}",
            title_ko=f"Nolli, {own if self.language == 'ko' else english}, {tier_ko}",
            summary="Puzzles made from a seed, each with one proven answer.",
            summary_ko="시드로 만들고 정답이 하나뿐임을 증명한 퍼즐입니다.",
            source="gwageo, after the Nolli benchmark",
            licence="MIT",
            size=COUNT,
            language=self.language,
        )

    def made(self) -> Sequence[Mapping[str, Any]]:
        """See `Task.made`."""
        size = self.puzzle.space(self.puzzle.presets[self.language, self.tier]) if self.puzzle.space else COUNT  # type: ignore[index]  # tiers are checked
        return [row_of(item) for item in make(self.type, self.language, self.tier, seed=SEED, count=min(COUNT, size))]

    def mark(self, items: Sequence[Item]) -> str | None:
        """See `Task.mark`."""
        return "released" if any(item.metadata["set"] == "nolli-released" for item in items) else None

    def item(self, row: Mapping[str, Any], number: int) -> Item:
        """See `Task.item`."""
        for column in self.columns:
            if row.get(column) in (None, ""):
                raise RowError("is empty or missing", column)
        if not isinstance(row["question"], str):
            raise RowError(f"is {row['question']!r}, expected a text", "question")
        cell = self._told(row)
        if cell != self._cell:
            raise RowError(f"is an item of {'_'.join(map(str, cell.values()))}, but the exam is {self.name}", "id")
        name = str(row.get("id") if row.get("id") not in (None, "") else number)
        try:
            item = read_row(
                {**{key: value for key, value in row.items() if value is not None}, **cell, "id": name}, number + 1
            )
        except DataError as error:
            raise RowError(str(error)) from error
        if "certificate" in row:
            return replace(item, metadata={**item.metadata, "set": f"nolli (gwageo v{self.version})"})
        known = {"set": "nolli-released", **self._pair(item.id), **self._cluster(row["question"])}
        return replace(item, metadata={**item.metadata, **known})

    def takes(self, row: Mapping[str, Any]) -> bool:
        """See `Task.takes`."""
        return self._told(row) == self._cell

    @property
    def _cell(self) -> dict[str, str]:
        return {"type": self.type, "language": self.language, "tier": self.tier}

    def _told(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The cell of a row; what it leaves open is the exam's."""
        return {name: value or self._cell[name] for name, value in told(row).items()}

    def _pair(self, released: str) -> dict[str, str]:
        """What a released item shares with that of the other language, where both are one puzzle."""
        if not self.puzzle.paired_released or not released.startswith(f"{self.data_name}_"):
            return {}
        return {"pair_id": released.replace(f"_{self.language}_", "_", 1)}

    def _cluster(self, question: str) -> dict[str, str]:
        """What items that are one puzzle turned about have in common, where the type knows it."""
        if self.puzzle.base is None:
            return {}
        try:
            return {"cluster": self.puzzle.base(self.puzzle.parse(question))}
        except Unreadable:
            return {}

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "NolliPaper":
        """See `Task.prepare`."""
        self.check(settings)
        check_budget(settings, protocol)
        paper = NolliPaper(self, tuple(items), protocol, settings)
        check_room(self.name, paper.max_tokens, settings)
        return paper

    def chance(self, item: Item) -> float | None:
        """One in 26 where a letter is asked for; other answers cannot be guessed."""
        return 1 / 26 if self.type == "kinship" else None


class NolliPaper(Paper):
    """The question paper of a `NolliTask`."""

    def __init__(self, task: NolliTask, items: tuple[Item, ...], protocol: Protocol, settings: Settings) -> None:
        self.task: NolliTask = task
        self.items = items
        self.protocol = protocol
        self.settings = settings

    @property
    def max_tokens(self) -> int:
        """Limit of one reply: the user's, else the published one."""
        return self.task.max_tokens if self.settings.max_tokens is None else self.settings.max_tokens

    @property
    def sampling(self) -> Sampling:
        """The user's sampling; where no temperature is asked for, the model's own."""
        asked = self.settings.sampling
        return replace(asked, recommended=True) if asked.temperature == 0 else asked

    def requests(self, index: int) -> tuple[Generate, ...]:
        """One request."""
        item = self.items[index]
        question = str(item.fields["question"])
        system = Message("system", system_message(self.task.type, self.task.language))
        chat = Chat((system, Message("user", question)), thinking=self.protocol.thinking)
        reply = f"Answer: {self.task.puzzle.reader.show(item.gold)}"
        return (
            Generate(
                chat if self.protocol.chat else question,
                self.max_tokens,
                self.task.stop,
                self.sampling,
                reference=reply if self.protocol.chat else f"\n{reply}",
                think_budget=self.settings.think_budget,
            ),
        )

    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """Judge the reply; never raises on what it says."""
        output = watched(outputs[0], self.protocol)
        if output.error is not None:
            return Score(verdict="failed", error=output.error, flags=output.flags)
        silent = silence(output)
        if silent is not None:
            known: dict[str, Verdict] = {"refused": "refused", "truncated": "truncated"}
            verdict = known.get(silent.extraction, "empty")
            zeros = {metric.name: 0.0 for metric in self.task.metrics}
            return Score(verdict, zeros, silent.extraction, flags=output.flags)
        found = score(output.text or "", self.items[index], finish_reason=output.finish_reason)
        flags = tuple(dict.fromkeys([*found.flags, *output.flags]))
        return Score(found.verdict, found.metrics, found.extraction, found.extracted, found.span, found.rule, flags)

    def departures(self) -> tuple[str, ...]:
        """See `Paper.departures`."""
        found = []
        if self.max_tokens != self.task.max_tokens:
            found.append(f"replies of at most {self.max_tokens} tokens instead of {self.task.max_tokens}")
        if not self.sampling.recommended:
            found.append(f"sampling at temperature {self.sampling.temperature:g} instead of the recommended sampling")
        return (*found, *budget_departure(self.settings))

    def notes(self) -> tuple[str, ...]:
        """See `Paper.notes`."""
        origins = ", ".join(dict.fromkeys(str(item.metadata["set"]) for item in self.items))
        found = [f"The items are {origins}."]
        made_here = any(item.metadata["set"] != "nolli-released" for item in self.items)
        if made_here and not self.task.puzzle.calibrated:
            found.append(
                "Items of this type were made sound, which moves their difficulty: the tiers are not calibrated."
            )
        return tuple(found)
