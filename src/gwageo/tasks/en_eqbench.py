"""EQ-Bench v2 in English, the source of Ko-EQ-Bench, for comparisons item by item.

Source: 171 items, MIT (Paech 2023, "EQ-Bench: An Emotional Intelligence Benchmark for Large Language Models"): on the
Hugging Face hub `pbevan11/EQ-Bench`, split `validation`, or the authors' file, whose references are mappings and whose
prompts ask for two passes (first scores, a critique, revised scores). Rows and scoring as in `ko_eqbench` (KBS, section
on variants); labels are compared with case.

Different here: at most 1,024 tokens instead of 80, because two passes and their critique need them. Where a prompt asks
for revised scores, a blank line does not end the reply but the prompt's own end mark does, and the last score of a
label counts; such items are counted in the notes, and replies with two complete blocks have the flag `two_passes`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gwageo.core import Item
from gwageo.tasks import ko_eqbench
from gwageo.tasks.base import Card, Hub

REVISED = "Revised scores:"
END_MARK = "[End of answer]"
MAX_TOKENS = 1024


@dataclass(frozen=True)
class RevisedTask(ko_eqbench.EmotionTask):
    """Prompts that may ask for two passes."""

    def stops(self, item: Item) -> tuple[str, ...]:
        """See `GenerativeTask.stops`: a two-pass reply has blank lines inside."""
        return (END_MARK,) if _revised(item) else self.stop

    def admonitions(self, items: Sequence[Item]) -> tuple[str, ...]:
        """See `GenerativeTask.admonitions`."""
        count = sum(map(_revised, items))
        asked = f"{count} of {len(items)} prompts ask for two passes; the revised scores count."
        return (*super().admonitions(items), *([asked] if count else []))


def _revised(item: Item) -> bool:
    return REVISED in str(item.fields["prompt"])


def _fields() -> Mapping[str, object]:
    """Everything that the Korean exam has."""
    return {name: getattr(ko_eqbench.TASK, name) for name in ko_eqbench.TASK.__dataclass_fields__}


TASK = replace(
    RevisedTask(**_fields()),  # type: ignore[arg-type]  # its own fields, one by one
    name="en-eqbench",
    card=Card(
        title="EQ-Bench v2 (English)",
        title_ko="EQ-Bench v2 (영어)",
        summary="How strongly a person in a dialogue feels each of four emotions, the source of Ko-EQ-Bench.",
        summary_ko="대화에 나오는 인물의 네 가지 감정을 점수로 예측하는 문제로, Ko-EQ-Bench의 원문입니다.",
        source="EQ-Bench v2, EQ-bench/EQ-Bench",
        licence="MIT",
        size=171,
        language="en",
    ),
    data_name="en_eqbench",
    file_names=("eqbench", "eq_bench", "eqbench_v2_questions_171", "eq_bench_v2_questions_171"),
    hub=Hub("pbevan11/EQ-Bench", split="validation", gated=False),
    read=partial(ko_eqbench.read, language="en"),
    max_tokens=MAX_TOKENS,
)
