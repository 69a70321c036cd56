"""Ko-GED-MC: the Korean school equivalency exam (검정고시, second round of 2024) at three levels, multiple choice.

Source: `davidkim205/ko-ged-mc-elementary`, `-middle`, `-high` on the Hugging Face hub (also written with underscores),
144, 245 and 249 items by inference, Korean originals, described in the KoLightEval report. A row as in `ko_gpqa`, and
`Domain`, the subject:

    {"id": 209, "Domain": "도덕", "Question": "...", "Correct Answer": "...", "Incorrect Answer 1": "...", ...}

Scored like `ko-gpqa`, with figures per subject.
"""

from dataclasses import replace

from gwageo.tasks.base import Card, Hub
from gwageo.tasks.ko_gpqa import TASK as GPQA
from gwageo.tasks.placed import COLUMNS, PlacedChoiceTask

_KOREAN = {"elementary": "초졸", "middle": "중졸", "high": "고졸"}


def _task(level: str, size: int) -> PlacedChoiceTask:
    return replace(
        GPQA,
        name=f"ko-ged-mc:{level}",
        card=Card(
            title=f"Ko-GED-MC {level}",
            title_ko=f"Ko-GED-MC {_KOREAN[level]}",
            summary=f"The Korean school equivalency exam, {level} level.",
            summary_ko=f"{_KOREAN[level]} 검정고시 문제입니다.",
            source=f"KoLightEval, davidkim205/ko-ged-mc-{level}",
            licence="not stated",
            size=size,
        ),
        data_name=f"ko_ged_mc_{level}",
        hub=Hub(f"davidkim205/ko-ged-mc-{level}", also=(f"davidkim205/ko_ged_mc_{level}",)),
        columns=("Domain", *COLUMNS),
        private=False,
    )


ELEMENTARY = _task("elementary", 144)
MIDDLE = _task("middle", 245)
HIGH = _task("high", 249)
