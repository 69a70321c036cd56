"""Ko-GSM8K: word problems of primary-school arithmetic with a worked answer.

Source: `thunder-research-group/SNU_Ko-GSM8K` on the Hugging Face hub (gated), 1,319 items, split `test`, MIT;
adapted from GSM8K, described in the KBS paper. A row: `question` and `answer`, a worked solution with calculator
marks and a last line `#### number`:

    {"question": "사탕 3개와 2개를 더하면?", "answer": "모두 3+2=<<3+2=5>>5개입니다.\\n#### 5"}

Published scoring: 5 demonstrations (6 drawn from the test items, the item itself or the last one dropped),
greedy, at most 2,048 tokens; the number behind the first `#### ` (strict) and the last number (flexible),
compared as text. Different here: a robust reading beside them (`exact_match_robust`), compared as a number.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gwageo.core import Item
from gwageo.scoring.number_reading import number_value
from gwageo.scoring.numbers import KOREAN_REMOVED, reduced
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, RowError
from gwageo.tasks.generative import NUMBER_METRICS, NumberTask

PROMPT = "문제: {question}\n답:"


def reader(language: str, removed: Sequence[str]) -> Callable[[Mapping[str, Any], int], Item]:
    """The function that makes an item of a row; the gold is the final number.

    Args:
        language: Of the items.
        removed: What the published comparison takes out of a number.
    """

    def read(row: Mapping[str, Any], number: int) -> Item:
        question, answer = rows.text(row, "question"), rows.text(row, "answer")
        gold = reduced(answer, removed)
        if "#### " not in answer or number_value(gold) is None:
            raise RowError(f"ends in {answer[-40:]!r}, expected a last line '#### number'", "answer")
        return Item(rows.item_id(row, number), {"question": question, "answer": answer}, gold, {"language": language})

    return read


TASK = NumberTask(
    name="ko-gsm8k",
    version=2,
    card=Card(
        title="Ko-GSM8K",
        title_ko="Ko-GSM8K",
        summary="Word problems of primary-school arithmetic that take several steps.",
        summary_ko="여러 단계를 거쳐 푸는 초등 산수 문장제입니다.",
        source="KBS, thunder-research-group/SNU_Ko-GSM8K",
        licence="MIT",
        size=1319,
    ),
    data_name="ko_gsm8k",
    hub=Hub("thunder-research-group/SNU_Ko-GSM8K"),
    columns=("question", "answer"),
    read=reader("ko", KOREAN_REMOVED),
    prompt=PROMPT,
    max_tokens=2048,
    stop=("문제:", "</s>", "<|im_end|>"),
    metrics=NUMBER_METRICS,
    shots=5,
    draw="self_dropped",
)
