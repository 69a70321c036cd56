"""A stand-in for the package `vllm` over a tiny transformers model: the few names that gwageo asks of it."""

from dataclasses import dataclass, field
from typing import Any

import torch
import transformers

__version__ = "stand-in"


@dataclass
class SamplingParams:
    temperature: float = 1.0
    max_tokens: int = 16
    top_p: float = 1.0
    top_k: int = 0
    seed: int | None = None
    stop: list[str] | None = None
    prompt_logprobs: int | None = None


@dataclass
class Logprob:
    logprob: float


@dataclass
class Completion:
    text: str
    token_ids: list[int]
    finish_reason: str


@dataclass
class Result:
    outputs: list[Completion]
    prompt_logprobs: list[dict[int, Logprob] | None] | None


@dataclass
class LLM:
    model: str
    revision: str | None = None
    dtype: str = "auto"
    max_model_len: int | None = None
    trust_remote_code: bool = False
    enable_prefix_caching: bool = False
    seed: int = 0
    net: Any = field(init=False)
    tokenizer: Any = field(init=False)

    def __post_init__(self) -> None:
        self.net = transformers.AutoModelForCausalLM.from_pretrained(self.model, dtype=torch.float32).eval()
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(self.model)

    def generate(self, prompts: list[Any], sampling_params: list[SamplingParams], use_tqdm: bool) -> list[Result]:
        assert not use_tqdm
        return [
            self._one(prompt["prompt_token_ids"], params)
            for prompt, params in zip(prompts, sampling_params, strict=True)
        ]

    @torch.inference_mode()
    def _values(self, ids: list[int]) -> torch.Tensor:
        logits: torch.Tensor = self.net(input_ids=torch.tensor([ids]), use_cache=False).logits[0].float()
        return logits.log_softmax(-1)

    def _one(self, ids: list[int], params: SamplingParams) -> Result:
        made: list[int] = []
        reason = "length"
        while len(made) < params.max_tokens:
            token = int(self._values(ids + made)[-1].argmax())
            made.append(token)
            text = self.tokenizer.decode(made, skip_special_tokens=True)
            if token == self.tokenizer.eos_token_id or any(stop in text for stop in params.stop or ()):
                reason = "stop"
                break
        text = self.tokenizer.decode(made, skip_special_tokens=True)
        for stop in params.stop or ():
            text = text.split(stop)[0]
        own = None
        if params.prompt_logprobs is not None:
            values = self._values(ids)
            own = [None, *({token: Logprob(float(values[at][token]))} for at, token in enumerate(ids[1:]))]
        return Result([Completion(text, made, reason)], own)
