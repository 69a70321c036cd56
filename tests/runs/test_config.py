"""Configurations: validated, and compared field by field."""

import pytest
from pydantic import ValidationError

from gwageo.core import ConfigError, Protocol
from gwageo.models.options import ModelOptions
from gwageo.runs.config import RunConfig, check_same, differences
from gwageo.tasks.base import Settings


def test_a_configuration_survives_its_json() -> None:
    config = RunConfig(
        model="hf:a/b",
        model_options=ModelOptions(dtype="bfloat16", seed=3),
        tasks=("ko-arc-easy",),
        protocol=Protocol("chat", "text"),
        settings=Settings(2, 7, {"tie": "wrong"}),
    )
    assert RunConfig.model_validate_json(config.model_dump_json()) == config


@pytest.mark.parametrize(
    "fields",
    [{"limit": 0}, {"repeats": 0}, {"tasks": ()}, {"model": ""}, {"limit": "3"}, {"colour": "red"}, {"data": ""}],
)
def test_what_cannot_be_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        RunConfig(**fields)  # type: ignore[arg-type]


def test_differences_name_nested_fields_with_both_values() -> None:
    there = {"limit": None, "protocol": {"name": "plain"}, "tasks": {"a": {"items": "1"}}}
    here = {"limit": 5, "protocol": {"name": "plain"}, "tasks": {"b": {"items": "1"}}}
    assert differences(there, here) == [
        "limit is None there and 5 here",
        "tasks.a.items is '1' there and absent here",
        "tasks.b.items is absent there and '1' here",
    ]


def test_equal_identities_pass() -> None:
    check_same({"a": {}, "b": [1]}, {"b": [1], "a": {}}, "out")


def test_refusal_says_what_to_do() -> None:
    with pytest.raises(ConfigError, match="give -o another directory"):
        check_same({"a": 1}, {"a": 2}, "out")
