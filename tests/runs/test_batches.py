"""Runs through batch APIs: replies in another order, left and gone on with, failed and asked again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("anthropic")
from batch_server import BatchServer
from echo_exam import echo_exam, number_of
from fake_exam import FakeTask, exam
from gwageo.api import Evaluation, evaluate
from gwageo.core import ConfigError, Sampling
from gwageo.models.options import ModelOptions
from gwageo.runs.batches import NAME, BatchExecutor
from gwageo.runs.runner import RunInterrupted, Runner


@pytest.fixture(params=["openai", "anthropic"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchServer]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GWAGEO_API_KEY", "k")
    monkeypatch.setattr(BatchExecutor.__init__, "__defaults__", (None, 0.01))
    monkeypatch.setattr(BatchExecutor, "batch_items", 8)
    with BatchServer() as server:
        assert isinstance(server, BatchServer)
        yield server


def ask(server: BatchServer, kind: str, n: int = 20, **how: Any) -> Evaluation:
    url = server.url if kind == "openai" else server.url.removesuffix("/v1")
    with echo_exam(n):
        given = {"output": "out", "batch": True, "no_cache": True, **how}
        return evaluate(f"{kind}:m", "echo", protocol="chat", model_options=ModelOptions(base_url=url), **given)


def test_every_reply_finds_its_item(server: BatchServer, kind: str) -> None:
    result = ask(server, kind)
    assert result.rows[0].verdicts["right"] == 20
    assert len(server.batches) == 3
    assert sorted(server.asked_for) == sorted(map(number_of, range(20)))
    row = next(result.records())
    assert (row["tokens_prompt"], row["tokens_completion"], row["finish_reason"]) == (10, 3, "stop")


def test_what_a_batch_was_asked_in_vain_is_flagged(server: BatchServer) -> None:
    result = ask(server, "anthropic", 4, sampling=Sampling(0.5, seed=3))
    assert {tuple(row["flags"]) for row in result.records()} == {("seed_not_sent",)}


def test_a_batch_costs_its_share_of_the_price(server: BatchServer) -> None:
    host = server.url.split("//")[1].split("/")[0]
    table = f'["openai:m@{host}"]\ninput = 70000\noutput = 100000\nbatch = 0.5\n'
    Path("prices.toml").write_text(table, encoding="utf-8")
    result = ask(server, "openai", 4, prices="prices.toml")
    assert result.manifest.facts["cost"] == pytest.approx(2.0)
    assert [row["cost"] for row in result.records()] == [pytest.approx(0.5)] * 4


def interrupt(server: BatchServer, kind: str) -> None:
    """Begin a run whose batches do not end, and leave it as Ctrl-C does."""
    server.ended = False
    wait = BatchExecutor._pause

    async def pause(self: BatchExecutor) -> None:
        if len(server.batches) == 3 and not runner[0]._stopping:
            runner[0]._on_signal(2, None)
        await wait(self)

    runner: list[Runner] = []
    make = Runner.__init__

    def made(self: Runner, *given: Any) -> None:
        make(self, *given)
        runner.append(self)

    with (
        mock.patch.object(BatchExecutor, "_pause", pause),
        mock.patch.object(Runner, "__init__", made),
        pytest.raises(RunInterrupted),
    ):
        ask(server, kind)


def test_a_run_that_was_left_goes_on_with_its_batches(server: BatchServer, kind: str) -> None:
    interrupt(server, kind)
    assert len(server.batches) == 3
    server.ended = True
    result = ask(server, kind)
    assert result.rows[0].verdicts["right"] == 20
    assert len(server.asked_for) == 20


def test_a_batch_that_was_submitted_in_the_moment_of_a_crash_is_found_by_its_mark(server: BatchServer) -> None:
    interrupt(server, "openai")
    state = json.loads((Path("out") / NAME).read_text(encoding="utf-8"))
    mark = next(iter(server.batches.values()))["metadata"]["gwageo"]
    del state["batches"]["batch_0"]
    state["announced"].append(mark)
    (Path("out") / NAME).write_text(json.dumps(state), encoding="utf-8")
    server.ended = True
    assert ask(server, "openai").rows[0].verdicts["right"] == 20
    assert len(server.batches) == 3


def test_a_failed_reply_is_named_and_asked_again_alone(server: BatchServer, kind: str) -> None:
    server.broken = {number_of(3)}
    result = ask(server, kind)
    assert result.failed == 1
    assert next(iter(result.rows[0].reasons)).startswith("batch: oops")
    server.broken = set()
    url = server.url if kind == "openai" else server.url.removesuffix("/v1")
    with echo_exam(20):
        options = ModelOptions(base_url=url)
        how: dict[str, Any] = {"resume": "out", "batch": True, "no_cache": True}
        again = evaluate(f"{kind}:m", "echo", protocol="chat", model_options=options, **how)
    assert again.failed == 0
    assert server.asked_for[20:] == [number_of(3)]


def test_a_model_in_this_process_has_no_batches(tmp_path: Path) -> None:
    with echo_exam(1), pytest.raises(ConfigError, match="is not behind a server and has no --batch"):
        evaluate("baseline:gold", "echo", output=tmp_path / "out", batch=True)


def test_log_likelihoods_are_refused_before_anything_is_submitted(server: BatchServer) -> None:
    with exam(FakeTask(), n=2), pytest.raises(ConfigError, match="a batch takes no log-likelihoods"):
        evaluate("openai:m", "fake", batch=True, output="out", model_options=ModelOptions(base_url=server.url))
    assert server.batches == {}
