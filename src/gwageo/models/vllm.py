"""A checkpoint in vLLM, in this process: continuous batching, shared prefixes, log-probabilities of prompts.

Prompts go in as token ids that our own tokenizer rules make, so that contexts and continuations are cut as the local
engine cuts them. vLLM is imported when the checkpoint is loaded.
"""

import asyncio
import importlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import ConfigError, Generate, LogLikelihood, MissingExtra, ModelError, Output, Request, Usage
from gwageo.models.base import Group, Model, Preview
from gwageo.models.checkpoint import Checkpoint, resolve
from gwageo.models.extras import import_torch
from gwageo.models.options import ModelOptions, refuse_unused
from gwageo.models.template import refusal, render
from gwageo.models.tokens import EncodedPair, PairEncoder

USED = ("dtype", "revision", "context_length", "trust_remote_code", "seed")
"""Options that mean something here."""


class VllmModel(Model):
    """A causal language model in vLLM.

    Args:
        checkpoint: Hub name (`ORG/NAME`) or folder.
        options: How to load it.
    """

    batch_items = 256

    def __init__(self, checkpoint: str, options: ModelOptions) -> None:
        if not checkpoint:
            raise ConfigError("vllm: needs a checkpoint behind the colon, for example vllm:ORG/NAME")
        refuse_unused(options, USED, "A model in vLLM")
        self.name = f"vllm:{checkpoint}"
        self.checkpoint = checkpoint
        self.options = options
        self._found: Checkpoint | None = None
        self._package: Any = None
        self._engine: Any = None
        self._encoder: PairEncoder | None = None

    def found(self) -> Checkpoint:
        """Where the checkpoint lies, and which one exactly it is."""
        if self._found is None:
            self._found = resolve(self.checkpoint, self.options)
        return self._found

    def identity(self) -> Mapping[str, Any]:
        """The checkpoint by its content, and every option that can move a number."""
        return {
            "backend": "vllm",
            "checkpoint": self.checkpoint,
            "fingerprint": self.found().fingerprint,
            "dtype": self.options.dtype,
            "context_length": self.options.context_length,
            "trust_remote_code": self.options.trust_remote_code,
        }

    def load(self) -> None:
        """Load tokenizer and weights.

        Raises:
            MissingExtra: vLLM is not installed.
            ModelError: The checkpoint cannot be loaded; the reason in the library's words.
        """
        if self._engine is not None:
            return
        try:
            self._package = importlib.import_module("vllm")
        except ImportError as error:
            raise MissingExtra("A model in vLLM", "vllm") from error
        import_torch()
        from gwageo.models.preview import Previewer

        previewer = Previewer(self.found(), self.options)
        self._encoder = PairEncoder(previewer.tokenizer, previewer.window)
        try:
            self._engine = self._package.LLM(
                model=self.checkpoint,
                revision=self.options.revision,
                dtype=self.options.dtype,
                max_model_len=self.options.context_length,
                trust_remote_code=self.options.trust_remote_code,
                enable_prefix_caching=True,
                seed=self.options.seed,
            )
        except (ValueError, RuntimeError, OSError) as error:
            raise ModelError(f"{self.name} could not be loaded by vLLM: {error}") from error

    @property
    def encoder(self) -> PairEncoder:
        """What cuts texts into tokens."""
        if self._encoder is None:
            raise ModelError(f"{self.name} was asked before it was loaded; call load() first")
        return self._encoder

    def refuses(self, request: Request) -> str | None:
        """Chat needs a template of the checkpoint's own; thinking is not closed by force here."""
        if isinstance(request, Generate) and request.think_budget is not None:
            return "thinking is not closed by force in vLLM; leave out --think-budget, or use hf:"
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        return refusal(self.encoder.tokenizer, self.name, prompt)

    def preview(self, request: Request) -> Preview | None:
        """The prompt as the checkpoint's own template and tokenizer make it."""
        import_torch()
        from gwageo.models.preview import Previewer

        return Previewer(self.found(), self.options).preview(request)

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Answer in a thread, so that progress and Ctrl-C stay alive meanwhile."""
        return await asyncio.to_thread(self._answer, groups)

    def _answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        flat = [request for group in groups for request in group]
        found: dict[int, Output] = {}
        asked: list[tuple[int, tuple[int, ...], Any, EncodedPair | None]] = []
        for place, request in enumerate(flat):
            if isinstance(request, LogLikelihood):
                text = render(self.encoder.tokenizer, request.context)
                (pair,) = self.encoder.pairs([(text, request.continuation)])
                if pair.sequence is None:
                    found[place] = Output(error=pair.error, flags=pair.flags)
                else:
                    asked.append((place, pair.sequence.tokens, self._scoring(), pair))
            else:
                text = render(self.encoder.tokenizer, request.prompt)
                asked.append((place, self.encoder.texts([text])[text], self._drawing(request), None))
        results = self._run(asked)
        for (place, tokens, _, scored), result in zip(asked, results, strict=True):
            found[place] = _reply(tokens, result) if scored is None else _likelihood(scored, result)
        outputs = iter(found[place] for place in range(len(flat)))
        return [[next(outputs) for _ in group] for group in groups]

    def _run(self, asked: Sequence[tuple[int, tuple[int, ...], Any, EncodedPair | None]]) -> Sequence[Any]:
        if not asked:
            return []
        prompts = [{"prompt_token_ids": list(tokens)} for _, tokens, _, _ in asked]
        results: Sequence[Any] = self._engine.generate(
            prompts, sampling_params=[params for _, _, params, _ in asked], use_tqdm=False
        )
        return results

    def _scoring(self) -> Any:
        return self._package.SamplingParams(temperature=0.0, max_tokens=1, prompt_logprobs=0)

    def _drawing(self, request: Generate) -> Any:
        sampling = request.sampling
        if sampling.recommended:
            params = self._engine.get_default_sampling_params()
            params.max_tokens, params.stop, params.seed = request.max_tokens, list(request.stop), sampling.seed
            return params
        drawn = {"top_p": sampling.top_p, "top_k": sampling.top_k, "seed": sampling.seed}
        given = {name: value for name, value in drawn.items() if value is not None}
        stop = list(request.stop) or None
        return self._package.SamplingParams(
            temperature=sampling.temperature, max_tokens=request.max_tokens, stop=stop, **given
        )

    def facts(self) -> Mapping[str, Any]:
        """The engine's version."""
        return {} if self._package is None else {"vllm": str(self._package.__version__)}

    def close(self) -> None:
        """Drop the weights."""
        self._engine = None


def _reply(tokens: Sequence[int], result: Any) -> Output:
    (one,) = result.outputs
    if one.finish_reason not in ("stop", "length"):
        return Output(error=f"incomplete: vLLM ended the reply with {one.finish_reason!r}")
    return Output(text=one.text, finish_reason=one.finish_reason, usage=Usage(len(tokens), len(one.token_ids)))


def _likelihood(pair: EncodedPair, result: Any) -> Output:
    """The sum over the continuation's own tokens, which vLLM gives by id."""
    if pair.sequence is None:
        return Output(error=pair.error, flags=pair.flags)
    tokens, scored = pair.sequence.tokens, pair.sequence.scored
    entries = list(result.prompt_logprobs or ())
    if len(entries) != len(tokens):
        return Output(error=f"invalid_logprob: {len(entries)} values for a prompt of {len(tokens)} tokens")
    values = [
        entry[token].logprob if entry and token in entry else math.nan
        for entry, token in zip(entries[-scored:], tokens[-scored:], strict=True)
    ]
    usage = Usage(len(tokens) - scored, scored)
    return Output(loglikelihood=min(0.0, math.fsum(values)), usage=usage, flags=pair.flags)
