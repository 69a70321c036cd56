"""From kept outputs to a record: the step that needs no model and may be repeated at will.

A fault of a task's own code on one item becomes that item's `failed` verdict: it costs no other item and no reply.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from gwageo.core import Generate, Item, LogLikelihood, Output, Request, Score
from gwageo.core.canonical import dumps
from gwageo.core.reasoning import family_of, split_reasoning
from gwageo.runs.codec import HALF, prompt_hash
from gwageo.runs.journal import Answer, Key
from gwageo.runs.plan import Cell, Plan
from gwageo.tasks.drifting import with_drift


@dataclass(frozen=True, slots=True)
class Job:
    """One item to be asked once."""

    cell: Cell
    place: int
    """In the plan, counted from 0: where its row stands in the records."""
    index: int
    repeat: int
    requests: tuple[Request, ...]
    """Empty where the prompt could not be made."""
    key: Key
    error: str | None = None
    """Why the prompt could not be made."""

    @property
    def item(self) -> Item:
        """The item that is asked."""
        return self.cell.paper.items[self.index]


def jobs(plan: Plan) -> Iterator[Job]:
    """Every job of a run, made one at a time: prompts of items that are not at work take no memory."""
    places = count()
    for cell in plan.cells:
        for repeat in range(plan.config.repeats):
            for index in range(cell.size):
                yield _job(cell, next(places), index, repeat)


def _job(cell: Cell, place: int, index: int, repeat: int) -> Job:
    error = None
    requests: tuple[Request, ...] = ()
    try:
        requests = tuple(_repeated(request, repeat) for request in cell.paper.requests(index))
    except Exception as fault:  # noqa: BLE001,RUF100 - the boundary where a task's fault becomes a record
        error = f"prompt_error: {type(fault).__name__}: {fault}"
    key = Key(cell.task.name, cell.paper.items[index].id, repeat, prompt_hash(requests))
    return Job(cell, place, index, repeat, requests, key, error)


def _repeated(request: Request, repeat: int) -> Request:
    """Each repeat draws anew; greedy decoding gives the same whatever the seed."""
    if not repeat or not isinstance(request, Generate):
        return request
    return replace(request, sampling=replace(request.sampling, seed=(request.sampling.seed or 0) + repeat))


def judge(job: Job, answer: Answer | None) -> Score:
    """The score of one job, whatever came back and whatever the scorer does with it."""
    if job.error is not None:
        return Score("failed", error=job.error)
    if answer is None:
        return Score("failed", error="not answered")
    refused = next((output.error for output in answer.outputs if output.failed), None)
    if refused is not None:
        return Score("failed", error=refused)
    try:
        score = job.cell.paper.score(job.index, answer.outputs)
        return with_drift(job.cell.task, job.item, answer.outputs, score)
    except Exception as fault:  # noqa: BLE001,RUF100 - the boundary where a scorer's fault becomes a record
        return Score("failed", error=f"scorer_error: {type(fault).__name__}: {fault}")


def record(job: Job, answer: Answer | None, run_id: str, protocol: str) -> dict[str, Any]:
    """The row of `records.parquet` for one job; half a character, which no file takes, is shown as a replacement."""
    row = _record(job, answer, run_id, protocol)
    return {name: HALF.sub("\N{REPLACEMENT CHARACTER}", value) if isinstance(value, str) else value
            for name, value in row.items()}  # fmt: skip


def _record(job: Job, answer: Answer | None, run_id: str, protocol: str) -> dict[str, Any]:
    score = judge(job, answer)
    outputs = answer.outputs if answer else ()
    reply = next((output for output in outputs if output.text is not None), Output())
    metadata = job.item.metadata
    reasoning, response, cut = _apart(reply)
    span = (max(0, score.span[0] - cut), max(0, score.span[1] - cut)) if score.span else None
    asked, free = _loglikelihoods(job, outputs)
    return {
        "run_id": run_id,
        "task": job.cell.task.name,
        "type": _text(metadata.get("type")),
        "language": _text(metadata.get("language")) or job.cell.task.card.language,
        "tier": _text(metadata.get("tier")),
        "item_id": job.item.id,
        "pair_id": _text(metadata.get("pair_id")),
        "repeat": job.repeat,
        "protocol": protocol,
        "verdict": score.verdict,
        "extraction": score.extraction,
        "extracted": score.extracted,
        "span_start": span[0] if span else None,
        "span_end": span[1] if span else None,
        "rule": score.rule,
        "metrics": list(_metrics(score).items()),
        "gold": dumps(job.item.gold),
        "prompt_hash": job.key.prompt_hash,
        "response": response,
        "reasoning": reasoning,
        "finish_reason": reply.finish_reason,
        "tokens_prompt": _total([output.usage.prompt for output in outputs]),
        "tokens_completion": _total([output.usage.completion for output in outputs]),
        "tokens_reasoning": _total([output.usage.reasoning for output in outputs]),
        "tokens_cached": _total([output.usage.cached for output in outputs]),
        "cost": _total([output.cost for output in outputs]),
        "latency_s": _total([output.latency_s for output in outputs]),
        "loglikelihoods": asked,
        "unconditional": free,
        "error": score.error,
        "flags": sorted(set(score.flags).union(*(_flags(output) for output in outputs))),
        "cluster": _text(metadata.get("cluster")),
    }


def _apart(reply: Output) -> tuple[str | None, str | None, int]:
    """Reasoning, answer, and how many characters of the reply stand before the answer.

    A block that opens the reply is kept apart from the answer, also one that never ends. The scorer has seen the reply
    whole: published readings know nothing of reasoning.
    """
    if reply.text is None or reply.reasoning is not None:
        return reply.reasoning, reply.text, 0
    found = split_reasoning(reply.text, cut=reply.finish_reason == "length").answer_start
    start = len(reply.text) if found is None else found
    return reply.text[:start] or None, reply.text[start:], start


def _flags(output: Output) -> tuple[str, ...]:
    """The output's flags, and by what marks it has thought: `thought:<think>`."""
    family = None if output.text is None else family_of(output)
    return output.flags if family is None else (*output.flags, f"thought:{family}")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _total(values: Sequence[Any]) -> Any:
    """The sum; None where any part is unknown, since a partial sum would look like the whole."""
    return None if not values or any(value is None for value in values) else sum(values)


def _metrics(score: Score) -> dict[str, float | None]:
    """Metric values as numbers. A list is kept as its mean, and its length as `NAME#n`, so that lists can be pooled.

    The mean of an empty list is null: it says nothing, and 0 would look like a score.
    """
    numbers: dict[str, float | None] = {}
    for name, value in score.metrics.items():
        if isinstance(value, list):
            numbers[name] = sum(value) / len(value) if value else None
            numbers[f"{name}#n"] = float(len(value))
        else:
            numbers[name] = float(value)
    return numbers


def _loglikelihoods(job: Job, outputs: Sequence[Output]) -> tuple[list[float | None] | None, list[float | None] | None]:
    """Log-likelihoods in choice order, and those of the question-free twins.

    Twins stand behind the choices, in the same order, and ask for the same continuations.
    """
    asked = [
        (request.continuation, output.loglikelihood)
        for request, output in zip(job.requests, outputs, strict=False)
        if isinstance(request, LogLikelihood)
    ]
    values = [value for _, value in asked]
    names = [continuation for continuation, _ in asked]
    # Under chat a third set, twins under the same template, stands behind these; its values stay in the journal.
    sets = 3 if any(metric.name == "acc_npsq_matched" for metric in job.cell.paper.metrics) else 2
    n = len(names) // sets
    if n > 1 and names == names[:n] * sets:
        return values[:n], values[n : 2 * n]
    return values or None, None
