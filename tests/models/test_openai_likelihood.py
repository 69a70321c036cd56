"""Log-likelihoods over a server: proven before a run, and the local engine's to a thousandth of a nat."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("transformers")
from scoring_server import TinyCompletions
from tiny import tiny_checkpoint

from fake_exam import FakeTask, exam
from fake_server import FakeServer, Says, serving
from gwageo.api import evaluate
from gwageo.core import Chat, ConfigError, LogLikelihood, Message, Output, Request
from gwageo.models.faults import Fault
from gwageo.models.openai.endpoint import OpenAIModel
from gwageo.models.openai.likelihood import NoProof, read
from gwageo.models.options import ModelOptions
from gwageo.models.registry import load_model

CONTEXTS = ("질문: 물은 몇 도에서 끓는가?\n답변:", "Question: what is it?\nAnswer: ", "")
CONTINUATIONS = (" 백 도", " it is", " 안녕하세요", "백")
PAIRS = [LogLikelihood(context, continuation) for context in CONTEXTS for continuation in CONTINUATIONS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_checkpoint(tmp_path_factory.mktemp("server"), "llama")


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)


@pytest.fixture(scope="module")
def local(folder: str) -> list[Output]:
    model = load_model(folder)
    model.load()
    return [outputs[0] for outputs in asyncio.run(model.answer([[pair] for pair in PAIRS]))]


def model_at(server: FakeServer) -> OpenAIModel:
    return OpenAIModel("m", ModelOptions(base_url=server.url))


@pytest.mark.parametrize("dialect", ["prompt_logprobs", "echo"])
def test_the_values_are_those_of_the_local_engine(folder: str, local: list[Output], dialect: str) -> None:
    with serving(TinyCompletions(folder, (dialect,))) as server:
        model = model_at(server)
        assert model.refuses(PAIRS[0]) is None
        there = [outputs[0] for outputs in asyncio.run(model.answer([[pair] for pair in PAIRS]))]
    assert model.facts()["loglikelihood_by"] == dialect
    for pair, here, remote in zip(PAIRS, local, there, strict=True):
        assert remote.error is None, pair
        assert remote.loglikelihood == pytest.approx(here.loglikelihood, abs=1e-3), pair
        assert set(remote.flags) == set(here.flags), pair
        assert remote.usage.prompt is not None


def likely(script: TinyCompletions, context: str) -> list[str]:
    """The two likeliest next tokens that stay one token behind the context."""
    ids = script.tokenizer(context)["input_ids"]
    following = script._values(ids)[-1].topk(20).indices.tolist()
    texts = [script._text(token) for token in following]
    return [
        text
        for token, text in zip(following, texts, strict=True)
        if text.strip() and script.tokenizer(context + text)["input_ids"] == [*ids, token]
    ][:2]


def test_continuations_of_one_token_are_read_as_the_next_one(folder: str) -> None:
    """Once it is known that they are one token; a server would forward the whole prompt anew for each."""
    script, context = TinyCompletions(folder), "Question: what?\nAnswer:"
    choices: list[Request] = [LogLikelihood(context, text) for text in likely(script, context)]
    with serving(script) as server:
        model = model_at(server)
        assert model.refuses(choices[0]) is None
        (before,) = asyncio.run(model.answer([choices]))
        asked = len(server.completions)
        (after,) = asyncio.run(model.answer([choices]))
    assert [one.loglikelihood for one in after] == [pytest.approx(one.loglikelihood, abs=1e-3) for one in before]
    assert model.facts()["choices_read_as_next_token"] == len(choices) == 2
    assert len(server.completions) - asked == 1
    assert sorted(one.usage.prompt or 0 for one in after)[0] == 0


def test_a_continuation_that_is_no_likely_token_is_asked_as_a_prompt(folder: str) -> None:
    rare: list[Request] = [LogLikelihood("Question: what?\nAnswer:", letter) for letter in "QAxz"]
    with serving(TinyCompletions(folder, tops=5)) as server:
        model = model_at(server)
        assert model.refuses(rare[0]) is None
        first, second = (asyncio.run(model.answer([rare]))[0] for _ in range(2))
    assert [each.loglikelihood for each in first] == [pytest.approx(each.loglikelihood, abs=1e-3) for each in second]


@pytest.mark.parametrize("fault", ["shift", "flat", "positive", "late"])
def test_numbers_that_are_not_the_prompts_are_refused(folder: str, fault: str) -> None:
    script = TinyCompletions(folder)
    script.spoil = {fault: True}
    with serving(script) as server:
        reason = model_at(server).refuses(PAIRS[0])
    assert reason is not None
    assert "-gen form" in reason


def test_generated_tokens_only_are_refused_and_nothing_is_scored(folder: str) -> None:
    """LL-17: without the probe every choice would score the same."""
    with serving(TinyCompletions(folder, ())) as server, exam(FakeTask(), n=4):
        options = ModelOptions(base_url=server.url)
        with pytest.raises(ConfigError, match=r"gave 1 log-probabilities for a prompt of \d+ tokens.*-gen form"):
            evaluate("openai:m", "fake", output="out", model_options=options)
    assert not Path("out").exists()


def test_chats_are_refused(folder: str) -> None:
    with serving(TinyCompletions(folder)) as server:
        reason = model_at(server).refuses(LogLikelihood(Chat((Message("user", "?"),)), "A"))
    assert reason is not None
    assert "chat template" in reason


def test_a_run_over_a_server_scores_as_a_local_one(folder: str) -> None:
    with serving(TinyCompletions(folder)) as server, exam(FakeTask(), n=6):
        there = evaluate("openai:m", "fake", output="there", model_options=ModelOptions(base_url=server.url))
    with exam(FakeTask(), n=6):
        here = evaluate(folder, "fake", output="here")
    rows = zip(there.records(), here.records(), strict=True)
    for one, other in rows:
        assert one["loglikelihoods"] == pytest.approx(other["loglikelihoods"], abs=1e-3)
        assert one["verdict"] == other["verdict"]
    assert there.manifest.facts["loglikelihood_by"] == "prompt_logprobs"


def test_the_first_entry_is_null_and_only_the_continuation_counts() -> None:
    """LL-13: the sum over tokens 2 and 3; a null among them would be an error of the item."""
    tree = {
        "choices": [{"logprobs": {"tokens": ["a", "b", "c", "d"], "token_logprobs": [None, -0.5, -0.25, -1.0]}}],
        "usage": {"prompt_tokens": 4, "completion_tokens": 0},
    }
    assert sum(value or 0 for value in read("echo", tree).values[2:]) == -1.25
    assert read("echo", tree).values[0] is None


def test_a_null_inside_the_continuation_is_an_error_of_the_item(folder: str) -> None:
    good = TinyCompletions(folder, ("echo",))
    with serving(good) as server:
        model = model_at(server)
        assert model.refuses(PAIRS[0]) is None

        def holed(ask: object) -> Says:
            says = good(ask)  # type: ignore[arg-type]
            says.body["choices"][0]["logprobs"]["token_logprobs"][-2] = None
            return says

        server.script = holed
        output = asyncio.run(model.answer([[PAIRS[1]]]))[0][0]
    assert output.loglikelihood is None
    assert output.error == "invalid_logprob: a token of the continuation has none"


@pytest.mark.parametrize(
    "tree",
    [
        {"choices": [{"text": "x"}], "usage": {"prompt_tokens": 2}},
        {"choices": [{"logprobs": {"tokens": ["a"], "token_logprobs": [-1.0]}}], "usage": {"prompt_tokens": 12}},
        {"choices": [{"logprobs": {"tokens": ["a"], "token_logprobs": [-1.0, -2.0]}}], "usage": {"prompt_tokens": 1}},
        {"choices": [{"logprobs": {"tokens": ["a"], "token_logprobs": [-1.0]}}]},
    ],
    ids=["none", "too few", "uneven", "no count"],
)
def test_what_does_not_line_up_is_no_proof(tree: dict[str, object]) -> None:
    with pytest.raises(NoProof):
        read("echo", tree)


def test_an_empty_list_of_choices_is_a_fault() -> None:
    with pytest.raises(Fault):
        read("echo", {"choices": []})
