"""Reproducing a table: planned first, only what is missing is run, and a cell that fails costs no other."""

import json
from pathlib import Path

import pytest

from command_line import gwageo
from gwageo.core import ConfigError, UnknownName
from gwageo.reproducing import Asked, look_ahead, reproduce

QUICK = ("--data", "bundled", "--limit", "3")


def asked(folder: Path, *models: str) -> Asked:
    return Asked(models or ("baseline:gold",), limit=3, data="bundled", folder=folder)


def test_a_plan_counts_requests_and_asks_nothing(tmp_path: Path) -> None:
    found = look_ahead("kbs-12", asked(tmp_path / "none"))
    assert [step.requests for step in found.steps] == [3 * 4 * 2, 3 * 4 * 2, 3 * 2 * 2, 3 * 2 * 2]
    assert not (tmp_path / "none").exists()


def test_what_is_finished_is_not_run_again(tmp_path: Path) -> None:
    reproduce("kbs-12", asked(tmp_path))
    made = sorted(each.name for each in tmp_path.iterdir())
    assert {step.done for step in look_ahead("kbs-12", asked(tmp_path)).steps} == {True}
    assert sum(step.done for step in look_ahead("kbs-4", asked(tmp_path)).steps) == 4
    assert {step.done for step in look_ahead("kbs-12", Asked(("baseline:gold",), 2, "bundled", tmp_path)).steps} == {
        False
    }
    reproduce("kbs-12", asked(tmp_path))
    assert sorted(each.name for each in tmp_path.iterdir()) == made


def test_other_runs_in_the_folder_do_not_get_into_the_table(tmp_path: Path) -> None:
    reproduce("kbs-12", asked(tmp_path, "baseline:first"))
    found = reproduce("kbs-12", asked(tmp_path))
    table = next(sheet for sheet in found.sheets if sheet.name == "kbs-12")
    assert [row[0] for row in table.rows] == ["baseline:gold"]


def test_a_cell_without_items_or_model_is_named_and_the_others_stand(tmp_path: Path) -> None:
    found = reproduce("kbs-14", asked(tmp_path, "baseline:gold", "hf:no/such-folder-here"))
    told = {(step.config.model, step.config.tasks[0]): step.problem for step in found.steps}
    assert told["baseline:gold", "ko-gsm8k"] is None
    assert "no bundled quick set" in str(told["baseline:gold", "ko-eqbench"])
    assert told["hf:no/such-folder-here", "ko-gsm8k"] is not None
    assert any(sheet.name == "kbs-14" for sheet in found.sheets)


def test_the_command_shows_plan_table_and_stated_figures(tmp_path: Path) -> None:
    shown = gwageo("reproduce", "kbs-13", "--models", "baseline:gold,embedded", *QUICK, "-o", str(tmp_path), "--json")
    assert shown.returncode == 0, shown.stderr
    sheets = {sheet["name"]: sheet for sheet in json.loads(shown.stdout)["sheets"]}
    assert list(sheets) == ["plan", "kbs-13", "kbs-13-beside"]
    assert any("no place" in note and "embedded" in note for note in sheets["plan"]["notes"])
    stated = sheets["kbs-13-beside"]["rows"]
    assert ("83.68", "missing") in {(row["paper"], row["verdict"]) for row in stated}


def test_the_paper_s_own_models_are_planned_without_a_connection() -> None:
    shown = gwageo("reproduce", "kbs-12", "--dry-run", "--data", "bundled", "--format", "csv")
    assert "plain,ko-lambada,29,0,0,2320" in shown.stdout


def test_half_of_a_pair_makes_no_table_and_says_so(tmp_path: Path) -> None:
    """Figure 3 pairs base and tuned models; a baseline is neither."""
    found = reproduce("kbs-fig3", asked(tmp_path))
    table = next(sheet for sheet in found.sheets if sheet.name == "kbs-fig3")
    assert (table.rows, table.notes) == ((), ("What has been run fills no line of this table.",))


def test_a_refusal_is_told_in_korean() -> None:
    shown = gwageo("--lang", "ko", "reproduce", "kbs-16", "--models", "embedded")
    assert "이 표에는 비공개 모델이 chat로 들어갑니다" in shown.stderr


def test_a_model_without_a_name_to_run_by_is_said_before_anything_runs(tmp_path: Path) -> None:
    found = look_ahead("kolighteval-A1", Asked(data="bundled", folder=tmp_path))
    problems = {step.config.model: step.problem for step in found.steps}
    assert "No publication states a name that 'GPT-4.1'" in str(problems["GPT-4.1"])
    assert "no bundled quick set" in str(problems["hf:google/gemma-3-12b-it"])


def test_a_table_of_facts_needs_nothing() -> None:
    assert "9,396" in gwageo("reproduce", "kbs-1").stdout


def test_what_cannot_be_reproduced_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        look_ahead("kbs-99")
    with pytest.raises(ConfigError, match="has a place in kbs-16, which has closed models"):
        look_ahead("kbs-16", Asked(("baseline:gold",)))
    shown = gwageo("reproduce", "kbs-14", "--models", "@kbs-tabel", "--dry-run")
    assert (shown.returncode, "@kbs-table10" in shown.stderr) == (2, True)
    assert gwageo("reproduce", "kbs-14", "--dtype", "float8").returncode == 2


def test_where_every_cell_fails_the_exit_code_says_so(tmp_path: Path) -> None:
    shown = gwageo("reproduce", "kbs-14", "--models", "hf:no/such", "--data", "no-such-file.jsonl", "-o", str(tmp_path))
    assert shown.returncode == 2
