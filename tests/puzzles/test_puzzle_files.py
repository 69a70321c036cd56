"""Files of puzzles: broken rows are named, the good ones still judged; both file kinds hold the same items."""

import json
from pathlib import Path

import pytest

from gwageo.core.errors import DataError, StoreError
from gwageo.puzzles import make, make_item, row_of
from gwageo.puzzles.files import Broken, as_line, check_file, items, write


def lines(*broken: str) -> list[str]:
    return [as_line(make_item("sudoku", "ko", "easy", seed=7)), *broken]


def test_broken_rows_are_unreadable_and_named_by_line(tmp_path: Path) -> None:
    place = tmp_path / "items.jsonl"
    place.write_bytes("\n".join(lines("{", "[]", "", '{"id": "x", "question": "?"}')).encode() + b"\n\xff\n")
    found = check_file(place)
    assert (found.n, found.sound, found.unreadable) == (5, 1, 4)
    assert [one.id for one in found.items] == ["sudoku_ko_easy_s7_000000", "line 2", "line 3", "x", "line 6"]
    assert all("line" not in one.reason.split("(")[0] for one in found.items[1:] if one.id != "x")
    assert found.items[3].reason == "line 5: column 'answer': this column is missing or empty"


def test_an_item_with_two_answers_and_one_with_another_are_told_apart(tmp_path: Path) -> None:
    row = row_of(make_item("sudoku", "en", "easy", seed=7))
    emptied = {**row, "id": "sudoku_en_easy_9", "question": row["question"].replace("1", "."), "answer": "1 2 3 4"}
    wrong = {**row, "id": "other", "answer": "1 1 1 1"}
    place = tmp_path / "items.jsonl"
    place.write_text("\n".join(map(json.dumps, (row, wrong, emptied))), encoding="utf-8")
    assert [one.state for one in check_file(place).items][:2] == ["sound", "wrong"]


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
@pytest.mark.parametrize("name", ["sudoku", "sat_puzzles", "array_formula"])
def test_both_kinds_of_file_hold_the_same_items(tmp_path: Path, name: str, ending: str) -> None:
    made = list(make(name, "ko", "easy", seed=3, count=3))
    place = tmp_path / f"items{ending}"
    assert write(place, map(as_line, made)) == 3
    read = [each for each in items(place) if not isinstance(each, Broken)]
    assert [(each.id, each.gold, each.fields["question"]) for each in read] == [
        (each.id, each.gold, each.fields["question"]) for each in made
    ]
    assert check_file(place).sound == 3


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_a_colon_in_a_name_makes_no_address_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path(f"set:1{ending}")
    assert write(place, map(as_line, make("sudoku", "ko", "easy", seed=3, count=2))) == 2
    assert check_file(place).sound == 2


SUDOKU = row_of(make_item("sudoku", "ko", "easy", seed=7))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({}, "id and question"),
        ({"id": "other"}, "question"),
        ({"question": "?"}, "id"),
        ({"id": "b", "question": "?"}, None),
    ],
)
def test_rows_that_repeat_an_earlier_one_are_named(tmp_path: Path, change: dict[str, str], what: str | None) -> None:
    place = tmp_path / "items.jsonl"
    place.write_text("\n".join(map(json.dumps, (SUDOKU, {**SUDOKU, **change}))), encoding="utf-8")
    found = [(one.id, one.what, one.first) for one in check_file(place).duplicates]
    assert found == ([(change.get("id", SUDOKU["id"]), what, SUDOKU["id"])] if what else [])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"id": "odd", "task": "sudoku_ko"}, "coordinates"),
        ({"id": "odd"}, "the type of puzzle is not told"),
        ({"id": "foo_ko_easy_0001"}, "the type of puzzle is not told"),
        ({"id": "odd", "type": "foo"}, "the puzzle type 'foo' is not known"),
    ],
)
def test_the_type_is_told_by_a_column_or_the_id(tmp_path: Path, row: dict[str, str], words: str) -> None:
    write(tmp_path / "items.jsonl", [json.dumps({"question": "q", "answer": "1", **row})])
    assert words in check_file(tmp_path / "items.jsonl").items[0].reason


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", lines())
    write(tmp_path / "sub" / "b.jsonl", lines("{"))
    (tmp_path / "notes.txt").write_text("not ours", encoding="utf-8")
    found = check_file(tmp_path)
    assert (found.n, found.sound, found.unreadable, len(found.duplicates)) == (3, 2, 1, 1)
    assert found.items[2].id == "sub/b.jsonl, line 2"


def test_a_folder_without_items_is_called_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder without files"):
        check_file(tmp_path)


@pytest.mark.parametrize(
    ("kind", "old", "words"),
    [
        ("sudoku", "(row, column)", "expected coordinates such as (row, column)"),
        ("minesweeper", "(row, column)", "expected coordinates such as (row, column)"),
        ("inequality", "Row ", "expected it as in the questions that 'gwageo nolli show' prints"),
    ],
)
def test_a_question_that_is_not_understood_is_answered_without_patterns(
    tmp_path: Path, kind: str, old: str, words: str
) -> None:
    row = row_of(make_item(kind, "en", "easy", seed=7))
    write(tmp_path / "items.jsonl", [json.dumps({**row, "question": row["question"].replace(old, "?")})])
    (found,) = check_file(tmp_path / "items.jsonl").items
    assert found.state == "unreadable"
    assert found.reason.endswith(words)
    assert "\\" not in found.reason


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.txt", "expected one of .jsonl"),
        ("none.jsonl", "does not exist"),
        ("none", "does not exist"),
        ("n" * 300, "cannot be read"),
        ("two.parquet", "is not Parquet that can be read"),
        ("page.parquet", "is not Parquet that can be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a.txt").write_text("not ours", encoding="utf-8")
    (tmp_path / "two.parquet").write_bytes(b"xx")
    write(tmp_path / "page.parquet", lines())
    whole = (tmp_path / "page.parquet").read_bytes()
    (tmp_path / "page.parquet").write_bytes(whole[:4] + b"\xff" * 500 + whole[504:])
    with pytest.raises(DataError, match=words):
        check_file(tmp_path / name)


def flipped(place: Path, at: int) -> None:
    """Flip a byte of a file."""
    damaged = bytearray(place.read_bytes())
    damaged[at] ^= 0xFF
    place.write_bytes(damaged)


def test_a_damaged_file_of_a_folder_is_named_and_the_others_are_still_judged(tmp_path: Path) -> None:
    for number, name in enumerate(("a.parquet", "sub/b.parquet", "c.parquet", "d.jsonl", "e.jsonl")):
        write(tmp_path / name, [as_line(make_item("sudoku", "ko", "easy", seed=7, index=number))])
    flipped(tmp_path / "a.parquet", 4)  # the head of the first page
    flipped(tmp_path / "sub" / "b.parquet", -1)  # the mark at the end
    (tmp_path / "d.jsonl").write_text("\n", encoding="utf-8")
    found = check_file(tmp_path)
    assert (found.n, found.sound, found.unreadable) == (5, 2, 3)
    told = {one.id: one.reason for one in found.items if one.state == "unreadable"}
    assert list(told) == ["a.parquet", "d.jsonl", "sub/b.parquet"]
    assert told["a.parquet"].startswith("is not Parquet that can be read")
    assert told["d.jsonl"] == "holds no rows"
    assert told["sub/b.parquet"].startswith("is not Parquet that can be read")


def test_a_file_without_rows_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(DataError, match="no rows"):
        check_file(tmp_path / "empty.jsonl")


@pytest.mark.parametrize("name", ["items.jsonl", "items.parquet", "deeper/items.jsonl"])
def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match=r"items\.\w+ cannot be written: .*taken is a file, not a folder"):
        write(tmp_path / "taken" / name, lines())


def test_nothing_stays_of_a_file_that_was_not_finished(tmp_path: Path) -> None:
    def breaking() -> object:
        yield "{}"
        raise OSError("the disk is full")

    with pytest.raises(StoreError, match=r"items\.jsonl cannot be written"):
        write(tmp_path / "items.jsonl", breaking())  # type: ignore[arg-type]  # a writer that breaks off
    assert list(tmp_path.iterdir()) == []
