"""Sampling settings that cannot be are refused where they are made, in one sentence."""

from math import inf, nan

import pytest

from gwageo.core import GREEDY, ConfigError, Generate, LogLikelihood, Sampling
from gwageo.core.requests import as_mapping


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"temperature": -1.0}, "temperature cannot be -1.0"),
        ({"temperature": nan}, "temperature cannot be nan"),
        ({"temperature": inf}, "temperature cannot be inf"),
        ({"temperature": 1.0, "top_p": 2.0}, "top_p cannot be 2.0"),
        ({"temperature": 1.0, "top_p": 0.0}, "top_p cannot be 0.0"),
        ({"temperature": 1.0, "top_k": 0}, "top_k cannot be 0"),
        ({"top_p": 0.5}, "no meaning for greedy decoding"),
        ({"top_k": 5}, "no meaning for greedy decoding"),
        ({"recommended": True, "temperature": 0.5}, "give no other ones beside it"),
    ],
)
def test_impossible_sampling_is_refused(values: dict[str, float], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Sampling(**values)  # type: ignore[arg-type]


def test_the_default_is_greedy() -> None:
    assert Sampling(temperature=0.0) == GREEDY
    assert Sampling(temperature=0.7, top_p=0.9, top_k=40, seed=1) != GREEDY


def test_a_setting_that_came_later_leaves_old_hashes_as_they_were() -> None:
    """A request without a budget of thinking is kept as it was before there was one."""
    assert "think_budget" not in as_mapping(Generate("가", 5))
    assert as_mapping(Generate("가", 5, think_budget=9))["think_budget"] == 9
    assert as_mapping(LogLikelihood("가", "나"))["continuation"] == "나"
