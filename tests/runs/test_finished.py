"""Finished runs: what is named has to be whole; of what lies in a folder, what is not whole is left out and told."""

from pathlib import Path

import pytest

from gwageo.core import ConfigError
from gwageo.runs.finished import read_finished
from made_runs import made_run, share

VALUES = {"ko-winogrande": {"acc": share(1, 2)}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made_run(tmp_path / "night" / "half", "m", "plain", VALUES, finished=False)
    made_run(tmp_path / "night" / "whole", "m", "plain", VALUES)
    made_run(tmp_path / "alone", "m", "plain", VALUES)
    return tmp_path


def test_unfinished_runs_of_a_folder_are_left_out_and_told(folder: Path) -> None:
    found, left = read_finished([folder / "alone", folder / "night"])
    assert [run.directory.name for run in found] == ["alone", "whole"]
    assert left == [folder / "night" / "half"]


def test_an_unfinished_run_that_is_named_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="is not finished"):
        read_finished([folder / "alone", folder / "night" / "half"])


def test_a_folder_of_unfinished_runs_alone_is_refused(folder: Path) -> None:
    (folder / "night" / "whole" / "run.json").unlink()
    with pytest.raises(ConfigError, match="is not finished"):
        read_finished([folder / "night"])
