"""KoLightEval's own table: the published figures, from the numbers of right answers, to two decimals."""

from dataclasses import replace

import pytest

from golden_files import check_golden
from gwageo.analysis.summary import SummaryRow
from gwageo.core import VERDICTS
from gwageo.report.ten import EXAMS, METRIC, RENDERERS, lines

ROW = SummaryRow(
    model="google/gemma-3-12b-it",
    task=EXAMS[0],
    label=EXAMS[0],
    metric=METRIC,
    primary=True,
    value=None,
    unit="fraction",
    n=144,
    stderr=None,
    ci95=None,
    ci_method="wilson",
    chance=0.25,
    verdicts=dict.fromkeys(VERDICTS, 0),
    protocol="chat",
    shots=0,
    departures=(),
    notes=(),
    ties=0,
    over_length=0,
    flags={},
)
SIZES = (144, 245, 249, 198, 500)
RIGHT = {
    "GPT-4.1": (144, 242, 249, 125, 350),
    "Gemma-3": (138, 232, 227, 78, 389),
    "Ko-Gemma-3": (139, 237, 230, 76, 389),
    "EXAONE": (138, 234, 229, 72, 313),
    "Kanana": (140, 221, 239, 61, 257),
    "Qwen2.5": (126, 215, 216, 68, 313),
}
PUBLISHED = {
    "GPT-4.1": ("10.00", "9.88", "10.00", "6.31", "7.00"),
    "Gemma-3": ("9.58", "9.47", "9.12", "3.94", "7.78"),
    "Ko-Gemma-3": ("9.65", "9.67", "9.24", "3.84", "7.78"),
    "EXAONE": ("9.58", "9.55", "9.20", "3.64", "6.26"),
    "Kanana": ("9.72", "9.02", "9.60", "3.08", "5.14"),
    "Qwen2.5": ("8.75", "8.78", "8.67", "3.43", "6.26"),
}


def rows(model: str) -> list[SummaryRow]:
    return [
        replace(ROW, model=model, task=exam, value=right / size, n=size)
        for exam, right, size in zip(EXAMS, RIGHT[model], SIZES, strict=True)
    ]


@pytest.mark.parametrize("model", RIGHT)
def test_the_published_table_follows_from_the_right_answers(model: str) -> None:
    shown = RENDERERS["md"](rows(model)).splitlines()[-1]
    assert tuple(shown.strip("| ").split(" | ")[1:]) == PUBLISHED[model]


def test_subjects_and_levels_stand_beneath_their_model() -> None:
    parts = [
        replace(ROW, metric=f"{METRIC}:국어", value=0.5),
        replace(ROW, task="ko-math-500", metric=f"{METRIC}:level 1", value=0.75),
    ]
    robust = replace(ROW, metric=f"{METRIC}_robust", value=0.1)
    given = [*rows("Gemma-3"), *parts, robust, *rows("Qwen2.5"), replace(ROW, task="ko-gsm8k", value=1.0)]
    given = [replace(row, model="Gemma-3") if row.model == ROW.model else row for row in given]
    assert [(line.model, line.part) for line in lines(given)] == [
        ("Gemma-3", None),
        ("Gemma-3", "국어"),
        ("Gemma-3", "level 1"),
        ("Qwen2.5", None),
    ]
    for kind, draw in RENDERERS.items():
        check_golden(f"ten/{kind}.txt", draw(given))


def test_other_exams_have_no_such_table() -> None:
    assert lines([replace(ROW, task="ko-gsm8k", metric="exact_match_strict", value=1.0)]) == ()
