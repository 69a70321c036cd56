"""Demonstrations as a person asks for them: how many, from where, which ones; and what a result then says."""

import json
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of, rows_of

from gwageo.core import ConfigError, DataError, Protocol
from gwageo.tasks import ko_arc, ko_gsm8k, ko_winogrande
from gwageo.tasks.base import Settings, Task
from gwageo.tasks.choice import ChoicePaper

PLAIN = Protocol()


def paper(settings: Settings, protocol: Protocol = PLAIN) -> ChoicePaper:
    return ko_arc.EASY.prepare(items_of(ko_arc.EASY), protocol, settings)


def shown(settings: Settings) -> list[list[str]]:
    made = paper(settings)
    return [[item.id for item in made.plan.shown(index)] for index in range(len(made.items))]


@pytest.fixture
def apart(tmp_path: Path) -> str:
    """Three items of their own."""
    rows: list[dict[str, Any]] = [
        {**row, "id": f"d{number}", "question": f"{row['question']} ({number})"}
        for number, row in enumerate(rows_of(ko_arc.EASY)[:3])
    ]
    path = tmp_path / "shots.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_no_demonstrations() -> None:
    made = paper(Settings(shots=0))
    assert str(made.requests(0)[0].context).startswith("질문: 물이")
    assert made.departures() == ("0 demonstrations instead of 5",)
    assert (made.notes(), made.shots) == ((), 0)


def test_demonstrations_from_data_of_their_own(apart: str) -> None:
    """No item can be its own demonstration, and nothing says that they come from the test items."""
    made = paper(Settings(shots=2, shot_data=apart))
    assert {item.id for index in range(7) for item in made.plan.shown(index)} <= {"d0", "d1", "d2"}
    assert all(len({item.id for item in made.plan.shown(index)}) == 2 for index in range(7))
    assert made.notes() == ()
    assert made.departures()[0] == "2 demonstrations instead of 5"
    assert "shots.jsonl (3 items, sha256 " in made.departures()[1]
    assert set(made.identity()) == {"shot_data"}
    assert "(0)" in str(made.requests(0)[0].context) or "(1)" in str(made.requests(0)[0].context)


@pytest.mark.parametrize("task", [ko_arc.EASY, ko_gsm8k.TASK])
def test_the_whole_set_may_be_drawn_where_it_stands_apart(task: Task, tmp_path: Path) -> None:
    path = tmp_path / "shots.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows_of(task)[:3]), encoding="utf-8")
    made = task.prepare(items_of(task), PLAIN, Settings(shots=3, shot_data=str(path)))
    assert made.shots == 3
    with pytest.raises(ConfigError, match=r"need at least 4 items, but the shot data has 3; use --shots 3"):
        task.prepare(items_of(task), PLAIN, Settings(shots=4, shot_data=str(path)))


def test_shot_data_that_holds_test_items_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shots.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows_of(ko_arc.EASY)[:3]), encoding="utf-8")
    (note,) = paper(Settings(shots=2, shot_data=str(path))).notes()
    assert note.startswith("3 of 7 test items are among the demonstrations (s0, s1, s2)")


def test_the_draw_from_other_data_follows_the_seed(apart: str) -> None:
    one, same, other = (shown(Settings(2, seed, shot_data=apart)) for seed in (7, 7, 8))
    assert one == same != other


def test_named_demonstrations_keep_their_order() -> None:
    """The two items that are named themselves get a substitute, always the same one."""
    found = shown(Settings(shot_ids=("s3", "s1")))
    assert [each for index, each in enumerate(found) if index not in (1, 3)] == [["s3", "s1"]] * 5
    for index in (1, 3):
        assert f"s{index}" not in found[index]
        assert len(set(found[index])) == 2
    assert found == shown(Settings(shot_ids=("s3", "s1")))
    made = paper(Settings(shot_ids=("s3", "s1")))
    assert made.shots == 2
    assert made.departures()[1] == "the demonstrations s3, s1 for every item instead of drawn ones"
    assert "2 of 7 items are demonstrations themselves and got a substitute: s1, s3." in made.notes()
    assert "1 of 2 items are demonstrations themselves and got a substitute: s1." in made.notes_on(2)
    assert len(made.notes_on(1)) == 1


def test_named_demonstrations_with_the_leak_kept() -> None:
    keep = {"self_demonstration": "keep"}
    assert shown(Settings(shot_ids=("s3", "s1"), options=keep)) == [["s3", "s1"]] * 7


def test_named_demonstrations_of_other_data(apart: str) -> None:
    assert shown(Settings(shot_data=apart, shot_ids=("d2", "d0"))) == [["d2", "d0"]] * 7


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (Settings(shot_ids=("s33",)), "'s33', which is none of the 7 items that demonstrations may come from; close"),
        (Settings(shot_ids=("zzz",)), "close ones are 's0', 's1', 's2'"),
        (Settings(shot_ids=("s1", "s1")), "names 's1' more than once"),
        (Settings(shots=3, shot_ids=("s1", "s2")), "--shots is 3, but --shot-ids names 2"),
        (Settings(shots=0, shot_ids=("s1",)), "--shots is 0, but --shot-ids names 1"),
        (Settings(shots=0, shot_data="x.jsonl"), "--shots 0 shows nothing of --shot-data 'x.jsonl'"),
        (Settings(shot_ids=tuple(f"s{n}" for n in range(7))), "names all 7 items"),
    ],
)
def test_shots_that_cannot_be_are_refused(settings: Settings, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        paper(settings)
    assert sentence in str(caught.value)


def test_missing_shot_data_is_named() -> None:
    with pytest.raises(DataError, match=r"nowhere\.jsonl: does not exist"):
        paper(Settings(shots=1, shot_data="nowhere.jsonl"))


def test_an_exam_without_demonstrations_says_that_it_read_none() -> None:
    made = ko_winogrande.TASK.prepare(items_of(ko_winogrande.TASK), PLAIN, Settings(shot_data="x.jsonl"))
    assert made.notes() == ("Takes no demonstrations, so that 'x.jsonl' was not read.",)


def test_one_text_is_a_departure_only_where_there_are_turns() -> None:
    text = "demonstrations as one text in the user's turn instead of as turns"
    assert text in paper(Settings(), Protocol("chat", "text")).departures()
    assert text not in paper(Settings(), Protocol("plain", "text")).departures()
    assert text not in paper(Settings(shots=0), Protocol("nothink", "text")).departures()
