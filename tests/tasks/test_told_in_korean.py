"""Mistakes with data, demonstrations and own tasks are told in Korean too."""

from collections.abc import Callable
from pathlib import Path

import pytest
from task_rows import items_of

from gwageo.core import Protocol, UserError
from gwageo.messages import retell, speaking
from gwageo.tasks import ko_arc
from gwageo.tasks.base import Settings
from gwageo.tasks.bundle import LIST
from gwageo.tasks.bundling import Wanted, bundle
from gwageo.tasks.own import load_file
from gwageo.tasks.registry import own_exams
from gwageo.tasks.skeleton import write_skeleton
from gwageo.tasks.sources import read_items


def shots(settings: Settings) -> None:
    ko_arc.EASY.prepare(items_of(ko_arc.EASY), Protocol(), settings)


def damaged(folder: Path) -> None:
    bundle([Wanted(ko_arc.EASY, "bundled")], folder)
    (folder / "ko_arc_easy.jsonl").write_text("{}\n", encoding="utf-8")
    read_items(ko_arc.EASY, folder)


def lost(folder: Path) -> None:
    bundle([Wanted(ko_arc.EASY, "bundled")], folder)
    (folder / "ko_arc_easy.jsonl").unlink()
    assert (folder / LIST).exists()
    read_items(ko_arc.EASY, folder)


def file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


MISTAKES: dict[str, Callable[[Path], object]] = {
    "absent": lambda folder: load_file("nowhere.toml"),
    "ending": lambda folder: load_file(file(folder, "a.yaml", "")),
    "taken": lambda folder: own_exams([file(folder, "a.py", "from gwageo.tasks.ko_gsm8k import TASK")]),
    "raises": lambda folder: load_file(file(folder, "a.py", "1 / 0")),
    "empty": lambda folder: load_file(file(folder, "a.py", "x = 1")),
    "toml": lambda folder: load_file(file(folder, "a.toml", "name =")),
    "missing": lambda folder: load_file(file(folder, "a.toml", 'kind = "choice"')),
    "close": lambda folder: (
        load_file(str(write_skeleton("a", "choice", folder)[0]))
        and load_file(file(folder, "a.toml", "shot = 1\n" + (folder / "a.toml").read_text(encoding="utf-8")))
    ),
    "name": lambda folder: write_skeleton("A B", "choice", folder),
    "exists": lambda folder: [write_skeleton("a", "choice", folder) for _ in range(2)],
    "damaged": damaged,
    "lost": lost,
    "tokenizer": lambda folder: bundle([Wanted(ko_arc.EASY, "bundled")], folder, model="baseline:gold"),
    "shots and ids": lambda folder: shots(Settings(shots=3, shot_ids=("s1",))),
    "twice": lambda folder: shots(Settings(shot_ids=("s1", "s1"))),
    "zero": lambda folder: shots(Settings(shots=0, shot_data="x")),
    "unknown id": lambda folder: shots(Settings(shot_ids=("s11",))),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_korean(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        MISTAKES[name](tmp_path)
    with speaking("ko"):
        told = retell(str(caught.value), "error")
    assert told is not None, str(caught.value)
    assert "{" not in told
    assert any("가" <= sign <= "힣" for sign in told)
