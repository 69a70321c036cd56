"""A bundle holds the same items as its source, and says what they are."""

import json
from pathlib import Path

import pytest
from task_rows import BUNDLED_TASKS, rows_of

from gwageo.core import ConfigError, DataError, StoreError
from gwageo.tasks import ko_arc, ko_gsm8k, ko_winogrande
from gwageo.tasks.base import Task
from gwageo.tasks.bundle import LIST, read_bundle
from gwageo.tasks.bundling import Wanted, bundle
from gwageo.tasks.files import Row, Rows
from gwageo.tasks.hub import Fetched
from gwageo.tasks.registry import load_task
from gwageo.tasks.sources import read_items

COMMIT = "c" * 40


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hub, held by the test: every set that it is asked for, in order."""
    asked: list[str] = []

    def fetch(hub: object, task_name: str, token: str | None) -> Fetched:
        del hub, token
        asked.append(task_name)
        rows = [Row(number, row) for number, row in enumerate(rows_of(load_task(task_name)), 1)]
        return Fetched(Rows(tuple(rows)), f"set of {task_name}", COMMIT)

    monkeypatch.setattr("gwageo.tasks.sources.fetch", fetch)
    return asked


@pytest.mark.parametrize("name", BUNDLED_TASKS)
def test_every_exam_reads_the_same_items_from_a_bundle(name: str, tmp_path: Path) -> None:
    task = load_task(name)
    bundle([Wanted(task, "bundled")], tmp_path)
    there, here = read_items(task, "bundled"), read_items(task, tmp_path)
    assert (here.items, here.digest, here.kind, here.origin) == (there.items, there.digest, "bundled", there.origin)


def test_a_set_of_two_exams_is_fetched_once_with_revision_and_licence(hub: list[str], tmp_path: Path) -> None:
    found = bundle([Wanted(ko_arc.EASY, None), Wanted(ko_arc.EASY_GEN, None)], tmp_path)
    assert hub == ["ko-arc-easy"]
    entry = found.sets["ko_arc_easy"]
    assert (entry.rows, entry.revision, entry.licence, entry.kind) == (7, COMMIT, "CC BY-SA 4.0", "hub")
    assert entry.tasks == ("ko-arc-easy", "ko-arc-easy-gen")
    items = read_items(ko_arc.EASY, tmp_path)
    assert (items.revision, items.kind) == (COMMIT, "file")
    assert items.origin.endswith("(set of ko-arc-easy, Hugging Face hub)")
    assert items.digest == read_items(ko_arc.EASY).digest


def test_a_second_fetch_adds_to_the_first(hub: list[str], tmp_path: Path) -> None:
    del hub
    first: list[Task] = [ko_arc.EASY, ko_winogrande.TASK]
    for task in first:
        bundle([Wanted(task, None)], tmp_path)
    again = read_bundle(tmp_path)
    assert again is not None
    assert list(again.sets) == ["ko_arc_easy", "ko_winogrande"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [LIST, "ko_arc_easy.jsonl", "ko_winogrande.jsonl"]


def test_a_local_source_keeps_no_path_of_the_machine(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows_of(ko_gsm8k.TASK)), encoding="utf-8")
    bundle([Wanted(ko_gsm8k.TASK, str(path))], tmp_path / "out")
    text = (tmp_path / "out" / LIST).read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert '"origin": "mine.jsonl"' in text


def test_a_damaged_copy_is_refused(tmp_path: Path) -> None:
    bundle([Wanted(ko_gsm8k.TASK, "bundled")], tmp_path)
    path = tmp_path / "ko_gsm8k.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("1500원", "1600원"), encoding="utf-8")
    with pytest.raises(DataError, match="is not what was bundled"):
        read_items(ko_gsm8k.TASK, tmp_path)
    path.unlink()
    with pytest.raises(DataError, match="fetch the data again"):
        read_items(ko_gsm8k.TASK, tmp_path)


@pytest.mark.parametrize("content", ["", "[]", '{"schema_version": 9}', '{"schema_version": 1, "sets": {"a": {}}}'])
def test_a_broken_list_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / LIST).write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match="no list of a bundle"):
        read_items(ko_gsm8k.TASK, tmp_path)


def test_a_bad_row_stops_the_bundle_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"question": "?", "answer": "일곱"}\n', encoding="utf-8")
    with pytest.raises(DataError, match="row 1, column 'answer'"):
        bundle([Wanted(ko_gsm8k.TASK, str(path))], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_lone_surrogate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"question": "\\ud83d?", "answer": "#### 1"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"row 1, column 'question': holds half of a character \(U\+D83D\)"):
        bundle([Wanted(ko_gsm8k.TASK, str(path))], tmp_path / "out")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    with pytest.raises(ConfigError, match="is a file"):
        bundle([Wanted(ko_gsm8k.TASK, "bundled")], tmp_path / "f")


def test_a_full_disk_is_told_and_leaves_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, raw: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="No space left on device"):
        bundle([Wanted(ko_gsm8k.TASK, "bundled")], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_baseline_has_no_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no tokenizer to bundle"):
        bundle([Wanted(ko_gsm8k.TASK, "bundled")], tmp_path, model="baseline:gold")


def test_the_tokenizer_of_a_checkpoint_lies_beside_the_items(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"가": 0, "[UNK]": 1}, unk_token="[UNK]"))
    model = tmp_path / "model"
    transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]").save_pretrained(model)
    (model / "config.json").write_text('{"model_type": "gpt2"}', encoding="utf-8")
    found = bundle([Wanted(ko_gsm8k.TASK, "bundled")], tmp_path / "out", model=str(model))
    assert found.tokenizer is not None
    assert found.tokenizer.fingerprint.startswith("sha256:")
    again = read_bundle(tmp_path / "out")
    assert again == found
    loaded = transformers.AutoTokenizer.from_pretrained(tmp_path / "out" / found.tokenizer.folder)
    assert loaded("가")["input_ids"] == [0]
