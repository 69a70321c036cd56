"""WinoGrande in English, the source of Ko-WinoGrande, for comparisons item by item.

Source: `allenai/winogrande` on the Hugging Face hub, configuration `winogrande_xl`, 1,267 items, split `validation`
(the one with answers), CC BY (Sakaguchi et al. 2020, "WinoGrande: An Adversarial Winograd Schema Challenge at Scale").
Rows as in `ko_winogrande`, with `answer` as text. Scoring as there (KBS, section on variants), with an English prompt
and an expression without Korean endings in the generative form.
"""

from dataclasses import replace
from functools import partial

from gwageo.scoring.labels import LabelRule
from gwageo.tasks import ko_winogrande
from gwageo.tasks.base import Card, Hub
from gwageo.tasks.generative import by_letter

GENERATIVE_PROMPT = """\
Choose the option that more naturally fills in the blank.
Sentence: {text}
{options}
Answer with only the letter A or B.
Answer:"""

CARD = Card(
    title="WinoGrande (English)",
    title_ko="WinoGrande (영어)",
    summary="Sentences with a blank that one of two words fills, the source of Ko-WinoGrande.",
    summary_ko="빈칸에 들어갈 말을 상식에 따라 고르는 문제로, Ko-WinoGrande의 원문입니다.",
    source="WinoGrande, allenai/winogrande",
    licence="CC BY",
    size=1267,
    language="en",
)
HUB = Hub("allenai/winogrande", "winogrande_xl", "validation", gated=False)
_FILES = ("winogrande", "winogrande_xl")

TASK = replace(
    ko_winogrande.TASK,
    name="en-winogrande",
    card=CARD,
    data_name="en_winogrande",
    file_names=_FILES,
    hub=HUB,
    read=partial(ko_winogrande.read, language="en"),
)
GEN = replace(
    ko_winogrande.GEN,
    name="en-winogrande-gen",
    card=by_letter(CARD),
    data_name="en_winogrande",
    file_names=_FILES,
    hub=HUB,
    read=partial(ko_winogrande.read_letters, language="en"),
    prompt=GENERATIVE_PROMPT,
    rule=LabelRule("B", ()),
)
