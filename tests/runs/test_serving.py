"""Runs against a server over a real socket: faults, refusals, limits. Every reply belongs to its item."""

import json
import logging
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("aiohttp")
from echo_exam import STEP, echo_exam, number_of
from fake_server import Ask, FakeServer, Says, serving
from gwageo.api import Evaluation, evaluate
from gwageo.core import ConfigError, RunStopped, Sampling, UnknownName
from gwageo.models.faults import EndpointRefused
from gwageo.models.options import ModelOptions
from gwageo.runs.finished import read_run
from gwageo.runs.serving import Patience

QUICK = Patience(base_s=0.001, most_s=0.01)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of its own, no keys of this machine's, and no patience."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path / "cache"))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GWAGEO_API_KEY", "GWAGEO_PRICES"):
        monkeypatch.delenv(name, raising=False)
    with mock.patch("gwageo.runs.serving.Patience", return_value=QUICK):
        yield


def ask(server: FakeServer, n: int = 20, output: str | None = "out", **how: Any) -> Evaluation:
    """The echo exam of `n` items, taken at a server."""
    options = ModelOptions(base_url=server.url, **how.pop("options", {}))
    task = how.pop("task", {})
    with echo_exam(n, **task):
        return evaluate("openai:m", "echo", output=output, model_options=options, **{"protocol": "chat", **how})


def verdicts(evaluation: Evaluation) -> dict[str, int]:
    return {name: count for name, count in evaluation.rows[0].verdicts.items() if count}


def first(*says: Says) -> Callable[[Ask], Says]:
    """These replies first, one each, and good ones then."""
    left = list(says)

    def script(ask: Ask) -> Says:
        return left.pop(0) if left else Says()

    return script


def of_item(index: int, *says: Says) -> Callable[[Ask], Says]:
    """These replies to one item, the last one for ever; good ones to all others."""
    left = list(says)

    def script(ask: Ask) -> Says:
        if ask.echo != number_of(index):
            return Says()
        return left.pop(0) if len(left) > 1 else left[0]

    return script


@pytest.mark.parametrize("protocol", ["plain", "chat"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_every_reply_belongs_to_its_item(protocol: str, stream: bool) -> None:
    """AP-12: replies come back in any order."""
    chance = random.Random(1)
    with serving(lambda ask: Says(delay_s=chance.uniform(0, 0.03))) as server:
        result = ask(server, 60, protocol=protocol, options={"stream": stream})
    assert verdicts(result) == {"right": 60}
    assert {each.path for each in server.completions} == {
        "/v1/chat/completions" if protocol == "chat" else "/v1/completions"
    }
    row = next(result.records())
    assert (row["tokens_prompt"], row["tokens_completion"], row["tokens_reasoning"], row["cost"]) == (10, 3, None, None)
    assert row["latency_s"] > 0


FAULTS = {
    "429": Says(status=429, headers={"Retry-After": "0"}, body={"error": {"message": "slow down"}}),
    "500": Says(status=500, body={"error": {"message": "oops"}}),
    "503": Says(status=503, body="busy"),
    "dropped": Says(drop=True),
    "cut": Says(cut=True),
    "no end": Says(finish=None),
    "odd end": Says(finish="mystery"),
    "half json": Says(body='{"choices": [{"message": {"content": "7"'),
    "error inside": Says(body={"error": {"message": "overloaded"}}),
    "html": Says(body="<html><body>Bad gateway</body></html>"),
    "no choices": Says(body={"choices": []}),
    "no message": Says(body={"choices": [{"finish_reason": "stop"}]}),
    "a list": Says(body=[1, 2]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_tried_again_and_never_graded(name: str) -> None:
    """AP-10 among them: 200 with an error inside, with HTML, with no choices."""
    with serving(of_item(2, FAULTS[name], Says())) as server:
        result = ask(server, 5)
    assert verdicts(result) == {"right": 5}
    assert len(server.completions) == 6
    assert sum(result.manifest.facts["faults"].values()) == 1


def test_a_stalled_body_ends_at_the_time_limit() -> None:
    with serving(of_item(0, Says(stall=True), Says())) as server:
        result = ask(server, 3, options={"timeout_s": 0.5})
    assert verdicts(result) == {"right": 3}
    assert result.manifest.facts["faults"] == {"timeout": 1}


@pytest.mark.parametrize("says", [Says(done=False), Says(finish=None)], ids=["no marker", "no reason"])
def test_a_stream_without_its_end_is_not_graded(says: Says) -> None:
    """AP-07: the piece that came would have been graded by itself."""
    with serving(of_item(1, says)) as server:
        result = ask(server, 3, options={"stream": True})
    assert verdicts(result) == {"right": 2, "failed": 1}
    (lost,) = [row for row in result.records() if row["verdict"] == "failed"]
    assert lost["error"].startswith("incomplete: ")
    assert lost["response"] is None


def test_a_server_error_for_ever_fails_one_item_which_alone_is_asked_again() -> None:
    """AP-05: two right, none wrong, one failed; the mean is over those that were answered."""
    with serving(of_item(1, FAULTS["500"])) as server:
        result = ask(server, 3)
        assert verdicts(result) == {"right": 2, "failed": 1}
        assert (result.rows[0].value, result.rows[0].n) == (1.0, 2)
        assert result.manifest.facts["given_up"] == {"server_error": 1}
        asked = len(server.asked)
        server.script = lambda ask: Says()
        options = ModelOptions(base_url=server.url)
        with echo_exam(3):
            again = evaluate("openai:m", "echo", protocol="chat", resume="out", model_options=options)
    assert verdicts(again) == {"right": 3}
    assert [each.echo for each in server.completions[asked - 1 :]] == [number_of(1)]


def test_a_waiting_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """AP-01: seven seconds are asked for, on a clock that does not tick."""
    waited: list[float] = []

    async def pause(self: object, seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("gwageo.runs.serving.RemoteExecutor._pause", pause)
    limited = Says(status=429, headers={"Retry-After": "7"}, body={"error": {"message": "slow down"}})
    with serving(first(limited)) as server:
        result = ask(server, 1)
    assert verdicts(result) == {"right": 1}
    assert len(server.completions) == 2
    assert len(waited) == 1
    assert 7.0 <= waited[0] <= 8.0


def test_equal_refusals_stop_the_run_after_five_requests() -> None:
    """AP-03: the numbers in the server's words may differ."""
    refuse = lambda ask: Says(status=400, body={"error": {"message": f"bad field in request {ask.number}"}})  # noqa: E731
    with serving(refuse) as server:
        with pytest.raises(EndpointRefused, match="refused 5 requests in a row with the same words: 400 bad field"):
            ask(server, 50)
        assert len(server.completions) == 5
        with pytest.raises(EndpointRefused):
            ask(server, 50)
        server.script = lambda ask: Says()
        assert verdicts(ask(server, 50)) == {"right": 50}


def test_items_that_are_refused_again_do_not_stop_a_run() -> None:
    """Asked again they come in a row, and say nothing that their first refusal has not said."""
    order = [index for index in range(40) if index % 5]
    refused = {number_of(index) for index in order[:8]}
    say = Says(status=400, body={"error": {"message": "this prompt is not allowed"}})
    with serving(lambda ask: say if ask.echo in refused else Says()) as server:
        assert verdicts(ask(server, 40, concurrency=1)) == {"right": 32, "failed": 8}
        again = ask(server, 40, output=None, resume="out", concurrency=1)
    assert verdicts(again) == {"right": 32, "failed": 8}
    assert len(server.completions) == 48


def test_refusals_far_apart_are_not_in_a_row_though_they_come_back_sooner_than_replies() -> None:
    refused = {number_of(index) for index in range(0, 60, 6)}
    say = Says(status=400, body={"error": {"message": "this prompt is not allowed"}})
    with serving(lambda ask: say if ask.echo in refused else Says(delay_s=0.2)) as server:
        result = ask(server, 60, concurrency=60)
    assert verdicts(result) == {"right": 50, "failed": 10}


@pytest.mark.parametrize("status", [400, 401])
def test_a_finished_result_stands_until_there_is_another(status: int) -> None:
    refused = {number_of(index) for index in (3, 9, 15)}
    say = Says(status=400, body={"error": {"message": "not now"}})
    with serving(lambda ask: say if ask.echo in refused else Says()) as server:
        first_result = ask(server, 20, concurrency=1)
        server.script = lambda ask: Says(status=status, body={"error": {"message": f"no more {ask.number}"}})
        if status == 401:
            with pytest.raises(EndpointRefused):
                ask(server, 20, output=None, resume="out")
        else:
            ask(server, 20, output=None, resume="out")
        assert read_run("out").manifest.finished is not None
        server.script = lambda ask: Says()
        assert verdicts(ask(server, 20)) == verdicts(first_result) == {"right": 17, "failed": 3}
        assert verdicts(ask(server, 20, output=None, resume="out")) == {"right": 20}


@pytest.mark.parametrize("n", [5, 6, 40])
def test_refusals_in_different_words_fail_their_items_and_the_run_goes_on(n: int) -> None:
    """The five scouts among them: none of them proves the server, and the others must not wait for ever."""
    words = lambda ask: Says(status=400, body={"error": {"message": f"no good: {'xyz'[ask.number % 3]}"}})  # noqa: E731
    with serving(words) as server:
        result = ask(server, n)
    assert verdicts(result) == {"failed": n}
    assert len(server.completions) == n


def test_after_scouts_that_were_refused_the_others_are_answered() -> None:
    def script(ask: Ask) -> Says:
        index = int(ask.echo) // STEP - 1
        return Says(status=400, body={"error": {"message": f"not {'abcde'[index]}"}}) if index < 5 else Says()

    with serving(script) as server:
        result = ask(server, 30)
    assert verdicts(result) == {"right": 25, "failed": 5}


@pytest.mark.parametrize(
    "body", ["<html>It works!</html>", [1, 2], {"hello": "It works!"}], ids=["page", "list", "other"]
)
def test_a_server_of_another_kind_is_left_early(body: Any) -> None:
    with serving(lambda ask: Says(body=body)) as server:
        with pytest.raises(
            EndpointRefused, match="does not speak the language of such an API: 5 requests in a row"
        ) as told:
            ask(server, 100)
        assert "200 with" in str(told.value)
        assert len(server.completions) < 10  # each of the first four lets another scout go


def test_pages_between_replies_are_tried_again() -> None:
    page = replace(FAULTS["html"], delay_s=0.02)
    with serving(lambda ask: page if 3 < ask.number < 30 else Says()) as server:
        assert verdicts(ask(server, 60)) == {"right": 60}


@pytest.mark.parametrize("refused", [("temperature",), ("max_tokens",), ("stop", "seed")], ids="+".join)
def test_every_request_under_way_is_sent_again_without_a_field_that_is_refused(refused: tuple[str, ...]) -> None:
    """All scouts carry the field, and only the first refusal teaches us; a late one must not fail for it."""

    def script(ask: Ask) -> Says:
        name = next((name for name in refused if name in ask.body), None)
        if name is None:
            return Says(delay_s=0.01)
        words = f"Unsupported parameter: '{name}' is not supported with this model."
        return Says(status=400, delay_s=0.01, body={"error": {"message": words, "param": name}})

    with serving(script) as server:
        result = ask(server, 40, sampling=Sampling(0.5, seed=3), task={"stop": ("끝",)})
    assert verdicts(result) == {"right": 40}
    assert set(result.manifest.facts["dropped_settings"]) == set(refused)
    assert len(server.completions) <= 40 + 5 * len(refused)
    told = {flag for row in result.records() for flag in row["flags"] if flag.endswith("_not_sent")}
    assert told == {f"{name}_not_sent" for name in refused if name != "max_tokens"}


def test_one_refusal_fails_its_item() -> None:
    with serving(of_item(3, Says(status=400, body={"error": {"message": "not this one"}}))) as server:
        result = ask(server, 8)
    assert verdicts(result) == {"right": 7, "failed": 1}
    assert len(server.completions) == 8
    assert result.rows[0].reasons == {"refused: 400 not this one": 1}


def test_items_that_do_not_fit_the_context_are_named_and_counted() -> None:
    """However many there are: they say nothing about the others."""
    words = "This model's maximum context length is 16 tokens. However, you requested 99 tokens."
    even = lambda ask: Says() if int(ask.echo) % 2 else Says(status=400, body={"error": {"message": words}})  # noqa: E731
    with serving(even) as server:
        result = ask(server, 20)
    assert verdicts(result) == {"right": 10, "failed": 10}
    assert result.rows[0].over_length == result.rows[0].flags["did_not_fit"] == 10
    assert next(iter(result.rows[0].reasons)).startswith("over_length: 400 This model's maximum context")


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_closed_door_stops_the_run_at_once(status: int) -> None:
    closed = lambda ask: Says(status=status, body={"error": {"message": "go away"}})  # noqa: E731
    with serving(closed) as server, pytest.raises(EndpointRefused, match=f"answered {status}: go away"):
        ask(server, 50)
    assert len(server.completions) <= 5


def test_no_quota_is_not_waited_for() -> None:
    empty = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
    with (
        serving(lambda ask: Says(status=429, body=empty)) as server,
        pytest.raises(EndpointRefused, match="waiting will not help"),
    ):
        ask(server, 50)
    assert len(server.completions) <= 5


def test_a_server_that_is_gone_stops_the_run_and_what_was_answered_stays() -> None:
    script = lambda ask: Says() if ask.number <= 30 else Says(drop=True)  # noqa: E731
    with serving(script) as server:
        with pytest.raises(EndpointRefused, match="has failed 20 requests in a row"):
            ask(server, 200, concurrency=8)
        good = 30
        server.script = lambda ask: Says()
        before = len(server.completions)
        assert verdicts(ask(server, 200)) == {"right": 200}
        assert len(server.completions) - before == 200 - good


@pytest.mark.parametrize(
    ("says", "finish"),
    [
        (Says(text="", finish="content_filter"), "content_filter"),
        (Says(text="", extra={"refusal": "I cannot help with that"}), "refusal"),
    ],
    ids=["filter", "refusal"],
)
def test_what_is_withheld_is_a_verdict_and_not_tried_again(says: Says, finish: str) -> None:
    """AP-08"""
    with serving(of_item(0, says)) as server:
        result = ask(server, 4)
    assert verdicts(result) == {"right": 3, "refused": 1}
    assert len(server.completions) == 4
    assert next(result.records())["finish_reason"] == finish


def test_ten_in_a_hundred_of_each_fault_lose_nothing() -> None:
    """Every item ends with its own number or a named failure; the manifest counts every kind."""
    chance = random.Random(7)
    kinds = ["429", "500", "dropped", "cut", "no end"]

    def script(ask: Ask) -> Says:
        draw = chance.random()
        return FAULTS[kinds[int(draw * 10)]] if draw < 0.5 else Says()

    with serving(script) as server:
        result = ask(server, 300, concurrency=32)
    told = verdicts(result)
    assert told.get("right", 0) + told.get("failed", 0) == 300
    assert told["right"] >= 280
    faults = Counter(result.manifest.facts["faults"])
    assert set(faults) == {"rate_limit", "server_error", "dropped", "incomplete"}
    assert faults.total() + 300 == len(server.completions) + told.get("failed", 0)
    assert result.manifest.facts["requests"] == len(server.completions)


def test_unknown_usage_is_unknown() -> None:
    """AP-16: 120 tokens are known, one reply is not, and the cost is a lower bound."""
    Path("prices.toml").write_text('["openai:m"]\ninput = 1.0\noutput = 2.0\n', encoding="utf-8")
    usage = {"prompt_tokens": 100, "completion_tokens": 20}
    with serving(of_item(1, Says(usage=None))) as server:
        server.script = lambda ask: Says(usage=usage if ask.echo == number_of(0) else None)
        host = server.url.split("//")[1].split("/")[0]
        table = f'["openai:m@{host}"]\ninput = 1.0\noutput = 2.0\n'
        Path("prices.toml").write_text(table, encoding="utf-8")
        result = ask(server, 2, prices="prices.toml")
    facts = result.manifest.facts
    assert (facts["tokens"]["prompt"], facts["tokens"]["completion"]) == (100, 20)
    assert facts["replies_without_usage"] == 1
    assert facts["cost"] == pytest.approx(140e-6)
    assert facts["cost_is_at_least"] is True
    assert [row["cost"] for row in result.records()] == [pytest.approx(140e-6), None]


def priced(server: FakeServer) -> str:
    """A table in which every reply of the server costs one dollar."""
    host = server.url.split("//")[1].split("/")[0]
    Path("prices.toml").write_text(f'["openai:m@{host}"]\ninput = 70000\noutput = 100000\n', encoding="utf-8")
    return "prices.toml"


@pytest.mark.parametrize("limit", [{"max_cost": 12.5}, {"max_total_tokens": 165}], ids=["cost", "tokens"])
def test_a_limit_stops_the_run_before_it_and_the_run_goes_on(limit: dict[str, Any]) -> None:
    """Thirteen tokens and one dollar a reply: twelve replies fit."""
    short = {"max_tokens": 3}
    with serving(lambda ask: Says(delay_s=0.002)) as server:
        prices = priced(server)
        with pytest.raises(RunStopped, match=r"is reached.*12 of 40 answers are kept"):
            ask(server, 40, concurrency=8, prices=prices, task=short, **limit)
        assert len(server.completions) == 12
        with pytest.raises(RunStopped, match="12 of 40"):
            ask(server, 40, concurrency=8, prices=prices, task=short, **limit)
        assert len(server.completions) == 12
        result = ask(server, 40, prices=prices, task=short)
    assert verdicts(result) == {"right": 40}
    assert len(server.completions) == 40
    assert result.manifest.facts["cost"] == pytest.approx(40.0)


def test_a_limit_holds_where_replies_grow_long() -> None:
    """Eleven short replies and then the longest that were asked for, as of a model that begins to reason."""
    grown = lambda ask: Says(usage={"prompt_tokens": 10, "completion_tokens": 3 if ask.number <= 11 else 500})  # noqa: E731
    with serving(grown) as server, pytest.raises(RunStopped, match=r"is reached: \d+ were used"):
        ask(server, 60, concurrency=32, max_total_tokens=4000, task={"max_tokens": 500})
    used = sum(13 if number < 11 else 510 for number in range(len(server.completions)))
    assert 3000 < used <= 4000


def test_a_limit_without_room_for_one_reply_asks_no_more_than_that() -> None:
    with serving() as server, pytest.raises(RunStopped, match=r"reached: 0 were used, and one more reply may take 500"):
        ask(server, 5, max_total_tokens=400, task={"max_tokens": 500})
    assert server.completions == []


@pytest.mark.parametrize("limit", [float("inf"), float("nan"), 0.0, -1.0])
def test_a_limit_that_is_none_is_refused(limit: float) -> None:
    with serving() as server, pytest.raises(ConfigError, match="max_cost cannot be"):
        ask(server, 3, max_cost=limit, prices=priced(server))
    assert server.completions == []


def test_a_limit_that_a_server_breaks_is_told_as_passed() -> None:
    long = lambda ask: Says(usage={"prompt_tokens": 10, "completion_tokens": 900}, delay_s=0.002)  # noqa: E731
    with (
        serving(long) as server,
        pytest.raises(RunStopped, match=r"is passed: \d+ were used, since replies were longer"),
    ):
        ask(server, 40, concurrency=4, max_total_tokens=1000, task={"max_tokens": 16})
    assert len(server.completions) <= 5


def test_a_limit_needs_a_price_and_usage() -> None:
    with serving() as server:
        with pytest.raises(ConfigError, match=r"--max-cost needs the price of openai:m@127\.0\.0\.1"):
            ask(server, 3, max_cost=1.0)
        assert server.completions == []
        assert not Path("out").exists()
        server.script = lambda ask: Says(usage=None, delay_s=0.002)
        with pytest.raises(RunStopped, match=r"came without their usage.*of 200"):
            ask(server, 200, output="other", max_total_tokens=10_000, concurrency=4)
    assert len(server.completions) < 20


def test_halved_when_it_is_too_much_and_grown_back() -> None:
    busy: list[int] = []

    def script(ask: Ask) -> Says:
        busy.append(server.at_once)
        full = len(busy) < 150 and server.at_once > 6
        return FAULTS["429"] if full else Says(delay_s=0.004)

    with serving(script) as server:
        result = ask(server, 600, concurrency=32)
    assert verdicts(result) == {"right": 600}
    facts = result.manifest.facts["concurrency"]
    assert facts["halvings"] >= 2
    assert facts["lowest"] <= 8
    assert facts["last"] > facts["lowest"]


def test_without_a_number_the_concurrency_grows_while_the_server_stays_quick() -> None:
    with serving(lambda ask: Says(delay_s=0.05)) as server:
        result = ask(server, 400)
    assert result.manifest.facts["concurrency"]["highest"] > 16
    assert server.most_at_once > 16


def test_a_number_is_kept() -> None:
    with serving(lambda ask: Says(delay_s=0.01)) as server:
        ask(server, 100, concurrency=7)
    assert server.most_at_once == 7


KEY = "sk-example-0000-secret"


def test_no_key_is_kept_or_told_anywhere(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """AP-18: the server repeats the key in its words, as some do."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("GWAGEO_API_KEY", KEY)
    told: list[str] = []
    leak = Says(status=500, body={"error": {"message": f"Incorrect API key provided: {KEY}"}})
    with serving(of_item(1, leak)) as server:
        result = ask(server, 3)
        assert server.completions[0].headers["Authorization"] == f"Bearer {KEY}"
        told += [str(row) for row in result.records()]
        server.script = lambda ask: Says(status=401, body={"error": {"message": f"Incorrect API key provided: {KEY}"}})
        try:
            ask(server, 3, output="other", no_cache=True)
        except EndpointRefused as error:
            told.append("".join(traceback.format_exception(error)))
    assert len(told) == 4
    assert "[key]" in "".join(told)
    told.append(caplog.text)
    kept = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert KEY not in "".join(told)
    assert KEY.encode() not in kept


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    url = "https://user:pw-example@llm.example/v1?key=sk-example-0000"
    with echo_exam(1), pytest.raises(ConfigError) as caught:
        evaluate("openai:m", "echo", protocol="chat", model_options=ModelOptions(base_url=url))
    assert "pw-example" not in str(caught.value)
    assert "sk-example" not in str(caught.value)


def test_a_named_key_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        with pytest.raises(ConfigError, match="--api-key-env names 'MY_KEY'"):
            ask(server, 1, options={"api_key_env": "MY_KEY"})
        monkeypatch.setenv("MY_KEY", "mine")
        ask(server, 1, options={"api_key_env": "MY_KEY"})
    assert server.completions[0].headers["Authorization"] == "Bearer mine"
    assert '"api_key_env": "MY_KEY"' in Path("out/run.json").read_text(encoding="utf-8")


def test_the_key_of_openai_is_not_sent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        ask(server, 1)
    assert all(KEY not in value for value in server.completions[0].headers.values())


def test_openai_without_a_key_is_refused_before_anything_is_sent() -> None:
    with echo_exam(1), pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        evaluate("openai:gpt-4.1-mini", "echo", protocol="chat")
    assert not Path("runs").exists() or not list(Path("runs").iterdir())


def test_a_wrong_model_is_named_with_the_closest_ones() -> None:
    with serving(models=("gwa-large", "gwa-small")) as server, echo_exam(1):
        options = ModelOptions(base_url=server.url)
        with pytest.raises(UnknownName, match="no model named 'gwa-smal'; did you mean gwa-small"):
            evaluate("openai:gwa-smal", "echo", protocol="chat", model_options=options)
    assert server.completions == []


def test_a_server_without_a_list_of_models_will_do() -> None:
    with serving(models=None) as server:
        assert verdicts(ask(server, 2)) == {"right": 2}


def test_what_is_no_such_server_is_told_with_its_answer() -> None:
    with serving() as server:
        server.site = "<html>It works!</html>"
        with pytest.raises(EndpointRefused, match=r"is not an API of the kind openai.*It works"):
            ask(server, 1)
    gone = ModelOptions(base_url="http://127.0.0.1:9/v1")
    with echo_exam(1), pytest.raises(EndpointRefused, match="does not answer"):
        evaluate("openai:m", "echo", protocol="chat", model_options=gone)


def test_the_summary_counts_what_went_over_the_wire() -> None:
    with serving(of_item(0, FAULTS["500"], Says())) as server:
        ask(server, 3)
    traffic = json.loads(Path("out/summary.json").read_text(encoding="utf-8"))["traffic"]
    assert traffic["requests"] == 4
    assert traffic["faults"] == {"server_error": 1}
