"""Shards: whole files or none, the same bytes whatever the workers and kills, and no other request in the folder."""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gwageo.core.errors import ConfigError, StoreError, UserError
from gwageo.puzzles import make, row_of
from gwageo.puzzles.files import as_line, items
from gwageo.puzzles.shards import MANIFEST, SUMS, digest, fill
from gwageo.puzzles.suite import choose

PAIR = choose(["sudoku"], tiers=["easy"])
JAMO = choose(["jamo-ko-easy"])


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_item_is_there_once_and_in_order(tmp_path: Path) -> None:
    filled = fill(tmp_path, PAIR, seed=7, count=25, size=10)
    assert (filled.items, filled.shards, filled.kept) == (50, 6, 0)
    read = [each for path in sorted(tmp_path.glob("sudoku_ko_easy-*-of-00003.parquet")) for each in items(path)]
    assert [row_of(each) for each in read] == [  # type: ignore[arg-type]  # no broken rows
        row_of(each) for each in make("sudoku", "ko", "easy", seed=7, count=25)
    ]


def test_the_digest_is_that_of_the_lines(tmp_path: Path) -> None:
    lines = [as_line(item) for item in make("jamo", "ko", "easy", seed=1, count=250)]
    shards = [hashlib.sha256("".join(f"{line}\n" for line in part).encode()) for part in (lines[:150], lines[150:])]
    total = hashlib.sha256("".join(each.hexdigest() for each in shards).encode()).hexdigest()
    assert fill(tmp_path, JAMO, seed=1, count=250, size=150).digest == digest(tmp_path) == total


def test_workers_and_missing_shards_do_not_show(tmp_path: Path) -> None:
    one = fill(tmp_path / "one", PAIR, count=25, size=10)
    fill(tmp_path / "two", PAIR, count=25, size=10)
    for name in ("sudoku_en_easy-00001-of-00003.parquet", "sudoku_ko_easy-00002-of-00003.parquet"):
        (tmp_path / "two" / name).unlink()
    again = fill(tmp_path / "two", PAIR, count=25, size=10, workers=2)
    assert (again.kept, again.digest) == (4, one.digest)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_three_kills_leave_no_trace(tmp_path: Path) -> None:
    whole = fill(tmp_path / "whole", JAMO, seed=7, count=4000, size=200)
    broken = tmp_path / "broken"
    arguments = ["--task", "jamo-ko-easy", "--seed", "7", "--count", "4000", "--shards", "--shard-size", "200"]
    command = [sys.executable, "-m", "gwageo", "nolli", "make", *arguments, "--workers", "2", "-o", str(broken)]
    for least in (1, 5, 9):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(list(broken.glob("*.parquet"))) < least:
            time.sleep(0.002)
        process.kill()
        process.wait()
        assert all(sum(1 for _ in items(path)) == 200 for path in broken.glob("*.parquet")), "a shard is not whole"
    again = fill(broken, JAMO, seed=7, count=4000, size=200)
    assert again.kept >= 9
    assert again.digest == whole.digest
    assert content(broken) == content(tmp_path / "whole")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "seed was 7, now 8"),
        ({"count": 30, "size": 5}, "count was 20, now 30; shard_size was 10, now 5"),
        ({"cells": PAIR}, r"version of jamo_ko_easy was \d+, now None; version of sudoku_en_easy was None, now \d+"),
    ],
)
def test_another_request_is_refused_by_its_fields(tmp_path: Path, change: dict[str, object], words: str) -> None:
    request = {"cells": JAMO, "seed": 7, "count": 20, "size": 10}
    fill(tmp_path, **request)  # type: ignore[arg-type]  # words of the table
    before = content(tmp_path)
    with pytest.raises(ConfigError, match=words):
        fill(tmp_path, **{**request, **change})  # type: ignore[arg-type]  # words of the table
    assert content(tmp_path) == before


def test_the_versions_of_the_types_belong_to_the_request(tmp_path: Path) -> None:
    fill(tmp_path, JAMO, count=2)
    told = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps({**told, "types": {"jamo_ko_easy": 0}}))
    with pytest.raises(ConfigError, match=r"version of jamo_ko_easy was 0, now [1-9]"):
        fill(tmp_path, JAMO, count=2)


@pytest.mark.parametrize("name", ["x.parquet", "jamo_ko_easy.jsonl", "notes.txt"])
def test_a_folder_with_files_of_someone_else_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"mine")
    with pytest.raises(ConfigError, match=rf"is not empty and holds no shards \(it has '{name}'\)"):
        fill(tmp_path, JAMO, count=2)
    assert content(tmp_path) == {name: b"mine"}


def test_the_list_is_that_of_sha256sum(tmp_path: Path) -> None:
    fill(tmp_path, PAIR, count=3, size=2)
    sums = [(hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in sorted(tmp_path.glob("*.parquet"))]
    assert (tmp_path / SUMS).read_text() == "".join(f"{told}  {name}\n" for told, name in sums)


def _flip(folder: Path) -> None:
    path = folder / "jamo_ko_easy-00001-of-00003.parquet"
    raw = bytearray(path.read_bytes())
    raw[500] ^= 1
    path.write_bytes(raw)


def _copy(folder: Path) -> None:
    (folder / "jamo_ko_easy-00001-of-00003.parquet").write_bytes(
        (folder / "jamo_ko_easy-00000-of-00003.parquet").read_bytes()
    )


def _cut(folder: Path) -> None:
    (folder / "jamo_ko_easy-00001-of-00003.parquet").write_bytes(b"PAR1")


def _other_sum(folder: Path) -> None:
    lines = (folder / SUMS).read_text().splitlines(keepends=True)
    (folder / SUMS).write_text(lines[0] + "0" + lines[1][1:] + lines[2])


def _torn_list(folder: Path) -> None:
    (folder / SUMS).write_text("".join((folder / SUMS).read_text().splitlines(keepends=True)[:2]) + "0123")


@pytest.mark.parametrize("spoil", [_flip, _copy, _cut, _other_sum, _torn_list])
def test_a_shard_that_the_list_does_not_vouch_for_is_made_again(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    whole = fill(tmp_path, JAMO, count=25, size=10)
    before = content(tmp_path)
    spoil(tmp_path)
    again = fill(tmp_path, JAMO, count=25, size=10)
    assert (again.kept, again.mended, again.digest) == (2, 1, whole.digest)
    assert content(tmp_path) == before
    assert fill(tmp_path, JAMO, count=25, size=10).mended == 0


def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="taken is a file, not a folder"):
        fill(tmp_path / "taken", JAMO, count=2)


def test_what_a_kill_left_is_swept_up(tmp_path: Path) -> None:
    fill(tmp_path, JAMO, count=2)
    (tmp_path / ".jamo_ko_easy-00000-of-00001.parquet.77.part").write_bytes(b"half")
    fill(tmp_path, JAMO, count=2)
    assert {path.name for path in tmp_path.iterdir()} == {MANIFEST, SUMS, "jamo_ko_easy-00000-of-00001.parquet"}


def test_a_full_disk_leaves_whole_shards_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gwageo.puzzles import parquet

    add, calls = parquet.Writer.add, iter(range(100))

    def full(self: parquet.Writer, lines: object) -> None:
        if next(calls) == 2:
            raise OSError(28, "No space left on device")
        add(self, lines)  # type: ignore[arg-type]  # passed on

    with monkeypatch.context() as patch:
        patch.setattr(parquet.Writer, "add", full)
        with pytest.raises(StoreError, match="No space left on device"):
            fill(tmp_path, JAMO, count=300, size=200)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {MANIFEST, SUMS, "jamo_ko_easy-00000-of-00002.parquet"}
    assert fill(tmp_path, JAMO, count=300, size=200).kept == 1


@pytest.mark.parametrize(
    ("request_", "words"), [({"size": 0}, "at least 1"), ({"workers": 0}, "at least 1"), ({"count": 0}, "count from 1")]
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, request_: dict[str, int], words: str) -> None:
    with pytest.raises(UserError, match=words):
        fill(tmp_path / "new", JAMO, **request_)
