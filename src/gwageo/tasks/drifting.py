"""Language drift beside the scores of Korean exams: the share of replies that leave Korean, a number of its own.

It moves no verdict. A reply without words ("B", "45") counts in neither sum nor n, and so does one to an item that asks
for another language, or that the server withheld. What a model thought does not count, only what it answered.
"""

from collections.abc import Sequence
from dataclasses import replace

from gwageo.core import Item, Output, Score
from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.drift import drift_of
from gwageo.tasks.base import Metric, Task

NAME = "language_drift"
OTHER_LANGUAGE = "other_language"
"""Metadata of an item that asks for another language."""
WITHHELD = ("refusal", "content_filter")
"""Ends of a reply that is the server's word and not the model's answer."""


def drift_metrics(task: Task) -> tuple[Metric, ...]:
    """The metric of a Korean exam with replies; none for any other."""
    replies = getattr(task, "kind", None) == "generation"  # an exam of one's own may not say
    return (Metric(NAME),) if replies and task.card.language == "ko" else ()


def with_drift(task: Task, item: Item, outputs: Sequence[Output], score: Score) -> Score:
    """The score with the drift of its replies: flags `language_left`, `language_mixed` and `hanja`."""
    if not drift_metrics(task) or score.verdict == "failed":
        return score
    values: list[float] = []
    flags: list[str] = []
    for output in outputs if not item.metadata.get(OTHER_LANGUAGE) else ():
        if output.finish_reason in WITHHELD:
            continue
        text = output.text or ""
        start = split_reasoning(text, cut=output.finish_reason == "length").answer_start
        found = drift_of(text[start:] if start is not None else "")
        if found.state is not None:
            values.append(float(found.state != "korean"))
            flags += [f"language_{found.state}"] if found.state != "korean" else []
            flags += ["hanja"] if found.hanja else []
    flags = [*score.flags, *dict.fromkeys(flags)]
    return replace(score, metrics={**score.metrics, NAME: values}, flags=tuple(flags))
