"""KBS's tables from runs: which cells stand where, what is never averaged over, and what is said below."""

from pathlib import Path

import pytest

from golden_files import check_golden
from gwageo.analysis.kbs.cells import Cells, Key
from gwageo.analysis.kbs.language import ARC, compare
from gwageo.analysis.kbs.means import mean
from gwageo.core import ConfigError
from gwageo.report.kbs.language import bar
from gwageo.report.kbs.tidy import tidy
from gwageo.report.kbs.views import VIEWS, sheets
from gwageo.report.sheets import Sheet, render
from gwageo.report.views import VIEWS as ALL
from gwageo.runs.finished import read_begun
from gwageo.runs.records import read_records, write_records
from made_runs import Values, made_run, share

QWEN, QWEN_BASE, EXAONE = "hf:Qwen/Qwen3.5-9B", "hf:Qwen/Qwen3.5-9B-Base", "hf:LGAI-EXAONE/EXAONE-4.0-32B"
CLOSED, LOCAL = "openai:gpt-5.5-2026-04-23", "hf:me/own-model"


def choice(task: str, right: int, n: int = 20) -> Values:
    """One task by log-likelihood with the same answers under all rules but the last, which has one more."""
    return {task: {"acc": share(right, n), "acc_norm": share(right, n), "acc_npsq": share(right + 1, n)}}


def letter(right: int, n: int = 20) -> Values:
    return {"ko-winogrande-gen": {"exact_match": share(right, n)}}


def generation(right: int, n: int = 10) -> Values:
    return {
        "ko-gsm8k": {"exact_match_strict": share(right, n), "exact_match_flexible": share(right + 1, n)},
        "ko-eqbench": {"eqbench": [float(right)] * n, "percent_parseable": [100.0] * n},
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("kbs")
    for name, model, right in (("q", QWEN, 12), ("b", QWEN_BASE, 10), ("e", EXAONE, 15), ("l", LOCAL, 8)):
        made_run(place / f"{name}-plain", model, "plain", {**choice("ko-lambada", right), **generation(right - 5)})
    for name, model, right in (("q", QWEN, 12), ("e", EXAONE, 15)):
        made_run(place / f"{name}-chat", model, "chat",
                 {**choice("ko-lambada", right - 4), **letter(right), **generation(2)})  # fmt: skip
    made_run(place / "q-off", QWEN, "nothink", generation(8))
    made_run(place / "c-chat", CLOSED, "chat", {**letter(19), **generation(9)})
    made_run(place / "gold", "baseline:gold", "plain", choice("ko-lambada", 19))
    return place


def table(folder: Path, view: str) -> list[Sheet]:
    return sheets(view, read_begun([folder]))


def row(sheet: Sheet, name: str) -> dict[str, object]:
    found = next(each for each in sheet.rows if each[0] == name)
    return {head.key: value for head, value in zip(sheet.heads, found, strict=True)}


def test_all_nineteen_tables_and_the_figure_are_views() -> None:
    assert len(VIEWS) == 20
    assert set(VIEWS) <= set(ALL)


def test_models_stand_in_the_registry_s_order_and_others_behind_them(folder: Path) -> None:
    grid, _ = table(folder, "kbs-12")
    assert [each[0] for each in grid.rows] == [
        "EXAONE-4.0-32B", "Qwen3.5-9B-Base", "Qwen3.5-9B", "baseline:gold", LOCAL,
    ]  # fmt: skip
    assert row(grid, "Qwen3.5-9B")["ko-lambada:acc"] == 60
    assert row(grid, "Qwen3.5-9B")["ko-arc-easy:acc"] is None


def test_means_are_unweighted_over_models_and_leave_baselines_out(folder: Path) -> None:
    _, means = table(folder, "kbs-12")
    found = {(each[1], each[2]): each[3:5] for each in means.rows if each[0] == "ko-lambada"}
    assert found["acc", "all open models"] == (4, pytest.approx((60 + 50 + 75 + 40) / 4))
    assert found["acc", "Qwen"] == (2, pytest.approx(55))
    assert found["acc", "open models with a chat template"] == (2, pytest.approx(67.5))
    assert ("acc", "baselines") not in found


def test_the_best_model_of_a_column_is_named(folder: Path) -> None:
    _, means = table(folder, "kbs-12")
    best = next(each for each in means.rows if each[:3] == ("ko-lambada", "acc", "all open models"))
    assert best[-2:] == ("EXAONE-4.0-32B", 75)


def test_the_interval_of_a_mean_holds_it_and_is_wider_than_for_one_model(folder: Path) -> None:
    cells = Cells(read_begun([folder]))
    several = mean(cells, ["Qwen3.5-9B", "EXAONE-4.0-32B"], "plain", ["ko-lambada"], "acc")
    assert several.ci95 is not None
    assert several.value is not None
    assert several.ci95[0] < several.value < several.ci95[1]
    assert several.items == 20


def test_thinking_off_stands_beside_the_default(folder: Path) -> None:
    (found,) = table(folder, "kbs-5")
    assert found.rows == (("Qwen3.5-9B", 20.0, 80.0, 2.0, 8.0),)


def test_the_best_open_and_closed_models_with_their_paired_gap(folder: Path) -> None:
    (found,) = table(folder, "kbs-6")
    line = row(found, "ko-winogrande-gen")
    assert (line["best_open"], line["best_closed"]) == ("EXAONE-4.0-32B", "GPT-5.5")
    assert line["gap"] == pytest.approx(95 - 75)
    bounds = line["ci95"]
    assert isinstance(bounds, tuple)
    assert bounds[0] < 20 < bounds[1]
    assert row(found, "ko-arc-easy-gen")["gap"] is None


def test_three_rules_side_by_side_for_both_prompts(folder: Path) -> None:
    (found,) = table(folder, "kbs-4")
    plain, chat = (each for each in found.rows if each[0] == "ko-lambada")
    assert plain[1:4] == ("plain", 4, pytest.approx(56.25))
    assert (chat[1], chat[2], chat[7]) == ("chat", 2, pytest.approx((9 + 12) / 2 / 20 * 100))


def test_base_and_tuned_models_of_a_size_are_paired(folder: Path) -> None:
    figure, chart = table(folder, "kbs-fig3")
    assert [each[:3] for each in figure.rows] == [("Qwen", "9B", "base"), ("Qwen", "9B", "instruct")]
    assert ("gsm8k strict", "9B", "instruct", "█" * 21, 70.0) in chart.rows


def test_a_bar_never_leaves_its_scale() -> None:
    assert (bar(250.0), bar(-40.0), bar("unfinished")) == ("█" * 30, "", "")


@pytest.mark.parametrize("view", ["kbs-4", "kbs-12", "kbs-16", "kbs-fig3"])
def test_tables_in_the_terminal(folder: Path, view: str) -> None:
    check_golden(f"kbs/{view}.txt", render(table(folder, view), "table"))


@pytest.mark.parametrize("view", ["kbs-1", "kbs-2", "kbs-7", "kbs-8", "kbs-9", "kbs-10", "kbs-11"])
def test_facts_need_no_runs(view: str) -> None:
    check_golden(f"kbs/{view}.txt", render(sheets(view), "table"))


def test_the_suite_has_9396_items_and_five_new_instruction_types() -> None:
    (one,), (eight,) = sheets("kbs-1"), sheets("kbs-8")
    assert sum(each[2] for each in one.rows) == 9396
    assert (sum(each[1] for each in eight.rows), sum(each[2] for each in eight.rows)) == (25, 30)
    assert sum(len(each[3].split(", ")) for each in eight.rows if each[3]) == 5


def test_an_unfinished_run_is_shown_as_such_and_has_no_part_in_a_mean(tmp_path: Path) -> None:
    made_run(tmp_path / "a", QWEN, "plain", choice("ko-lambada", 12))
    made_run(tmp_path / "b", EXAONE, "plain", choice("ko-lambada", 12), finished=False)
    grid, means = table(tmp_path, "kbs-12")
    assert row(grid, "EXAONE-4.0-32B")["ko-lambada:acc"] == "unfinished"
    assert "…" in render([grid], "table")
    assert any("not finished (EXAONE-4.0-32B: ko-lambada)" in note for note in grid.notes)
    whole = next(each for each in means.rows if each[:3] == ("ko-lambada", "acc", "all open models"))
    assert whole[4] is None
    assert any("no figure for EXAONE-4.0-32B" in note for note in means.notes)


def test_models_on_other_items_are_not_averaged(tmp_path: Path) -> None:
    made_run(tmp_path / "a", QWEN, "plain", choice("ko-lambada", 12))
    made_run(tmp_path / "b", QWEN_BASE, "plain", choice("ko-lambada", 12), items="others")
    _, means = table(tmp_path, "kbs-12")
    assert {each[4] for each in means.rows if each[3] == 2} == {None}
    assert any("other items were asked" in note for note in means.notes)


def test_a_model_that_was_never_asked_is_named_beside_the_mean_of_the_others(tmp_path: Path) -> None:
    made_run(tmp_path / "a", QWEN, "plain", {**choice("ko-lambada", 12), **choice("ko-winogrande", 3)})
    made_run(tmp_path / "b", QWEN_BASE, "plain", choice("ko-lambada", 12))
    _, means = table(tmp_path, "kbs-12")
    assert any(
        note.startswith("Qwen at ko-winogrande: 1 of 2 models; not run: Qwen3.5-9B-Base") for note in means.notes
    )


def test_of_two_runs_the_later_finished_one_counts_and_that_is_said(tmp_path: Path) -> None:
    made_run(tmp_path / "old", QWEN, "plain", choice("ko-lambada", 5), created="2026-01-01T00:00:00Z")
    made_run(tmp_path / "new", "Qwen/Qwen3.5-9B", "plain", choice("ko-lambada", 9), created="2026-01-02T00:00:00Z")
    made_run(tmp_path / "half", QWEN, "plain", choice("ko-lambada", 9), created="2026-01-03T00:00:00Z", finished=False)
    grid, _ = table(tmp_path, "kbs-12")
    assert len(grid.rows) == 1
    assert row(grid, "Qwen3.5-9B")["ko-lambada:acc"] == 45
    assert any("Run more than once" in note for note in grid.notes)


def test_fewer_items_than_the_benchmark_has_are_said(folder: Path) -> None:
    grid, _ = table(folder, "kbs-12")
    assert any(note.startswith("20 of 2,255 items") for note in grid.notes)


@pytest.mark.parametrize(
    ("model", "base_url", "standing"),
    [
        (QWEN, None, "open"), (LOCAL, None, "open"), ("embedded", None, "open"), (CLOSED, None, "closed"),
        ("anthropic:claude-9", None, "closed"), ("openai:new", None, "closed"), ("openai:x", "http://h/v1", "served"),
        ("baseline:gold", None, "baseline"),
    ],
)  # fmt: skip
def test_what_is_open(model: str, base_url: str | None, standing: str, tmp_path: Path) -> None:
    made_run(tmp_path / "a", model, "chat", letter(3), base_url=base_url)
    cells = Cells(read_begun([tmp_path]))
    assert [cells.standing(key.model) for key in cells.by_key] == [standing]


def arc(easy: int, hard: int, prefix: str, end: str = "") -> Values:
    return {**choice(f"{prefix}-arc-easy{end}", easy), **choice(f"{prefix}-arc-challenge{end}", hard, 10)}


def test_versions_average_subsets_and_then_models(tmp_path: Path) -> None:
    for name, model, less in (("q", QWEN, 0), ("w", "hf:Qwen/Qwen3.5-4B", 2), ("e", EXAONE, 4)):
        values = {**arc(17 - less, 8, "en"), **arc(11 - less, 6, "ko", "-deepl"), **arc(13 - less, 7, "ko")}
        made_run(tmp_path / name, model, "chat", values)
    (found,) = table(tmp_path, "kbs-3")
    qwen = next(each for each in found.rows if each[1] == "Qwen")
    assert (qwen[2], qwen[3]) == (2, 30)
    assert qwen[4:7] == (pytest.approx((90 + 80) / 2 / 2 + 90 / 2), pytest.approx(62.5), pytest.approx(72.5))
    assert qwen[7] == pytest.approx(10)
    assert qwen[8][0] < 10 < qwen[8][1]
    assert {each[1] for each in found.rows} == {"Korean", "Qwen"}


def test_a_version_that_a_model_lacks_leaves_its_group_without_values(tmp_path: Path) -> None:
    made_run(tmp_path / "q", QWEN, "chat", {**arc(15, 8, "en"), **arc(12, 7, "ko")})
    cells = Cells(read_begun([tmp_path]))
    assert compare(cells, ["Qwen3.5-9B"], ARC, "chat").missing == ("Qwen3.5-9B",)
    with pytest.raises(ConfigError, match="hold nothing of the table 'kbs-18'"):
        table(tmp_path, "kbs-18")


def test_the_authors_layout_has_eight_columns_and_fractions(folder: Path) -> None:
    lines = tidy(read_begun([folder])).splitlines()
    assert lines[0] == "source,model,version,eval_type,task,prompt_format,metric,value"
    assert "open,Qwen3.5-9B,ko,logprob-mcqa,ko-lambada,plain,acc,0.6" in lines
    assert "open,Qwen3.5-9B,ko,generation,ko-eqbench,chat_nothink,eqbench,8.0" in lines
    assert "closed,GPT-5.5,ko,generative-mcqa,ko-winogrande-gen,chat,exact_match,0.95" in lines


def test_a_null_in_the_records_is_no_value(tmp_path: Path) -> None:
    made_run(tmp_path / "a", QWEN, "chat", letter(3))
    records = tmp_path / "a" / "records.parquet"
    rows = list(read_records(records))
    rows[0]["metrics"]["exact_match"] = None
    write_records(records, rows)
    cells = Cells(read_begun([tmp_path]))
    found = cells.values(cells.by_key[Key("Qwen3.5-9B", "chat", "ko-winogrande-gen")], "exact_match")
    assert found is not None
    assert len(found) == 19


def test_a_cell_is_found_under_every_name_of_its_model(folder: Path) -> None:
    assert Key("GPT-5.5", "chat", "ko-gsm8k") in Cells(read_begun([folder])).by_key
