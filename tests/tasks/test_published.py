"""What is said of a set beside what was published."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from task_rows import BUNDLED_TASKS

from gwageo.tasks import ko_arc, ko_gsm8k, ko_winogrande
from gwageo.tasks.base import Task
from gwageo.tasks.published import PUBLISHED, check_set
from gwageo.tasks.registry import load_task, task_names

SCIENCE = {
    "question": "가장 큰 행성은?",
    "choices": {"label": list("ABCD"), "text": ["목성", "금성", "화성", "토성"]},
}


def sized(task: Task, size: int) -> Task:
    """The exam as if it had been published with so many items."""
    return replace(task, card=replace(task.card, size=size))  # type: ignore[type-var]


def written(folder: Path, rows: list[dict[str, Any]]) -> str:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def science(keys: str) -> list[dict[str, Any]]:
    return [{"id": f"q{number}", **SCIENCE, "answerKey": key} for number, key in enumerate(keys)]


@pytest.mark.parametrize("name", task_names())
def test_the_facts_of_every_set_agree_with_its_exam(name: str) -> None:
    task = load_task(name)
    assert set(task.columns) <= set(PUBLISHED[task.data_name].columns)
    assert task.card.size is not None


@pytest.mark.parametrize("name", BUNDLED_TASKS)
def test_a_sample_lacks_rows_and_nothing_else(name: str) -> None:
    found = check_set(load_task(name), "bundled")
    assert len(found.problems) == 1
    assert "rows, published are" in found.problems[0]


def test_a_whole_set_has_no_problems(tmp_path: Path) -> None:
    found = check_set(sized(ko_arc.EASY, 40), written(tmp_path, science("ABCD" * 10)))
    assert found.problems == ()
    assert found.keys == {"A": 10, "B": 10, "C": 10, "D": 10}


def test_keys_out_of_balance(tmp_path: Path) -> None:
    found = check_set(sized(ko_arc.EASY, 40), written(tmp_path, science("AAAB" * 5 + "ABCD" * 5)))
    assert found.problems == (
        "key A has 50.0% of the items, published is near 25%",
        "key C has 12.5% of the items, published is near 25%",
        "key D has 12.5% of the items, published is near 25%",
    )


def test_columns_that_are_missing_and_keys_that_are_unknown(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = science("ABCD" * 10)
    for row in rows:
        del row["id"]
    assert check_set(sized(ko_arc.EASY, 40), written(tmp_path, rows)).problems == ("no column 'id'",)
    five = {**SCIENCE, "choices": {"label": list("ABCDE"), "text": list("가나다라마")}}
    rows = [*science("ABCD" * 10), {"id": "x", **five, "answerKey": "E"}]
    found = check_set(sized(ko_arc.EASY, 41), written(tmp_path, rows))
    assert found.problems == ("the unpublished key 'E' in 1 of 41 items",)


def test_a_set_without_keys_has_no_balance(tmp_path: Path) -> None:
    rows = [{"question": "?", "answer": "#### 1"}] * 3
    assert check_set(sized(ko_gsm8k.TASK, 3), written(tmp_path, rows)).problems == ()


def test_what_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    found = check_set(ko_winogrande.TASK, str(tmp_path / "nowhere"))
    assert found.rows is None
    assert "does not exist" in found.problems[0]
