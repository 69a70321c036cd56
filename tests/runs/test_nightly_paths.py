"""Paths of a nightly file are seen from its folder; names that are no paths stay."""

from pathlib import Path

import pytest

from gwageo.core import ConfigError
from gwageo.runs.nightly import cells, read_nightly
from gwageo.runs.nightly_paths import from_folder, model_from_folder


@pytest.mark.parametrize(
    ("name", "folder", "expected"),
    [
        ("embedded", "nights", "embedded"),
        ("baseline:gold", "nights", "baseline:gold"),
        ("hf:org/name", "nights", "hf:org/name"),
        ("hf:./step", "nights", "hf:./nights/step"),
        ("./step", "nights", "./nights/step"),
        ("../step", "nights", "./step"),
        ("../../step", "nights", "../step"),
        ("checkpoints/step", "nights", "./nights/checkpoints/step"),
        ("/models/step", "nights", "/models/step"),
        ("hf:/models/step", "nights", "hf:/models/step"),
        ("./step", ".", "./step"),
        ("hf:./step", "/nights", "hf:/nights/step"),
    ],
)
def test_a_model_folder_is_seen_from_the_folder_of_the_file(name: str, folder: str, expected: str) -> None:
    assert model_from_folder(name, Path(folder)) == expected


def test_a_folder_beside_the_file_is_a_model_by_its_bare_name(tmp_path: Path) -> None:
    (tmp_path / "step").mkdir()
    assert model_from_folder("step", tmp_path) == str(tmp_path / "step")
    assert model_from_folder("stop", tmp_path) == "stop"


def test_a_path_beside_the_command_stays_as_written() -> None:
    assert from_folder("a/b.jsonl", Path()) == "a/b.jsonl"


def test_every_path_of_a_file_is_seen_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nights = tmp_path / "nights"
    nights.mkdir()
    (nights / "mine.toml").write_text(
        'name = "mine"\nkind = "number"\n[columns]\nanswer = "answer"\n[prompt]\nquestion = "{question}"\n',
        encoding="utf-8",
    )
    text = "models: [./step]\ntasks: mine\ntask_files: mine.toml\ndata: items\nshot_data: shots.jsonl\noutput: out\n"
    (nights / "night.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    file = read_nightly("nights/night.yaml")
    (cell,) = cells(file)
    assert (file.folder, cell.config.model) == (Path("nights/out"), "./nights/step")
    assert (cell.config.task_files, cell.config.data) == (("nights/mine.toml",), "nights/items")
    assert cell.config.settings.shot_data == "nights/shots.jsonl"


@pytest.mark.parametrize("word", ["data", "shot_data"])
def test_the_bundled_items_are_no_path(tmp_path: Path, word: str) -> None:
    (tmp_path / "night.yaml").write_text(f"models: embedded\ntasks: ko-gsm8k\n{word}: bundled\n", encoding="utf-8")
    assert getattr(read_nightly(tmp_path / "night.yaml"), word) == "bundled"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("options: {tie: wrong}", r"line 3, options: ko-gsm8k has no option 'tie'"),
        ("options: {tie: x}\ntasks: [ko-arc-easy]", r"line 3, options: ko-arc-easy: option tie is 'x'"),
        ("shots: [published, 0]\nshot_data: x.jsonl", r"line 3, shots: ko-gsm8k: --shots 0 shows nothing"),
        ("shots: 3\nshot_ids: [a]", r"line 3, shots: ko-gsm8k: --shots is 3, but --shot-ids names 1"),
    ],
)
def test_what_a_task_refuses_is_a_mistake_of_the_file(tmp_path: Path, line: str, sentence: str) -> None:
    tasks = "" if "tasks:" in line else "tasks: [ko-gsm8k]\n"
    (tmp_path / "night.yaml").write_text(f"models: embedded\n\n{line}\n{tasks}", encoding="utf-8")
    with pytest.raises(ConfigError, match=sentence):
        read_nightly(tmp_path / "night.yaml")
