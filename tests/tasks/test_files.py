"""Every file format gives the same rows; hostile files are refused with their place."""

import csv
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest

from gwageo.core import DataError
from gwageo.tasks.files import read_file

ROWS = [{"id": "q1", "question": "수도는?", "answer": 1}, {"id": "q2", "question": "둘째\n줄", "answer": 2}]


def as_jsonl(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\r\n" for row in rows), encoding="utf-8-sig", newline=""
    )


def as_json(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(json.dumps(rows), encoding="utf-8")


def as_columns(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(json.dumps({name: [row[name] for row in rows] for name in rows[0]}), encoding="utf-8")


def as_data(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(json.dumps({"data": rows}), encoding="utf-8")


def as_table(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t" if path.suffix == ".tsv" else ",")
        writer.writeheader()
        writer.writerows(rows)


def as_workbook(path: Path, rows: list[dict[str, Any]]) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(list(rows[0]))
    for row in rows:
        sheet.append(list(row.values()))
    book.save(path)


def as_parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("items.jsonl", as_jsonl),
        ("items.json", as_json),
        ("columns.json", as_columns),
        ("data.json", as_data),
        ("items.csv", as_table),
        ("items.tsv", as_table),
        ("items.xlsx", as_workbook),
        ("items.parquet", as_parquet),
        ("ITEMS.JSONL", as_jsonl),
    ],
)
def test_every_format_gives_the_same_rows(
    tmp_path: Path, name: str, write: Callable[[Path, list[dict[str, Any]]], None]
) -> None:
    """Byte-order mark and CRLF included; a spreadsheet's numbers may come as text."""
    path = tmp_path / name
    write(path, ROWS)
    found = [{**row.cells, "answer": int(row.cells["answer"])} for row in read_file(path).rows]
    assert found == ROWS
    assert [row.number for row in read_file(path).rows] == [1, 2]


def test_decomposed_hangul_is_composed_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    as_jsonl(path, [{"질문": "값"}, {unicodedata.normalize("NFD", "질문"): unicodedata.normalize("NFD", "넋")}])
    rows = read_file(path)
    assert [row.cells for row in rows.rows] == [{"질문": "값"}, {"질문": "넋"}]
    assert rows.composed == 1


def test_prompts_are_not_folded(tmp_path: Path, material: Path) -> None:
    """UN-09: the text that is read is the text that was written."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["id"] == "UN-09")
    path = tmp_path / "items.jsonl"
    as_jsonl(path, [{"question": case["input"]["prompt"]}])
    assert read_file(path).rows[0].cells["question"] == case["input"]["expect_prompt_sent"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.jsonl", b"", "holds no rows"),
        ("empty.json", b" ", "holds no rows"),
        ("empty.csv", b"", "holds no rows"),
        ("cp949.jsonl", '{"id": "가"}'.encode("cp949"), r"not UTF-8: byte 8 is 0xb0"),
        ("broken.jsonl", b'{"id": 1}\n{"id": \n', "row 2: is not JSON"),
        ("list.jsonl", b"[1]\n", "row 1: is list, expected an object"),
        ("deep.jsonl", b"[" * 200_000, "row 1: is"),
        ("deep.json", b'{"a":' * 200_000, "is JSON that cannot be used|is not JSON"),
        ("big.json", b"[" + b"9" * 10_000 + b"]", "cannot be used"),
        ("uneven.json", b'{"a": [1], "b": [1, 2]}', "columns of equal length"),
        ("number.json", b"7", "expected a list of rows"),
        ("twice.csv", b"a,a\n1,2\n", "column 'a' twice"),
        ("wide.csv", b"a,b\n1,2,3\n", "row 1: has 3 cells"),
        ("fake.xlsx", b"not a zip", "not a workbook"),
        ("fake.parquet", b"not parquet at all", "not Parquet"),
        ("items.pickle", b"", "expected one of .jsonl"),
    ],
)
def test_files_that_cannot_be_read_say_where(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError, match=words) as caught:
        read_file(path)
    assert str(caught.value).startswith(str(path))


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").mkdir()
    with pytest.raises(DataError, match="cannot be read"):
        read_file(tmp_path / "items.jsonl")


def test_the_byte_order_case_from_practice(tmp_path: Path, material: Path) -> None:
    """UN-04."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["id"] == "UN-04")
    path = tmp_path / "items.jsonl"
    path.write_bytes(bytes.fromhex(case["input"]["bytes_hex"]))
    rows = read_file(path).rows
    assert (len(rows), rows[0].cells["id"]) == (case["expect"]["records"], case["expect"]["first_id"])


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text('[{"id": 1, "id": 2}]' if name.endswith("json") else '{"id": 1, "id": 2}', encoding="utf-8")
    with pytest.raises(DataError, match="has the key 'id' twice"):
        read_file(path)
