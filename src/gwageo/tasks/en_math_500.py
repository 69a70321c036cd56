r"""MATH-500 in English: the items from which Ko-MATH-500 was translated.

Source: `HuggingFaceH4/MATH-500` on the Hugging Face hub, 500 items, split `test`, MIT. Columns as in `ko_math_500`,
with `unique_id` for `id`. The prompt is the English original of the Korean one; its closing sentence ends in "I hope it
is correct", which the published reading takes as its surest anchor. Judged like `ko-math-500`.
"""

from dataclasses import replace

from gwageo.tasks import ko_math_500
from gwageo.tasks.base import Card, Hub

PROMPT = (
    "Solve the following math problem efficiently and clearly.  The last line of your response should be of the "
    r"following format: 'Therefore, the final answer is: $\boxed{{ANSWER}}$. I hope it is correct' (without quotes) "
    "where ANSWER is just the final number or expression that solves the problem. Think step by step before "
    "answering.\n\n{Question}"
)

TASK = replace(
    ko_math_500.TASK,
    name="en-math-500",
    card=Card(
        title="MATH-500 (English)",
        title_ko="MATH-500 (영어)",
        summary="Competition problems whose answer is a value in LaTeX, in English.",
        summary_ko="답이 수식으로 나오는 경시 수준의 수학 문제로, 영어 원문입니다.",
        source="HuggingFaceH4/MATH-500",
        licence="MIT",
        size=500,
        language="en",
    ),
    data_name="en_math_500",
    file_names=("math500", "math_500"),
    hub=Hub("HuggingFaceH4/MATH-500", gated=False),
    prompt=PROMPT,
    closing=r"Therefore, the final answer is: $\boxed{{answer}}$. I hope it is correct.",
)
