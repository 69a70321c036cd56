"""Answers from elsewhere: columns in and out, what is refused, what is named."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of

from gwageo.core import ConfigError, DataError
from gwageo.tasks import ko_arc, ko_lambada, ko_winogrande
from gwageo.tasks.answers import Judged, check_output, read_answers, score_answers, write_scored
from gwageo.tasks.base import Settings, Task
from gwageo.tasks.files import Row

FIXED = ["id", "verdict", "extraction", "extracted", "span", "rule", "flags"]


def judged(task: Task, *rows: dict[str, Any], options: dict[str, str] | None = None) -> Judged:
    given = [Row(number, row) for number, row in enumerate(rows, 1)]
    return score_answers(task, items_of(task), given, settings=Settings(options=options or {}))


def test_a_generated_answer() -> None:
    row = judged(ko_arc.EASY_GEN, {"id": "s0", "response": "정답: **C**"}).rows[0]
    assert list(row) == [*FIXED, "exact_match", "exact_match_robust", "language_drift"]
    assert (row["verdict"], row["extracted"], row["span"], row["exact_match_robust"]) == ("wrong", "C", [6, 7], 1.0)


PASSAGES = tuple(
    replace(items_of(ko_lambada.GEN)[0], id=str(number), metadata={"index": number + 1, "options": ["a", "b"]})
    for number in range(4)
)
"""Items of a set whose published index is one more than the row number."""


def named(*rows: dict[str, Any]) -> list[str]:
    """The ids of the items that the rows answer."""
    task = ko_lambada.GEN
    given = [Row(number, {**row, "response": "A"}) for number, row in enumerate(rows, 1)]
    return [row["id"] for row in score_answers(task, PASSAGES, given, file="a.jsonl").rows]


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        ([{"id": number} for number in range(4)], ["0", "1", "2", "3"]),
        ([{"id": "0"}, {"id": "2"}], ["0", "2"]),
        ([{"index": 1}, {"index": "3"}], ["0", "2"]),
        ([{"row": 1}, {"row": 3}], ["1", "3"]),
        ([{"id": 0, "index": 1}, {"id": 2, "index": 3}], ["0", "2"]),
        ([{"id": 1, "index": 2}], ["1"]),
    ],
)
def test_an_answer_is_named_by_row_number_or_by_the_published_key(rows: list[dict[str, Any]], ids: list[str]) -> None:
    assert named(*rows) == ids


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"id": number} for number in range(1, 5)], "every id is the index of an item of ko-lambada-gen whose id"),
        ([{"id": 1}, {"id": 2}], "call the column 'index' if that is what it holds, or 'row' if it holds row numbers"),
        ([{"id": "4"}], "every id is the index"),
        ([{"id": 1, "index": 1}], "row 1, column 'index': is '1', which is not the index of the item '1'"),
        ([{"index": 9}], "row 1, column 'index': is '9', which is the index of no item of ko-lambada-gen"),
        ([{"id": 9}], "row 1, column 'id': answers the item '9'"),
        ([{"row": 9}], "answers the item '9'"),
        ([{}], "row 1, column 'id': has no id"),
    ],
)
def test_ids_that_may_be_keys_are_never_judged_one_off(rows: list[dict[str, Any]], problem: str) -> None:
    with pytest.raises(DataError, match=re.escape(problem)):
        named(*rows)


def test_where_key_and_row_number_agree_an_id_is_either() -> None:
    items = tuple(replace(item, metadata={**item.metadata, "index": int(item.id)}) for item in PASSAGES)
    rows = [Row(1, {"id": "1", "response": "A"})]
    assert [row["id"] for row in score_answers(ko_lambada.GEN, items, rows).rows] == ["1"]


def test_log_likelihoods() -> None:
    row = judged(ko_winogrande.TASK, {"id": 0, "loglikelihoods": [-1, -2.0], "unconditional": [-3, -3]}).rows[0]
    assert list(row) == [*FIXED, "acc", "acc_norm", "acc_norm_char", "acc_npsq"]
    assert (row["id"], row["verdict"], row["acc"]) == ("0", "right", 1.0)


@pytest.mark.parametrize(
    "row",
    [
        {"id": "0", "response": "A"},
        {"id": "0", "loglikelihoods": [-1, -2]},
        {"id": "0", "loglikelihoods": [-1, -2, -3], "unconditional": [-1, -2, -3]},
        {"id": "0", "loglikelihoods": "viel", "unconditional": [-1, -2]},
    ],
)
def test_a_log_likelihood_exam_refuses_by_name_what_is_no_log_likelihood(row: dict[str, Any]) -> None:
    with pytest.raises(
        DataError, match=r"row 1, column '\w+': expected 2 numbers in choice order, since ko-winogrande"
    ):
        judged(ko_winogrande.TASK, row)


@pytest.mark.parametrize("value", ["nan", None, 0.5, "viel", float("nan")])
def test_an_invalid_log_likelihood_fails_the_item(value: Any) -> None:
    row = judged(ko_winogrande.TASK, {"id": "0", "loglikelihoods": [value, -1], "unconditional": [-3, -3]}).rows[0]
    assert (row["verdict"], row["acc"], row["flags"]) == ("failed", None, ["invalid_logprob"])
    assert "choice 1" in row["error"]


def test_minus_infinity_is_judged_and_written_as_strict_json(tmp_path: Path) -> None:
    """LL-04."""
    found = judged(ko_winogrande.TASK, {"id": "0", "loglikelihoods": ["-inf", -1], "unconditional": [-3, -3]})
    path = tmp_path / "scored.jsonl"
    write_scored(path, found)
    text = path.read_text(encoding="utf-8")
    assert "Infinity" not in text
    assert json.loads(text)["flags"] == ["minus_infinity"]
    assert [each.name for each in tmp_path.iterdir()] == ["scored.jsonl"]


def test_the_last_complete_answer_counts() -> None:
    """RE-03."""
    rows: list[dict[str, Any]] = [
        {"id": "s0", "response": "A"},
        {"id": "s0", "response": "C"},
        {"id": "s0", "error": "timeout"},
        {"id": "s1", "response": "B"},
    ]
    found = judged(ko_arc.EASY_GEN, *rows)
    assert [(row["id"], row["exact_match"]) for row in found.rows] == [("s0", 1.0), ("s1", 1.0)]
    assert "1 item was answered more than once" in found.notes[0]
    assert "5 of 7 items have no answer" in found.notes[1]
    assert "'s2'" in found.notes[1]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"id": "s99", "response": "A"}, "row 1, column 'id': answers the item 's99'"),
        ({"response": "A"}, "column 'id': has no id"),
        ({"id": "s0"}, "column 'response'"),
        ({"id": "s0", "response": "A", "finish_reason": "done"}, "expected one of stop, length"),
    ],
)
def test_rows_that_cannot_be_judged_are_refused(row: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        judged(ko_arc.EASY_GEN, row)


def test_finish_reason_tells_truncation_from_silence() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "s0", "response": "음", "finish_reason": "length"},
        {"id": "s1", "response": ""},
    ]
    assert [row["verdict"] for row in judged(ko_arc.EASY_GEN, *rows).rows] == ["truncated", "empty"]


def test_task_options_hold_here_too() -> None:
    tied = {"id": "0", "loglikelihoods": [-1, -1], "unconditional": [-3, -3]}
    assert judged(ko_winogrande.TASK, tied, options={"tie": "wrong"}).rows[0]["acc"] == 0.0


def test_a_lone_surrogate_is_judged_and_stored(tmp_path: Path) -> None:
    """UN-06."""
    path = tmp_path / "answers.jsonl"
    path.write_text('{"id": "s1", "response": "정답: B \\ud83d"}\n', encoding="utf-8")
    found = score_answers(ko_arc.EASY_GEN, items_of(ko_arc.EASY_GEN), read_answers(path))
    assert found.rows[0]["extracted"] == "B"
    out = tmp_path / "scored.jsonl"
    write_scored(out, Judged(({"id": "\ud83d"},)))
    assert json.loads(out.read_text(encoding="utf-8")) == {"id": "\ud83d"}


def test_places_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        read_answers(tmp_path / "none.jsonl")
    with pytest.raises(DataError, match="is a folder"):
        read_answers(tmp_path)
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(DataError, match=r"o\.jsonl: cannot be written: .*taken is a file, not a folder"):
        write_scored(tmp_path / "taken" / "o.jsonl", Judged(()))
    with pytest.raises(DataError, match="cannot be written"):
        write_scored(tmp_path / "none" / "scored.jsonl", Judged(()))


def test_a_response_that_is_no_text_fails_its_row_only() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "s0", "response": None},
        {"id": "s1", "response": ["A"]},
        {"id": "s2", "response": "A"},
    ]
    found = judged(ko_arc.EASY_GEN, *rows).rows
    assert [row["verdict"] == "failed" for row in found] == [True, True, False]
    assert [row["exact_match"] for row in found[:2]] == [None, None]
    assert [row.get("error") for row in found] == ["no response", "the response is ['A'], expected a text", None]


def test_reasoning_that_never_ends_is_truncated_whatever_letter_it_holds() -> None:
    (row,) = judged(ko_arc.EASY_GEN, {"id": "s0", "response": "<think>정답: D"}).rows
    assert (row["verdict"], row["exact_match"]) == ("truncated", 0.0)


@pytest.mark.parametrize("spelling", ["items.jsonl", "./items.jsonl", "link.jsonl", "sub/../items.jsonl"])
def test_scored_rows_are_not_written_over_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "items.jsonl").write_text("{}", encoding="utf-8")
    (tmp_path / "ko_arc_easy.jsonl").write_text("{}", encoding="utf-8")
    (tmp_path / "link.jsonl").symlink_to("items.jsonl")
    with pytest.raises(ConfigError, match=r"is the file that 'items.jsonl' is read from"):
        check_output(spelling, ko_arc.EASY_GEN, None, "bundled", "items.jsonl")
    with pytest.raises(ConfigError, match=r"is the file that '.' is read from"):
        check_output("ko_arc_easy.jsonl", ko_arc.EASY_GEN, ".")
    with pytest.raises(ConfigError, match="is a folder"):
        check_output("sub", ko_arc.EASY_GEN, "items.jsonl")
    check_output("new.jsonl", ko_arc.EASY_GEN, "items.jsonl", ".")
