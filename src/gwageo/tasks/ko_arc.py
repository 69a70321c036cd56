"""Ko-ARC: science questions for schools, adapted from the AI2 Reasoning Challenge (easy and challenge).

Source: `thunder-research-group/SNU_Ko-ARC` on the Hugging Face hub (gated), configurations `easy` (2,376 items)
and `challenge` (1,167), split `test`, CC BY-SA 4.0; described in the KBS paper. A row: `id`, `question`,
`choices` (lists `label` and `text`) and `answerKey`, one of the labels:

    {"id": "q1", "question": "물은 몇 도에서 끓나요?", "answerKey": "B",
     "choices": {"label": ["A", "B"], "text": ["50도", "100도"]}}

Published scoring: 5 demonstrations drawn from the test items; by log-likelihood `acc`, `acc_norm` and `acc_npsq`,
or generated with one letter as the answer (`*-gen`). Different here: an item that drew itself gets another
demonstration (option `self_demonstration`); the question-free context is built, not cut out of the text;
`acc_norm` divides by bytes as the paper says, `acc_norm_char` by characters as the authors' harness did; a robust
reading stands beside the published one in the generative form.
"""

from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, RowError
from gwageo.tasks.choice import QuestionTask
from gwageo.tasks.generative import LETTER_METRICS, LETTER_OPTIONS, LETTER_STOP, LETTERS, LetterTask, by_letter

PROMPT = "질문: {question}\n답변:"
QUESTION_FREE = "답변:"
GENERATIVE_PROMPT = """\
질문: {question}
{options}
반드시 A, B, C, D 중 하나의 문자로만 답하세요.
정답:"""

COLUMNS = ("question", "choices", "answerKey")


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item; the key is looked up among the labels, whatever they are."""
    question = rows.text(row, "question")
    labels, texts = rows.choices(row)
    key = rows.text(row, "answerKey").strip()
    if key not in labels:
        raise RowError(f"is {key!r}, expected one of the labels {', '.join(map(repr, labels))}", "answerKey")
    fields = {"question": question, "choices": {"label": list(labels), "text": list(texts)}, "answerKey": key}
    return Item(rows.item_id(row, number), fields, labels.index(key), {"language": "ko"})


def read_letters(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item whose gold is the letter of the right choice, by position."""
    item = read(row, number)
    texts = item.fields["choices"]["text"]
    if len(texts) > len(LETTERS):
        raise RowError(f"has {len(texts)} choices, expected at most {len(LETTERS)}", "choices")
    return Item(item.id, item.fields, LETTERS[item.gold], {**item.metadata, "options": texts})


def _card(level: str, level_ko: str, size: int) -> Card:
    return Card(
        title=f"Ko-ARC {level}",
        title_ko=f"Ko-ARC {level_ko}",
        summary="Science questions from school examinations with four choices, adapted from English.",
        summary_ko="학교 시험에 나오는 사지선다형 과학 문제로, 영어 원문을 우리말과 우리 실정에 맞게 옮겼습니다.",
        source="KBS, thunder-research-group/SNU_Ko-ARC",
        licence="CC BY-SA 4.0",
        size=size,
    )


def _by_likelihood(config: str, card: Card) -> QuestionTask:
    return QuestionTask(
        name=f"ko-arc-{config}",
        version=1,
        card=card,
        data_name=f"ko_arc_{config}",
        hub=Hub("thunder-research-group/SNU_Ko-ARC", config),
        columns=COLUMNS,
        read=read,
        shots=5,
        prompt=PROMPT,
        question_free=QUESTION_FREE,
    )


def _by_letter(config: str, card: Card) -> LetterTask:
    return LetterTask(
        name=f"ko-arc-{config}-gen",
        version=1,
        card=card,
        data_name=f"ko_arc_{config}",
        hub=Hub("thunder-research-group/SNU_Ko-ARC", config),
        columns=COLUMNS,
        read=read_letters,
        prompt=GENERATIVE_PROMPT,
        max_tokens=512,
        stop=LETTER_STOP,
        metrics=LETTER_METRICS,
        shots=5,
        options=LETTER_OPTIONS,
    )


_EASY_CARD, _CHALLENGE_CARD = _card("Easy", "쉬움", 2376), _card("Challenge", "도전", 1167)
EASY = _by_likelihood("easy", _EASY_CARD)
CHALLENGE = _by_likelihood("challenge", _CHALLENGE_CARD)
EASY_GEN = _by_letter("easy", by_letter(_EASY_CARD))
CHALLENGE_GEN = _by_letter("challenge", by_letter(_CHALLENGE_CARD))
