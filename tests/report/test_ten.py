"""KoLightEval's own table: the published figures, from the numbers of right answers, to two decimals."""

import pytest

from golden_files import check_golden
from gwageo.analysis.intervals import wilson
from gwageo.report.sheets import render
from gwageo.report.ten import EXAMS, METRIC, Figure, sheet

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


def figures(model: str) -> list[Figure]:
    return [
        Figure(model, "chat", exam, METRIC, right / size, size, wilson(right, size))
        for exam, right, size in zip(EXAMS, RIGHT[model], SIZES, strict=True)
    ]


@pytest.mark.parametrize("model", RIGHT)
def test_the_published_table_follows_from_the_right_answers(model: str) -> None:
    found = sheet(figures(model))
    assert found is not None
    assert tuple(render([found], "md").splitlines()[4].strip("| ").split(" | ")[3:]) == PUBLISHED[model]


def test_subjects_and_levels_stand_beneath_their_model() -> None:
    parts = [
        Figure("Gemma-3", "chat", EXAMS[0], f"{METRIC}:국어", 0.5, 40, (0.35, 0.65)),
        Figure("Gemma-3", "chat", "ko-math-500", f"{METRIC}:level 1", 0.75, 4, None),
        Figure("Gemma-3", "chat", EXAMS[0], f"{METRIC}_robust", 0.1, 144, None),
        Figure("Gemma-3", "chat", "ko-gsm8k", METRIC, 1.0, 9, None),
    ]
    found = sheet([*figures("Gemma-3"), *figures("Qwen2.5"), *parts])
    assert found is not None
    assert [row[:3] for row in found.rows] == [
        ("Gemma-3", "chat", None),
        ("Gemma-3", "chat", "국어"),
        ("Gemma-3", "chat", "level 1"),
        ("Qwen2.5", "chat", None),
    ]
    for form in ("table", "md", "csv"):
        check_golden(f"ten/{form}.txt", render([found], form))


def test_other_exams_have_no_such_table() -> None:
    assert (
        sheet(
            [
                Figure("m", "chat", "ko-gsm8k", METRIC, 1.0, 9, None),
                Figure("m", "chat", EXAMS[0], METRIC, None, 0, None),
            ]
        )
        is None
    )
