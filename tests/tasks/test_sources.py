"""Item sets: the bundled one, files, folders and the hub; every row is checked before anything runs."""

import csv
import json
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from task_rows import rows_of

from gwageo.core import DataError
from gwageo.messages import retell, speaking
from gwageo.tasks import ko_arc, ko_gpqa, ko_lambada, ko_winogrande
from gwageo.tasks.base import Task
from gwageo.tasks.registry import SUITES, load_task, task_names
from gwageo.tasks.sources import read_items


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_file_and_its_folder_give_the_same_set(tmp_path: Path) -> None:
    path = written(tmp_path / "ko_arc_easy.jsonl", rows_of(ko_arc.EASY))
    one, other = read_items(ko_arc.EASY, path), read_items(ko_arc.EASY, str(tmp_path))
    assert one == other
    assert (one.kind, len(one.items), one.notes) == ("file", 7, ())


def test_the_digest_follows_content_and_order(tmp_path: Path) -> None:
    rows = rows_of(ko_arc.EASY)
    digests = {
        read_items(ko_arc.EASY, written(tmp_path / f"{n}.jsonl", given)).digest
        for n, given in enumerate((rows, rows[::-1], [*rows[:-1], {**rows[-1], "answerKey": "B"}], list(rows)))
    }
    assert len(digests) == 3


def test_the_bundled_set_says_that_it_is_not_the_benchmark() -> None:
    found = read_items(ko_winogrande.TASK, "bundled")
    assert found.kind == "bundled"
    assert "not the benchmark" in found.origin


def test_duplicate_ids_are_refused_with_their_rows(tmp_path: Path) -> None:
    """DS-01: q1 in rows 1 and 3."""
    rows = [{**row, "id": name} for row, name in zip(rows_of(ko_arc.EASY), ["q1", "q2", "q1"], strict=False)]
    with pytest.raises(DataError, match=r"'q1' \(rows 1 and 3\)"):
        read_items(ko_arc.EASY, written(tmp_path / "items.jsonl", rows))


ARC, WINO = rows_of(ko_arc.EASY)[0], rows_of(ko_winogrande.TASK)[0]


@pytest.mark.parametrize(
    ("task", "row", "place"),
    [
        (ko_arc.EASY, {key: ARC[key] for key in ("id", "question", "choices")}, "row 2, column 'answerKey'"),
        (ko_arc.EASY, {**ARC, "id": "x", "answerKey": "E"}, "row 2, column 'answerKey': is 'E', expected one of"),
        (ko_arc.EASY, {**ARC, "id": "x", "choices": "os.getcwd()"}, "row 2, column 'choices'"),
        (ko_arc.EASY, {**ARC, "id": "x", "question": None}, "row 2, column 'question'"),
        (ko_winogrande.TASK, {**WINO, "sentence": "빈칸이 없다."}, "row 2, column 'sentence': has 0 blanks"),
        (ko_winogrande.TASK, {**WINO, "sentence": "_와 _"}, "row 2, column 'sentence': has 2 blanks"),
        (ko_winogrande.TASK, {**WINO, "answer": 3}, "row 2, column 'answer': is 3, expected 1 or 2"),
        (load_task("ko-gsm8k"), {"question": "?", "answer": "7"}, "row 2, column 'answer'"),
    ],
)
def test_a_bad_row_names_file_row_and_column(tmp_path: Path, task: Task, row: dict[str, Any], place: str) -> None:
    path = written(tmp_path / "items.jsonl", [rows_of(task)[0], row])
    with pytest.raises(DataError) as caught:
        read_items(task, path)
    assert f"{path}, {place}" in str(caught.value)


@pytest.mark.parametrize("answer", [1, "1", 1.0, "1.0", "가방", "가방 "])
def test_winogrande_answers_from_spreadsheets_and_as_text(tmp_path: Path, answer: Any) -> None:
    """DS-11: matched without the blanks at the ends, noted, and the options stay as they were."""
    found = read_items(
        ko_winogrande.TASK, written(tmp_path / "i.jsonl", [{**WINO, "option1": "가방 ", "answer": answer}])
    )
    assert found.items[0].gold == 0
    assert found.items[0].fields["option1"] == "가방 "
    assert bool(found.notes) == (isinstance(answer, str) and answer.startswith("가방"))


def test_the_index_of_lambada_stays_in_the_metadata(tmp_path: Path) -> None:
    rows = [{**row, "index": float(row["index"])} for row in rows_of(ko_lambada.TASK)]
    items = read_items(ko_lambada.TASK, written(tmp_path / "i.jsonl", rows)).items
    assert [item.id for item in items] == ["0", "1", "2"]
    assert [item.metadata["index"] for item in items] == [1, 2, 3]


def test_a_name_that_disagrees_is_noted(tmp_path: Path) -> None:
    """DS-13: by the file name against the exam, and by the ids against the file name."""
    rows = rows_of(ko_arc.EASY)
    assert "challenge" in read_items(ko_arc.EASY, written(tmp_path / "ko_arc_challenge.jsonl", rows)).notes[0]
    named = [{**row, "id": f"arc_challenge_{row['id']}"} for row in rows]
    assert "7 of 7 ids" in read_items(ko_arc.EASY, written(tmp_path / "ko_arc_easy.jsonl", named)).notes[0]


def as_cells(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows as a spreadsheet holds them: structures as text, whole numbers as floats."""
    return [{name: _spelled(value) for name, value in row.items()} for row in rows]


def _spelled(value: Any) -> Any:
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    return float(value) if isinstance(value, int) else value


@pytest.mark.parametrize("name", task_names())
def test_every_format_gives_the_same_items(tmp_path: Path, name: str) -> None:
    """The digest of JSONL, CSV, XLSX and Parquet (structs kept) is one."""
    task = load_task(name)
    rows = rows_of(task)
    written(tmp_path / "items.jsonl", rows)
    with (tmp_path / "items.csv").open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(as_cells(rows))
    book = openpyxl.Workbook()
    for cells in (list(rows[0]), *(list(row.values()) for row in as_cells(rows))):
        book.active.append(cells)
    book.save(tmp_path / "items.xlsx")
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "items.parquet")
    found = {read_items(task, tmp_path / f"items.{ending}").digest for ending in ("jsonl", "csv", "xlsx", "parquet")}
    assert len(found) == 1


@pytest.mark.parametrize("path", ["none.jsonl", "x" * 5000])
def test_a_missing_path(tmp_path: Path, path: str) -> None:
    with pytest.raises(DataError, match="does not exist"):
        read_items(ko_arc.EASY, tmp_path / path)


@pytest.mark.parametrize("name", [name for name in task_names() if name.startswith("ko-") and "deepl" not in name])
def test_the_published_samples_are_read(material: Path, name: str) -> None:
    task = load_task(name)
    system = "kolighteval" if name in SUITES["kolighteval"].tasks else "kbs"
    found = read_items(task, material / "data" / system / "samples")
    assert len(found.items) in (1, 2, 3, 5)
    assert found.notes == ()


@pytest.mark.parametrize("name", ["ko-arc-easy", "ko-arc-easy-gen", "ko-winogrande", "ko-winogrande-gen"])
def test_items_whose_options_are_equal_are_counted(tmp_path: Path, name: str) -> None:
    task = load_task(name)
    one: dict[str, Any] = {"id": "x", "question": "?", "choices": {"label": ["A", "B"], "text": ["가", "가"]}}
    one |= {"answerKey": "A", "sentence": "나는 _ 갔다.", "option1": "집에", "option2": "집에", "answer": "1"}
    other = {**one, "id": "y", "choices": {"label": ["A", "B"], "text": ["가", "나"]}, "option2": "들에"}
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (one, other)), encoding="utf-8")
    with pytest.raises(DataError, match=r"row 1: offers the option '.+' twice"):
        read_items(task, path)
    (note,) = read_items(task, path, data_errors="skip").notes
    assert note.startswith(f"1 of 2 rows cannot be used and were left out: {path}, row 1")
    (note,) = read_items(task, path, data_errors="count").notes
    assert note.startswith(f"1 of 2 rows have errors and are asked all the same: {path}, row 1")
    with speaking("ko"):
        told = retell(note, "note") or ""
    assert told.startswith(f"2행 가운데 1행은 잘못된 데이터이지만 그대로 묻고 셉니다: {path} 1행")
    assert told.endswith("두 번 나옵니다")


def test_a_list_of_bad_rows_is_told_row_by_row(tmp_path: Path) -> None:
    bad = [{**rows_of(ko_arc.EASY)[0], "id": str(number), "answerKey": "Z"} for number in range(6)]
    bad += [{"id": "x", "question": "?"}]
    path = written(tmp_path / "items.jsonl", [rows_of(ko_arc.EASY)[0], *bad])
    (note,) = read_items(ko_arc.EASY, path, data_errors="skip").notes
    with speaking("ko"):
        told = retell(note, "note") or ""
    assert told.count("쓸 수 있는 레이블: ") == 5
    assert told.endswith("; 외 2개")


@pytest.mark.parametrize("data_errors", ["stop", "skip", "count"])
@pytest.mark.parametrize(
    "cells",
    [
        {"Question": ["SECRET"]},
        {"Correct Answer": {"SECRET": 1}},
        {"id": "SECRET question?"},
        {"id": ["SECRET"]},
        {"Incorrect Answer 1": "SECRET", "Incorrect Answer 2": "SECRET"},
    ],
)
def test_errors_in_private_sets_hold_no_text(tmp_path: Path, data_errors: str, cells: dict[str, Any]) -> None:
    good, other = rows_of(ko_gpqa.TASK)[:2]
    path = written(tmp_path / "ko_gpqa.jsonl", [good, {**other, **cells}])
    try:
        found = read_items(ko_gpqa.TASK, path, data_errors=data_errors)
        said, ids = " ".join(found.notes), [item.id for item in found.items]
    except DataError as error:
        said, ids = str(error), []
    assert f"{path}, row 2" in said
    assert "SECRET" not in said + str(ids)


def test_a_private_set_without_a_heading_holds_no_text_in_its_error(tmp_path: Path) -> None:
    path = tmp_path / "ko_gpqa.csv"
    path.write_text("1,SECRET,a,b,c,d\n2,x,a,b,c,d\n", encoding="utf-8")
    with pytest.raises(DataError, match="the column is missing") as caught:
        read_items(ko_gpqa.TASK, path)
    assert "SECRET" not in str(caught.value)


def test_private_cells_are_shown_where_texts_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GWAGEO_SHOW_PRIVATE", "1")
    path = written(tmp_path / "ko_gpqa.jsonl", [{**rows_of(ko_gpqa.TASK)[0], "Question": ["SECRET"]}])
    with pytest.raises(DataError, match="SECRET"):
        read_items(ko_gpqa.TASK, path)


def test_rows_that_were_left_out_do_not_move_the_ids_of_the_others(tmp_path: Path) -> None:
    good = {key: value for key, value in rows_of(ko_arc.EASY)[0].items() if key != "id"}
    path = written(tmp_path / "items.jsonl", [{**good, "answerKey": "Z"}, good])
    assert [item.id for item in read_items(ko_arc.EASY, path, data_errors="skip").items] == ["1"]


def test_a_set_without_a_usable_row_is_refused_all_the_same(tmp_path: Path) -> None:
    path = written(tmp_path / "items.jsonl", [{**rows_of(ko_arc.EASY)[0], "answerKey": "Z"}])
    with pytest.raises(DataError, match="none of the 1 rows can be used"):
        read_items(ko_arc.EASY, path, data_errors="skip")
