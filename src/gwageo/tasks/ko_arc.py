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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gwageo.core import Item
from gwageo.scoring.labels import LabelRule
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, RowError
from gwageo.tasks.choice import QuestionTask
from gwageo.tasks.generative import (
    FOUR_LETTERS,
    LETTER_METRICS,
    LETTER_OPTIONS,
    LETTER_STOP,
    LETTERS,
    LetterTask,
    by_letter,
)

PROMPT = "질문: {question}\n답변:"
QUESTION_FREE = "답변:"
GENERATIVE_PROMPT = """\
질문: {question}
{options}
반드시 A, B, C, D 중 하나의 문자로만 답하세요.
정답:"""

COLUMNS = ("question", "choices", "answerKey")
Read = Callable[[Mapping[str, Any], int], Item]


@dataclass(frozen=True, slots=True)
class Wording:
    """What differs between the languages of the exam."""

    language: Literal["ko", "en"]
    prompt: str
    question_free: str
    generative: str
    rule: LabelRule
    read: Read
    """A row as an item whose gold is the position of the right choice."""
    follows: bool = False
    """See `LetterTask.follows`."""
    columns: tuple[str, ...] = COLUMNS


@dataclass(frozen=True, slots=True)
class Level:
    """One part of the exam, easy or challenge."""

    name: str
    """Of the task by log-likelihood, for example `ko-arc-easy`."""
    card: Card
    hub: Hub | None
    file_names: tuple[str, ...] = ()

    @property
    def data_name(self) -> str:
        """`ko_arc_easy`."""
        return self.name.replace("-", "_")


def item_of(
    row: Mapping[str, Any], number: int, question: str, labels: Sequence[str], texts: Sequence[str], language: str
) -> Item:
    """A row as an item; the key is looked up among the labels, whatever they are."""
    key = rows.text(row, "answerKey").strip()
    if key not in labels:
        raise RowError(f"is {key!r}, expected one of the labels {', '.join(map(repr, labels))}", "answerKey")
    fields = {"question": question, "choices": {"label": list(labels), "text": list(texts)}, "answerKey": key}
    return Item(rows.item_id(row, number), fields, labels.index(key), {"language": language})


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row of the Korean set as an item."""
    question = rows.text(row, "question")
    labels, texts = rows.choices(row)
    return item_of(row, number, question, labels, texts, "ko")


def lettered(read_row: Read) -> Read:
    """The same reading with the letter of the right choice as gold, by position."""

    def read_letters(row: Mapping[str, Any], number: int) -> Item:
        item = read_row(row, number)
        texts = item.fields["choices"]["text"]
        if len(texts) > len(LETTERS):
            raise RowError(f"has {len(texts)} choices, expected at most {len(LETTERS)}", "choices")
        return Item(item.id, item.fields, LETTERS[item.gold], {**item.metadata, "options": texts})

    return read_letters


def by_likelihood(level: Level, wording: Wording) -> QuestionTask:
    """The exam by log-likelihood."""
    return QuestionTask(
        name=level.name,
        version=1,
        card=level.card,
        data_name=level.data_name,
        hub=level.hub,
        columns=wording.columns,
        read=wording.read,
        shots=5,
        prompt=wording.prompt,
        question_free=wording.question_free,
        file_names=level.file_names,
    )


def by_generation(level: Level, wording: Wording) -> LetterTask:
    """The exam with the letter generated."""
    return LetterTask(
        name=f"{level.name}-gen",
        version=2,
        card=by_letter(level.card),
        data_name=level.data_name,
        hub=level.hub,
        columns=wording.columns,
        read=lettered(wording.read),
        prompt=wording.generative,
        max_tokens=512,
        stop=LETTER_STOP,
        metrics=LETTER_METRICS,
        shots=5,
        options=LETTER_OPTIONS,
        rule=wording.rule,
        follows=wording.follows,
        file_names=level.file_names,
    )


def _level(config: str, title: str, title_ko: str, size: int) -> Level:
    card = Card(
        title=f"Ko-ARC {title}",
        title_ko=f"Ko-ARC {title_ko}",
        summary="Science questions from school examinations with four choices, adapted from English.",
        summary_ko="학교 시험에 나오는 사지선다형 과학 문제로, 영어 원문을 우리말과 우리 실정에 맞게 옮겼습니다.",
        source="KBS, thunder-research-group/SNU_Ko-ARC",
        licence="CC BY-SA 4.0",
        size=size,
    )
    return Level(f"ko-arc-{config}", card, Hub("thunder-research-group/SNU_Ko-ARC", config))


KOREAN = Wording("ko", PROMPT, QUESTION_FREE, GENERATIVE_PROMPT, FOUR_LETTERS, read)
_EASY, _CHALLENGE = _level("easy", "Easy", "쉬움", 2376), _level("challenge", "Challenge", "도전", 1167)
EASY, CHALLENGE = by_likelihood(_EASY, KOREAN), by_likelihood(_CHALLENGE, KOREAN)
EASY_GEN, CHALLENGE_GEN = by_generation(_EASY, KOREAN), by_generation(_CHALLENGE, KOREAN)
