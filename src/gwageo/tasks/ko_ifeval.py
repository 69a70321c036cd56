"""Ko-IFEval: prompts whose instructions a rule can check, from the length of a reply to its first consonants.

Source: `thunder-research-group/SNU_Ko-IFEval` on the Hugging Face hub (gated), 841 items, split `test`, Apache 2.0;
541 adapted from IFEval (any key but those that follow) and 300 written in Korean (keys 10,001 to 10,300), described in
the KBS paper. A row:

    {"key": 1001, "prompt": "... 쉼표 없이 ...", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{...}]}

Published scoring: no demonstrations, greedy, at most 1,280 tokens, no stop string; strict and loose, by prompt and by
instruction. The published code draws missing arguments at random and does not seed its language detection; here these
are data errors and a seeded detection, and every deterministic outcome is the published one. Different here: the same
four metrics by repaired rules as `*_repaired`, and the two subsets apart as `*_translated` and `*_korean`.
"""

from gwageo.scoring.ifeval.table import KOREAN
from gwageo.tasks.base import Card, Hub
from gwageo.tasks.ifeval import COLUMNS, InstructionTask, published_metrics, reader

SUBSETS = ("translated", "korean")
SIZES = {"translated": 541, "korean": 300}
_KOREAN_KEYS = range(10_001, 10_301)


def subset(key: int) -> str:
    """The part of the set that a key belongs to; the source has translated keys below 1,000 too."""
    return "korean" if key in _KOREAN_KEYS else "translated"


TASK = InstructionTask(
    name="ko-ifeval",
    version=2,
    card=Card(
        title="Ko-IFEval",
        title_ko="Ko-IFEval",
        summary="Prompts with instructions that rules can check.",
        summary_ko="규칙으로 확인할 수 있는 지시를 얼마나 잘 따르는지 봅니다.",
        source="KBS, thunder-research-group/SNU_Ko-IFEval",
        licence="Apache 2.0",
        size=841,
    ),
    data_name="ko_ifeval",
    hub=Hub("thunder-research-group/SNU_Ko-IFEval"),
    columns=COLUMNS,
    read=reader(KOREAN, subset),
    prompt="{prompt}",
    max_tokens=1280,
    stop=(),
    metrics=published_metrics(repairs=True, subsets=SUBSETS),
    inventory=KOREAN,
    repairs=True,
    subsets=SUBSETS,
)
