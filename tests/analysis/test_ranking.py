"""Rank ranges of runs: told apart only where a paired test says so."""

from pathlib import Path

import gwageo
from gwageo.analysis.ranking import rank, rank_ranges
from gwageo.runs.finished import read_runs


def test_a_place_is_shared_by_all_that_no_test_tells_apart() -> None:
    assert rank_ranges(["a", "b", "c"], [("a", "c")]) == {"a": (1, 2), "b": (1, 3), "c": (2, 3)}


def test_runs_that_cannot_be_told_apart_share_places(tmp_path: Path) -> None:
    for name, model in (("a", "baseline:gold"), ("b", "baseline:first"), ("c", "baseline:random")):
        gwageo.evaluate(model, ["ko-arc-easy"], data="bundled", output=tmp_path / name)
    found, left = rank(read_runs([tmp_path]))
    assert left == ()
    assert found[0].name == "baseline:gold (plain)"
    assert (found[0].places, found[0].value, found[0].items) == ((1, 1), 1.0, 20)
    assert [each.places for each in found[1:]] == [(2, 3), (2, 3)]


def test_two_runs_of_one_model_have_names_of_their_own(tmp_path: Path) -> None:
    for name in ("a", "b"):
        gwageo.evaluate("baseline:gold", ["ko-arc-easy"], data="bundled", limit=5, output=tmp_path / name)
    found, left = rank(read_runs([tmp_path]))
    assert left == ()
    assert {each.name for each in found} == {"baseline:gold (plain) a", "baseline:gold (plain) b"}
    assert {each.places for each in found} == {(1, 2)}


def test_one_run_has_no_rank(tmp_path: Path) -> None:
    gwageo.evaluate("baseline:gold", ["ko-arc-easy"], data="bundled", limit=2, output=tmp_path / "a")
    assert rank(read_runs([tmp_path])) == ((), ())


def test_a_run_with_other_items_is_named_as_left_out(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"sentence": "가_다", "option1": "나", "option2": "라", "answer": 1}\n', encoding="utf-8")
    gwageo.evaluate("baseline:gold", ["ko-winogrande"], data="bundled", limit=3, output=tmp_path / "a")
    gwageo.evaluate("baseline:first", ["ko-winogrande"], data=str(rows), output=tmp_path / "b")
    found, left = rank(read_runs([tmp_path / "a", tmp_path / "b"]))
    assert found == ()
    assert [(each.name, "items are not the same" in each.reason) for each in left] == [("baseline:first (plain)", True)]
