"""Ko-WinoGrande: which of two words fills the blank, by common sense.

Source: `thunder-research-group/SNU_Ko-WinoGrande` on the Hugging Face hub (gated), 1,267 items, split `test`, CC BY
4.0; adapted from WinoGrande, described in the KBS paper. A row: `sentence` with one `_`, `option1`, `option2`, `answer`
(1 or 2; spreadsheets write 2.0; the text of the right option is accepted too):

    {"sentence": "컵이 상자보다 커서 _에 들어가지 않았다.", "option1": "상자", "option2": "컵", "answer": 1}

Published scoring: no demonstrations; the context is the sentence up to the blank, the continuation one blank, the
option and the rest of the sentence; `acc`, `acc_norm`, `acc_npsq` with an empty question-free context, under chat
too. In the generative form the answer is A or B. Different here: options `score_span` and `tie`; see `ko_arc` on
`acc_norm`.
"""

from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.hangul.text import compose
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub, RowError
from gwageo.tasks.choice import ClozeTask
from gwageo.tasks.cloze_rows import GENERATIVE_PROMPT, TWO_LETTERS, text_with_blank
from gwageo.tasks.generative import LETTER_METRICS, LETTER_OPTIONS, LETTER_STOP, LETTERS, LetterTask, by_letter

COLUMNS = ("sentence", "option1", "option2", "answer")
OPTIONS = ("option1", "option2")


def read(row: Mapping[str, Any], number: int, language: str = "ko") -> Item:
    """A row as an item."""
    fields: dict[str, Any] = {"sentence": text_with_blank(row, "sentence")}
    fields |= {name: rows.text(row, name) for name in OPTIONS}
    gold, by_text = _gold(row, [fields[name] for name in OPTIONS])
    note = {"note": "the answer was given as the text of an option"} if by_text else {}
    return Item(rows.item_id(row, number), {**fields, "answer": gold + 1}, gold, {"language": language, **note})


def _gold(row: Mapping[str, Any], options: list[str]) -> tuple[int, bool]:
    """Position of the right option, and whether it was named by its text (compared without blanks at the ends)."""
    answer = (rows.written(rows.cell(row, "answer")) or "").strip()
    if answer in ("1", "2", "1.0", "2.0"):
        return int(answer[0]) - 1, False
    same = [index for index, option in enumerate(options) if compose(option).strip() == compose(answer)]
    if len(same) != 1:
        raise RowError(f"is {row['answer']!r}, expected 1 or 2", "answer")
    return same[0], True


def read_letters(row: Mapping[str, Any], number: int, language: str = "ko") -> Item:
    """A row as an item whose gold is A for the first option and B for the second."""
    item = read(row, number, language)
    options = [item.fields[name] for name in OPTIONS]
    return Item(
        item.id,
        {**item.fields, "text": item.fields["sentence"]},
        LETTERS[item.gold],
        {**item.metadata, "options": options},
    )


CARD = Card(
    title="Ko-WinoGrande",
    title_ko="Ko-WinoGrande",
    summary="Sentences with a blank that one of two words fills; common sense decides which.",
    summary_ko="빈칸에 들어갈 말을 두 선택지 가운데 상식에 따라 고르는 문제입니다.",
    source="KBS, thunder-research-group/SNU_Ko-WinoGrande",
    licence="CC BY 4.0",
    size=1267,
)
HUB = Hub("thunder-research-group/SNU_Ko-WinoGrande")

TASK = ClozeTask(
    name="ko-winogrande",
    version=1,
    card=CARD,
    data_name="ko_winogrande",
    hub=HUB,
    columns=COLUMNS,
    read=read,
    text_field="sentence",
    option_fields=OPTIONS,
)
GEN = LetterTask(
    name="ko-winogrande-gen",
    version=2,
    card=by_letter(CARD),
    data_name="ko_winogrande",
    hub=HUB,
    columns=COLUMNS,
    read=read_letters,
    prompt=GENERATIVE_PROMPT,
    max_tokens=512,
    stop=LETTER_STOP,
    metrics=LETTER_METRICS,
    options=LETTER_OPTIONS,
    rule=TWO_LETTERS,
)
