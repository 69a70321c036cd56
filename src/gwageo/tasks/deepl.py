"""The raw machine translations of four sets, before any edit: what correction and localisation were worth.

Source: none is published; `--data` names a file with the columns of the Korean set (`gwageo build` keeps such drafts).
Everything but the data is that of the Korean exam (KBS, section on variants): prompts, draws, scoring. Names end in
`-deepl`, the sets on disk in `_deepl`.
"""

from dataclasses import replace
from typing import TypeVar

from gwageo.tasks import ko_arc, ko_eqbench, ko_gsm8k
from gwageo.tasks.choice import ChoiceTask
from gwageo.tasks.generative import GenerativeTask

Kind = TypeVar("Kind", ChoiceTask, GenerativeTask)


def raw(task: Kind) -> Kind:
    """The same exam over the raw translation."""
    card = replace(
        task.card,
        title=f"{task.card.title}, raw DeepL",
        title_ko=f"{task.card.title_ko}, DeepL 초벌 번역",
        summary=f"{task.card.summary} Machine translation before any edit.",
        summary_ko=f"{task.card.summary_ko} 사람이 고치기 전의 기계 번역입니다.",
        source="a local file; the KBS authors have not published their drafts",
    )
    return replace(task, name=f"{task.name}-deepl", card=card, data_name=f"{task.data_name}_deepl", hub=None)


ARC_EASY, ARC_CHALLENGE = raw(ko_arc.EASY), raw(ko_arc.CHALLENGE)
ARC_EASY_GEN, ARC_CHALLENGE_GEN = raw(ko_arc.EASY_GEN), raw(ko_arc.CHALLENGE_GEN)
GSM8K = raw(ko_gsm8k.TASK)
EQBENCH = raw(ko_eqbench.TASK)
