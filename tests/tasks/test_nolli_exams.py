"""Nolli as exams: named by type, language and tier; made items or released rows; the system message under chat only."""

import asyncio
import json
from pathlib import Path

import pytest

from gwageo.core import Chat, DataError, Generate, Output, Protocol, Sampling, UnknownName
from gwageo.messages import retell, speaking
from gwageo.models.baseline import Baseline
from gwageo.models.options import ModelOptions
from gwageo.puzzles import cells, make_item, row_of, system_message
from gwageo.puzzles.files import check_file, items, write
from gwageo.puzzles.shards import fill
from gwageo.puzzles.suite import choose, make_all
from gwageo.tasks.base import Settings
from gwageo.tasks.nolli import MAX_TOKENS, names
from gwageo.tasks.registry import SUITES, expand, load_task
from gwageo.tasks.sources import read_items

EXAMS = names()


def test_the_suites_hold_every_cell_of_the_benchmark() -> None:
    made = {
        f"nolli/{kind.name.replace('_', '-')}-{language}-{tier}"
        for kind, language, tier in cells()
        if language not in kind.twins
    }
    assert set(EXAMS) == made
    assert set(SUITES["nolli"].tasks) == made
    assert [len(SUITES[f"nolli-{tier}"].tasks) for tier in ("easy", "medium", "hard")] == [len(made) // 3] * 3


@pytest.mark.parametrize("name", [name for name in EXAMS if name.endswith("easy")])
def test_the_right_answers_score_full_marks_under_every_protocol(name: str) -> None:
    task = load_task(name)
    items = [task.item(row_of(item), 0) for item in [make_item(*_cell(name), index=1)]]
    for protocol in (Protocol(), Protocol("chat"), Protocol("nothink")):
        paper = task.prepare(items, protocol, Settings())
        (request,) = paper.requests(0)
        assert isinstance(request, Generate)
        ((output,),) = asyncio.run(Baseline("gold", ModelOptions()).answer([paper.requests(0)]))
        assert dict(paper.score(0, [output]).metrics) == {"exact_match": 1.0, "exact_match_robust": 1.0}
        assert (request.max_tokens, request.sampling) == (MAX_TOKENS, Sampling(recommended=True))
        assert paper.departures() == ()
        if isinstance(request.prompt, Chat):
            system, user = request.prompt.messages
            assert (system.role, system.content) == ("system", system_message(*_cell(name)[:2]))
            assert user.content == items[0].fields["question"]
        else:
            assert request.prompt == items[0].fields["question"]


CELLS = [(kind, language, tier) for kind, language, tier in cells() if language not in kind.twins]


@pytest.fixture(scope="module")
def every_cell(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two items of every cell, as one JSONL file, one Parquet file, and a folder of shards."""
    folder = tmp_path_factory.mktemp("made")
    asked = choose(tiers=["easy", "medium", "hard"])
    lines = [line for chunk in make_all(asked, seed=5, count=2) for line in chunk.lines]
    for ending in ("jsonl", "parquet"):
        write(folder / f"all.{ending}", lines)
    fill(folder / "shards", asked, seed=5, count=2, size=1)
    return folder


@pytest.mark.parametrize("name", EXAMS)
def test_made_files_of_every_kind_give_an_exam_its_items_and_the_right_answers_full_marks(
    every_cell: Path, name: str
) -> None:
    task = load_task(name)
    one, *others = (read_items(task, every_cell / place) for place in ("all.jsonl", "all.parquet", "shards"))
    assert [item.id for item in one.items] == [f"{task.data_name}_s5_00000{index}" for index in range(2)]
    assert {other.digest for other in others} == {one.digest}
    assert all(other.items == one.items for other in others)
    assert one.notes == (
        f"{2 * len(CELLS) - 2} of {2 * len(CELLS)} rows are items of other exams and were left aside.",
    )
    assert others[1].notes == ()
    for made in others:
        paper = task.prepare(made.items, Protocol("chat"), Settings())
        for index in range(2):
            ((output,),) = asyncio.run(Baseline("gold", ModelOptions()).answer([paper.requests(index)]))
            assert dict(paper.score(index, [output]).metrics) == {"exact_match": 1.0, "exact_match_robust": 1.0}


def test_the_audit_reads_the_same_items_from_parquet(every_cell: Path) -> None:
    one, other = (list(items(every_cell / f"all.{ending}")) for ending in ("jsonl", "parquet"))
    assert one == other
    assert check_file(every_cell / "shards").sound == len(one) == 2 * len(CELLS)


def test_the_columns_of_parquet_are_as_documented(every_cell: Path) -> None:
    """Answers as a trainer wants them: the text itself, JSON only where the answer is a number or an object."""
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(every_cell / "all.parquet").to_pylist()
    by_type = {row["type"]: row for row in rows}
    assert " " in by_type["sudoku"]["answer"]
    assert not by_type["saju"]["answer"].startswith('"')
    assert set(json.loads(by_type["sat_puzzles"]["answer"]).values()) <= {True, False}
    assert isinstance(json.loads(by_type["kinship"]["choices"]), dict)
    for row in rows:
        assert row["certificate"]["solutions"] == 1
        assert isinstance(json.loads(row["features"]), dict)
        assert isinstance(row["answer"], str)


def test_a_folder_that_lacks_a_shard_is_refused(every_cell: Path, tmp_path: Path) -> None:
    for path in (every_cell / "shards").glob("saju_ko_easy-00000*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(DataError, match="holds 1 of the 2 parts of saju_ko_easy"):
        read_items(load_task("nolli/saju-ko-easy"), tmp_path)


def test_what_a_row_says_of_its_type_is_believed_wherever_it_stands(tmp_path: Path) -> None:
    row = {"id": "7", "question": "?", "answer": "1 2 3 4"}
    for more in ({"task": "nolli/sudoku-ko-easy"}, {"id": "sudoku_ko_easy_0001"}, {"type": "sudoku"}):
        (tmp_path / "rows.jsonl").write_text(json.dumps({**row, **more}), encoding="utf-8")
        assert len(read_items(load_task("nolli/sudoku-ko-easy"), tmp_path / "rows.jsonl").items) == 1
        with pytest.raises(DataError, match="is an item of sudoku_ko_easy, but the exam is nolli/saju-ko-easy"):
            read_items(load_task("nolli/saju-ko-easy"), tmp_path / "rows.jsonl")


def _cell(name: str) -> tuple[str, str, str]:
    kind, language, tier = name.removeprefix("nolli/").rsplit("-", 2)
    return kind.replace("-", "_"), language, tier


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        (Output(text=""), "empty"),
        (Output(text="Answer: 1 1 1 1"), "wrong"),
        (Output(text="Answer: no idea"), "no_answer"),
        (Output(text="Let me", finish_reason="length"), "truncated"),
        (Output(error="the connection broke"), "failed"),
    ],
)
def test_replies_without_the_answer_say_why(output: Output, verdict: str) -> None:
    task = load_task("nolli/sudoku-ko-easy")
    paper = task.prepare([task.item(row_of(make_item("sudoku", "ko", "easy")), 0)], Protocol(), Settings())
    assert paper.score(0, [output]).verdict == verdict


def test_without_data_a_hundred_items_are_made() -> None:
    found = read_items(load_task("nolli/saju-ko-easy"))
    assert (len(found.items), found.kind) == (100, "made")
    assert found.items[7].id == "saju_ko_easy_s0_000007"
    assert {item.metadata["set"] for item in found.items} == {"nolli (gwageo v1)"}


def test_released_rows_keep_their_ids_and_are_labelled(tmp_path: Path) -> None:
    question = make_item("sudoku", "ko", "easy").fields["question"]
    row = {"id": "sudoku_ko_easy_0042", "question": question, "answer": "1 2 3 4", "difficulty": "easy"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), encoding="utf-8")
    task = load_task("nolli/sudoku-ko-easy")
    found = read_items(task, tmp_path / "rows.jsonl")
    assert [(item.id, item.metadata["set"]) for item in found.items] == [("sudoku_ko_easy_0042", "nolli-released")]
    assert task.mark(found.items) == "released"
    notes = task.prepare(found.items, Protocol(), Settings()).notes()
    assert notes == ("The items are nolli-released.",)


@pytest.mark.parametrize(
    ("exam", "name", "pair"),
    [
        ("minesweeper-ko-easy", "minesweeper_ko_easy_0001", "minesweeper_easy_0001"),
        ("minesweeper-en-easy", "minesweeper_en_easy_0001", "minesweeper_easy_0001"),
        ("minesweeper-en-easy", "7", None),  # an id of the user's own
        ("yacht-dice-ko-easy", "yacht_dice_ko_easy_0001", None),  # other puzzles in the other language
    ],
)
def test_released_items_are_paired_where_they_are_one_puzzle(exam: str, name: str, pair: str | None) -> None:
    kind, language, _ = exam.rsplit("-", 2)
    row = row_of(make_item(kind.replace("-", "_"), "en" if language == "en" else "ko", "easy"))
    item = load_task(f"nolli/{exam}").item({"id": name, "question": row["question"], "answer": row["answer"]}, 0)
    assert item.metadata.get("pair_id") == pair


def test_the_note_on_tiers_is_for_made_items_alone() -> None:
    task = load_task("nolli/yacht-dice-ko-easy")
    row = row_of(make_item("yacht_dice", "ko", "easy"))
    released = {**{name: row[name] for name in ("id", "question", "answer")}, "id": "yacht_dice_ko_easy_0001"}
    told = [len(task.prepare([task.item(one, 0)], Protocol(), Settings()).notes()) for one in (row, released)]
    assert told == [2, 1]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"question": "?"}, "answer"),
        ({"question": "", "answer": "1"}, "question"),
        (
            {"id": "sudoku_en_easy_0001", "type": "sudoku", "language": "en", "question": "?", "answer": "1"},
            "sudoku_en",
        ),
    ],
)
def test_a_row_of_something_else_is_refused_by_file_and_row(tmp_path: Path, row: dict[str, str], words: str) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(DataError, match=rf"rows.jsonl, row 1.*{words}"):
        read_items(load_task("nolli/sudoku-ko-easy"), tmp_path / "rows.jsonl")


def test_underscores_stand_for_hyphens_and_our_addition_is_found() -> None:
    (task,) = expand(["nolli/number_baseball_ko_hard"])
    assert task.name == "nolli/number-baseball-ko-hard"
    assert load_task("nolli/jamo-en-easy").name not in SUITES["nolli"].tasks


@pytest.mark.parametrize("name", ["nolli/sudokku-ko-hard", "nolli/saju-en-easy", "nolli/sudoku-ko", "nolli/"])
def test_an_exam_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match="There is no task"):
        load_task(name)


def test_what_departs_and_what_must_be_said_is_told_in_korean_too() -> None:
    task = load_task("nolli/yacht-dice-ko-easy")
    items = [task.item(row_of(make_item("yacht_dice", "ko", "easy")), 0)]
    paper = task.prepare(items, Protocol(), Settings(max_tokens=9, sampling=Sampling(0.7)))
    assert len(paper.departures()) == 2
    assert len(paper.notes()) == 2
    with speaking("ko"):
        assert all(retell(sentence, "note") for sentence in (*paper.departures(), *paper.notes()))
