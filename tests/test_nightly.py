"""A night: every cell has a result or a reason, and a second night does only what is left."""

import json
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from fake_exam import FakeModel, FakeTask, exam
from gwageo.core import ConfigError, DataError, ModelError, Output, StoreError, UnknownName
from gwageo.models.base import Model
from gwageo.models.options import ModelOptions
from gwageo.nightly import Night, run_nightly
from gwageo.runs.nightly import ModelEntry, NightlyFile

MODELS: dict[str, FakeModel] = {}


@pytest.fixture(autouse=True)
def _fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def load(name: str, options: ModelOptions) -> Model:
        if name not in MODELS:
            raise UnknownName("model", name, MODELS)
        return MODELS[name]

    monkeypatch.chdir(tmp_path)
    MODELS.clear()
    with exam(FakeTask()), mock.patch("gwageo.nightly.load_model", load):
        yield


def file(*models: str, protocols: tuple[str, ...] = ("plain", "chat"), limit: int | None = None) -> NightlyFile:
    entries = tuple(ModelEntry(name=name) for name in models)
    return NightlyFile(models=entries, tasks=("fake",), protocols=protocols, limit=limit)  # type: ignore[arg-type]


def states(night: Night) -> list[tuple[str, str, bool]]:
    return [(cell.model, cell.protocol, cell.failure is None) for cell in night.cells]


def test_a_bad_model_fails_its_cells_and_no_others() -> None:
    MODELS["a"] = FakeModel(name="a")
    night = run_nightly(file("absent", "a"), "out")
    assert states(night) == [
        ("absent", "plain", False),
        ("absent", "chat", False),
        ("a", "plain", True),
        ("a", "chat", True),
    ]
    assert (night.failed, night.nothing_ran) == (True, False)
    assert "no model named 'absent'" in (night.failures[0].failure or "")


def test_a_model_is_loaded_once_for_all_its_cells() -> None:
    MODELS["a"] = FakeModel(name="a")
    run_nightly(file("a"), "out")
    assert MODELS["a"].loaded == 1


@pytest.mark.parametrize("error", [ModelError("out of ink"), RuntimeError("a bug")])
def test_a_fault_in_the_middle_of_a_cell_costs_that_cell(error: Exception) -> None:
    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        if number == 3:
            raise error
        return answers

    MODELS["a"], MODELS["b"] = FakeModel(name="a", fault=fault), FakeModel(name="b", seed=1)
    night = run_nightly(file("a", "b", protocols=("plain",)), "out")
    assert states(night) == [("a", "plain", False), ("b", "plain", True)]
    assert str(error) in (night.failures[0].failure or "")


def test_missing_data_fails_the_cell() -> None:
    MODELS["a"] = FakeModel(name="a")
    with exam(FakeTask(), broken=DataError("does not exist", file="x.jsonl")):
        night = run_nightly(file("a"), "out")
    assert night.nothing_ran
    assert night.failures[0].failure == "x.jsonl: does not exist"


def test_a_second_night_skips_what_is_finished_and_goes_on_with_the_rest() -> None:
    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        if number == 14:
            raise ModelError("out of ink")
        return answers

    MODELS["a"] = FakeModel(name="a", fault=fault)
    first = run_nightly(file("a"), "out")
    assert states(first) == [("a", "plain", True), ("a", "chat", False)]
    MODELS["a"] = FakeModel(name="a")
    second = run_nightly(file("a"), "out")
    assert states(second) == [("a", "plain", True), ("a", "chat", True)]
    assert len(MODELS["a"].asked) == 20 - 3 * 2
    MODELS["a"] = FakeModel(name="a")
    run_nightly(file("a"), "out")
    assert (MODELS["a"].loaded, MODELS["a"].asked) == (0, [])


def test_new_weights_under_the_same_name_make_a_new_run() -> None:
    MODELS["a"] = FakeModel(name="a")
    run_nightly(file("a", protocols=("plain",)), "out")
    MODELS["a"] = FakeModel(name="a", seed=7)
    assert not run_nightly(file("a", protocols=("plain",)), "out").failed
    assert len([path for path in Path("out").iterdir() if path.is_dir()]) == 2


def test_the_summary_says_what_became_of_every_cell() -> None:
    MODELS["a"] = FakeModel(name="a")
    run_nightly(file("absent", "a", protocols=("plain",)), "out")
    summary = json.loads(Path("out/nightly.json").read_text(encoding="utf-8"))
    absent, done = summary["cells"]
    assert (absent["run"], absent["rows"], done["failure"]) == (None, [], None)
    assert "no model named" in absent["failure"]
    assert Path(done["run"]["directory"]).parent == Path("out")
    assert done["rows"][0]["value"] == 0.5


def test_an_interrupted_night_keeps_the_summary_of_what_was_done() -> None:
    def fault(number: int, answers: list[list[Output]]) -> list[list[Output]]:
        if number == 14:
            raise KeyboardInterrupt
        return answers

    MODELS["a"] = FakeModel(name="a", fault=fault)
    with pytest.raises(KeyboardInterrupt):
        run_nightly(file("a"), "out")
    assert len(json.loads(Path("out/nightly.json").read_text(encoding="utf-8"))["cells"]) == 1


def test_a_folder_that_cannot_be_made_is_refused_before_any_cell() -> None:
    MODELS["a"] = FakeModel(name="a")
    Path("file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="file is a file"):
        run_nightly(file("a"), "file")
    with pytest.raises(StoreError, match=r"file/below cannot be made: Not a directory"):
        run_nightly(file("a"), "file/below")
    assert MODELS["a"].loaded == 0


def test_a_folder_with_other_things_is_refused_and_one_of_nightly_runs_is_not() -> None:
    MODELS["a"] = FakeModel(name="a")
    Path("thesis").mkdir()
    Path("thesis/chapter.tex").write_text("precious", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"thesis is not empty .* \(it has 'chapter.tex'\)"):
        run_nightly(file("a"), "thesis")
    assert [each.name for each in Path("thesis").iterdir()] == ["chapter.tex"]
    run_nightly(file("a"), "out")
    Path("out/nightly.json").unlink()
    assert not run_nightly(file("a"), "out").failed
