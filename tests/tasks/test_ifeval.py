"""Exams of instruction following: rows, data errors, subsets, and what a reply is worth."""

import json
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of

from gwageo.core import ConfigError, DataError, Output, Protocol, Score
from gwageo.messages import retell, speaking
from gwageo.tasks import en_ifeval, ko_ifeval
from gwageo.tasks.base import RowError, Settings
from gwageo.tasks.ifeval import NAMES
from gwageo.tasks.published import check_set
from gwageo.tasks.sources import read_items

TASK = ko_ifeval.TASK
EMPHASIS = "봄은 **꽃** 의 계절이고 **비** 의 계절이다"


def row(*instructions: tuple[str, dict[str, Any]], key: int = 1000) -> dict[str, Any]:
    names, kwargs = [name for name, _ in instructions], [given for _, given in instructions]
    return {"key": key, "prompt": "봄에 대해 쓰세요.", "instruction_id_list": names, "kwargs": kwargs}


NO_COMMA = ("punctuation:no_comma", {"letter": None})
BROKEN = ("keywords:frequency", {"keyword": "비", "frequency": 2, "relation": "at least"})


def judge(text: str, *instructions: tuple[str, dict[str, Any]], key: int = 1000) -> Score:
    paper = TASK.prepare((TASK.item(row(*instructions, key=key), 0),), Protocol(), Settings())
    return paper.score(0, [Output(text=text, finish_reason="stop")])


def test_a_reply_that_follows_everything_is_right_under_every_name() -> None:
    for item, reply in zip(items_of(TASK), (EMPHASIS, "열 글자가 넘는 아주 긴 대답입니다"), strict=True):
        score = TASK.prepare((item,), Protocol(), Settings()).score(0, [Output(text=reply)])
        assert score.verdict == "right"
        assert set(score.metrics) == {metric.name for metric in TASK.metrics}
        other = "korean" if item.metadata["subset"] == "translated" else "translated"
        for name, value in score.metrics.items():
            assert value == [] if name.endswith(other) else value in (1.0, [True], [True] * len(item.gold)), name


def test_prompt_and_instruction_level() -> None:
    score = judge("봄, 여름", NO_COMMA, ("startend:quotation", {}))
    assert score.verdict == "wrong"
    assert score.metrics["prompt_level_strict_acc"] == 0
    assert score.metrics["inst_level_strict_acc"] == [False, False]
    mixed = judge("봄 여름", NO_COMMA, ("startend:quotation", {}))
    assert mixed.metrics["inst_level_strict_acc"] == [True, False]
    assert mixed.metrics["inst_level_strict_acc_translated"] == [True, False]
    assert mixed.metrics["prompt_level_strict_acc_translated"] == [False]
    assert mixed.extracted == "not followed: startend:quotation"


def test_loose_is_beside_strict() -> None:
    metrics = judge('여기 있습니다.\n"봄"', ("startend:quotation", {})).metrics
    assert [metrics[name] for name in NAMES] == [0.0, [False], 1.0, [True]]


def test_the_repaired_profile_has_its_own_names_and_a_flag() -> None:
    score = judge("“봄”", ("startend:quotation", {}))
    assert (score.metrics["prompt_level_strict_acc"], score.metrics["prompt_level_strict_acc_repaired"]) == (0, 1)
    assert (score.verdict, score.flags) == ("wrong", ("format",))
    chance = judge("12345", ("language:response_language", {"language": "ko"}))
    assert (chance.verdict, chance.flags) == ("right", ("chance_hit",))


def test_the_repaired_profile_does_not_take_reasoning_for_the_answer() -> None:
    metrics = judge('<think>쉼표, 쉼표</think>"봄"', NO_COMMA, ("startend:quotation", {})).metrics
    assert metrics["inst_level_strict_acc"] == [False, False]
    assert metrics["inst_level_strict_acc_repaired"] == [True, True]
    assert judge("<think>봄", NO_COMMA).metrics["inst_level_strict_acc_repaired"] == [False]


def test_an_empty_reply_follows_nothing_and_every_instruction_counts() -> None:
    score = judge(" ", NO_COMMA, NO_COMMA, key=10_300)
    assert score.verdict == "empty"
    assert score.metrics["inst_level_loose_acc_korean"] == [False, False]
    assert score.metrics["inst_level_loose_acc_translated"] == []


@pytest.mark.parametrize(
    ("key", "subset"),
    [
        (13, "translated"),
        (3757, "translated"),
        (10_000, "translated"),
        (10_001, "korean"),
        (10_300, "korean"),
        (10_301, "translated"),
    ],
)
def test_subsets_go_by_the_korean_keys(key: int, subset: str) -> None:
    assert TASK.item(row(NO_COMMA, key=key), 0).metadata["subset"] == subset


def test_data_errors_are_named_and_count_as_not_followed() -> None:
    items = tuple(TASK.item(row(*each), number) for number, each in enumerate([(NO_COMMA,), (NO_COMMA, BROKEN)]))
    paper = TASK.prepare(items, Protocol(), Settings())
    (note,) = paper.notes()
    assert note == "1 instruction cannot be checked and counts as not followed."
    score = paper.score(1, [Output(text="비 비 비")])
    assert score.metrics["inst_level_strict_acc"] == [True, False]
    assert "data_error" in score.flags


BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "an id nobody knows": ("keywords:colour", {}, "keywords:colour: there is no instruction type 'keywords:colour'"),
    "a name nobody knows": ("punctuation:no_comma", {"color": 1}, "no instruction type has an argument 'color'"),
    "a relation nobody knows": (*BROKEN, "relation is 'at least', expected '이상' or '미만'"),
    "a missing argument": ("keywords:existence", {}, "the argument 'keywords' is missing"),
    "arguments that contradict each other": (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "가"},
        "length_constraints:nth_paragraph_first_word",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_an_instruction_that_cannot_be_checked_is_named_with_file_and_row(name: str, tmp_path: Path) -> None:
    """Stop is the default; skip leaves the row out and counts it; count keeps it."""
    path = tmp_path / "ko_ifeval.jsonl"
    given = [row(NO_COMMA, key=1), row(BAD[name][:2], key=2), row(NO_COMMA, key=3)]
    path.write_text("".join(json.dumps(each) + "\n" for each in given), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_items(TASK, path)
    assert str(caught.value).startswith(f"{path}, row 2, column ")
    assert BAD[name][2] in str(caught.value)
    assert "--option data_errors=skip leaves out such rows, 1 here" in str(caught.value)
    with speaking("ko"):
        assert "빼고 진행합니다" in str(retell(str(caught.value), "error"))
    left = read_items(TASK, path, data_errors="skip")
    assert [item.id for item in left.items] == ["0", "2"]
    assert "1 of 3 rows cannot be used and were left out" in left.notes[-1]
    counted = read_items(TASK, path, data_errors="count")
    assert len(counted.items) == 3
    assert counted.notes[-1].startswith(f"1 of 3 rows have errors and are asked all the same: {path}, row 2, column ")
    assert BAD[name][2] in counted.notes[-1]


def test_unknown_types_and_arguments_are_named() -> None:
    items = (TASK.item(row(("keywords:colour", {}), ("punctuation:no_comma", {"color": 1})), 0),)
    first, second = TASK.prepare(items, Protocol(), Settings()).notes()
    assert first == "1 instruction cannot be checked and counts as not followed."
    assert second == "1 argument that no rule declares was ignored: punctuation:no_comma color."


def test_notes_are_told_in_korean() -> None:
    items = (TASK.item(row(BROKEN, ("punctuation:no_comma", {"color": 1})), 0),)
    with speaking("ko"):
        for note in TASK.prepare(items, Protocol(), Settings()).notes():
            assert "지시" in str(retell(note, "note"))
        with pytest.raises(ConfigError) as caught:
            TASK.prepare(items, Protocol(), Settings(shots=1))
        assert "풀이 예시" in str(retell(str(caught.value), "error"))


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"key": "가"}, "key"),
        ({"prompt": " "}, "prompt"),
        ({"instruction_id_list": []}, "instruction_id_list"),
        ({"instruction_id_list": "punctuation"}, "instruction_id_list"),
        ({"kwargs": []}, "kwargs"),
        ({"kwargs": [1]}, "kwargs"),
        ({"kwargs": {"a": 1}}, "kwargs"),
    ],
)
def test_a_row_that_cannot_be_used_names_its_column(changes: dict[str, Any], column: str) -> None:
    with pytest.raises(RowError) as caught:
        TASK.item({**row(NO_COMMA), **changes}, 0)
    assert caught.value.column == column


def test_structures_may_come_as_text_and_counts_as_floats() -> None:
    plain = row(("length_constraints:number_letter_included", {"num_letters": 3.0, "relation": "이상"}))
    written = {
        **plain,
        "kwargs": json.dumps(plain["kwargs"]),
        "instruction_id_list": repr(plain["instruction_id_list"]),
    }
    assert TASK.item(written, 0).gold == TASK.item(plain, 0).gold
    assert TASK.item(plain, 0).gold[0]["kwargs"] == {"num_letters": 3, "relation": "이상"}


def test_demonstrations_are_refused() -> None:
    with pytest.raises(ConfigError, match="no replies to show"):
        TASK.prepare(items_of(TASK), Protocol(), Settings(shots=2))


def test_the_request_is_the_prompt_alone() -> None:
    (request,) = TASK.prepare(items_of(TASK), Protocol(), Settings()).requests(0)
    assert (request.prompt, request.max_tokens, request.stop) == (items_of(TASK)[0].fields["prompt"], 1280, ())
    assert request.reference is None


def test_the_subsets_of_a_set_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "ko_ifeval.jsonl"
    rows = [row(NO_COMMA, key=key) for key in (13, 10_001, 10_002)]
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    found = check_set(TASK, str(path))
    assert found.keys == {"korean": 2, "translated": 1}
    assert found.problems == (
        "3 rows, published are 841",
        "1 items are translated, published are 541",
        "2 items are korean, published are 300",
    )


def test_published_sample_rows_load(material: Path) -> None:
    items = read_items(TASK, material / "data" / "kbs" / "samples" / "ko_ifeval.jsonl").items
    assert [len(item.gold) for item in items] == [3, 1]
    assert TASK.prepare(items, Protocol(), Settings()).notes() == ()
    assert items[0].gold[2]["kwargs"] == {"relation": "미만", "num_letters": 300}


def test_the_english_set_loads_whole(material: Path) -> None:
    found = check_set(en_ifeval.TASK, str(material / "data" / "english" / "ifeval_input_data.jsonl"))
    assert (found.rows, found.problems) == (541, ())
    items = read_items(en_ifeval.TASK, material / "data" / "english" / "ifeval_input_data.jsonl").items
    assert en_ifeval.TASK.prepare(items, Protocol(), Settings()).notes() == ()
