"""Ko-EQ-Bench: how strongly a person in a dialogue feels each of four emotions, 0 to 10.

Source: `thunder-research-group/SNU_Ko-EQ-Bench` on the Hugging Face hub (gated), 171 items, split `test`, MIT; adapted
from EQ-Bench v2, described in the KBS paper. A row: `prompt`, and two references, of which the second is scored:

    {"prompt": "\\n... 답:", "reference_answer": "...", "reference_answer_fullscale":
     "{'emotion1': '기쁨', ..., 'emotion1_score': '7', ...}"}

Published scoring: no demonstrations, greedy, at most 80 tokens (1,024 for closed models), cut at a blank line; an
unparseable reply scores 0, a parseable one up to 100 points and far below 0 for absurd scores. `eqbench` is the mean.
Different here: references are parsed as literals, never executed; `eqbench_clipped` puts scores above 10 on 10 (the
flag `out_of_range` counts such replies), `eqbench_parsed` is the mean over parseable replies alone, and
`eqbench_robust` reads what a person would read. The chance level is that of scores drawn evenly from 0 to 10.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gwageo.core import Item, Output, Protocol, Score, Verdict
from gwageo.core.reasoning import split_reasoning
from gwageo.scoring.eqbench import (
    FULL,
    LEVELS,
    PARSERS,
    Given,
    clipped,
    points,
    random_level,
    read_robust,
)
from gwageo.scoring.readings import window_start
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, Metric, Option, RowError, Settings
from gwageo.tasks.generative import GenerativePaper, GenerativeTask

REFERENCE = "reference_answer_fullscale"
EMOTIONS = 4
_KEY = re.compile(r"emotion(\d{1,2})")

METRICS = (
    Metric("eqbench", "points", primary=True, graded=True),
    Metric("percent_parseable", "points"),
    Metric("eqbench_clipped", "points", graded=True),
    Metric("eqbench_parsed", "points", graded=True),
    Metric("eqbench_robust", "points", graded=True),
    Metric("percent_parseable_robust", "points"),
)
PARSER = Option(
    "parser", tuple(PARSERS), "lines is the paper's reading; legacy is the older one, which knows one-word labels only."
)


def read_reference(value: Any, column: str = REFERENCE) -> dict[str, float]:
    """Label to score, from a mapping or from the text of one; nothing is executed.

    Example:
        >>> read_reference("{'emotion1': '기쁨', 'emotion1_score': '7', 'emotion2': '슬픔', 'emotion2_score': 0}")
        {'기쁨': 7.0, '슬픔': 0.0}

    Raises:
        RowError: The value is no such mapping.
    """
    found = rows.structured(value, column)
    if not isinstance(found, Mapping):
        raise RowError(f"is {type(found).__name__}, expected a mapping of emotions and scores", column)
    names = [str(key) for key in found if _KEY.fullmatch(str(key))]
    scores = {rows.text(found, name).strip(): _level(found, name, column) for name in names}
    if not names or len(scores) != len(names):
        raise RowError(f"names {len(names)} emotions, {len(scores)} of them different; expected each once", column)
    return scores


def _level(found: Mapping[str, Any], name: str, column: str) -> float:
    written = (rows.written(found.get(f"{name}_score")) or "").strip()
    try:
        value = float(written)
    except ValueError:
        value = -1.0
    if not 0 <= value <= LEVELS[-1]:
        raise RowError(f"holds {found.get(f'{name}_score')!r} for {name}_score, expected a number from 0 to 10", column)
    return value


def read(row: Mapping[str, Any], number: int, language: str = "ko") -> Item:
    """A row as an item; the gold maps each emotion to its score."""
    prompt = rows.text(row, "prompt")
    gold = read_reference(rows.cell(row, REFERENCE))
    if len(gold) != EMOTIONS:
        raise RowError(f"names {len(gold)} emotions, expected {EMOTIONS}", REFERENCE)
    return Item(rows.item_id(row, number), {"prompt": prompt}, gold, {"language": language})


@dataclass(frozen=True)
class EmotionTask(GenerativeTask):
    """Graded replies of one line per emotion."""

    parser: str = PARSER.values[0]
    """Name of the published reading."""

    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> GenerativePaper:
        """See `Task.prepare`; the paper's task has the reading that the settings ask for."""
        paper = super().prepare(items, protocol, settings)
        paper.task = replace(self, parser=self.option(settings, PARSER.name) or self.parser)
        return paper

    def question(self, item: Item) -> str:
        """See `GenerativeTask.question`."""
        return str(item.fields["prompt"])

    def reply(self, item: Item) -> str:
        """See `GenerativeTask.reply`."""
        return _lines(item.gold)

    def replies(self, item: Item) -> tuple[str, ...]:
        """One reply per level, the same for all emotions: in the mean as good as drawing each on its own."""
        return tuple(_lines(dict.fromkeys(item.gold, float(level))) for level in LEVELS)

    def chance(self, item: Item) -> float:
        """Points of scores drawn evenly from 0 to 10."""
        return random_level(item.gold)

    def nothing(self, item: Item) -> Mapping[str, float | list[bool] | list[float]]:
        """Zeros; a reply without scores leaves the mean over parseable ones."""
        return {**super().nothing(item), "eqbench_parsed": []}

    def judge(self, item: Item, output: Output) -> Score:
        """See `GenerativeTask.judge`."""
        text, gold = output.text or "", item.gold
        given = PARSERS[self.parser](text, tuple(gold))
        robust = _robust(text, tuple(gold), cut=output.finish_reason == "length")
        score = points(given.scores, gold) if given.parseable else 0.0
        metrics: dict[str, float | list[bool] | list[float]] = {
            "eqbench": score,
            "percent_parseable": FULL * given.parseable,
            "eqbench_clipped": points(clipped(given.scores), gold) if given.parseable else 0.0,
            "eqbench_parsed": [score] if given.parseable else [],
            "eqbench_robust": points(robust.scores, gold) if robust.parseable else 0.0,
            "percent_parseable_robust": FULL * robust.parseable,
        }
        truncated = output.finish_reason == "length" and not robust.parseable
        missed: Verdict = "truncated" if truncated else "no_answer"
        shown = robust if robust.parseable else given
        return Score(
            "scored" if given.parseable else missed,
            metrics,
            "ok" if shown.parseable else "truncated" if truncated else "no_answer",
            _lines(shown.scores).replace("\n", ", ") if shown.parseable else None,
            shown.span if shown.parseable else None,
            ("robust" if robust.parseable else "published") if shown.parseable else None,
            _flags(given, robust),
        )


def _robust(text: str, labels: tuple[str, ...], *, cut: bool) -> Given:
    """The robust reading of the answer behind any reasoning, with its place in the whole reply."""
    start = split_reasoning(text, cut=cut).answer_start
    if start is None:
        return Given({}, False, labels)
    begin = window_start(text, start)
    found = read_robust(text[begin:], labels)
    span = found.span and (found.span[0] + begin, found.span[1] + begin)
    return Given(found.scores, found.parseable, found.missing, span, found.blocks)


def _flags(given: Given, robust: Given) -> tuple[str, ...]:
    found = []
    if given.parseable and clipped(given.scores) != given.scores:
        found.append("out_of_range")
    if robust.parseable and not given.parseable:
        found.append("format")
    if robust.blocks > 1:
        found.append("two_passes")
    return tuple(found)


def _lines(scores: Mapping[str, float]) -> str:
    return "\n".join(f"{label}: {value:g}" for label, value in scores.items())


TASK = EmotionTask(
    name="ko-eqbench",
    version=2,
    card=Card(
        title="Ko-EQ-Bench",
        title_ko="Ko-EQ-Bench",
        summary="How strongly a person in a dialogue feels each of four emotions.",
        summary_ko="대화에 나오는 인물이 네 가지 감정을 얼마나 강하게 느끼는지 점수로 예측합니다.",
        source="KBS, thunder-research-group/SNU_Ko-EQ-Bench",
        licence="MIT",
        size=171,
    ),
    data_name="ko_eqbench",
    hub=Hub("thunder-research-group/SNU_Ko-EQ-Bench"),
    columns=("prompt", REFERENCE),
    read=read,
    prompt="{prompt}",
    max_tokens=80,
    stop=("\n\n",),
    metrics=METRICS,
    options=(PARSER,),
)
