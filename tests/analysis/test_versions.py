"""Versions side by side: only shared items count, subsets and models weigh the same."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gwageo
from gwageo.analysis.versions import VersionRow, compare_versions, parted, shared
from gwageo.core import ConfigError
from gwageo.report.looking import versions_text
from gwageo.report.tables import Format
from saying_model import Says


@pytest.mark.parametrize(
    ("task", "part"),
    [
        ("ko-arc-easy", ("arc-easy", "ko")),
        ("en-arc-challenge-gen", ("arc-challenge-gen", "en")),
        ("ko-arc-easy-gen-deepl", ("arc-easy-gen", "deepl")),
        ("ko-eqbench-deepl", ("eqbench", "deepl")),
        ("en-winogrande", ("winogrande", "en")),
        ("ko-lambada", None),
        ("ko-ifeval", None),
        ("nolli/sudoku-ko-easy", None),
    ],
)
def test_a_task_is_a_version_of_a_benchmark(task: str, part: tuple[str, str] | None) -> None:
    assert parted(task) == part


def test_only_items_that_all_versions_have_count() -> None:
    found = shared({"en": {"a": [1.0], "b": [0.0], "c": [1.0]}, "ko": {"a": [0.0], "b": [1.0, 0.0], "d": [1.0]}})
    assert found == ({"en": 0.5, "ko": 0.25}, 2)


def taken(model: str, tasks: dict[str, dict[str, float]], created: str = "2026") -> Any:
    """A run of these tasks with these values by item."""
    metric = SimpleNamespace(name="acc", unit="fraction")
    manifest = SimpleNamespace(
        tasks=[SimpleNamespace(name=name, metrics=(metric,)) for name in tasks],
        config=SimpleNamespace(model=model, protocol=SimpleNamespace(name="plain")),
        created=created,
    )
    rows = [
        {"task": task, "item_id": item, "verdict": "right" if value >= 0 else "failed", "metrics": {"acc": value}}
        for task, items in tasks.items()
        for item, value in items.items()
    ]
    return SimpleNamespace(manifest=manifest, model=model, records=lambda columns: iter(rows))


EASY = {"en-arc-easy": {"1": 1.0, "2": 1.0, "9": 0.0}, "ko-arc-easy": {"1": 1.0, "2": 0.0}}
HARD = {"en-arc-challenge": {"x": 1.0}, "ko-arc-challenge": {"x": 0.0}}


def of(rows: list[VersionRow], model: str, subset: str) -> VersionRow:
    (row,) = [row for row in rows if (row.model, row.subset) == (model, subset)]
    return row


def test_a_mean_weighs_subsets_and_models_the_same() -> None:
    weak = {"en-arc-easy": {"1": 0.0, "2": 0.0}, "ko-arc-easy": {"1": 0.0, "2": 0.0}, **HARD}
    rows = compare_versions([taken("m", EASY), taken("m", HARD), taken("w", weak)], {"both": ["m", "w"]})
    assert of(rows, "m", "arc-easy").values == {"en": 1.0, "ko": 0.5}
    assert (of(rows, "m", "mean").values, of(rows, "m", "mean").n) == ({"en": 1.0, "ko": 0.25}, 3)
    group = of(rows, "both", "mean")
    assert (group.values, group.models) == ({"en": 0.75, "ko": 0.125}, 2)


def test_without_one_of_its_subsets_a_benchmark_has_no_mean() -> None:
    assert {row.subset for row in compare_versions([taken("m", EASY)])} == {"arc-easy"}


def test_a_failed_answer_takes_its_item_out_of_every_version() -> None:
    tasks = {"en-gsm8k": {"0": 1.0, "1": -1.0}, "ko-gsm8k": {"0": 0.0, "1": 1.0}}
    assert compare_versions([taken("m", tasks)])[0].values == {"en": 1.0, "ko": 0.0}


def test_the_later_of_two_runs_counts() -> None:
    old, new = taken("m", EASY, "2026-01"), taken("m", {"ko-arc-easy": {"1": 1.0, "2": 1.0}}, "2026-02")
    assert compare_versions([new, old])[0].values == {"en": 1.0, "ko": 1.0}


def test_nothing_to_compare_is_said() -> None:
    with pytest.raises(ConfigError, match="in two versions"):
        compare_versions([taken("m", {"ko-arc-easy": {"1": 1.0}})])
    with pytest.raises(ConfigError, match="names 'x', which none"):
        compare_versions([taken("m", EASY)], {"g": ["x"]})


def test_runs_on_disk_are_compared(tmp_path: Path) -> None:
    """From real runs, also where they lie in one folder."""
    lines = {"en": ("How many are 3 and 4?", "3+4=7\n#### 7"), "ko": ("3과 4를 더하면?", "3+4=7\n#### 7")}
    for language, (question, answer) in lines.items():
        path = tmp_path / f"{language}_gsm8k.jsonl"
        text = json.dumps({"question": question, "answer": answer}) + "\n"
        path.write_text(text, encoding="utf-8")
        says = Says("#### 7" if language == "en" else "#### 8")
        folder = tmp_path / "runs" / language
        gwageo.evaluate(says, f"{language}-gsm8k", data=path, shots=0, output=folder)
    rows = gwageo.compare_runs([tmp_path / "runs"])
    first = next(row for row in rows if row.metric == "exact_match_strict")
    assert (first.values, first.n) == ({"en": 1.0, "ko": 0.0}, 1)
    forms: tuple[Format, ...] = ("table", "md", "csv", "json", "latex")
    assert all("gsm8k" in versions_text(rows, form) for form in forms)
