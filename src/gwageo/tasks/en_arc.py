"""ARC in English, the source of Ko-ARC, for comparisons item by item.

Source: `allenai/ai2_arc` on the Hugging Face hub, configurations `ARC-Easy` (2,376 items) and `ARC-Challenge` (1,172),
split `test`, CC BY-SA 4.0 (Clark et al. 2018, "Think you have Solved Question Answering? Try ARC"). Two shapes of rows
are read: that of the hub, and that of the authors' files:

    {"id": "q1", "question": "Which boils?", "choices": {"label": ["A", "B"], "text": [...]}, "answerKey": "B"}
    {"id": "q1", "question": {"stem": "Which boils?", "choices": [{"text": "...", "label": "A"}]}, "answerKey": "B"}

Scoring as in `ko_arc` (KBS, section on variants), with English prompts and an expression without Korean endings. A few
items have three or five choices: the letters of prompt and expression follow their number. Five of the 1,172 challenge
items are left out of the Korean set; a comparison goes over the shared ones (`gwageo versions`).
"""

from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.scoring.labels import LabelRule
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, RowError
from gwageo.tasks.ko_arc import Level, Wording, by_generation, by_likelihood, item_of

PROMPT = "Question: {question}\nAnswer:"
QUESTION_FREE = "Answer:"
GENERATIVE_PROMPT = """\
Question: {question}
{options}
Answer with only the letter {letters}.
Answer:"""


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row of either shape as an item."""
    given = rows.structured(rows.cell(row, "question"), "question") if _nested(row) else None
    if given is None:
        question = rows.text(row, "question")
        labels, texts = rows.choices(row)
    else:
        question, labels, texts = _flat(given)
    return item_of(row, number, question, labels, texts, "en")


def _nested(row: Mapping[str, Any]) -> bool:
    """Whether the choices stand inside the question, as in the authors' files; spreadsheets write that as text."""
    question = row.get("question")
    return isinstance(question, Mapping) or ("choices" not in row and str(question).lstrip().startswith("{"))


def _flat(question: Any) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Stem, labels and texts."""
    choices = question.get("choices") if isinstance(question, Mapping) else None
    if not isinstance(choices, (list, tuple)) or not all(isinstance(each, Mapping) for each in choices):
        raise RowError("expected a mapping with 'stem' and a list of 'choices' with 'label' and 'text'", "question")
    pairs = {"label": [each.get("label") for each in choices], "text": [each.get("text") for each in choices]}
    labels, texts = rows.choices({"choices": pairs})
    return rows.text(question, "stem"), labels, texts


ENGLISH = Wording(
    "en",
    PROMPT,
    QUESTION_FREE,
    GENERATIVE_PROMPT,
    LabelRule("D", ()),
    read,
    follows=True,
    columns=("question", "answerKey"),
)


def _level(config: str, title: str, title_ko: str, size: int) -> Level:
    card = Card(
        title=f"ARC {title} (English)",
        title_ko=f"ARC {title_ko} (영어)",
        summary="Science questions from American school examinations, the source of Ko-ARC.",
        summary_ko="미국 학교 시험에 나온 과학 문제로, Ko-ARC의 원문입니다.",
        source="ARC, allenai/ai2_arc",
        licence="CC BY-SA 4.0",
        size=size,
        language="en",
    )
    return Level(f"en-arc-{config}", card, Hub("allenai/ai2_arc", f"ARC-{title}", gated=False), (f"arc_{config}",))


_EASY, _CHALLENGE = _level("easy", "Easy", "쉬움", 2376), _level("challenge", "Challenge", "도전", 1172)
EASY, CHALLENGE = by_likelihood(_EASY, ENGLISH), by_likelihood(_CHALLENGE, ENGLISH)
EASY_GEN, CHALLENGE_GEN = by_generation(_EASY, ENGLISH), by_generation(_CHALLENGE, ENGLISH)
