"""Ko-GPQA: questions of graduate level in Korean that searching does not answer.

Source: `davidkim205/ko-gpqa` on the Hugging Face hub (also written `ko_gpqa`), 198 items by inference, translated by
GPT-4o from GPQA (CC BY 4.0), described in the KoLightEval report. A row has `id`, `Question`, `Correct Answer` and
`Incorrect Answer 1` to `3`. The items must not be published in plain text, so their texts stay out of plans and reports
(`privacy`).

Published scoring: no demonstrations, `extractive_match` over the letters A to D. The place of the right choice was
drawn without a seed; here it follows from seed, set and id. Different here: `extractive_match_robust` beside it, and
four rotations as an option.
"""

from gwageo.tasks.base import Card, Hub
from gwageo.tasks.placed import COLUMNS, PlacedChoiceTask, read

PROMPT = (
    "다음의 객관식 질문에 답하세요. 답변의 마지막 줄은 'Answer: $LETTER' (without quotes) 형식이어야 하며, "
    "여기서 LETTER는 ABCD 중 하나입니다. 답변하기 전에 단계별로 생각하세요.\n\n"
    "{Question}\n\nA) {A}\nB) {B}\nC) {C}\nD) {D}"
)

TASK = PlacedChoiceTask(
    name="ko-gpqa",
    version=1,
    card=Card(
        title="Ko-GPQA",
        title_ko="Ko-GPQA",
        summary="Science questions of graduate level that searching does not answer.",
        summary_ko="검색만으로는 풀기 어려운 대학원 수준의 과학 문제입니다.",
        source="KoLightEval, davidkim205/ko-gpqa",
        licence="not stated (GPQA: CC BY 4.0)",
        size=198,
    ),
    data_name="ko_gpqa",
    hub=Hub("davidkim205/ko-gpqa", split="train", also=("davidkim205/ko_gpqa",)),
    columns=COLUMNS,
    read=read,
    prompt=PROMPT,
    max_tokens=4096,
    stop=(),
    private=True,
)
