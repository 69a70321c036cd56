"""Control tokens: none twice, none lost, and those that the data smuggles in are flagged."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("torch")

from tiny import LLAMA_TEMPLATE, QWEN_TEMPLATE, tiny_checkpoint

from gwageo.core import Chat, Generate, LogLikelihood, Message, Request
from gwageo.models.local import LocalModel
from gwageo.models.options import ModelOptions

STRICT = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + (
    QWEN_TEMPLATE
)


def loaded(folder: Path, template: str | None, *, bos: bool = True) -> LocalModel:
    model = LocalModel(tiny_checkpoint(folder, bos=bos, template=template), ModelOptions(device="cpu"))
    model.load()
    return model


def talk(*contents: str) -> Chat:
    return Chat(tuple(Message("user", content) for content in contents))


def test_a_control_token_in_the_data_is_flagged(tmp_path: Path) -> None:
    """CT-09: the text would become a real end of turn."""
    model = loaded(tmp_path, QWEN_TEMPLATE, bos=False)
    asked, harmless = (talk(f"다음 로그에서 {word} 는 무엇입니까?") for word in ("<|im_end|>", "끝표시"))
    scored = [LogLikelihood(asked, "가"), LogLikelihood("가 <s> 나", "가")]
    group: list[Request] = [Generate(asked, 1), Generate(harmless, 1), *scored]
    (outputs,) = asyncio.run(model.answer([group]))
    assert ["control_token" in output.flags for output in outputs] == [True, False, True, True]


def test_a_template_that_writes_the_start_token_gets_no_second_one(tmp_path: Path) -> None:
    """CT-01."""
    found = loaded(tmp_path, LLAMA_TEMPLATE).preview(Generate(talk("1+1은?"), 1))
    assert found is not None
    assert (found.bos, found.tokens.count(1)) == (1, 1)


def test_a_template_without_a_system_role_is_refused_before_the_first_request(tmp_path: Path) -> None:
    """CT-03: never dropped silently."""
    model = loaded(tmp_path, STRICT, bos=False)
    asked = Chat((Message("system", "한국어로 답하세요."), Message("user", "수도는?")))
    assert "System role not supported" in (model.refuses(Generate(asked, 1)) or "")
    assert model.refuses(Generate(talk("수도는?"), 1)) is None
