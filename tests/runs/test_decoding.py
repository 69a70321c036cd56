"""How replies are drawn and how long they may be: what departs from the published protocol says so."""

import pytest

from gwageo.core import ConfigError, Generate, Sampling
from gwageo.models.registry import load_model
from gwageo.runs.config import RunConfig
from gwageo.runs.marking import jobs
from gwageo.runs.plan import prepare
from gwageo.tasks.base import Settings


def test_the_quick_suite_shortens_replies_and_says_so() -> None:
    """Five solutions of 2,048 tokens take longer than all the rest of the suite."""
    plan = prepare(RunConfig(tasks=("quick",), limit=1), load_model("baseline:gold"))
    cell = next(cell for cell in plan.cells if cell.task.name == "ko-gsm8k")
    assert cell.paper.departures() == ("replies of at most 256 tokens instead of 2048",)
    longer = RunConfig(tasks=("quick",), limit=1, settings=Settings(max_tokens=2048))
    assert prepare(longer, load_model("baseline:gold")).config_hash != plan.config_hash


def test_sampling_departs_from_the_published_protocol_and_each_repeat_draws_anew() -> None:
    settings = Settings(sampling=Sampling(temperature=0.7, seed=5))
    config = RunConfig(tasks=("ko-winogrande-gen",), data="bundled", limit=1, repeats=3, settings=settings)
    plan = prepare(config, load_model("baseline:gold"))
    assert plan.cells[0].paper.departures() == ("sampling at temperature 0.7 instead of greedy decoding",)
    seeds = [request.sampling.seed for job in jobs(plan) for request in job.requests if isinstance(request, Generate)]
    assert seeds == [5, 6, 7]


def test_a_limit_of_zero_tokens_is_refused() -> None:
    config = RunConfig(tasks=("ko-gsm8k",), data="bundled", settings=Settings(max_tokens=0))
    with pytest.raises(ConfigError, match="must be at least 1"):
        prepare(config, load_model("baseline:gold"))
