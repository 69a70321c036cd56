"""Rows in the order of the plan, whatever order answers land in; where that cannot be, no file and no trace."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gwageo
from gwageo.runs import rows as rows_module
from gwageo.runs.journal import Journal
from gwageo.runs.plan import prepare
from gwageo.runs.records import COLUMNS, ROW_GROUP, read_records, write_records
from gwageo.runs.rows import Rows
from gwageo.runs.runner import record_rows
from saying_model import Says


def row(place: int) -> dict[str, Any]:
    return {**dict.fromkeys(COLUMNS), "item_id": str(place), "metrics": [("acc", 1.0)], "flags": []}


def ids(path: Path) -> list[int]:
    return [int(each["item_id"]) for each in read_records(path)]


@settings(deadline=None, max_examples=40)  # the first example imports pyarrow
@given(st.permutations(range(12)))
def test_rows_stand_in_order_whatever_order_they_came_in(order: list[int]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "records.parquet"
        with Rows(path, len(order)) as rows:
            for place in order:
                rows.put(place, row(place))
            assert rows.finish()
        assert ids(path) == list(range(12))


def test_several_row_groups_are_written_on_the_way(tmp_path: Path) -> None:
    path, total = tmp_path / "records.parquet", 2 * ROW_GROUP + 1
    with Rows(path, total) as rows:
        for place in range(total):
            rows.put(place, row(place))
        assert rows.finish()
    assert ids(path) == list(range(total))
    assert list(tmp_path.iterdir()) == [path]


def test_a_plan_without_items_has_records_without_rows(tmp_path: Path) -> None:
    with Rows(tmp_path / "records.parquet", 0) as rows:
        assert rows.finish()
    assert ids(tmp_path / "records.parquet") == []


@pytest.mark.parametrize("places", [(), (0, 1), (1, 2), (0, 2)])
def test_what_lacks_a_row_is_no_file_and_leaves_the_old_one(tmp_path: Path, places: tuple[int, ...]) -> None:
    path = tmp_path / "records.parquet"
    path.write_bytes(b"old")
    with Rows(path, 3) as rows:
        for place in places:
            rows.put(place, row(place))
        assert not rows.finish()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_too_many_wait_for_one_the_file_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "MOST_WAITING", 5)
    with Rows(tmp_path / "records.parquet", 8) as rows:
        for place in [*range(1, 8), 0]:
            rows.put(place, row(place))
        assert not rows.finish()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_refuses_costs_the_file_and_not_the_run(tmp_path: Path) -> None:
    with Rows(tmp_path / "no folder" / "records.parquet", ROW_GROUP) as rows:
        for place in range(ROW_GROUP):
            rows.put(place, row(place))
        assert not rows.finish()


def test_an_interruption_leaves_no_trace(tmp_path: Path) -> None:
    def interrupted() -> None:
        with Rows(tmp_path / "records.parquet", ROW_GROUP + 1) as rows:
            for place in range(ROW_GROUP):
                rows.put(place, row(place))
            assert list(tmp_path.iterdir())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reply", ["정답: B", "<think>A</think>정답: B", "정답: \ud83d", ""])
def test_the_records_of_a_run_are_those_that_its_journal_gives(tmp_path: Path, reply: str) -> None:
    """The same values, types and order, whether rows are made while answers land or from what was kept."""
    name, tasks, model = "records.parquet", ("ko-winogrande-gen", "ko-gsm8k"), Says(reply)
    done = gwageo.evaluate(model, tasks, data="bundled", limit=4, repeats=2, output=tmp_path / "run")
    with closing(Journal(done.directory / "journal.sqlite")) as journal:
        plan = prepare(done.manifest.config, model)
        write_records(tmp_path / name, record_rows(plan, journal, done.manifest.run_id))
    assert (tmp_path / name).read_bytes() == (done.directory / name).read_bytes()
