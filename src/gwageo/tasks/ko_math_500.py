r"""Ko-MATH-500: competition problems in Korean whose answer is a value in LaTeX.

Source: `davidkim205/ko-math-500` on the Hugging Face hub (gated; also written `ko_math_500`), 500 items, translated by
GPT-4o from MATH-500, described in the KoLightEval report. A row:

    {"problem": "...", "solution": "... $\boxed{...}$ ...", "answer": "\\left( 3, \\frac{\\pi}{2} \\right)",
     "subject": "미적분학 준비", "level": 2, "id": "test/precalculus/807.json"}

Published scoring: no demonstrations, `extractive_match` with precision 5 and fallback. Its English anchors are not in
the Korean closing sentence, so the box decides. The limit of a reply is not published. Different here: the robust
reading beside it (`extractive_match_robust`), and figures per subject and level.
"""

from gwageo.tasks.base import Card, Hub
from gwageo.tasks.mathematics import COLUMNS, MathTask, read

PROMPT = (
    "주어진 수학 문제를 효율적이고 명확하게 풀어보세요. 응답의 마지막 줄은 다음 형식이어야 합니다: '따라서, 최종 답은: "
    r"$\boxed{{ANSWER}}$입니다. 이 답이 맞기를 바랍니다.' (따옴표 없이) 이때 ANSWER는 문제를 푸는 최종 숫자나 식이 "
    "되어야 합니다. 답하기 전에 한 단계씩 생각해 보세요.\n\n{Question}"
)

TASK = MathTask(
    name="ko-math-500",
    version=1,
    card=Card(
        title="Ko-MATH-500",
        title_ko="Ko-MATH-500",
        summary="Competition problems whose answer is a value in LaTeX.",
        summary_ko="답이 수식으로 나오는 경시 수준의 수학 문제입니다.",
        source="KoLightEval, davidkim205/ko-math-500",
        licence="not stated (MATH: MIT)",
        size=500,
    ),
    data_name="ko_math_500",
    hub=Hub("davidkim205/ko-math-500", also=("davidkim205/ko_math_500",)),
    columns=COLUMNS,
    read=read,
    prompt=PROMPT,
    max_tokens=4096,
    stop=(),
    closing=r"따라서, 최종 답은: $\boxed{{answer}}$입니다. 이 답이 맞기를 바랍니다.",
)
