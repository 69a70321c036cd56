"""A plan: what is asked, from which items, and what is refused before a model is loaded."""

from collections.abc import Iterator
from types import SimpleNamespace
from unittest import mock

import pytest

from fake_exam import FakeModel, FakeTask, exam
from gwageo.core import ConfigError
from gwageo.models.options import ModelOptions
from gwageo.runs.config import RunConfig
from gwageo.runs.plan import Plan, prepare

SUITE = {"small": SimpleNamespace(data="bundled", limits={"b": 3}, max_tokens={})}


@pytest.fixture(autouse=True)
def _fake() -> Iterator[None]:
    with (
        exam(FakeTask(name="a"), FakeTask(name="b", shots=2), kind="bundled"),
        mock.patch("gwageo.runs.plan.SUITES", SUITE),
    ):
        yield


def plan(*tasks: str, **fields: object) -> Plan:
    return prepare(RunConfig(model="fake", tasks=tasks, **fields), FakeModel())  # type: ignore[arg-type]


def test_a_suite_limits_its_tasks() -> None:
    assert [cell.size for cell in plan("small").cells] == [20, 3]


def test_a_limit_counts_where_it_is_smaller() -> None:
    assert [cell.size for cell in plan("small", limit=2).cells] == [2, 2]


def test_repeats_multiply_what_is_owed() -> None:
    assert plan("small", repeats=2).total == 46


def test_bundled_items_are_marked_as_not_the_benchmark() -> None:
    assert plan("small").cells[0].label == "a (quick)"


def test_a_task_named_twice_is_asked_once() -> None:
    assert [cell.task.name for cell in plan("a", "a").cells] == ["a"]


def test_a_task_with_two_item_sources_is_refused() -> None:
    with pytest.raises(ConfigError, match="asked for twice with different items"):
        plan("small", "a")


def test_a_suite_with_own_items_takes_no_others() -> None:
    with pytest.raises(ConfigError, match="has its own items"):
        plan("small", data="file.jsonl")


def test_more_calls_than_a_model_takes_are_refused() -> None:
    with pytest.raises(ConfigError, match="takes one call at a time"):
        plan("a", concurrency=4)


def test_chance_is_the_mean_over_the_items_asked() -> None:
    assert plan("a").cells[0].chance == 0.25


def test_the_published_number_of_shots_is_one_identity_however_it_is_said() -> None:
    from gwageo.tasks.base import Settings

    assert plan("b").config_hash == plan("b", settings=Settings(shots=2)).config_hash


@pytest.mark.parametrize(
    "change",
    [
        {"limit": 2},
        {"repeats": 2},
        {"settings": {"shots": 1}},
        {"settings": {"shot_seed": 1}},
        {"settings": {"options": {"tie": "wrong"}}},
    ],
)
def test_what_moves_a_score_moves_the_hash(change: dict[str, object]) -> None:
    from gwageo.tasks.base import Settings

    fields = {name: Settings(**value) if name == "settings" else value for name, value in change.items()}  # type: ignore[arg-type]
    assert plan("b").config_hash != plan("b", **fields).config_hash


def test_how_it_is_run_does_not_move_the_hash() -> None:
    config = RunConfig(model="fake", tasks=("a",), concurrency=2, model_options=ModelOptions(pack_mb=64))
    assert prepare(config, FakeModel(concurrency=8)).config_hash == plan("a").config_hash
