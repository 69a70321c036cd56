"""Truthful requests: what is asked of an OpenAI-compatible server, what it took of it, and how that is told."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("aiohttp")
from fake_server import Ask, FakeServer, Says, serving
from gwageo.core import Chat, ConfigError, Generate, Message, Output, Sampling
from gwageo.models.anthropic import AnthropicModel
from gwageo.models.openai.bodies import body_of
from gwageo.models.openai.endpoint import OpenAIModel
from gwageo.models.options import ModelOptions
from gwageo.models.remote import note_served

ASKED = Chat((Message("user", "질문\n42"),))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)
    with serving() as server:
        yield server


def model_at(server: FakeServer, **options: Any) -> OpenAIModel:
    return OpenAIModel("m", ModelOptions(base_url=server.url, **options))


def ask(model: OpenAIModel, prompt: Chat | str = ASKED, **how: Any) -> Output:
    request = Generate(prompt, **{"max_tokens": 9, **how})
    return asyncio.run(model.answer([[request]]))[0][0]


def unknown(
    *names: str, words: str = "Unsupported parameter: '{}' is not supported with this model."
) -> Callable[[Ask], Says]:
    """A server that does not know some fields."""

    def script(ask: Ask) -> Says:
        found = next((name for name in names if name in ask.body), None)
        return Says() if found is None else Says(status=400, body={"error": {"message": words.format(found)}})

    return script


def test_a_chat_and_a_text_are_sent_with_everything_asked_for(server: FakeServer) -> None:
    model = model_at(server, extra_body={"min_p": 0.1}, chat_template_kwargs={"style": "short"}, reasoning_effort="low")
    sampling = Sampling(0.7, top_p=0.9, top_k=20, seed=5)
    ask(model, Chat(ASKED.messages, thinking=False), stop=("끝",), sampling=sampling)
    ask(model, "질문\n42")
    chat, text = (each.body for each in server.completions)
    assert chat == {
        "model": "m",
        "messages": [{"role": "user", "content": "질문\n42"}],
        "max_tokens": 9,
        "temperature": 0.7,
        "top_p": 0.9,
        "top_k": 20,
        "seed": 5,
        "stop": ["끝"],
        "chat_template_kwargs": {"enable_thinking": False, "style": "short"},
        "reasoning_effort": "low",
        "min_p": 0.1,
    }
    assert text == {"model": "m", "prompt": "질문\n42", "max_tokens": 9, "temperature": 0.0, "min_p": 0.1}


def test_openai_itself_is_asked_in_its_own_words() -> None:
    request = Generate(Chat(ASKED.messages, thinking=False), 9)
    body = body_of(request, "gpt", ModelOptions(), official=True)
    assert body == {
        "model": "gpt",
        "messages": [{"role": "user", "content": "질문\n42"}],
        "max_completion_tokens": 9,
        "temperature": 0.0,
        "reasoning_effort": "none",
    }


def test_a_field_that_the_server_does_not_know_is_left_out_named_and_flagged(server: FakeServer) -> None:
    """Greedy decoding is not claimed where the temperature was not taken."""
    server.script = unknown("temperature", "seed")
    model = model_at(server)
    output = ask(model, sampling=Sampling(seed=1))
    assert output.text == "42"
    assert set(output.flags) == {"temperature_not_sent", "seed_not_sent"}
    assert set(model.facts()["dropped_settings"]) == {"temperature", "seed"}
    ask(model, sampling=Sampling(seed=1))
    assert len(server.completions) == 4


def test_the_limit_has_two_names_and_no_flag(server: FakeServer) -> None:
    server.script = unknown("max_tokens", words="'{}' is not supported. Use 'max_completion_tokens' instead.")
    output = ask(model_at(server))
    assert (output.text, output.flags) == ("42", ())
    assert server.completions[-1].body["max_completion_tokens"] == 9


def test_a_server_that_knows_no_limit_at_all_is_a_refusal(server: FakeServer) -> None:
    server.script = unknown("max_tokens", "max_completion_tokens")
    assert "max_completion_tokens" in (ask(model_at(server)).error or "")
    assert len(server.completions) == 2


def test_what_the_user_adds_by_hand_is_never_taken_out(server: FakeServer) -> None:
    server.script = unknown("min_p")
    output = ask(model_at(server, extra_body={"min_p": 0.1}))
    assert "'min_p' is not supported" in (output.error or "")


OWN_FIELDS = {
    "model": "--model", "max_tokens": "--max-tokens", "max_completion_tokens": "--max-tokens",
    "temperature": "--temperature", "seed": "--seed", "n": "--repeats", "stream": "--stream",
    "messages": "leave it out",
    "prompt": "leave it out", "stop": "leave it out", "logprobs": "leave it out",
}  # fmt: skip


@pytest.mark.parametrize(("name", "instead"), OWN_FIELDS.items())
def test_what_gwageo_sets_itself_cannot_be_replaced_by_hand(server: FakeServer, name: str, instead: str) -> None:
    with pytest.raises(ConfigError, match=f"--extra-body may not set '{name}'.*{instead}"):
        model_at(server, extra_body={"min_p": 0.1, name: 1})
    with pytest.raises(ConfigError, match=f"may not set '{name}'"):
        AnthropicModel("m", ModelOptions(base_url=server.url, extra_body={name: 1}))


@pytest.mark.parametrize(
    "fields",
    [
        {"api_key": "abcd-1234"},
        {"Authorization": "Bearer abcd-1234"},
        {"provider": {"options": [{"auth_token": "abcd-1234"}]}},
        {"token": "abcd-1234"},
        {"note": "sk-abcd-1234"},
        {"note": "is k-for-tests"},
    ],
)
@pytest.mark.parametrize("option", ["extra_body", "chat_template_kwargs"])
def test_a_key_is_not_added_by_hand_since_it_would_be_kept(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, option: str, fields: dict[str, Any]
) -> None:
    monkeypatch.setenv("GWAGEO_API_KEY", "k-for-tests")
    with pytest.raises(ConfigError, match="would be kept with the run") as told:
        model_at(server, **{option: fields})
    assert "1234" not in str(told.value)
    assert "k-for-tests" not in str(told.value)


def test_fields_that_only_sound_like_it_are_taken(server: FakeServer) -> None:
    fields = {"min_tokens": 1, "stop_token_ids": [2], "skip_special_tokens": False, "provider": {"sort": "price"}}
    ask(model_at(server, extra_body=fields))
    assert fields.items() <= server.completions[0].body.items()


@pytest.mark.parametrize("key", ["비밀열쇠-1234", "k 1234", "k\n1234", "k-1234é"])
def test_a_key_that_no_header_carries_is_refused_and_not_told(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("GWAGEO_API_KEY", key)
    with pytest.raises(ConfigError, match="The key in GWAGEO_API_KEY holds signs that no key has") as told:
        model_at(server)
    assert "1234" not in str(told.value)
    assert server.asked == []


def test_white_space_around_a_key_is_none_of_it(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GWAGEO_API_KEY", " k-1234\n")
    ask(model_at(server))
    assert server.completions[0].headers["Authorization"] == "Bearer k-1234"


def test_a_wrong_value_is_no_unknown_field(server: FakeServer) -> None:
    server.script = unknown("temperature", words="{} must be at most 1")
    assert ask(model_at(server)).error == "400 temperature must be at most 1"


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
def test_reasoning_that_comes_apart_is_kept_apart(server: FakeServer, name: str, stream: bool) -> None:
    server.script = lambda ask: Says(extra={name: "정답: 7?"})
    output = ask(model_at(server, stream=stream))
    assert (output.text, output.reasoning) == ("42", "정답: 7?")


def test_thinking_although_it_was_turned_off_is_flagged(server: FakeServer) -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 7}}
    server.script = lambda ask: Says(usage=usage)
    assert ask(model_at(server), Chat(ASKED.messages, thinking=False)).flags == ("thinking_not_honoured",)
    assert ask(model_at(server)).flags == ()


@pytest.mark.parametrize(
    ("client_stop", "text", "flags"),
    [(False, "답: 3\n문제: 다음", ("stop_ignored",)), (True, "답: 3\n", ("stop_on_client",))],
)
def test_stop_strings_are_applied_here_only_when_asked(
    server: FakeServer, client_stop: bool, text: str, flags: tuple[str, ...]
) -> None:
    server.script = lambda ask: Says(text="답: 3\n문제: 다음")
    output = ask(model_at(server, client_stop=client_stop), stop=("문제:", "</s>"))
    assert (output.text, output.flags) == (text, flags)


def test_a_limit_that_was_ignored_is_flagged(server: FakeServer) -> None:
    server.script = lambda ask: Says(usage={"prompt_tokens": 1, "completion_tokens": 10})
    assert ask(model_at(server)).flags == ("max_tokens_ignored",)


@pytest.mark.parametrize(
    ("asked", "served", "flag"),
    [
        ("gpt-x", "gpt-x-2026-01-01", ()),
        ("org/Qwen", "qwen", ()),
        ("m", "/models/m", ()),
        ("gpt-x", "gpt-y", ("other_model",)),
        ("m", None, ()),
    ],
)
def test_the_served_model_is_compared_with_the_asked_one(asked: str, served: str | None, flag: tuple[str, ...]) -> None:
    from collections import Counter

    seen: Counter[str] = Counter()
    assert note_served(asked, served, seen) == flag
    assert list(seen) == ([served] if served else [])


def test_parts_of_a_text_are_joined(server: FakeServer) -> None:
    parts = [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]
    message = {"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]}
    server.script = lambda ask: Says(body=message)
    output = ask(model_at(server))
    assert output.text == "42"
    assert output.usage.prompt is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dtype": "float32"}, "has no --dtype"),
        ({"timeout_s": 0.0}, "--timeout cannot be 0.0"),
        ({"base_url": "localhost:8000"}, "--base-url must be the address of a server"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        OpenAIModel("m", ModelOptions(**{"base_url": "http://localhost/v1", **options}))


def test_a_budget_of_thinking_has_no_common_name(server: FakeServer) -> None:
    assert "--extra-body" in (model_at(server).refuses(Generate(ASKED, 9, think_budget=5)) or "")
