"""Why a score is low: causes that are not a lack of ability, each found by a rule with a threshold.

A finding names the replies it rests on. Symptoms are ordered by the share of a task's items that the cause can have
cost, and a cause has to pass both a size that matters and, where chance can make one, a test.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gwageo.analysis.auditing import withheld_tasks
from gwageo.analysis.extras import need_statistics
from gwageo.analysis.shares import Table, mcnemar
from gwageo.core import StoreError, UserError
from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.drift import drift_of
from gwageo.runs.finished import Finished, read_run, read_runs
from gwageo.runs.plan import cells_of
from gwageo.tasks.choice import ChoiceTask

Cause = Literal[
    "failed_calls",
    "empty_replies",
    "refusals",
    "truncation",
    "format_mismatch",
    "unreadable_answers",
    "copied_example",
    "same_answer",
    "english_reasoning",
    "position_bias",
    "length_bias",
    "thinking_not_honoured",
    "identical_replies",
]
COLUMNS = (
    *("task", "language", "item_id", "verdict", "extraction", "extracted", "metrics", "gold", "response", "reasoning"),
    *("loglikelihoods", "flags", "finish_reason"),
)
"""What of a record is read."""
EXAMPLES = 3
EXCERPT = 160
"""Characters of a reply that an example shows, from its end."""
FEW = 3
"""Replies that a cause must at least rest on; of an exam with fewer items, all of them."""
ANSWERS = 3 * FEW
"""Answers that must have been read before one of them can be too frequent."""
SURE = 0.001
"""P above which a bias may be chance; eleven items are the fewest that can fall below it."""
LEAST: dict[Cause, float] = {
    "failed_calls": 0.05,
    "empty_replies": 0.1,
    "refusals": 0.05,
    "truncation": 0.1,
    "format_mismatch": 0.1,
    "unreadable_answers": 0.15,
    "copied_example": 0.05,
    "same_answer": 0.4,
    "english_reasoning": 0.3,
    "position_bias": 0.2,
    "length_bias": 0.2,
    "thinking_not_honoured": 0.1,
    "identical_replies": 0.3,
}
"""Share of a task's items from which a cause is named; docs/analysis.md states them."""
LONG = 40
"""Characters of a reply that two models do not give alike by chance."""

Row = Mapping[str, Any]
Choices = Mapping[str, Sequence[str]]
"""Item id to its choices in order."""


@dataclass(frozen=True, slots=True)
class Example:
    """One reply that shows the cause."""

    item: str
    text: str
    """The end of the reply, or what was chosen; empty where the texts are withheld."""


@dataclass(frozen=True, slots=True)
class Symptom:
    """One cause in one task."""

    cause: Cause
    task: str
    count: int
    n: int
    weight: float
    """Share of the task's items that it can have cost; what findings are ordered by."""
    examples: tuple[Example, ...]


def diagnose(
    run: str | Path, *, beside: Sequence[str | Path] = (), data: str | Path | None = None
) -> tuple[Symptom, ...]:
    """What can have lowered the scores of a finished run, the weightiest cause first.

    Args:
        run: A run directory.
        beside: Runs of other models, to look for replies that are the same.
        data: Where the items of the run lie now, if not where they did; only a bias of length needs them.

    Raises:
        UserError: A run cannot be used.
    """
    need_statistics()
    own = read_run(run)
    others = [each.records(COLUMNS) for each in read_runs(list(beside)) if each.model != own.model]
    private = withheld_tasks(own.manifest)
    return symptoms(own.records(COLUMNS), choices=_choices_of(own, data), others=others, private=private)


def _choices_of(run: Finished, data: str | Path | None) -> dict[str, Choices]:
    """The choices of the run's log-likelihood items, as far as the items are at hand."""
    config = run.manifest.config if data is None else run.manifest.config.model_copy(update={"data": str(data)})
    try:
        cells = cells_of(config)
    except (UserError, StoreError):
        return {}
    return {
        cell.task.name: {item.id: cell.task.choices(item) for item in cell.items}
        for cell in cells
        if isinstance(cell.task, ChoiceTask)
    }


def symptoms(
    rows: Iterable[Row],
    *,
    choices: Mapping[str, Choices] | None = None,
    others: Iterable[Iterable[Row]] = (),
    private: Sequence[str] = (),
) -> tuple[Symptom, ...]:
    """What can have lowered the scores of a run, the weightiest first.

    Args:
        rows: Its records, at least the columns of `COLUMNS`.
        choices: Of log-likelihood tasks, task to items to choices; without them no bias of length is looked for.
        others: Records of runs of other models, for replies that are the same.
        private: Tasks whose texts are not shown.
    """
    tasks: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        tasks[row["task"]].append(row)
    foreign = _replies(others)
    found: list[Symptom] = []
    for task, own in tasks.items():
        hits = [each for rule in _RULES for each in rule(own)]
        hits += _length_bias(own, (choices or {}).get(task, {}))
        hits += _identical(own, foreign)
        found += [_symptom(task, cause, rows, len(own), weight, task in private) for cause, rows, weight in hits]
    return tuple(sorted(found, key=lambda each: -each.weight))


Hit = tuple[Cause, list[Row], float]
"""A cause, the replies that it rests on, and its weight."""


def _symptom(task: str, cause: Cause, rows: Sequence[Row], n: int, weight: float, hide: bool) -> Symptom:
    examples = tuple(Example(row["item_id"], "" if hide else _excerpt(row)) for row in rows[:EXAMPLES])
    return Symptom(cause, task, len(rows), n, weight, examples)


def _excerpt(row: Row) -> str:
    text = (row["response"] or row["extracted"] or row["reasoning"] or "").strip()
    return text if len(text) <= EXCERPT else "…" + text[-EXCERPT:]


def _share(cause: Cause, rows: Sequence[Row], picked: Sequence[Row], factor: float = 1.0) -> list[Hit]:
    """A hit where the picked replies are many enough."""
    share = len(picked) / len(rows)
    return (
        [(cause, list(picked), share * factor)] if len(picked) >= min(FEW, len(rows)) and share >= LEAST[cause] else []
    )


def _verdict(cause: Cause, verdict: str) -> Callable[[Sequence[Row]], list[Hit]]:
    return lambda rows: _share(cause, rows, [row for row in rows if row["verdict"] == verdict])


def _unreadable(rows: Sequence[Row]) -> list[Hit]:
    """Replies that end by themselves and hold no answer, other than copies of the example."""
    states = ("no_answer", "ambiguous")
    return _share(
        "unreadable_answers", rows, [r for r in rows if r["extraction"] in states and r["verdict"] != "truncated"]
    )


def _copied(rows: Sequence[Row]) -> list[Hit]:
    return _share("copied_example", rows, [row for row in rows if row["extraction"] == "echo"])


def _not_honoured(rows: Sequence[Row]) -> list[Hit]:
    return _share(
        "thinking_not_honoured", rows, [r for r in rows if "thinking_not_honoured" in (r["flags"] or ())], 0.5
    )


_STRICT = ("exact_match_strict", "exact_match", "acc", "extractive_match", "eqbench")
_LOOSE = ("exact_match_flexible", "exact_match_robust", "acc_robust", "extractive_match_robust", "eqbench_robust")


def _format_mismatch(rows: Sequence[Row]) -> list[Hit]:
    """Answers that the published reading misses and a tolerant one finds right."""
    strict = next((name for name in _STRICT if any(name in row["metrics"] for row in rows)), None)
    if strict is None:
        return []
    missed = [row for row in rows if row["metrics"].get(strict) == 0 and _loosely_right(row["metrics"])]
    return _share("format_mismatch", rows, missed)


def _loosely_right(metrics: Mapping[str, float]) -> bool:
    return any(metrics.get(name) == 1 for name in _LOOSE)


def _same_answer(rows: Sequence[Row]) -> list[Hit]:
    """One answer given far too often, though the right ones vary."""
    answered = [
        row for row in rows if row["extracted"] and row["extraction"] == "ok" and not _is_label(row["extracted"])
    ]
    if len(answered) < ANSWERS:
        return []
    [(answer, count)] = Counter(row["extracted"] for row in answered).most_common(1)
    [(_, common)] = Counter(row["gold"] for row in answered).most_common(1)
    excess = (count - common) / len(rows)
    picked = [row for row in answered if row["extracted"] == answer]
    return [("same_answer", picked, excess)] if excess >= LEAST["same_answer"] else []


def _is_label(text: str) -> bool:
    return len(text.strip("()[]. ")) == 1


def _english_reasoning(rows: Sequence[Row]) -> list[Hit]:
    """Korean items that a model thinks about in another language."""
    korean = [row for row in rows if row["language"] == "ko" and row["extraction"] is not None]
    if not korean:
        return []
    left = [row for row in korean if drift_of(_thoughts(row)).state == "left"]
    return _share("english_reasoning", korean, left, 0.3)


def _thoughts(row: Row) -> str:
    """What a reply thinks: its reasoning where that is apart or marked, else all of it but its last line."""
    if row["reasoning"]:
        return str(row["reasoning"])
    reply = row["response"] or ""
    start = split_reasoning(reply).answer_start
    if start:
        return str(reply[:start])
    return str(reply.rpartition("\n")[0] or reply)


def _position_bias(rows: Sequence[Row]) -> list[Hit]:
    """One place among the choices taken far more often than the right answers lie there."""
    pairs = [(row, *places) for row in rows if (places := _places(row)) is not None]
    if not pairs:
        return []
    chosen, right = Counter(ours for _, ours, _ in pairs), Counter(theirs for _, _, theirs in pairs)
    most = max(chosen, key=lambda each: chosen[each] - right[each])
    excess = (chosen[most] - right[most]) / len(rows)
    picked = [row for row, ours, theirs in pairs if ours == most != theirs]
    back = sum(theirs == most != ours for _, ours, theirs in pairs)
    sure = mcnemar(Table(0, len(picked), back, len(pairs) - len(picked) - back)) < SURE
    return [("position_bias", picked, excess)] if excess >= LEAST["position_bias"] and sure else []


def _places(row: Row) -> tuple[str, str] | None:
    """The chosen and the right place; None where a row has none."""
    gold = str(row["gold"]).strip('"')
    if row["loglikelihoods"]:
        best = max(range(len(row["loglikelihoods"])), key=row["loglikelihoods"].__getitem__)
        return str(best), gold
    answer = (row["extracted"] or "").strip("()[]. ")
    return (answer, gold) if len(answer) == 1 == len(gold) and answer.isalpha() and gold.isalpha() else None


def _length_bias(rows: Sequence[Row], choices: Choices) -> list[Hit]:
    """The shortest or the longest choice taken far more often than it is right."""
    known = [(row, choices[row["item_id"]]) for row in rows if row["item_id"] in choices and row["loglikelihoods"]]
    known = [(row, texts) for row, texts in known if len({len(text) for text in texts}) > 1]
    hits: list[Hit] = []
    for extreme in (min, max):
        marks = [_marks(row, texts, extreme) for row, texts in known]
        picked = [row for (row, _), (ours, theirs) in zip(known, marks, strict=True) if ours and not theirs]
        back = sum(theirs and not ours for ours, theirs in marks)
        excess = (len(picked) - back) / len(rows)
        sure = mcnemar(Table(0, len(picked), back, len(known) - len(picked) - back)) < SURE
        if excess >= LEAST["length_bias"] and sure:
            hits.append(("length_bias", picked, excess * 1.01))  # names the reason of a bias before the bias
    return hits


def _marks(row: Row, texts: Sequence[str], extreme: Callable[..., str]) -> tuple[bool, bool]:
    """Whether the chosen and the right choice have the extreme length."""
    length = len(extreme(texts, key=len))
    best = max(range(len(row["loglikelihoods"])), key=row["loglikelihoods"].__getitem__)
    return len(texts[best]) == length, len(texts[int(row["gold"])]) == length


def _replies(others: Iterable[Iterable[Row]]) -> set[tuple[str, str, str]]:
    return {(row["task"], row["item_id"], row["response"]) for rows in others for row in rows if row["response"]}


def _identical(rows: Sequence[Row], foreign: set[tuple[str, str, str]]) -> list[Hit]:
    """Long replies that another model gave word for word."""
    same = [
        row
        for row in rows
        if len(row["response"] or "") >= LONG and (row["task"], row["item_id"], row["response"]) in foreign
    ]
    return _share("identical_replies", rows, same)


_RULES: tuple[Callable[[Sequence[Row]], list[Hit]], ...] = (
    _verdict("failed_calls", "failed"),
    _verdict("empty_replies", "empty"),
    _verdict("refusals", "refused"),
    _verdict("truncation", "truncated"),
    _format_mismatch,
    _unreadable,
    _copied,
    _same_answer,
    _english_reasoning,
    _position_bias,
    _not_honoured,
)
