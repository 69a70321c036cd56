"""Comparing runs: settings in words, pairs by id, flips, and what is not comparable."""

import json
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.analysis.comparing import compare
from gwageo.core import ConfigError, Sampling, StoreError, UnknownName
from gwageo.messages import speaking
from gwageo.models.options import ModelOptions
from gwageo.report.comparing import results
from saying_model import Says

TASKS = ["ko-arc-easy", "ko-winogrande"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    asked = (("gold", "baseline:gold", 20), ("first", "baseline:first", 20), ("some", "baseline:gold", 5))
    for name, model, limit in asked:
        gwageo.evaluate(model, TASKS, data="bundled", limit=limit, output=folder / name)
    return folder


def changed(run: Path, to: Path, change: Any) -> Path:
    """A copy of a run whose manifest is another one."""
    to.mkdir()
    for name in ("records.parquet", "summary.json"):
        (to / name).write_bytes((run / name).read_bytes())
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    change(manifest)
    (to / "run.json").write_text(json.dumps(manifest), encoding="utf-8")
    return to


def test_settings_come_first_and_say_what_differs(runs: Path) -> None:
    found = compare(runs / "gold", runs / "first")
    assert ("model", "baseline:gold", "baseline:first") in [(each.what, each.a, each.b) for each in found.settings]


def test_a_run_is_equivalent_to_itself_and_nothing_differs(runs: Path) -> None:
    found = compare(runs / "gold", runs / "gold")
    assert found.settings == ()
    assert {each.result.outcome for each in found.tasks} == {"uninformative"}  # both have all of it right
    assert all(each.gained == each.lost == () for each in found.tasks)


def test_results_are_paired_and_flips_are_named(runs: Path) -> None:
    found = compare(runs / "gold", runs / "first")
    for each in found.tasks:
        assert (each.pairs, each.only_a, each.only_b) == (20, 0, 0)
        assert len(each.lost) - len(each.gained) == round(each.result.difference * 20)
        assert each.gained == ()
        assert each.p_holm >= each.result.p


def test_what_only_one_has_judged_is_left_out_and_counted(runs: Path) -> None:
    found = compare(runs / "gold", runs / "some")
    assert {(each.pairs, each.only_a, each.only_b) for each in found.tasks} == {(5, 15, 0)}


def test_other_versions_and_other_items_are_not_compared(runs: Path, tmp_path: Path) -> None:
    def other(manifest: dict[str, Any]) -> None:
        manifest["tasks"][0]["version"] += 1
        manifest["tasks"][1]["digest"] = "0" * 64

    found = compare(runs / "gold", changed(runs / "first", tmp_path / "other", other))
    assert found.tasks == ()
    reasons = dict(found.refused)
    assert "rescore" in reasons["ko-arc-easy"]
    assert "items are not the same" in reasons["ko-winogrande"]
    with speaking("ko"):
        told = dict(compare(runs / "gold", tmp_path / "other").refused)
    assert told["ko-arc-easy"].startswith("채점 버전이 A는")
    assert told["ko-winogrande"].startswith("문항이 같지 않음")


def test_a_margin_fixed_before_both_runs_is_taken_and_told(runs: Path, tmp_path: Path) -> None:
    def fix(manifest: dict[str, Any]) -> None:
        manifest["config"]["margin"] = 12.0

    a, b = changed(runs / "gold", tmp_path / "a", fix), changed(runs / "first", tmp_path / "b", fix)
    assert (compare(a, b).margin, compare(a, b).margin_fixed) == (0.12, True)
    assert (compare(a, b, margin=3).margin, compare(a, b, margin=3).margin_fixed) == (0.03, False)
    assert (compare(a, runs / "first").margin, compare(a, runs / "first").margin_fixed) == (0.05, False)


def test_another_metric_can_be_compared(runs: Path) -> None:
    assert {each.metric for each in compare(runs / "gold", runs / "first", metric="acc_norm").tasks} == {"acc_norm"}
    with pytest.raises(UnknownName, match="acc_norm"):
        compare(runs / "gold", runs / "first", metric="acc_nrm")


@pytest.mark.parametrize("margin", [0, -1, 100])
def test_a_margin_that_cannot_be_is_refused(runs: Path, margin: float) -> None:
    with pytest.raises(ConfigError, match="margin"):
        compare(runs / "gold", runs / "first", margin=margin)


def test_a_run_made_by_a_newer_version_is_refused(runs: Path, tmp_path: Path) -> None:
    def newer(manifest: dict[str, Any]) -> None:
        manifest["schema_version"] += 1

    with pytest.raises(StoreError, match="schema version"):
        compare(runs / "gold", changed(runs / "first", tmp_path / "newer", newer))


def test_the_outcome_is_by_the_corrected_p(runs: Path) -> None:
    found = compare(runs / "gold", runs / "first")
    for each in found.tasks:
        assert (each.result.outcome in ("different", "both")) == (each.p_holm < 0.05)


def test_a_seed_is_told_where_it_has_an_effect(tmp_path: Path) -> None:
    """The option of that name means something to `baseline:random` alone, and that is told of the model as loaded."""
    for seed in (0, 1):
        drawn: dict[str, Any] = {"model_options": ModelOptions(seed=seed), "sampling": Sampling(seed=seed)}
        gwageo.evaluate(
            "baseline:random", "ko-winogrande", data="bundled", limit=5, output=tmp_path / str(seed), **drawn
        )
    told = [each.what for each in compare(tmp_path / "0", tmp_path / "1").settings]
    assert told == ["settings.sampling.seed", "loaded.seed"]


def test_a_margin_is_fixed_before_the_runs(tmp_path: Path) -> None:
    for name in ("a", "b"):
        gwageo.evaluate("baseline:gold", "ko-winogrande", data="bundled", limit=5, margin=3, output=tmp_path / name)
    found = compare(tmp_path / "a", tmp_path / "b")
    assert (found.margin, found.margin_fixed) == (0.03, True)


def test_items_that_are_one_puzzle_turned_about_count_as_one(material: Path, tmp_path: Path) -> None:
    """The released Korean sudokus are five puzzles, each in twenty variants."""
    data = material / "data" / "nolli" / "released"
    for model in ("baseline:gold", "baseline:first"):
        gwageo.evaluate(model, "nolli/sudoku-ko-easy", data=data, output=tmp_path / model[9:])
    found = compare(tmp_path / "gold", tmp_path / "first")
    assert [(each.pairs, each.result.clusters, each.result.method) for each in found.tasks] == [(100, 5, "t_clustered")]
    assert "its 100 items are variants of 5 puzzles" in results(found).notes[-1]


def test_every_metric_is_compared_by_the_figure_that_the_run_has(material: Path, tmp_path: Path) -> None:
    """Also those that pool the parts of items: instructions over prompts that have one to three."""
    runs = [
        gwageo.evaluate(Says(reply), "ko-ifeval", data=material / "data" / "kbs" / "samples", output=tmp_path / name,
                        options={"data_errors": "count"})
        for name, reply in (("a", "네, 알겠습니다."), ("b", "**봄** \"끝\""))
    ]  # fmt: skip
    told = {row.metric: [one.value("ko-ifeval", row.metric) for one in runs] for row in runs[0].rows}
    assert len({value for values in told.values() for value in values}) > 2
    for metric, values in told.items():
        if None not in values and not metric.startswith("language"):
            (each,) = compare(tmp_path / "a", tmp_path / "b", metric=metric).tasks
            assert [each.result.a, each.result.b] == pytest.approx(values), metric


def test_values_of_settings_are_told_for_a_reader(tmp_path: Path) -> None:
    asked: tuple[dict[str, Any], ...] = (
        {"few_shot": "text"},
        {"shot_ids": ["1", "2"], "sampling": Sampling(recommended=True)},
    )
    for name, how in zip("ab", asked, strict=True):
        gwageo.evaluate("baseline:gold", "ko-gsm8k", data="bundled", limit=3, output=tmp_path / name, **how)
    gwageo.evaluate("baseline:gold", TASKS, data="bundled", limit=3, output=tmp_path / "other")
    told = {each.what: (each.a, each.b) for each in compare(tmp_path / "a", tmp_path / "b").settings}
    assert told["settings.sampling.recommended"] == ("no", "yes")
    assert told["settings.shot_ids"] == ("–", "1, 2")
    other = compare(tmp_path / "a", tmp_path / "other")
    assert not any(each.what.startswith(("tasks", "shots", "version")) for each in other.settings)
    assert dict(other.refused) == {"ko-gsm8k": "only A has it", **dict.fromkeys(TASKS, "only B has it")}
