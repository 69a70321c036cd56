"""Finished runs: what is named has to be whole; of what lies in a folder, what is not whole is left out and told."""

from pathlib import Path

import pytest

from gwageo.core import ConfigError, StoreError
from gwageo.runs.finished import read_begun, read_finished, read_run
from gwageo.runs.records import read_records, write_records
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
    assert list(left.items()) == [(folder / "night" / "half", None)]


def test_an_unfinished_run_that_is_named_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="is not finished"):
        read_finished([folder / "alone", folder / "night" / "half"])


def test_a_folder_of_unfinished_runs_alone_is_refused(folder: Path) -> None:
    (folder / "night" / "whole" / "run.json").unlink()
    with pytest.raises(ConfigError, match="is not finished"):
        read_finished([folder / "night"])


def test_records_that_lack_rows_are_refused_by_name(folder: Path) -> None:
    records = folder / "alone" / "records.parquet"
    rows = list(read_records(records))
    write_records(records, [{**row, "metrics": list(row["metrics"].items())} for row in rows[1:]])
    with pytest.raises(StoreError, match=r"records.parquet holds 1 rows, expected 2; delete it and run"):
        read_run(folder / "alone")


def test_runs_are_found_some_folders_down_and_each_once(folder: Path) -> None:
    made_run(folder / "night" / "model" / "chat", "m", "chat", VALUES)
    names = [run.folder for run in read_begun([folder, folder / "alone"])]
    assert names == ["alone", "half", "model/chat", "whole"]


def test_a_damaged_run_of_a_folder_is_left_out_and_told(folder: Path) -> None:
    (folder / "night" / "half" / "run.json").write_text("{", encoding="utf-8")
    found, left = read_finished([folder / "night"])
    assert [run.directory.name for run in found] == ["whole"]
    assert "run.json" in (left[folder / "night" / "half"] or "")
    with pytest.raises(StoreError, match=r"run\.json"):
        read_finished([folder / "night" / "half"])
