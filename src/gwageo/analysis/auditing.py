"""Rows of a run that a person should look at: where the answer may have been read wrongly.

Three kinds: the gold stands in the last lines of a reply that was scored wrong (`gold_in_tail`); the robust reading
found several answers (`ambiguous`); the published reading and the one beside it disagree (`readings_differ`). Only the
records are read; no model, no items.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from gwageo.core import UserError
from gwageo.hangul.text import fold
from gwageo.runs.directory import RECORDS
from gwageo.runs.finished import read_run
from gwageo.runs.manifest import Manifest
from gwageo.runs.records import read_records
from gwageo.tasks.base import Task
from gwageo.tasks.privacy import hidden
from gwageo.tasks.registry import load_task

Kind = Literal["gold_in_tail", "ambiguous", "readings_differ"]
KINDS: tuple[Kind, ...] = get_args(Kind)

COLUMNS = (
    *("task", "item_id", "repeat", "verdict", "extraction", "extracted", "span_start", "span_end", "rule", "metrics"),
    *("gold", "response", "reasoning", "finish_reason", "flags"),
)
"""What of a record the audit reads."""

TAIL_LINES = 3
"""Lines from the end that are not blank."""
_TAIL_CHARACTERS = 2000
_AROUND = 60
"""Characters on each side of what is shown."""
_BESIDE = {"_robust": ("", "_strict"), "_repaired": ("",)}
"""Ending of a second reading's metric, and what the published one may be called without it."""
_COMMAS = re.compile(r"(?<=\d),(?=\d{3})|\{,\}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LETTER = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Suspect:
    """One row to look at."""

    kind: Kind
    task: str
    item_id: str
    repeat: int
    verdict: str
    gold: str
    extracted: str | None
    rule: str | None
    differing: tuple[str, ...]
    """Metrics whose second reading disagrees with them."""
    around: str | None
    """The text around the gold or the extracted answer; None where the texts are withheld."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found in one run."""

    directory: Path
    run_id: str
    model: str
    protocol: str
    counts: Mapping[str, Mapping[str, int]]
    """By task: `n` replies looked at, and how many of each kind."""
    suspects: tuple[Suspect, ...]
    withheld: tuple[str, ...]
    """Tasks whose texts are not shown."""


def audit(directory: Path) -> Audit:
    """Look through the records of a run.

    Raises:
        ConfigError: There is no run in the directory.
        StoreError: Its records cannot be read.
    """
    manifest = read_run(directory).manifest
    private = withheld_tasks(manifest)
    counts: dict[str, dict[str, int]] = {}
    suspects = []
    for row in read_records(directory / RECORDS, COLUMNS):
        if row["response"] is None:  # a log-likelihood has no text
            continue
        of_task = counts.setdefault(str(row["task"]), dict.fromkeys(("n", *KINDS), 0))
        of_task["n"] += 1
        for found in suspicions(row, shown=row["task"] not in private):
            of_task[found.kind] += 1
            suspects.append(found)
    config = manifest.config
    return Audit(directory, manifest.run_id, config.model, config.protocol.name, counts, tuple(suspects), private)


def withheld_tasks(manifest: Manifest) -> tuple[str, ...]:
    """Tasks of the run whose texts must not be shown."""
    return tuple(task.name for task in manifest.tasks if (found := _known(task.name)) is not None and hidden(found))


def _known(name: str) -> Task | None:
    try:
        return load_task(name)
    except UserError:  # a task of one's own, whose file is not at hand
        return None


def suspicions(row: Mapping[str, Any], *, shown: bool = True) -> Iterator[Suspect]:
    """What there is to look at in one record, a kind each."""
    response, gold = str(row["response"]), _gold(row["gold"])
    differing = tuple(disagreeing(row["metrics"]))
    at = gold_in_tail(response, gold) if gold is not None and row["verdict"] not in ("right", "failed") else None
    span = (row["span_start"], row["span_end"]) if row["span_start"] is not None else None
    kinds: list[tuple[Kind, tuple[int, int] | None]] = []
    if at is not None:
        kinds.append(("gold_in_tail", at))
    if row["extraction"] == "ambiguous":
        kinds.append(("ambiguous", span))
    if differing:
        kinds.append(("readings_differ", span))
    for kind, place in kinds:
        yield Suspect(
            kind,
            str(row["task"]),
            str(row["item_id"]),
            int(row["repeat"]),
            str(row["verdict"]),
            gold if gold is not None else str(row["gold"]),
            row["extracted"],
            row["rule"],
            differing,
            (_around(response, place) if response.strip() else _thoughts(row)) if shown else None,
        )


def disagreeing(metrics: Mapping[str, float]) -> list[str]:
    """The published metrics whose second reading has another value, by name."""
    found = []
    for name, value in metrics.items():
        for ending, others in _BESIDE.items():
            stem = name.removesuffix(ending)
            published = next((stem + other for other in others if stem + other in metrics), None)
            if stem != name and published is not None and metrics[published] != value:
                found.append(published)
    return found


def _gold(kept: str) -> str | None:
    """The gold as a text that may stand in a reply; None where it is a structure."""
    try:
        value = json.loads(kept)
    except ValueError:
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int, float)) or not str(value).strip():
        return None
    return str(value).strip()


def gold_in_tail(response: str, gold: str) -> tuple[int, int] | None:
    """Where the gold stands by itself in the last lines of a reply; None where it does not.

    Example:
        >>> gold_in_tail("계산하면\\n모두 1,200개입니다.", "1200"), gold_in_tail("C가 아니라 CD입니다", "D")
        ((8, 13), None)
    """
    start = _tail_start(response)
    folded = fold(response[start:])
    last = None
    for match in _pattern(gold).finditer(folded.text):
        last = match
    if last is None:
        return None
    begin, end = folded.span(last.start(), last.end())
    return start + begin, start + end


def _tail_start(response: str) -> int:
    """Where the last lines begin."""
    at, lines = len(response.rstrip()), 0
    floor = max(0, at - _TAIL_CHARACTERS)
    while lines < TAIL_LINES and at > floor:
        line = response.rfind("\n", floor, at)
        lines += bool(response[line + 1 if line >= 0 else floor : at].strip())
        at = line if line >= 0 else floor
    return at + 1 if response[at : at + 1] == "\n" else at


def _pattern(gold: str) -> re.Pattern[str]:
    """Finds the gold as a word of its own: a letter by itself, a number with or without separators, else the text."""
    plain = unicodedata.normalize("NFC", gold)
    number = _COMMAS.sub("", plain)
    if _NUMBER.fullmatch(number):
        whole, _, part = number.partition(".")
        digits = r"(?:,|\{,\})?".join(whole)
        return re.compile(rf"(?<![\d.,]){digits}{rf'[.]{part}' if part else '(?:[.]0+)?'}(?![\d]|[.,]\d)")
    if _LETTER.fullmatch(plain):
        return re.compile(rf"(?<![0-9A-Za-z가-힣]){plain}(?![0-9A-Za-z])")
    return re.compile(re.escape(plain))


def _around(response: str, place: tuple[int, int] | None) -> str:
    """The text around a place, else the end of the reply, in one line."""
    start, end = place or (len(response), len(response))
    left, right = max(0, start - _AROUND), min(len(response), end + _AROUND)
    text = " ".join(response[left:right].split())
    return f"{'…' * (left > 0)}{text}{'…' * (right < len(response))}"


def _thoughts(row: Mapping[str, Any]) -> str:
    """The end of the reasoning of a reply that holds nothing else, between marks that say so."""
    reasoning = str(row["reasoning"] or "")
    return f"⟨{_around(reasoning, None)}⟩" if reasoning.strip() else ""


def first_of_each(suspects: Iterable[Suspect], most: int) -> tuple[list[Suspect], int]:
    """The first rows of each kind and task, at most so many each, and how many are left."""
    taken: dict[tuple[str, str], int] = {}
    kept, left = [], 0
    for one in suspects:
        key = (one.task, one.kind)
        taken[key] = taken.get(key, 0) + 1
        if taken[key] <= most:
            kept.append(one)
        else:
            left += 1
    return kept, left
