"""Text from local models: batched by length, padded on the left, stopped at strings, the same whatever the batch.

Greedy is the default. Sampling draws its noise for each request from a seed of its own (the Gumbel trick: the likeliest
token after the noise is a sample), so that a reply depends neither on the batch that it was made in nor on resuming.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers import GenerationConfig, LogitsProcessor, LogitsProcessorList, StoppingCriteria, StoppingCriteriaList

from gwageo.core import Generate, Output, Sampling, Usage
from gwageo.core.canonical import digest
from gwageo.core.reasoning import answer_start, opened_by
from gwageo.models.template import render
from gwageo.models.thinking import MARGIN_TOKENS, KeepBudget, Row, Watch
from gwageo.models.tokens import PairEncoder

BATCH = {"cpu": 8, "mps": 16, "cuda": 64}
"""Requests decoded together at most, by kind of device; halved where memory runs out."""


@dataclass(frozen=True, slots=True)
class _Prompt:
    index: int
    request: Generate
    tokens: tuple[int, ...]
    flags: tuple[str, ...]
    opened: str | None = None
    """The mark that closes a block of thinking which the prompt has opened."""

    def row(self) -> Row:
        """Its reply, about to be written."""
        stops = tuple(stop for stop in self.request.stop if stop)
        return Row(stops, self.request.think_budget, self.opened)


class Generator:
    """Answers `Generate` requests with one causal model.

    Args:
        model: A transformers causal language model in evaluation mode.
        tokenizer: Its tokenizer.
        encoder: How prompts become tokens.
    """

    def __init__(self, model: Any, tokenizer: Any, encoder: PairEncoder) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self.encoder = encoder
        self.batch = BATCH.get(model.device.type, 8)
        self.recommended = model.generation_config
        self.ends = _ends(model, tokenizer)

    def generate(self, requests: Sequence[Generate]) -> list[Output]:
        """One output for each request, in order."""
        outputs: dict[int, Output] = {}
        prompts = []
        for index, request in enumerate(requests):
            prompt = self._prompt(index, request)
            if isinstance(prompt, Output):
                outputs[index] = prompt
            else:
                prompts.append(prompt)
        for alike in _alike(prompts):
            start = 0
            while start < len(alike):
                batch = alike[start : start + self.batch]
                try:
                    outputs.update(self._decode(batch))
                    start += len(batch)
                except torch.OutOfMemoryError:
                    torch.cuda.empty_cache()
                    if len(batch) == 1:
                        outputs[batch[0].index] = Output(error="out of memory even with one reply at a time")
                        start += 1
                    self.batch = max(1, len(batch) // 2)
        return [outputs[index] for index in range(len(requests))]

    def _prompt(self, index: int, request: Generate) -> _Prompt | Output:
        """The request's tokens, cut from the left so that the reply fits into the window."""
        if request.max_tokens < 1:
            return Output(error=f"the token limit is {request.max_tokens}, but a reply needs at least 1")
        text = render(self.tokenizer, request.prompt)
        tokens = self.encoder.texts([text])[text]
        if not tokens:
            if self.encoder.lone_start is None:
                return Output(error="the prompt is empty and the tokenizer has neither a BOS nor an EOS token")
            tokens = (self.encoder.lone_start,)
        room = self.encoder.context_length - request.max_tokens
        if room < 1:
            problem = f"the token limit of {request.max_tokens} leaves no room for a prompt in a context of "
            return Output(error=f"{problem}{self.encoder.context_length}; lower --max-tokens or raise --context-length")
        flags: tuple[str, ...] = ()
        if len(tokens) > room:
            start = self.encoder.start if tokens[: len(self.encoder.start)] == self.encoder.start else ()
            start = start[: max(0, room - 1)]
            tokens = start + tokens[len(tokens) - (room - len(start)) :]
            flags = ("over_length",)
        return _Prompt(index, request, tokens, flags, opened_by(text))

    @torch.inference_mode()
    def _decode(self, batch: Sequence[_Prompt]) -> dict[int, Output]:
        """Let the model write for requests of equal settings."""
        request = batch[0].request
        width = max(len(prompt.tokens) for prompt in batch)
        filler = self.ends[0] if self.ends else 0
        ids = [[filler] * (width - len(prompt.tokens)) + list(prompt.tokens) for prompt in batch]
        mask = [[0] * (width - len(prompt.tokens)) + [1] * len(prompt.tokens) for prompt in batch]
        watch = Watch(self.tokenizer, [prompt.row() for prompt in batch], width)
        processors, settings = self._settings(request.sampling, batch)
        if any(row.budget is not None for row in watch.rows):
            processors.append(KeepBudget(watch))
        # Given beside the model's own settings, ours would be filled up from them: a repetition penalty, a temperature.
        self.model.generation_config = settings
        try:
            written = self.model.generate(
                input_ids=torch.tensor(ids, device=self.model.device),
                attention_mask=torch.tensor(mask, device=self.model.device),
                generation_config=settings,
                max_new_tokens=request.max_tokens,
                stopping_criteria=StoppingCriteriaList([_StopStrings(watch)]),
                logits_processor=processors,
            )
        finally:
            self.model.generation_config = self.recommended
        tokens = watch.look(written)
        rows = zip(batch, watch.rows, tokens, strict=True)
        return {prompt.index: self._output(prompt, row, each) for prompt, row, each in rows}

    def _settings(self, sampling: Sampling, batch: Sequence[_Prompt]) -> tuple[LogitsProcessorList, GenerationConfig]:
        """Decoding as asked for; draws are the last processor, over logits that all others have shaped."""
        common: dict[str, Any] = {"do_sample": False, "num_beams": 1, "pad_token_id": self.ends[0] if self.ends else 0}
        if self.ends:
            common["eos_token_id"] = list(self.ends)
        settings = GenerationConfig(**common)
        temperature, top_p, top_k = sampling.temperature, sampling.top_p, sampling.top_k
        if sampling.recommended:
            own = self.recommended
            temperature = (own.temperature if own.temperature is not None else 1.0) if own.do_sample else 0.0
            top_p, top_k = own.top_p, own.top_k
            if own.repetition_penalty is not None:
                settings.repetition_penalty = own.repetition_penalty
        processors = LogitsProcessorList()
        if temperature > 0:
            seeds = [_seed(sampling, prompt.request) for prompt in batch]
            processors.append(_Draw(temperature, top_p, top_k, seeds, self.model.device))
        return processors, settings

    def _output(self, prompt: _Prompt, row: Row, tokens: list[int]) -> Output:
        """Cut at the end of text and at the first stop string of the answer; say why the reply ended."""
        end = next((place for place, token in enumerate(tokens) if token in self.ends), None)
        kept = tokens if end is None else tokens[:end]
        text = self.tokenizer.decode(kept, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        start = answer_start(text, prompt.opened)
        places = [] if start is None else [at for stop in row.stops if (at := text.find(stop, start)) >= 0]
        if places:
            text = text[: min(places)]
        reasoning = None
        if prompt.opened is not None:  # the opening mark stands in the prompt, so the reply cannot tell by itself
            cut = len(text) if start is None else start
            reasoning, text = text[:cut], text[cut:]
        for special in (self.tokenizer.bos_token, self.tokenizer.pad_token):
            text = text.replace(special, "") if special else text
        thinking = row.closing is not None
        return Output(
            text=text,
            reasoning=reasoning or None,
            finish_reason="stop" if end is not None or places else "length",
            usage=Usage(len(prompt.tokens), len(kept), min(row.spent, len(kept)) if thinking else 0),
            flags=(*prompt.flags, "think_budget_spent") if row.forced else prompt.flags,
        )


def _ends(model: Any, tokenizer: Any) -> tuple[int, ...]:
    """Tokens that end a text: the checkpoint's, and the tokenizer's."""
    own = model.generation_config.eos_token_id if model.generation_config is not None else None
    ids = own if isinstance(own, list) else [own]
    return tuple(dict.fromkeys(token for token in (*ids, tokenizer.eos_token_id) if token is not None))


def _alike(prompts: Sequence[_Prompt]) -> list[list[_Prompt]]:
    """Requests of equal settings together, longest first, so that batches pad little."""
    groups: dict[tuple[int, Sampling], list[_Prompt]] = {}
    for prompt in sorted(prompts, key=lambda p: -len(p.tokens)):
        groups.setdefault((prompt.request.max_tokens, prompt.request.sampling), []).append(prompt)
    return list(groups.values())


def _seed(sampling: Sampling, request: Generate) -> int:
    key = f"{sampling.seed or 0}:{digest(request.prompt)}"
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") >> 1


class _StopStrings(StoppingCriteria):  # type: ignore[misc] # transformers ships no types
    """Ends a row when its answer holds one of its stop strings."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.done = [False] * len(watch.rows)
        self.tail = MARGIN_TOKENS + max((len(stop.encode()) for row in watch.rows for stop in row.stops), default=0)

    def __call__(self, input_ids: Any, scores: Any, **kwargs: Any) -> Any:
        """One flag for each row."""
        written = self.watch.look(input_ids)
        for place, (row, tokens) in enumerate(zip(self.watch.rows, written, strict=True)):
            self.done[place] = self.done[place] or self.watch.stopped(row, tokens, self.tail)
        return torch.tensor(self.done, device=input_ids.device)


class _Draw(LogitsProcessor):  # type: ignore[misc] # transformers ships no types
    """Turns greedy decoding into sampling: temperature, top-k, top-p, then noise from each row's own seed."""

    def __init__(
        self, temperature: float, top_p: float | None, top_k: int | None, seeds: Sequence[int], device: torch.device
    ) -> None:
        self.temperature = temperature
        self.top_p = top_p
        self.top_k = top_k
        self.generators = [torch.Generator().manual_seed(seed) for seed in seeds]
        self.device = device

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Scores whose maximum is a draw from the shaped distribution."""
        scores = scores.float() / self.temperature
        if self.top_k:
            kth = scores.topk(min(self.top_k, scores.shape[-1])).values[:, -1:]
            scores = scores.masked_fill(scores < kth, float("-inf"))
        if self.top_p is not None and self.top_p < 1:
            ordered, order = scores.sort(descending=True)
            before = ordered.softmax(-1).cumsum(-1) - ordered.softmax(-1)
            scores = scores.masked_fill((before >= self.top_p).gather(-1, order.argsort(-1)), float("-inf"))
        noise = torch.stack([torch.rand(scores.shape[-1], generator=g) for g in self.generators]).to(scores.device)
        return scores - (-noise.clamp(1e-20, 1 - 1e-7).log()).log()
