"""Ko-LAMBADA: which of two nouns was taken out of a passage of Korean literature.

Source: `thunder-research-group/SNU_Ko-LAMBADA` on the Hugging Face hub (gated), 2,255 items, split `test`, CC BY-NC-SA
4.0; built from works free of copyright, described in the KBS paper. A row: `index`, `text` with one `_`, `answer` (the
noun that stood there) and `candidate` (the distractor):

    {"index": 1, "text": "우산을 챙긴 소년은 문을 나섰다. 비가 내리자 소년은 _을 폈다.",
     "answer": "우산", "candidate": "문"}

Published scoring: no demonstrations; context, continuation and metrics as in `ko_winogrande`. The right choice
always comes first by log-likelihood, so a tie favours the model: ties are flagged, and option `tie=wrong`
withholds them. In the generative form the order is swapped where the MD5 digest of the text is odd.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from gwageo.core import Item
from gwageo.tasks import rows
from gwageo.tasks.base import Card, Hub
from gwageo.tasks.choice import ClozeTask
from gwageo.tasks.cloze_rows import GENERATIVE_PROMPT, TWO_LETTERS, text_with_blank
from gwageo.tasks.generative import LETTER_METRICS, LETTER_OPTIONS, LETTER_STOP, LetterTask, by_letter

COLUMNS = ("text", "answer", "candidate")
OPTIONS = ("answer", "candidate")


def read(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item; the published `index` stays in the metadata."""
    fields = {"text": text_with_blank(row, "text"), **{name: rows.text(row, name) for name in OPTIONS}}
    index = {"index": rows.whole(row, "index")} if row.get("index") is not None else {}
    return Item(rows.item_id(row, number), fields, 0, {"language": "ko", **index})


def swapped(text: str) -> bool:
    """Whether the distractor is option A in the generative form."""
    digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return digest[-1] % 2 == 1


def read_letters(row: Mapping[str, Any], number: int) -> Item:
    """A row as an item whose gold is the letter of the answer."""
    item = read(row, number)
    options = [item.fields[name] for name in OPTIONS]
    odd = swapped(item.fields["text"])
    return Item(
        item.id, item.fields, "B" if odd else "A", {**item.metadata, "options": options[::-1] if odd else options}
    )


CARD = Card(
    title="Ko-LAMBADA",
    title_ko="Ko-LAMBADA",
    summary="Passages of Korean literature with a noun taken out; the context tells which of two it was.",
    summary_ko="한국 문학 작품의 한 대목에서 빠진 명사를 앞뒤 문맥으로 알아내는 문제입니다.",
    source="KBS, thunder-research-group/SNU_Ko-LAMBADA",
    licence="CC BY-NC-SA 4.0",
    size=2255,
)
HUB = Hub("thunder-research-group/SNU_Ko-LAMBADA")

TASK = ClozeTask(
    name="ko-lambada",
    version=1,
    card=CARD,
    data_name="ko_lambada",
    hub=HUB,
    columns=COLUMNS,
    key_column="index",
    read=read,
    text_field="text",
    option_fields=OPTIONS,
)
GEN = LetterTask(
    name="ko-lambada-gen",
    version=2,
    card=by_letter(CARD),
    data_name="ko_lambada",
    hub=HUB,
    columns=COLUMNS,
    key_column="index",
    read=read_letters,
    prompt=GENERATIVE_PROMPT,
    max_tokens=512,
    stop=LETTER_STOP,
    metrics=LETTER_METRICS,
    options=LETTER_OPTIONS,
    rule=TWO_LETTERS,
)
