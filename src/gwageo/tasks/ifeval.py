"""Exams of instruction following: every reply is checked against the instructions of its prompt, by rules alone.

A row holds `key`, `prompt`, `instruction_id_list` and `kwargs`, one mapping per instruction with null where unused. An
instruction that cannot be checked (an id nobody knows, a missing argument, an unknown relation, a contradiction) is
named with its row before anything runs; under the option `data_errors=count` it counts as not followed instead, and its
row is named in the notes of the run. An argument that no type of the exam knows is such an error too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gwageo.core import ConfigError, Item, Output, Protocol, Score, Verdict
from gwageo.core.reasoning import split_reasoning
from gwageo.scoring.ifeval import libraries
from gwageo.scoring.ifeval.judging import Followed, judge, judge_repaired
from gwageo.scoring.ifeval.rules import ArgumentError, Instruction, Inventory, absent, build, undeclared
from gwageo.scoring.ifeval.table import KOREAN
from gwageo.tasks import rows
from gwageo.tasks.base import Metric, RowError, Settings
from gwageo.tasks.drifting import OTHER_LANGUAGE
from gwageo.tasks.generative import GenerativePaper, GenerativeTask

_IDS = "instruction_id_list"
COLUMNS = ("key", "prompt", _IDS, "kwargs")
NAMES = ("prompt_level_strict_acc", "inst_level_strict_acc", "prompt_level_loose_acc", "inst_level_loose_acc")
PUBLISHED = (Metric(NAMES[0], primary=True), *(Metric(name) for name in NAMES[1:]))
REPAIRED = "_repaired"
_NAMED = 5
Values = Mapping[str, float | list[bool] | list[float]]


def reader(
    inventory: Inventory, subset: Callable[[int], str] | None = None
) -> Callable[[Mapping[str, Any], int], Item]:
    """The function that makes an item of a row; the gold lists the instructions with their arguments.

    Args:
        inventory: The types that there are.
        subset: The part of the set that a key belongs to.
    """

    def read(row: Mapping[str, Any], number: int) -> Item:
        key, prompt = rows.whole(row, "key"), rows.text(row, "prompt")
        names = rows.texts(rows.cell(row, _IDS), _IDS)
        given = rows.structured(rows.cell(row, "kwargs"), "kwargs")
        if not names:
            raise RowError("is empty, expected at least one instruction", _IDS)
        if not isinstance(given, (list, tuple)) or len(given) != len(names):
            raise RowError(f"is {given!r:.80}, expected a list of {len(names)} mappings", "kwargs")
        gold = [{"id": name, "kwargs": _given(kwargs)} for name, kwargs in zip(names, given, strict=True)]
        metadata: dict[str, Any] = {"key": key, **({"subset": subset(key)} if subset else {})}
        if any(_in_other_language(each) for each in gold):
            metadata[OTHER_LANGUAGE] = True
        return Item(rows.item_id(row, number), {"prompt": prompt}, gold, metadata)

    return read


def _in_other_language(gold: Mapping[str, Any]) -> bool:
    """Whether an instruction of the Korean exam asks for a reply in English, or in letters that only English has."""
    name, kwargs = gold["id"], gold["kwargs"]
    if name == "language:response_language":
        return bool(kwargs.get("language") != "ko")
    return name == "length_constraints:number_words" or str(name).startswith("change_case:")


def _given(kwargs: Any) -> dict[str, Any]:
    """The arguments that are not null, whole numbers as such."""
    if kwargs is None:
        return {}
    if not isinstance(kwargs, Mapping):
        raise RowError(f"holds {kwargs!r:.80}, expected mappings of arguments", "kwargs")
    plain = {str(name): rows.structured(value, "kwargs") if hasattr(value, "tolist") else value
             for name, value in kwargs.items()}  # fmt: skip
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in plain.items()
        if not absent(value)
    }


@dataclass(frozen=True)
class InstructionTask(GenerativeTask):
    """One reply per prompt, checked against each instruction."""

    inventory: Inventory = KOREAN
    repairs: bool = False
    """Whether the repaired profile is judged beside the published one."""
    subsets: tuple[str, ...] = ()
    """Parts of the set that are also reported apart, under the published names and `_PART`."""
    metrics: tuple[Metric, ...] = field(default=PUBLISHED)
    key_column: str | None = "key"

    def check(self, settings: Settings) -> None:
        """See `Task.check`; nobody has published replies that could be shown."""
        super().check(settings)
        if settings.shots or settings.shot_ids or settings.shot_data is not None:
            raise ConfigError(f"{self.name} has no replies to show as demonstrations; leave the options for shots out")

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> GenerativePaper:
        """See `Task.prepare`.

        Raises:
            MissingExtra: A library that the checkers need is absent.
        """
        paper = super().prepare(items, protocol, settings)
        libraries.ensure()
        return paper

    def defect(self, item: Item) -> RowError | None:
        """See `Task.defect`: the first instruction that cannot be checked, or that has an argument nobody knows."""
        for each in item.gold:
            try:
                build(each["id"], each["kwargs"], self.inventory)
            except ArgumentError as error:
                return RowError(f"{each['id']}: {error}", "kwargs" if each["id"] in self.inventory.rules else _IDS)
            strange = [name for name in each["kwargs"] if name not in self.inventory.arguments]
            if strange:
                return RowError(f"{each['id']}: no instruction type has an argument {strange[0]!r}", "kwargs")
        return None

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        return str(item.fields["prompt"])

    def reply(self, item: Item) -> None:
        """Nobody has published replies that follow their instructions."""
        del item

    def chance(self, item: Item) -> None:
        """There is nothing to guess."""
        del item

    def nothing(self, item: Item) -> Values:
        """See `GenerativeTask.nothing`; every instruction counts."""
        nothing = (False,) * len(item.gold)
        return self._values(item, Followed(nothing, nothing), Followed(nothing, nothing))

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`; the repaired profile never takes reasoning for the answer."""
        reply = output.text or ""
        instructions = [_instruction(each, self.inventory) for each in item.gold]
        found = judge(reply, instructions)
        start = split_reasoning(reply, cut=output.finish_reason == "length").answer_start
        repaired = judge_repaired(reply[start:] if start is not None else "", instructions) if self.repairs else found
        flags = [name for name, on in _flags(found, repaired, None in instructions).items() if on]
        verdict: Verdict = "right" if all(found.strict) else "wrong"
        values = self._values(item, found, repaired)
        return Score(verdict, values, "ok", _unfollowed(item, found), rule="official", flags=tuple(flags))

    def _values(self, item: Item, found: Followed, repaired: Followed) -> Values:
        values = _named(found)
        parts = {
            f"{name}_{part}": (value if isinstance(value, list) else [bool(value)])
            if item.metadata.get("subset") == part
            else []
            for part in self.subsets
            for name, value in values.items()
        }
        again = {f"{name}{REPAIRED}": value for name, value in _named(repaired).items()} if self.repairs else {}
        return {**values, **again, **parts}

    def admonitions(self, items: Sequence[Item]) -> tuple[str, ...]:
        """See `GenerativeTask.admonitions`: data errors, and arguments that no rule knows."""
        notes = []
        broken = sum(_instruction(each, self.inventory) is None for item in items for each in item.gold)
        if broken:
            some = (
                "1 instruction cannot be checked and counts"
                if broken == 1
                else (f"{broken} instructions cannot be checked and count")
            )
            notes.append(f"{some} as not followed.")
        unknown = [
            f"{each['id']} {name}"
            for item in items
            for each in item.gold
            for name in undeclared(each["id"], each["kwargs"], self.inventory)
        ]
        if unknown:
            some = (
                "1 argument that no rule declares was"
                if len(unknown) == 1
                else (f"{len(unknown)} arguments that no rule declares were")
            )
            notes.append(f"{some} ignored: {_listed(list(dict.fromkeys(unknown)))}.")
        return tuple(notes)


def published_metrics(*, repairs: bool = False, subsets: Sequence[str] = ()) -> tuple[Metric, ...]:
    """The four published metrics, and further ones of the repaired profile and of each part."""
    names = [f"{name}{REPAIRED}" for name in NAMES if repairs]
    names += [f"{name}_{part}" for part in subsets for name in NAMES]
    return (*PUBLISHED, *map(Metric, names))


def _instruction(gold: Mapping[str, Any], inventory: Inventory) -> Instruction | None:
    try:
        return build(gold["id"], gold["kwargs"], inventory)
    except ArgumentError:
        return None


def _named(found: Followed) -> dict[str, float | list[bool] | list[float]]:
    strict, loose = list(found.strict), list(found.loose)
    return dict(zip(NAMES, (float(all(strict)), strict, float(all(loose)), loose), strict=True))


def _flags(found: Followed, repaired: Followed, broken: bool) -> dict[str, bool]:
    right, meant = all(found.strict), all(repaired.strict)
    return {
        "format": meant and not right,
        "chance_hit": right and not meant,
        "data_error": broken,
        "pattern_time_out": found.out_of_time,
    }


def _unfollowed(item: Item, found: Followed) -> str | None:
    """What a person wants to see first: the instructions that were not followed."""
    missed = [each["id"] for each, followed in zip(item.gold, found.strict, strict=True) if not followed]
    return f"not followed: {', '.join(missed)}" if missed else None


def _listed(problems: Sequence[str]) -> str:
    more = f"; and {len(problems) - _NAMED} more" if len(problems) > _NAMED else ""
    return "; ".join(problems[:_NAMED]) + more
