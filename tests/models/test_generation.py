"""Generated text equals transformers' own, one prompt at a time, whatever the batch."""

from typing import Any

import pytest

pytest.importorskip("transformers")
import torch
from tiny import tiny_model, tiny_tokenizer

from gwageo.core import Generate, Sampling
from gwageo.models.generation import Generator
from gwageo.models.tokens import PairEncoder

PROMPTS = ["질문: 물은?\n답변:", "안녕하세요 반갑습니다.", "Question: what is it?\nAnswer:", "가", "감사합니다. " * 4]
TOKENIZER = tiny_tokenizer()


def generator(architecture: str = "llama", context_length: int = 256, **settings: Any) -> Generator:
    model = tiny_model(architecture)
    for name, value in settings.items():
        setattr(model.generation_config, name, value)
    return Generator(model, TOKENIZER, PairEncoder(TOKENIZER, context_length))


@torch.inference_mode()
def own(made: Generator, prompt: str, max_tokens: int) -> str:
    """What transformers writes for one prompt."""
    ids = torch.tensor([TOKENIZER(prompt)["input_ids"]])
    written = made.model.generate(
        ids, attention_mask=torch.ones_like(ids), do_sample=False, max_new_tokens=max_tokens, pad_token_id=0
    )
    row = written[0, ids.shape[1] :].tolist()
    row = row[: row.index(2)] if 2 in row else row
    return str(TOKENIZER.decode(row, skip_special_tokens=False)).replace("<s>", "").replace("<pad>", "")


@pytest.mark.parametrize("architecture", ["llama", "gemma3", "qwen3.5"])
def test_greedy_equals_transformers_one_at_a_time(architecture: str) -> None:
    made = generator(architecture)
    requests = [Generate(prompt, max_tokens=12) for prompt in PROMPTS]
    together = [output.text for output in made.generate(requests)]
    alone = [made.generate([request])[0].text for request in requests]
    assert together == alone == [own(made, prompt, 12) for prompt in PROMPTS]


def test_greedy_ignores_what_the_checkpoint_recommends() -> None:
    plain = generator().generate([Generate(PROMPTS[0], max_tokens=12)])
    urged = generator(do_sample=True, temperature=0.7, repetition_penalty=5.0).generate(
        [Generate(PROMPTS[0], max_tokens=12)]
    )
    assert plain == urged


def test_recommended_sampling_follows_the_checkpoint() -> None:
    request = Generate(PROMPTS[0], max_tokens=12, sampling=Sampling(recommended=True, seed=3))
    greedy = generator().generate([Generate(PROMPTS[0], max_tokens=12)])[0].text
    assert generator(do_sample=False).generate([request])[0].text == greedy
    assert generator(do_sample=True, temperature=3.0).generate([request])[0].text != greedy


def test_a_sample_depends_on_its_seed_and_not_on_the_batch() -> None:
    made = generator()
    requests = [Generate(prompt, max_tokens=10, sampling=Sampling(temperature=1.5, seed=7)) for prompt in PROMPTS]
    together = [output.text for output in made.generate(requests)]
    assert together == [made.generate([request])[0].text for request in requests]
    other = Generate(PROMPTS[0], max_tokens=10, sampling=Sampling(temperature=1.5, seed=8))
    assert made.generate([other])[0].text != together[0]


def test_samples_follow_the_model_s_distribution() -> None:
    """The first token's frequencies over 2,000 seeds against the softmax, and top-k keeps to the k likeliest."""
    from gwageo.models.generation import _Draw

    scores = torch.tensor([[2.0, 1.0, 0.0, -1.0]])
    counts = [0, 0, 0, 0]
    for seed in range(2000):
        counts[int(_Draw(1.0, None, None, [seed], torch.device("cpu"))(None, scores).argmax())] += 1
    for count, share in zip(counts, scores.softmax(-1)[0].tolist(), strict=True):
        assert abs(count / 2000 - share) < 4 * (share * (1 - share) / 2000) ** 0.5
    top = {int(_Draw(5.0, None, 2, [seed], torch.device("cpu"))(None, scores).argmax()) for seed in range(200)}
    assert top == {0, 1}
    nucleus = {int(_Draw(1.0, 0.6, None, [seed], torch.device("cpu"))(None, scores).argmax()) for seed in range(200)}
    assert nucleus == {0}


def test_a_reply_ends_before_its_first_stop_string_and_says_so() -> None:
    made = generator()
    whole = made.generate([Generate(PROMPTS[0], max_tokens=30)])[0].text or ""
    stop = whole[5:7]
    output = made.generate([Generate(PROMPTS[0], max_tokens=30, stop=(stop, "never"))])[0]
    assert output.text == whole[: whole.index(stop)]
    assert output.finish_reason == "stop"


def test_a_stop_string_that_never_comes_leaves_the_reply_truncated() -> None:
    output = generator().generate([Generate(PROMPTS[0], max_tokens=5, stop=("끝끝끝",))])[0]
    assert output.finish_reason == "length"
    assert output.usage.completion == 5


def test_a_limit_of_zero_is_an_error_of_that_request_alone() -> None:
    made = generator()
    first, second = made.generate([Generate("가", max_tokens=0), Generate("가", max_tokens=2)])
    assert "needs at least 1" in (first.error or "")
    assert second.error is None


def test_a_long_prompt_is_cut_from_the_left_so_that_the_reply_fits() -> None:
    output = generator(context_length=40).generate([Generate("감사합니다. " * 30, max_tokens=8)])[0]
    assert output.flags == ("over_length",)
    assert output.usage.prompt == 32


def test_a_limit_that_fills_the_window_is_an_error() -> None:
    output = generator(context_length=40).generate([Generate("가", max_tokens=40)])[0]
    assert "no room for a prompt" in (output.error or "")


def test_running_out_of_memory_halves_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    made = generator()
    decode, sizes = made._decode, []

    def scarce(batch: Any) -> Any:
        sizes.append(len(batch))
        if len(batch) > 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return decode(batch)

    monkeypatch.setattr(made, "_decode", scarce)
    outputs = made.generate([Generate(prompt, max_tokens=4) for prompt in PROMPTS])
    assert all(output.text is not None for output in outputs)
    assert sizes == [5, 2, 2, 1]
