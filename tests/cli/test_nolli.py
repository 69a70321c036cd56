"""`gwageo nolli`: make, check, show."""

import json
from pathlib import Path

import pytest

from command_line import gwageo
from golden_files import check_golden

MAKE = ("nolli", "make", "--task", "sudoku", "--tier", "easy", "--seed", "7", "--count", "3")


def test_make_prints_one_item_a_line() -> None:
    done = gwageo(*MAKE, "--lang", "ko")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == [f"sudoku_ko_easy_s7_00000{index}" for index in range(3)]
    assert rows[0]["certificate"]["solutions"] == 1


def test_make_fills_a_folder_with_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        done = gwageo(*MAKE, "--task", "saju", "--workers", workers, "-o", str(tmp_path / workers))
        assert (done.returncode, done.stdout) == (0, "")
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("1", "2"))
    assert one == two
    assert sorted(one) == ["saju_ko_easy.jsonl", "sudoku_en_easy.jsonl", "sudoku_ko_easy.jsonl"]


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_check_counts_what_was_made(tmp_path: Path, ending: str) -> None:
    place = str(tmp_path / f"items.{ending}")
    assert gwageo(*MAKE, "-o", place).returncode == 0
    done = gwageo("nolli", "check", place, "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert {name: found[name] for name in ("n", "sound", "ambiguous", "wrong", "unreadable")} == {
        "n": 6, "sound": 6, "ambiguous": 0, "wrong": 0, "unreadable": 0,
    }  # fmt: skip
    assert found["items"][0] == {"id": "sudoku_en_easy_s7_000000", "state": "sound", "reason": ""}


@pytest.mark.parametrize("name", ["items.jsonl", "folder"])
def test_make_never_writes_over_a_file_that_holds_something_else(tmp_path: Path, name: str) -> None:
    command = ("nolli", "make", "--task", "saju-ko-easy", "--count", "2", "-o", str(tmp_path / name))
    assert [gwageo(*command).returncode for _ in range(2)] == [0, 0]
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    refused = gwageo(*command, "--seed", "8")
    assert refused.returncode == 2
    assert "exists and holds something else" in refused.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_make_fills_a_folder_with_shards_and_goes_on_where_it_was(tmp_path: Path) -> None:
    command = (*MAKE, "--shards", "--shard-size", "2", "-o", str(tmp_path / "items"))
    first, second = gwageo(*command), gwageo(*command)
    assert "holds 6 items in 4 shards, 0 of them from before; digest " in first.stderr
    assert second.stderr == first.stderr.replace(" 0 of them", " 4 of them")
    assert "seed was 7, now 8" in gwageo(*command, "--seed", "8").stderr


def test_a_folder_of_shards_is_no_place_for_a_suite_nor_the_other_way_round(tmp_path: Path) -> None:
    for first, second in (("--shards", ""), ("", "--shards")):
        folder = tmp_path / f"first{first}"
        command = [*MAKE, "-o", str(folder)]
        assert gwageo(*command, *([first] if first else [])).returncode == 0
        refused = gwageo(*command, *([second] if second else []))
        assert (refused.returncode, "another folder" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    "more", [("-o", "taken/x.jsonl"), ("-o", "taken"), ("-o", "taken/x"), ("--shards", "-o", "taken")]
)
def test_a_file_where_a_folder_should_be_is_told_in_a_line(tmp_path: Path, more: tuple[str, ...]) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    done = gwageo(*MAKE, *more, where=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "taken is a file, not a folder" in done.stderr


@pytest.mark.parametrize("more", [(".jsonl",), ("/",), ("", "--shards")])
def test_a_name_that_no_file_can_have_is_told_in_a_line(tmp_path: Path, more: tuple[str, ...]) -> None:
    ending, *rest = more
    done = gwageo(*MAKE, "-o", "n" * 300 + ending, *rest, where=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "cannot be written: File name too long" in done.stderr


def test_a_file_where_a_folder_should_be_is_told_in_korean(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    told = gwageo("--lang", "ko", *MAKE, "-o", "taken/x.jsonl", where=tmp_path).stderr
    assert told == "gwageo: taken/x.jsonl에 쓸 수 없습니다. taken은 폴더가 아니라 파일입니다\n"


def test_check_names_broken_rows_and_judges_the_others(tmp_path: Path) -> None:
    place = tmp_path / "items.jsonl"
    row = json.loads(gwageo(*MAKE).stdout.splitlines()[0])
    place.write_text(f"{json.dumps({**row, 'answer': '1 1 1 1'})}\nnot json\n", encoding="utf-8")
    done = gwageo("nolli", "check", str(place))
    assert done.returncode == 1
    assert "2 items: 0 sound, 0 ambiguous, 1 wrong, 1 unreadable" in done.stdout
    assert "\nline 2: unreadable: is not JSON" in done.stdout
    assert "sudoku_en_easy_s7_000000: wrong: the only answer is" in done.stdout


def test_check_names_a_damaged_shard_and_judges_the_others(tmp_path: Path) -> None:
    gwageo(*MAKE, "--shards", "--shard-size", "1", "-o", f"{tmp_path}/")
    first = sorted(tmp_path.glob("*.parquet"))[0]
    damaged = bytearray(first.read_bytes())
    damaged[4] ^= 0xFF
    first.write_bytes(damaged)
    done = gwageo("nolli", "check", str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "")
    assert ": 5 sound, 0 ambiguous, 0 wrong, 1 unreadable" in done.stdout
    assert f"\n{first.name}: unreadable: is not Parquet that can be read" in done.stdout


def test_check_counts_and_names_duplicates(tmp_path: Path) -> None:
    place = tmp_path / "items.jsonl"
    row = gwageo(*MAKE).stdout.splitlines()[0]
    place.write_text(f"{row}\n{row}\n", encoding="utf-8")
    told = gwageo("nolli", "check", str(place)).stdout
    assert "duplicates: 1\nsudoku_en_easy_s7_000000: duplicate id and question" in told
    found = json.loads(gwageo("nolli", "check", str(place), "--json").stdout)
    assert [one["what"] for one in found["duplicates"]] == ["id and question"]


def test_show_tells_a_puzzle_in_both_languages() -> None:
    by_id = gwageo("nolli", "show", "sudoku_easy_s7_000002").stdout
    assert by_id == gwageo("nolli", "show", "--task", "sudoku", "--seed", "7", "-i", "2").stdout
    for word in ("=== sudoku_en_easy_s7_000002", "=== sudoku_ko_easy_s7_000002", "Certificate: ", "[풀이]"):
        assert word in by_id


def test_show_as_json_is_one_object() -> None:
    found = json.loads(gwageo("nolli", "show", "sudoku_ko_easy_s7_000002", "--json").stdout)
    assert [row["id"] for row in found["items"]] == ["sudoku_ko_easy_s7_000002"]


def test_the_messages_are_korean_on_request() -> None:
    assert "증명: " in gwageo("--lang", "ko", "nolli", "show", "sudoku_en_easy_s7_000002").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("make", "--task", "sudokku"), "did you mean sudoku"),
        (("make", "--task", "saju", "--lang", "en"), "saju exists in ko"),
        (("make", "--task", "saju-ko-easy", "--count", "23617"), "--count 23617 is more than the 23,616 different"),
        (("make", "--task", "sudoku", "-o", "x.csv"), "a file of items ends in .jsonl or .parquet, a folder in /"),
        (("make", "--task", "sudoku", "--shards", "-o", "x.csv"), "ends in '.csv'"),
        (("show", "saju_easy_s0_023616"), "number 23616 (counted from 0) is more than the 23,616"),
        (("make", "--task", "sudoku", "-o", "items.csv/x.csv", "--count", "0"), "a count from 1 on"),
        (("make", "--task", "sudoku", "--shards"), "Shards go into a folder; give one as -o items/"),
        (("make", "--task", "sudoku", "--shards", "-o", "items.parquet"), "give one as -o items/"),
        (("check", "nowhere.jsonl"), "nowhere.jsonl"),
        (("show", "sudoku"), "no id of a made puzzle"),
        (("show",), "Say which puzzle"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = gwageo("nolli", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["make", "check", "show"])
def test_help_is_as_accepted(command: str) -> None:
    done = gwageo("nolli", command, "--help")
    shown = "\n".join(line.strip("╭╮╰╯│─ ").rstrip() for line in done.stdout.splitlines() if line.strip("╭╮╰╯│─ "))
    check_golden(f"cli/help_nolli_{command}.txt", shown + "\n")
