"""IFEval, the English source of Ko-IFEval: prompts whose instructions a rule can check.

Source: `google/IFEval` on the Hugging Face hub, 541 items, split `train`, Apache 2.0 (Zhou et al. 2023,
"Instruction-Following Evaluation for Large Language Models"). A row: `key`, `prompt`, `instruction_id_list`, `kwargs`.

Published scoring: no demonstrations, greedy, at most 1,280 tokens; strict and loose, by prompt and by instruction, over
25 types. Different here: language detection is seeded, so that a score is the same every time, and an argument that is
missing is a data error instead of a random one.
"""

from gwageo.scoring.ifeval.table import ENGLISH
from gwageo.tasks.base import Card, Hub
from gwageo.tasks.ifeval import COLUMNS, InstructionTask, published_metrics, reader

TASK = InstructionTask(
    name="en-ifeval",
    version=2,
    card=Card(
        title="IFEval",
        title_ko="IFEval (영어)",
        summary="English prompts with instructions that rules can check.",
        summary_ko="규칙으로 확인할 수 있는 영어 지시를 얼마나 잘 따르는지 봅니다.",
        source="IFEval, google/IFEval",
        licence="Apache 2.0",
        size=541,
        language="en",
    ),
    data_name="en_ifeval",
    file_names=("ifeval", "ifeval_input_data"),
    hub=Hub("google/IFEval", split="train", gated=False),
    columns=COLUMNS,
    read=reader(ENGLISH),
    prompt="{prompt}",
    max_tokens=1280,
    stop=(),
    metrics=published_metrics(),
    inventory=ENGLISH,
)
