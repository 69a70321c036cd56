"""Anthropic's Messages API, over a real socket: what is sent, what a reply means, and what is refused."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("anthropic")
from fake_server import FakeServer, Says, serving
from gwageo.core import Chat, Generate, LogLikelihood, Message, ModelError, Output, Sampling
from gwageo.models.anthropic import AnthropicModel, message_output, message_usage
from gwageo.models.faults import Fault
from gwageo.models.options import ModelOptions

ASKED = Chat(
    (Message("system", "짧게"), Message("user", "1+1?\n7"), Message("assistant", "2"), Message("user", "그럼?\n8"))
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("GWAGEO_API_KEY", "k-for-tests")
    with serving(models=("claude-m-20260101",)) as server:
        yield server


def model_at(server: FakeServer, **options: Any) -> AnthropicModel:
    return AnthropicModel("claude-m", ModelOptions(base_url=server.url.removesuffix("/v1"), **options))


def ask(model: AnthropicModel, **how: Any) -> Output:
    request = Generate(**{"prompt": ASKED, "max_tokens": 2048, **how})
    return asyncio.run(model.answer([[request]]))[0][0]


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_a_chat_is_sent_as_the_api_wants_it(server: FakeServer, stream: bool) -> None:
    model = model_at(server, stream=stream)
    model.load()
    output = ask(model, stop=("\n", "끝"))
    assert (output.text, output.finish_reason, output.reasoning) == ("8", "stop", None)
    assert (output.usage.prompt, output.usage.completion) == (10, 3)
    sent = server.completions[0]
    assert sent.path == "/v1/messages"
    assert sent.headers["X-Api-Key"] == "k-for-tests"
    assert sent.body.pop("stream", False) is stream
    assert sent.body == {
        "model": "claude-m",
        "max_tokens": 2048,
        "system": "짧게",
        "messages": [
            {"role": "user", "content": "1+1?\n7"},
            {"role": "assistant", "content": "2"},
            {"role": "user", "content": "그럼?\n8"},
        ],
        "stop_sequences": ["끝"],
        "temperature": 0.0,
    }
    assert output.flags == ("stop_not_sent",)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_thinking_is_asked_for_by_its_budget_and_kept_apart(server: FakeServer, stream: bool) -> None:
    server.script = lambda ask: Says(
        text="정답: 8",
        extra={
            "blocks": [{"type": "thinking", "thinking": "정답: 7?"}],
            "usage": {"cache_read_input_tokens": 90, "output_tokens_details": {"thinking_tokens": 2}},
        },
    )
    output = ask(model_at(server, stream=stream), think_budget=1024)
    body = server.completions[0].body
    assert body["thinking"] == {"type": "enabled", "budget_tokens": 1024}
    assert "temperature" not in body
    assert (output.text, output.reasoning) == ("정답: 8", "정답: 7?")
    assert (output.usage.prompt, output.usage.cached, output.usage.reasoning) == (100, 90, 2)
    assert output.flags == ("temperature_not_sent", "temperature_forced")


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("end_turn", "stop"), ("stop_sequence", "stop"), ("max_tokens", "length"), ("refusal", "refusal")],
)
def test_stop_reasons(reason: str, finish: str) -> None:
    tree = {"content": [{"type": "text", "text": "답"}], "stop_reason": reason}
    assert message_output(tree).finish_reason == finish


@pytest.mark.parametrize("tree", [{}, {"content": []}, {"content": [], "stop_reason": "pause_turn"}])
def test_half_a_message_is_a_fault(tree: dict[str, Any]) -> None:
    with pytest.raises(Fault):
        message_output(tree)


def test_a_stream_without_its_end_is_a_fault(server: FakeServer) -> None:
    server.script = lambda ask: Says(done=False)
    output = ask(model_at(server, stream=True))
    assert output.error == "incomplete: the stream ended without message_stop"


def test_unknown_usage_is_unknown() -> None:
    assert message_usage(None).prompt is None
    assert message_usage({"output_tokens": 3}).prompt is None
    assert message_usage({"input_tokens": 3, "output_tokens": 1}).reasoning is None


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (LogLikelihood("가", "나"), "no log-likelihoods"),
        (Generate("가", 10), "takes chats only"),
        (Generate(ASKED, 2048, think_budget=1023), "at least 1024"),
        (Generate(ASKED, 2048, think_budget=2048), "below the limit of the whole reply, which is 2048"),
        (Generate(Chat(ASKED.messages, "답:"), 10), "beginning of a reply"),
    ],
)
def test_what_the_api_cannot_do_is_refused_before_the_run(
    server: FakeServer, request_: Generate | LogLikelihood, words: str
) -> None:
    assert words in (model_at(server).refuses(request_) or "")


def test_a_setting_that_a_model_does_not_take_is_left_out_and_flagged(server: FakeServer) -> None:
    words = "`temperature` is deprecated for this model."
    server.script = lambda ask: (
        Says(status=400, body={"type": "error", "error": {"type": "invalid_request_error", "message": words}})
        if "temperature" in ask.body
        else Says()
    )
    model = model_at(server)
    assert ask(model).flags == ("temperature_not_sent",)
    assert model.facts()["dropped_settings"] == {"temperature": f"400 {words}"}
    ask(model)
    assert len(server.completions) == 3


def test_a_seed_that_matters_is_named_since_the_api_has_none(server: FakeServer) -> None:
    assert ask(model_at(server), sampling=Sampling(seed=3)).flags == ()
    assert ask(model_at(server), sampling=Sampling(0.7, seed=3)).flags == ("seed_not_sent",)


def test_thinking_that_the_user_asks_for_by_hand_stays(server: FakeServer) -> None:
    words = "thinking: Extra inputs are not permitted"
    server.script = lambda ask: Says(status=400, body={"type": "error", "error": {"message": words}})
    adaptive = model_at(server, extra_body={"thinking": {"type": "adaptive"}})
    assert words in (ask(adaptive).error or "")
    assert server.completions[0].body["thinking"] == {"type": "adaptive"}
    assert "temperature" not in server.completions[0].body
    assert adaptive.unsent(Generate(ASKED, 9)) == ("temperature_not_sent", "temperature_forced")
    assert "leave one of them out" in (adaptive.refuses(Generate(ASKED, 2048, think_budget=1024)) or "")


def test_the_token_of_another_login_is_sent_nowhere(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "t-of-another")
    ask(model_at(server))
    monkeypatch.delenv("GWAGEO_API_KEY")
    ask(model_at(server))
    assert all("t-of-another" not in value for sent in server.asked for value in sent.headers.values())


def test_asking_without_a_connection_is_an_error_of_the_caller(server: FakeServer) -> None:
    with pytest.raises(ModelError, match="before it was connected"):
        model_at(server).connected()
