"""Previews: what a checkpoint would read, found out without its weights."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from tiny import LLAMA_TEMPLATE, QWEN_TEMPLATE, tiny_checkpoint

from gwageo.core import Chat, Generate, LogLikelihood, Message
from gwageo.models.base import Preview
from gwageo.models.baseline import Baseline
from gwageo.models.embedded import Embedded
from gwageo.models.local import LocalModel
from gwageo.models.options import ModelOptions

ASKED = LogLikelihood("질문: 물은 몇 도에서 끓는가?\n답변:", " 백 도")
TALK = Chat((Message("user", "질문: 물은?"),))


def preview(folder: Path, request: LogLikelihood | Generate, *, context_length: int | None = None) -> Preview:
    (folder / "model.safetensors").unlink(missing_ok=True)  # weights are never read
    found = LocalModel(str(folder), ModelOptions(context_length=context_length)).preview(request)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tiny_checkpoint(tmp_path_factory.mktemp("base")))


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tiny_checkpoint(tmp_path_factory.mktemp("qwen"), bos=False, template=QWEN_TEMPLATE))


def test_tokens_of_a_log_likelihood_are_those_that_a_run_scores(base: Path) -> None:
    from tiny import tiny_tokenizer

    from gwageo.models.tokens import PairEncoder

    found = preview(base, ASKED)
    (pair,) = PairEncoder(tiny_tokenizer(), 512).pairs([(ASKED.context, ASKED.continuation)])  # type: ignore[list-item]
    assert pair.sequence is not None
    assert (found.tokens, found.scored, found.bos) == (pair.sequence.tokens, pair.sequence.scored, 1)
    assert (found.text, found.window, found.room) == (ASKED.context, 512, 513)


def test_a_prompt_for_text_leaves_room_for_the_reply(base: Path) -> None:
    found = preview(base, Generate("질문", 100), context_length=300)
    assert (found.room, found.scored, found.template) == (200, 0, False)


def test_a_conversation_is_shown_by_the_template(qwen: Path) -> None:
    found = preview(qwen, Generate(TALK, 10))
    assert found.text == "<|im_start|>user\n질문: 물은?<|im_end|>\n<|im_start|>assistant\n"
    assert (found.bos, found.template, found.thinks) == (0, True, True)


def test_a_template_that_brings_its_own_start_token_gets_no_second_one(tmp_path: Path) -> None:
    found = preview(Path(tiny_checkpoint(tmp_path, template=LLAMA_TEMPLATE)), Generate(TALK, 10))
    assert (found.bos, found.thinks) == (1, False)


def test_a_base_model_under_chat_is_a_problem_that_is_told(base: Path) -> None:
    assert "no chat template" in (preview(base, Generate(TALK, 10)).problem or "")


def test_a_template_that_raises_is_a_problem_that_is_told(tmp_path: Path) -> None:
    folder = Path(tiny_checkpoint(tmp_path, template="{{ raise_exception('no system turn') }}"))
    assert "no system turn" in (preview(folder, Generate(TALK, 10)).problem or "")


def test_recommended_decoding_is_the_checkpoint_s_own(tmp_path: Path) -> None:
    folder = Path(tiny_checkpoint(tmp_path))
    (folder / "generation_config.json").write_text('{"do_sample": true, "temperature": 0.6, "top_k": 20}')
    own = preview(folder, ASKED).recommended
    assert (own["do_sample"], own["temperature"], own["top_k"]) == (True, 0.6, 20)


def test_nothing_is_known_of_a_baseline_and_of_a_model_that_is_not_converted_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path))
    assert Baseline("gold", ModelOptions()).preview(ASKED) is None
    assert Embedded(ModelOptions()).preview(ASKED) is None
