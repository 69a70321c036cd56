"""Judging answers that came from elsewhere: `gwageo score ANSWERS.jsonl --task T [--data ITEMS] -o SCORED.jsonl`.

In: rows of `id` (or another name of the item, see `naming`) and `response`, optionally `finish_reason` and `reasoning`;
where an exam asks an item several times, `responses`, a list in the order of asking; a log-likelihood task takes
`loglikelihoods` and `unconditional`, lists in choice order. Out: `id, verdict, extraction, extracted, span, rule,
flags`, then one column per metric; `error` where an item failed. No model is loaded. A `response` that is null or no
text fails its row and no other: it leaves the mean, as a request without an answer does in a run.
"""

import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from gwageo.core import ConfigError, DataError, FinishReason, Item, Output, Protocol, Score
from gwageo.core.disk import take_away, why
from gwageo.tasks.base import Metric, Paper, RowError, Settings, Task
from gwageo.tasks.drifting import drift_metrics, with_drift
from gwageo.tasks.files import Row, read_file
from gwageo.tasks.folders import choose
from gwageo.tasks.naming import item_names
from gwageo.tasks.rows import structured

_NAMED = 5
_NOT_NUMBERS = {"-inf": -math.inf, "-infinity": -math.inf, "inf": math.inf, "infinity": math.inf, "nan": math.nan}


@dataclass(frozen=True, slots=True)
class Judged:
    """Scored answers."""

    rows: tuple[dict[str, Any], ...]
    """One per answered item, in the order of the items; strict JSON."""
    notes: tuple[str, ...] = ()
    """Answers that were repeated, items without an answer."""


def read_answers(path: str | Path) -> tuple[Row, ...]:
    """The rows of an answer file (JSONL, or any other kind that items may come in)."""
    place = Path(path)
    if place.is_dir() or not place.exists():
        raise DataError("is a folder" if place.is_dir() else "does not exist", file=str(place))
    return read_file(place).rows


def score_answers(
    task: Task,
    items: Sequence[Item],
    rows: Iterable[Row],
    *,
    settings: Settings | None = None,
    file: str = "answers",
) -> Judged:
    """Judge the answers to a set of items.

    Where an id occurs several times the last complete row counts.

    Args:
        task: The exam.
        items: All items of it.
        rows: The answers.
        settings: Task options; the number of demonstrations does not matter here.
        file: Name of the answer file in messages.

    Raises:
        DataError: A row lacks what the task needs, or answers an item that is not there.
    """
    given = settings or Settings()
    paper = task.prepare(items, Protocol(), Settings(shots=0, shot_seed=given.shot_seed, options=given.options))
    asked = len(paper.requests(0)) if items and task.kind == "generation" else 1
    outputs, notes = _by_item(task, items, tuple(rows), file, asked)
    scored = []
    for index, item in enumerate(paper.items):
        if item.id in outputs:
            score = with_drift(task, item, outputs[item.id], _score(paper, index, outputs[item.id]))
            scored.append(_row(item.id, score, task))
    missing = [item.id for item in items if item.id not in outputs]
    if missing:
        have = "has no answer and is" if len(missing) == 1 else "have no answer and are"
        notes.append(f"{len(missing)} of {len(items)} items {have} left out: {_names(missing)}.")
    return Judged(tuple(scored), tuple(notes))


def check_output(output: str | Path, task: Task, *sources: str | Path | None) -> None:
    """Refuse to write scored rows over what they are made from, under whatever name.

    Args:
        output: Where the rows are to go.
        task: The exam, which says what file of a folder holds its items.
        sources: Files and folders that are read; None and `bundled` are no files.

    Raises:
        ConfigError: The output is a folder, or is one of the sources.
    """
    place = Path(output).expanduser()
    if place.is_dir():
        raise ConfigError(f"-o {str(output)!r} is a folder; give it a file for the judged rows")
    for source in sources:
        if source is not None and any(_same(place, each) for each in _read_from(Path(source).expanduser(), task)):
            raise ConfigError(
                f"-o {str(output)!r} is the file that {str(source)!r} is read from; "
                "give another file for the judged rows"
            )


def _read_from(source: Path, task: Task) -> Sequence[Path]:
    if not source.is_dir():
        return [source]
    try:
        return choose(source, task)
    except DataError:  # the reader says what is wrong with the folder
        return []


def _same(one: Path, other: Path) -> bool:
    """Whether both are one file, links followed."""
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return False


def write_scored(path: str | Path, judged: Judged) -> None:
    """Write scored rows as JSONL, whole or not at all."""
    place = Path(path).expanduser()
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in judged.rows)
    try:
        temporary.write_text("".join(lines), encoding="utf-8", errors="backslashreplace")
        temporary.replace(place)
    except OSError as error:
        take_away(temporary)
        raise DataError(f"cannot be written: {why(error, place)}", file=str(place)) from error


def metrics_of(task: Task) -> tuple[Metric, ...]:
    """The metrics of judged answers."""
    return (*task.metrics, *drift_metrics(task))


def _score(paper: Paper, index: int, outputs: Sequence[Output]) -> Score:
    error = next((output.error for output in outputs if output.error is not None), None)
    return paper.score(index, outputs) if error is None else Score("failed", error=error)


def _by_item(
    task: Task, items: Sequence[Item], rows: Sequence[Row], file: str, asked: int
) -> tuple[dict[str, tuple[Output, ...]], list[str]]:
    known = {item.id: item for item in items}
    found: dict[str, tuple[Output, ...]] = {}
    incomplete: dict[str, DataError] = {}
    answered: list[str] = []
    for row, name in zip(rows, item_names(task, items, rows, file), strict=True):
        answered.append(name)
        try:
            found[name] = _outputs(task, known[name], row, file, asked)
        except DataError as problem:
            incomplete[name] = problem
    for name, error in incomplete.items():
        if name not in found:
            raise error
    again = [name for name, count in Counter(answered).items() if count > 1]
    were = "item was" if len(again) == 1 else "items were"
    repeated = f"{len(again)} {were} answered more than once; the last complete answer counts: {_names(again)}."
    return found, [repeated] if again else []


def _outputs(task: Task, item: Item, row: Row, file: str, asked: int) -> tuple[Output, ...]:
    if task.kind == "generation":
        return (_reply(task, row, file),) if asked == 1 else _replies(task, row, file, asked)
    lists = [_values(task, item, row, column, file) for column in ("loglikelihoods", "unconditional")]
    return tuple(Output(loglikelihood=value) for values in lists for value in values)


def _reply(task: Task, row: Row, file: str) -> Output:
    text = row.cells.get("response")
    if "response" not in row.cells:
        problem = f"expected the reply to {task.name} as a text"
        raise DataError(problem, file=file, row=row.number, column="response")
    reason = row.cells.get("finish_reason")
    if reason is not None and reason not in get_args(FinishReason):
        known = ", ".join(get_args(FinishReason))
        raise DataError(f"is {reason!r}, expected one of {known}", file=file, row=row.number, column="finish_reason")
    if not isinstance(text, str):
        return Output(error="no response" if text is None else f"the response is {text!r:.80}, expected a text")
    reasoning = row.cells.get("reasoning")
    return Output(text=text, reasoning=reasoning if isinstance(reasoning, str) else None, finish_reason=reason)


def _replies(task: Task, row: Row, file: str, asked: int) -> tuple[Output, ...]:
    """The replies to an item that is asked several times; what else the row says holds for each."""
    given = row.cells.get("responses")
    try:
        texts = None if given is None else structured(given, "responses")
    except RowError:
        texts = None
    if not isinstance(texts, list) or len(texts) != asked:
        what = "missing" if given is None else f"{given!r:.80}"
        raise DataError(
            f"expected a list of {asked} replies in the order of asking, since {task.name} asks each item {asked} "
            f"times under these options; is {what}",
            file=file,
            row=row.number,
            column="responses",
        )
    return tuple(_reply(task, Row(row.number, {**row.cells, "response": text}), file) for text in texts)


def _values(task: Task, item: Item, row: Row, column: str, file: str) -> list[float]:
    choices = round(1 / (task.chance(item) or 1))
    given = row.cells.get(column)
    try:
        values = None if given is None else structured(given, column)
    except RowError:
        values = None
    if not isinstance(values, list) or len(values) != choices:
        what = "missing" if given is None else f"{given!r:.80}"
        raise DataError(
            f"expected {choices} numbers in choice order, since {task.name} is judged by log-likelihoods; is {what}",
            file=file,
            row=row.number,
            column=column,
        )
    return [_number(value) for value in values]


def _number(value: Any) -> float:
    """A log-likelihood; whatever is none is NaN, which fails the item."""
    if isinstance(value, str):
        return _NOT_NUMBERS.get(value.strip().lower(), math.nan)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return math.nan
    return float(value)


def _row(name: str, score: Score, task: Task) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": name,
        "verdict": score.verdict,
        "extraction": score.extraction,
        "extracted": score.extracted,
        "span": None if score.span is None else list(score.span),
        "rule": score.rule,
        "flags": list(score.flags),
    }
    row |= {metric.name: score.metrics.get(metric.name) for metric in metrics_of(task)}
    return row if score.error is None else {**row, "error": score.error}


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(repr, names[:_NAMED])) + more
