"""Mistakes with data, demonstrations and own tasks are told in Korean too."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from task_rows import items_of

from gwageo.api import make_config
from gwageo.core import Item, Protocol, UserError
from gwageo.messages import retell, speaking
from gwageo.runs.config import check_same
from gwageo.runs.nightly import read_nightly
from gwageo.tasks import ko_arc, ko_ifeval
from gwageo.tasks.answers import score_answers
from gwageo.tasks.base import Hub, Settings
from gwageo.tasks.bundle import LIST
from gwageo.tasks.bundling import Wanted, bundle
from gwageo.tasks.files import Row
from gwageo.tasks.hub import _unavailable
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


def row(folder: Path, **cells: object) -> object:
    whole = {"id": "1", "question": "몇?", "choices": {"label": ["A", "B"], "text": ["가", "나"]}, "answerKey": "A"}
    return read_items(ko_arc.EASY, file(folder, "a.jsonl", json.dumps({**whole, **cells}) + "\n"))


def double(folder: Path) -> object:
    row(folder)
    text = (folder / "a.jsonl").read_text(encoding="utf-8")
    return read_items(ko_arc.EASY, file(folder, "b.jsonl", text * 2))


def answers(**cells: object) -> object:
    """Answers to a set of one item, whose published key is 7."""
    item = Item("0", {"prompt": "?"}, [{"id": "punctuation:no_comma", "kwargs": {}}], {"key": 7})
    return score_answers(ko_ifeval.TASK, (item,), [Row(1, {**cells, "response": "예"})])


def encoding(folder: Path) -> object:
    (folder / "a.jsonl").write_bytes("가".encode("cp949"))
    return read_items(ko_arc.EASY, folder / "a.jsonl")


MISTAKES |= {
    "empty cell": lambda folder: row(folder, question=None),
    "blank": lambda folder: row(folder, question=" "),
    "label": lambda folder: row(folder, answerKey="C"),
    "no mapping": lambda folder: row(folder, choices=[1, 2]),
    "uneven": lambda folder: row(folder, choices={"label": ["A"], "text": ["가", "나"]}),
    "double id": double,
    "encoding": encoding,
    "no json": lambda folder: read_items(ko_arc.EASY, file(folder, "a.jsonl", "{")),
    "no file": lambda folder: read_items(ko_arc.EASY, folder),
    "file ending": lambda folder: read_items(ko_arc.EASY, file(folder, "a.doc", "")),
    "no hub": lambda folder: read_items(load_file(str(write_skeleton("a", "choice", folder)[0]))[0].task),
    "keys for ids": lambda folder: answers(id=7),
    "key of another": lambda folder: answers(id=0, key=8),
    "unknown key": lambda folder: answers(key=8),
    "limit": lambda folder: make_config(limit=0),
    "limit kind": lambda folder: make_config(limit="3"),
    "nightly limit": lambda folder: read_nightly(file(folder, "a.yaml", "models: embedded\nlimit: 0\n")),
    "other run": lambda folder: check_same({"limit": 3, "model": {"kind": "a"}}, {"limit": 4, "seed": 1}, folder),
}


def test_nothing_of_the_commonest_mistakes_stays_english(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        MISTAKES["empty cell"](tmp_path)
    with speaking("ko"):
        assert retell(str(caught.value), "error") == (
            f"{tmp_path}/a.jsonl 1행 'question' 열: 칸이 비어 있습니다. "
            "--option data_errors=skip을 주면 이런 행(1개)을 빼고 진행합니다"
        )
    with pytest.raises(UserError) as caught:
        MISTAKES["keys for ids"](tmp_path)
    with speaking("ko"):
        told = retell(str(caught.value), "error") or ""
    assert "id가 모두 ko-ifeval에서 id가 다른 문항의 key 값입니다" in told
    with pytest.raises(UserError) as caught:
        MISTAKES["other run"](Path("out"))
    with speaking("ko"):
        told = retell(str(caught.value), "error") or ""
    assert "limit: 기존 3, 지금 4; model.kind: 기존 'a', 지금 없음; seed: 기존 없음, 지금 1" in told
    assert " there " not in told


@pytest.mark.parametrize("gated", [True, False])
def test_a_hub_that_gives_nothing_is_told_in_korean(gated: bool) -> None:
    sentence = _unavailable(Hub("a/b", gated=gated), "ko-arc-easy", OSError("no connection"))
    with speaking("ko"):
        told = retell(sentence, "error")
    assert told is not None
    assert ("HF_TOKEN" in told, "no connection" in told, "could not" in told) == (gated, True, False)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_korean(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        MISTAKES[name](tmp_path)
    with speaking("ko"):
        told = retell(str(caught.value), "error")
    assert told is not None, str(caught.value)
    assert "{" not in told
    assert any("가" <= sign <= "힣" for sign in told)
