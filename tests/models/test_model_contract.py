"""What every model keeps, whatever kind it is. A new kind is tested by adding its name here."""

import asyncio
import json
import sys
from collections.abc import Callable

import pytest

pytest.importorskip("transformers")
import tiny_vllm
from tiny import tiny_checkpoint

from gwageo.core import Generate, LogLikelihood, Output, Request
from gwageo.core.canonical import dumps
from gwageo.models.base import Model
from gwageo.models.registry import KINDS, load_model

GROUPS: list[list[Request]] = [
    [LogLikelihood("질문: 물은?\n답변:", " 물", " 물"), LogLikelihood("질문: 물은?\n답변:", " 불", " 물")],
    [Generate("질문: 물은?\n정답:", max_tokens=3, choices=("A", "B"), reference="B")],
    [LogLikelihood("", " 물", " 물"), Generate("안녕", max_tokens=2, stop=("\n",)), LogLikelihood("가", " 나", " 나")],
    [],
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_checkpoint(tmp_path_factory.mktemp("contract"), "gemma3")


MODELS: dict[str, Callable[[str], Model]] = {
    "baseline:gold": lambda folder: load_model("baseline:gold"),
    "baseline:random": lambda folder: load_model("baseline:random"),
    "baseline:first": lambda folder: load_model("baseline:first"),
    "hf": load_model,
    "vllm": lambda folder: load_model(f"vllm:{folder}"),
    "vllm:stand-in": lambda folder: load_model(f"vllm:{folder}"),
}


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest, folder: str, monkeypatch: pytest.MonkeyPatch) -> Model:
    if request.param == "vllm":
        pytest.importorskip("vllm", reason="vLLM is not installed: the same tests run on a stand-in for it")
    if request.param == "vllm:stand-in":
        monkeypatch.setitem(sys.modules, "vllm", tiny_vllm)
    made = MODELS[request.param](folder)
    made.load()
    return made


def answer(model: Model, groups: list[list[Request]]) -> list[list[Output]]:
    return asyncio.run(model.answer(groups))


def test_every_kind_of_model_is_here() -> None:
    """`embedded` is a local model with a folder of its own, tried for real in test_embedded.py; servers in openai/."""
    assert {name.split(":")[0] for name in MODELS} | {"embedded", "openai", "anthropic"} == set(KINDS)


def test_answers_have_the_shape_of_the_groups_and_the_kind_of_the_requests(model: Model) -> None:
    answers = answer(model, GROUPS)
    assert [len(group) for group in answers] == [len(group) for group in GROUPS]
    for group, outputs in zip(GROUPS, answers, strict=True):
        for request, output in zip(group, outputs, strict=True):
            assert output.error is None
            if isinstance(request, LogLikelihood):
                assert output.loglikelihood is not None
                assert output.loglikelihood <= 0
                assert output.text is None
            else:
                assert output.text is not None
                assert output.finish_reason in ("stop", "length")


def test_answers_depend_neither_on_the_batch_nor_on_the_order(model: Model) -> None:
    together = answer(model, GROUPS)
    backwards = answer(model, GROUPS[::-1])[::-1]
    alone = [answer(model, [group])[0] for group in GROUPS]
    for other in (backwards, alone):
        for mine, yours in zip(together, other, strict=True):
            for a, b in zip(mine, yours, strict=True):
                assert a.text == b.text
                assert a.loglikelihood == pytest.approx(b.loglikelihood, abs=1e-3)


def test_vllm_scores_and_writes_as_the_local_engine(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vllm", tiny_vllm)
    here, there = load_model(folder), load_model(f"vllm:{folder}")
    here.load()
    there.load()
    for mine, yours in zip(answer(here, GROUPS), answer(there, GROUPS), strict=True):
        for a, b in zip(mine, yours, strict=True):
            assert (a.text, a.finish_reason, a.flags, a.usage.prompt) == (
                b.text,
                b.finish_reason,
                b.flags,
                b.usage.prompt,
            )
            assert a.loglikelihood == pytest.approx(b.loglikelihood, abs=1e-3)


def test_identity_is_stable_and_facts_are_json(model: Model) -> None:
    assert dumps(model.identity()) == dumps(model.identity())
    json.loads(dumps(model.facts()))


def test_an_ordinary_request_is_not_refused_and_closing_twice_does_no_harm(model: Model) -> None:
    assert all(model.refuses(request) is None for group in GROUPS for request in group)
    model.close()
    model.close()
