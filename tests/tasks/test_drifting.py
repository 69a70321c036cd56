"""Language drift stands beside the scores of Korean exams, under its own name, and moves no verdict."""

from pathlib import Path

import pytest
from task_rows import items_of

import gwageo
from gwageo.core import Item, Output, Score
from gwageo.report.tables import terminal
from gwageo.tasks.drifting import NAME, drift_metrics, with_drift
from gwageo.tasks.registry import load_task
from saying_model import Says

ENGLISH = "The answer is A because it fits better in this sentence."
THOUGHTFUL = "먼저 문장을 읽고 뜻을 다시 한번 생각해 보겠습니다."
KOREAN = load_task("ko-winogrande-gen")


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("ko-gsm8k", True),
        ("ko-ifeval", True),
        ("nolli/sudoku-ko-easy", True),
        ("ko-math-500", True),
        ("ko-arc-easy", False),
        ("en-gsm8k", False),
        ("nolli/sudoku-en-easy", False),
    ],
)
def test_korean_exams_with_replies_report_it(name: str, reported: bool) -> None:
    assert bool(drift_metrics(load_task(name))) is reported


def judged(output: Output, item: Item | None = None) -> tuple[object, set[str]]:
    found = with_drift(KOREAN, item or items_of(KOREAN)[0], [output], Score("wrong", {"exact_match": 0.0}))
    assert found.metrics["exact_match"] == 0.0
    assert found.verdict == "wrong"
    return found.metrics[NAME], set(found.flags)


@pytest.mark.parametrize(
    ("output", "value", "flags"),
    [
        (Output(text="정답은 A입니다."), [0.0], set()),
        (Output(text=ENGLISH), [1.0], {"language_left"}),
        (Output(text=f"{THOUGHTFUL} {ENGLISH} {THOUGHTFUL}"), [1.0], {"language_mixed"}),
        (Output(text="답은 甲子입니다."), [0.0], {"hanja"}),
        (Output(text="B"), [], set()),
        (Output(text=ENGLISH, finish_reason="refusal"), [], set()),
        (Output(text=ENGLISH, finish_reason="content_filter"), [], set()),
        (Output(text=None), [], set()),
        (Output(text=f"<think>{ENGLISH}</think>답은 A이다."), [0.0], set()),
        (Output(text=f"<think>{ENGLISH}"), [], set()),
        (Output(text="답은 A이다.", reasoning=ENGLISH), [0.0], set()),
    ],
)  # fmt: skip
def test_only_the_answer_counts_and_only_where_it_has_words(
    output: Output, value: list[float], flags: set[str]
) -> None:
    assert judged(output) == (value, flags)


def test_an_item_that_asks_for_another_language_does_not_count() -> None:
    item = load_task("ko-ifeval").item(
        {"key": 1, "prompt": "영어로 답하세요.", "instruction_id_list": ["language:response_language"],
         "kwargs": [{"language": "en"}]}, 0,
    )  # fmt: skip
    assert with_drift(load_task("ko-ifeval"), item, [Output(text=ENGLISH)], Score("right")).metrics[NAME] == []


def test_it_is_a_row_of_its_own_in_the_table_and_the_records(tmp_path: Path) -> None:
    says = Says("정답은 A입니다.", ENGLISH, "B", "정답은 B입니다.")
    found = gwageo.evaluate(says, "ko-winogrande-gen", data="bundled", limit=4, output=tmp_path / "run")
    row = next(row for row in found.rows if row.metric == NAME)
    assert row.value == pytest.approx(1 / 3)
    assert (row.chance, row.primary) == (None, False)
    assert row.flags["language_left"] == 1
    assert NAME in terminal(found.rows, 300)
    assert [record["metrics"].get(f"{NAME}#n") for record in found.records()] == [1.0, 1.0, 0.0, 1.0]
