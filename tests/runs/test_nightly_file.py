"""Nightly files: what they say, how mistakes are named by line and field, and that they survive being written."""

from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core import ConfigError
from gwageo.runs.config import RunConfig
from gwageo.runs.nightly import ModelEntry, NightlyFile, cells, nightly_of, read_nightly, write_nightly

GOOD = """\
# every night
name: demo
models:
  - baseline:gold
  - name: hf:./checkpoint
    dtype: bfloat16
tasks: [ko-arc-easy, ko-winogrande]
protocols: [plain, chat]
shots: [published, 2]
data: bundled
limit: 5
options: {tie: wrong}
"""


def read(text: str, where: Path) -> NightlyFile:
    path = where / "night.yaml"
    path.write_text(text, encoding="utf-8")
    return read_nightly(path)


def test_a_file_says_models_protocols_shots_and_tasks(tmp_path: Path) -> None:
    found = list(cells(read(GOOD, tmp_path)))
    assert len(found) == 2 * 2 * 2
    assert [cell.entry.name for cell in found] == ["baseline:gold"] * 4 + [f"hf:{tmp_path / 'checkpoint'}"] * 4
    last = found[-1].config
    assert (last.model_options.dtype, last.protocol.name, last.settings.shots) == ("bfloat16", "chat", 2)
    assert (last.tasks, last.data, last.limit) == (("ko-arc-easy", "ko-winogrande"), "bundled", 5)
    assert last.settings.options == {"tie": "wrong"}


def test_one_value_stands_for_a_list_and_null_shots_are_the_published_ones(tmp_path: Path) -> None:
    file = read("models: embedded\ntasks: ko-gsm8k\nprotocols: chat\nshots: null\n", tmp_path)
    assert [(cell.entry.name, cell.config.settings.shots) for cell in cells(file)] == [("embedded", None)]


def test_a_cell_named_twice_is_run_once(tmp_path: Path) -> None:
    assert len(list(cells(read("models: [embedded, embedded]\nshots: [0, 0]\n", tmp_path)))) == 1


def test_a_preset_stands_for_its_models_with_the_options_beside_it(tmp_path: Path) -> None:
    file = read("models:\n- embedded\n- name: '@kbs-closed'\n  stream: true\n", tmp_path)
    assert [(entry.name.split(":")[0], entry.stream) for entry in file.models] == [
        ("embedded", False), ("anthropic", True), ("anthropic", True), ("openai", True), ("openai", True),
    ]  # fmt: skip


def test_a_preset_that_does_not_exist_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"line 3.*did you mean @kbs-closed"):
        read("models:\n- embedded\n- '@kbs-close'\n", tmp_path)


def test_the_default_folder_has_the_name(tmp_path: Path) -> None:
    assert read(GOOD, tmp_path).folder == Path("runs/nightly-demo")


@pytest.mark.parametrize(("file", "folder"), [("밤 8시.yaml", "runs/nightly-밤-8시"), ("nightly.yml", "runs/nightly")])
def test_a_file_without_a_name_is_named_as_it_is_called(file: str, folder: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text("models: embedded\n", encoding="utf-8")
    assert read_nightly(tmp_path / file).folder == Path(folder)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("models: [embedded]\nprotocol: [plain]\n", 2, ["protocol", "did you mean protocols"]),
        ("models: [embedded]\n\nprotocols:\n  - plain\n  - chatty\n", 5, ["protocols.1", "did you mean chat"]),
        ("models: [embedded]\ntasks:\n- ko-arc-easy\n- ko-arc-eesy\n", 4, ["tasks.1", "did you mean ko-arc-easy"]),
        ("models: [embedded]\nlimit: 0\n", 2, ["limit", "cannot be 0"]),
        ("models: [embedded]\nlimit: '5'\n", 2, ["limit", "cannot be '5'"]),
        ("models: [embedded]\nshots: [five]\n", 2, ["shots.0", "expected published, or a number"]),
        ("models: [embedded]\nshots: [-1]\n", 2, ["shots.0", "cannot be -1"]),
        ("models: [embedded]\nshots: [yes]\n", 2, ["shots.0", "cannot be True"]),
        ("models:\n- name: a\n  dtype: float8\n", 3, ["models.0.dtype", "float8"]),
        ("models:\n- name: a\n  typ: float32\n", 3, ["models.0.typ", "did you mean dtype"]),
        ("models:\n- dtype: float32\n", 2, ["models.0.name", "is missing"]),
        ("tasks: [quick]\n", 1, ["models", "is missing"]),
        ("models: []\n", 1, ["models"]),
        ("models: [embedded]\nlimit: 3\nlimit: 4\n", 3, ["limit", "stands twice, first on line 2"]),
        ("models:\n- name: a\n  name: b\n", 3, ["models.0.name", "stands twice"]),
        ("models: [embedded\nlimit: 3\n", 2, ["is not YAML"]),
        ("models:\n\t- a\n", 2, ["is not YAML"]),
        ("models: &m [embedded]\ntasks: *m\n", 2, ["refers to *m"]),
        ("models: [!!python/object/apply:os.system [ls]]\n", 1, ["is not YAML"]),
        ("- embedded\n", 1, ["holds a list"]),
        ("", 1, ["holds nothing"]),
        ("models: [embedded]\nname: a/b\n", 2, ["name", "cannot be 'a/b'"]),
        ("[" * 5000, 1, ["is not YAML"]),
    ],
)
def test_a_mistake_is_named_with_its_line_and_field(text: str, line: int, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        read(text, tmp_path)
    assert f"night.yaml, line {line}" in str(error.value)
    assert all(word in str(error.value) for word in words), str(error.value)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_nightly(tmp_path / "absent.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_nightly(tmp_path / "bytes.yaml")


def test_what_is_written_reads_back_the_same(tmp_path: Path) -> None:
    file = read(GOOD, tmp_path)
    assert read(write_nightly(file), tmp_path) == file


TEXT = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=5)


@given(
    st.builds(
        NightlyFile,
        models=st.lists(
            st.builds(ModelEntry, name=st.sampled_from(["embedded", "hf:가/나", "yes", "1e3", "# no", "null"])),
            min_size=1,
        ).map(tuple),
        protocols=st.lists(st.sampled_from(["plain", "chat", "nothink"]), min_size=1).map(tuple),
        shots=st.lists(st.one_of(st.just("published"), st.integers(0, 9)), min_size=1).map(tuple),
        shot_ids=st.lists(TEXT, max_size=3).map(tuple),
        limit=st.one_of(st.none(), st.integers(1, 10)),
        options=st.dictionaries(TEXT, TEXT, max_size=2),
    )
)
def test_any_file_survives_being_written(tmp_path_factory: pytest.TempPathFactory, file: NightlyFile) -> None:
    """Whether the tasks take what it says is another matter."""
    with mock.patch("gwageo.runs.nightly._check_settings"):
        assert read(write_nightly(file), tmp_path_factory.mktemp("night")) == file


def test_configurations_of_the_command_line_make_a_file_that_runs_them() -> None:
    configs = list(_configs(protocols=("plain", "chat"), limit=3))
    file = nightly_of(configs)
    assert [cell.config for cell in cells(file)] == configs


def test_configurations_that_differ_in_more_are_refused() -> None:
    with pytest.raises(ConfigError, match="differ in more than their protocol"):
        nightly_of([*_configs(limit=3), *_configs(limit=4)])


def _configs(**changes: Any) -> list[RunConfig]:
    file = NightlyFile(models=(ModelEntry(name="embedded"),), **changes)
    return [cell.config for cell in cells(file)]
