"""Diagnosis: every cause by a small table, nothing on clean rows, and real runs of the baselines."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.analysis.diagnosing import (
    ANSWERS,
    COLUMNS,
    EXAMPLES,
    EXCERPT,
    FEW,
    LEAST,
    LONG,
    SURE,
    Row,
    diagnose,
    symptoms,
)
from gwageo.messages import speaking, translate
from gwageo.runs.records import COLUMNS as RECORDED

N = 40
THOUGHT = "조건을 하나씩 살펴보면 남은 수를 더해 값을 구할 수 있습니다."
NOTHING = {"exact_match_strict": 0.0, "exact_match_flexible": 0.0}


def row(index: int, **changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "task": "ko-gsm8k", "language": "ko", "item_id": str(index), "verdict": "right", "extraction": "ok",
        "extracted": str(index), "metrics": {"exact_match_strict": 1.0, "exact_match_flexible": 1.0},
        "gold": f'"{index}"', "response": f"{THOUGHT}\n정답: {index}", "reasoning": None, "loglikelihoods": None,
        "flags": [], "finish_reason": "stop",
    }  # fmt: skip
    return {**plain, **changes}


def rows(bad: int, **changes: Any) -> list[Row]:
    """So many rows of forty with the changes."""
    return [row(index, **(changes if index < bad else {})) for index in range(N)]


@pytest.mark.parametrize(
    ("cause", "changes"),
    [
        ("failed_calls", {"verdict": "failed", "metrics": {}, "response": None, "extraction": None}),
        ("empty_replies", {"verdict": "empty", "extraction": "empty", "metrics": NOTHING, "response": ""}),
        ("refusals", {"verdict": "refused", "extraction": "refused", "metrics": NOTHING}),
        ("truncation", {"verdict": "truncated", "extraction": "truncated", "metrics": NOTHING}),
        ("format_mismatch", {"verdict": "wrong", "metrics": {"exact_match_strict": 0.0, "exact_match_flexible": 1.0}}),
        ("unreadable_answers", {"verdict": "no_answer", "extraction": "no_answer", "metrics": NOTHING}),
        ("copied_example", {"verdict": "no_answer", "extraction": "echo", "metrics": NOTHING}),
        ("same_answer", {"verdict": "wrong", "extracted": "42", "metrics": NOTHING}),
        ("english_reasoning", {"reasoning": "We first read the problem and then we add what is left over here."}),
        ("thinking_not_honoured", {"flags": ["thinking_not_honoured"]}),
    ],
)
def test_a_planted_cause_is_named_first_with_its_count(cause: str, changes: dict[str, Any]) -> None:
    found = symptoms(rows(24, **changes))
    assert (found[0].cause, found[0].count, found[0].n) == (cause, 24, N)
    assert len(found[0].examples) == 3


def test_clean_rows_have_no_symptom() -> None:
    assert symptoms(rows(0)) == symptoms([]) == ()


def test_two_bad_replies_are_no_cause() -> None:
    assert symptoms(rows(2, verdict="empty", extraction="empty", metrics=NOTHING)) == ()


def test_a_favourite_letter_is_a_bias_only_beyond_its_share_of_right_answers() -> None:
    always_a = [row(index, extracted="A", gold=f'"{"ABCD"[index % 4]}"') for index in range(N)]
    all_gold_a = [row(index, extracted="A", gold='"A"') for index in range(N)]
    assert [each.cause for each in symptoms(always_a)] == ["position_bias"]
    assert symptoms(all_gold_a) == ()


def test_the_shortest_choice_taken_too_often_is_told_from_a_place() -> None:
    texts = {str(index): tuple("가" * (1 + (place + index) % 4 * 5) for place in range(4)) for index in range(N)}
    shortest = [min(range(4), key=lambda place: len(texts[str(index)][place])) for index in range(N)]
    made = [
        row(index, extraction=None, extracted="가", response=None, gold=str(index * 3 % 5 % 4), metrics={"acc": 0.0},
            loglikelihoods=[-1.0 if place == shortest[index] else -9.0 for place in range(4)])
        for index in range(N)
    ]  # fmt: skip
    assert [each.cause for each in symptoms(made, choices={"ko-gsm8k": texts})] == ["length_bias"]
    assert symptoms(made) == ()  # without the choices nothing can be said


def test_long_replies_that_another_model_gave_too_are_found() -> None:
    found = symptoms(rows(0), others=[rows(0)])
    assert [(each.cause, each.count) for each in found] == [("identical_replies", N)]
    assert symptoms(rows(0), others=[rows(N, response="정답: 1")]) == ()


def test_private_texts_are_not_shown() -> None:
    [found] = symptoms(rows(30, verdict="empty", extraction="empty", metrics=NOTHING), private=["ko-gsm8k"])
    assert [each.text for each in found.examples] == ["", "", ""]


def test_an_excerpt_is_the_end_of_a_reply() -> None:
    found = symptoms(rows(30, verdict="truncated", extraction="truncated", metrics=NOTHING, response="가" * 999 + "끝"))
    assert found[0].examples[0].text.endswith("끝")
    assert len(found[0].examples[0].text) == EXCERPT + 1


def test_runs_on_disk_are_diagnosed(tmp_path: Path) -> None:
    gwageo.evaluate("baseline:first", ["ko-arc-easy", "ko-winogrande-gen"], data="bundled", output=tmp_path / "a")
    assert {each.cause for each in diagnose(tmp_path / "a")} <= {"position_bias"}


def test_planted_runs_are_found_and_clean_ones_are_left_alone() -> None:
    script = Path(__file__).parents[2] / "benchmarks" / "diagnosis.py"
    command = [sys.executable, str(script), "--runs", "13", "--clean", "10"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "13 of 13 named first" in done.stdout


def test_the_columns_are_those_of_the_records() -> None:
    assert set(COLUMNS) <= set(RECORDED)


@pytest.mark.parametrize(
    ("language", "page", "percent", "few"),
    [
        ("en", "analysis.md", "{:.0f} %", "at least 3 replies"),
        ("ko", "analysis.ko.md", "{:.0f}%", "응답이 3개 이상"),
    ],
)
def test_the_page_states_the_thresholds_of_the_code(language: str, page: str, percent: str, few: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    with speaking(language):
        titles = {translate(f"diagnosis.{cause}.title"): cause for cause in LEAST}
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    stated = {cells[0]: (cells[1], cells[2]) for cells in lines if cells[0] in titles}
    assert {titles[title]: share for title, (_, share) in stated.items()} == {
        cause: percent.format(least * 100) for cause, least in LEAST.items()
    }
    bias = [f"{SURE}", "11"]
    numbers = {
        "same_answer": [f"{ANSWERS}"],
        "position_bias": bias,
        "length_bias": bias,
        "identical_replies": [f"{LONG}"],
    }
    for title, (counted, _) in stated.items():
        assert re.findall(r"\d+(?:\.\d+)?", counted) == numbers.get(titles[title], []), title
    assert (FEW, EXAMPLES, few in text.replace("\n", " ")) == (3, 3, True)


@pytest.mark.parametrize(("n", "found"), [(10, []), (11, ["position_bias"]), (20, ["position_bias"])])
def test_the_test_decides_how_many_items_a_bias_needs(n: int, found: list[str]) -> None:
    """Always A where B is right: eleven times in a row is less likely than one in a thousand."""
    told = symptoms(rows(n, extracted="A", gold='"B"', verdict="wrong", extraction="ok"))
    assert [each.cause for each in told] == found


def test_of_an_exam_with_two_items_both_are_enough() -> None:
    both = symptoms([row(index, verdict="failed", extraction=None, metrics=NOTHING) for index in range(2)])
    assert [(each.cause, each.count, each.n) for each in both] == [("failed_calls", 2, 2)]
