"""GSM8K in English, the source of Ko-GSM8K, for comparisons item by item.

Source: `openai/gsm8k` on the Hugging Face hub, configuration `main`, 1,319 items, split `test`, MIT (Cobbe et al. 2021,
"Training Verifiers to Solve Math Word Problems"); rows as in `ko_gsm8k`. Scoring as there (KBS, section on variants),
with an English prompt and stop string; the comparison takes out `,` and `$`.
"""

from dataclasses import replace

from gwageo.scoring.numbers import ENGLISH_REMOVED
from gwageo.tasks import ko_gsm8k
from gwageo.tasks.base import Card, Hub

TASK = replace(
    ko_gsm8k.TASK,
    name="en-gsm8k",
    card=Card(
        title="GSM8K (English)",
        title_ko="GSM8K (영어)",
        summary="Word problems of primary-school arithmetic, the source of Ko-GSM8K.",
        summary_ko="여러 단계를 거쳐 푸는 초등 산수 문장제로, Ko-GSM8K의 원문입니다.",
        source="GSM8K, openai/gsm8k",
        licence="MIT",
        size=1319,
        language="en",
    ),
    data_name="en_gsm8k",
    file_names=("gsm8k",),
    hub=Hub("openai/gsm8k", "main", gated=False),
    read=ko_gsm8k.reader("en", ENGLISH_REMOVED),
    prompt="Question: {question}\nAnswer:",
    stop=("Question:", "</s>", "<|im_end|>"),
    removed=ENGLISH_REMOVED,
)
