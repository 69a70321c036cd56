"""A loaded checkpoint: log-likelihoods by token trees and generated text, from one set of weights."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import torch
import transformers

from gwageo.core import Generate, LogLikelihood, Output, Request, Usage
from gwageo.models.base import Group
from gwageo.models.checkpoint import Checkpoint
from gwageo.models.generation import Generator
from gwageo.models.likelihood import LikelihoodEngine
from gwageo.models.loading import context_length, load_causal_model, load_tokenizer
from gwageo.models.options import ModelOptions
from gwageo.models.template import control_tokens, refusal, render, smuggled
from gwageo.models.tokens import EncodedPair, PairEncoder

PACKS = {"cpu": (1024, 1024), "mps": (2048, 4096), "cuda": (8192, 16384)}
"""MiB and tokens of one pass by kind of device; a CPU gains nothing from wider passes."""

Slots = list[list[Output | None]]
"""Answers in the shape of the groups, filled in one kind of request after the other."""


class Engine:
    """Answers groups of requests with one model.

    Args:
        checkpoint: What to load.
        options: How to load it.
        dtype: A torch dtype by name, or `auto`.
        device: Where to put it; None where a device map says it.
    """

    def __init__(self, checkpoint: Checkpoint, options: ModelOptions, *, dtype: str, device: str | None) -> None:
        self.tokenizer = load_tokenizer(checkpoint, options)
        self.model = load_causal_model(checkpoint, options, dtype=dtype, device=device)
        self.kind: str = self.model.device.type
        pack_mb, pack_tokens = PACKS.get(self.kind, PACKS["cpu"])
        self.encoder = PairEncoder(
            self.tokenizer, context_length(self.model.config, self.tokenizer, options.context_length)
        )
        self.controls = control_tokens(self.tokenizer)
        self.likelihood = LikelihoodEngine(self.model, pack_mb=options.pack_mb or pack_mb, pack_tokens=pack_tokens)
        self.generator = Generator(self.model, self.tokenizer, self.encoder)

    def facts(self) -> Mapping[str, Any]:
        """Device, dtype, path and counters of this process."""
        return {
            "device": str(self.likelihood.forward.device),
            "dtype": str(self.model.dtype).removeprefix("torch."),
            "context_length": self.encoder.context_length,
            "architecture": type(self.model).__name__,
            "start_tokens": list(self.encoder.start),
            "likelihood_path": self.likelihood.path,
            "likelihood_counters": asdict(self.likelihood.counters),
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }

    def refuses(self, name: str, request: Request) -> str | None:
        """Why this checkpoint cannot answer such a request at all, or None."""
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        return refusal(self.tokenizer, name, prompt)

    def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """One output for each request, in the shape of the groups."""
        slots: Slots = [[None] * len(group) for group in groups]
        self._score(groups, slots)
        self._generate(groups, slots)
        return [
            [self._marked(request, output) for request, output in zip(group, found, strict=True)]
            for group, found in zip(groups, slots, strict=True)
        ]

    def _marked(self, request: Request, output: Output | None) -> Output:
        """The output, flagged where the data smuggled in a control token."""
        found = output or Output(error="the model gave no answer")
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        return (
            replace(found, flags=(*found.flags, "control_token"))
            if smuggled(self.controls, prompt, self.encoder.bos_text)
            else found
        )

    def _score(self, groups: Sequence[Group], slots: Slots) -> None:
        """Fill in the answers to every log-likelihood request."""
        asked = [
            (g, r, q) for g, group in enumerate(groups) for r, q in enumerate(group) if isinstance(q, LogLikelihood)
        ]
        pairs = self.encoder.pairs([(render(self.tokenizer, q.context), q.continuation) for _, _, q in asked])
        trees: dict[int, list[tuple[int, EncodedPair]]] = {}
        for (g, r, _), pair in zip(asked, pairs, strict=True):
            if pair.sequence is None:
                slots[g][r] = Output(error=pair.error, flags=pair.flags)
            else:
                trees.setdefault(g, []).append((r, pair))
        values = self.likelihood.score([[p.sequence for _, p in tree if p.sequence] for tree in trees.values()])
        for (g, tree), found in zip(trees.items(), values, strict=True):
            for (r, pair), value in zip(tree, found, strict=True):
                slots[g][r] = _likelihood_output(pair, value)

    def _generate(self, groups: Sequence[Group], slots: Slots) -> None:
        """Fill in the answers to every request for text."""
        asked = [(g, r, q) for g, group in enumerate(groups) for r, q in enumerate(group) if isinstance(q, Generate)]
        for (g, r, _), output in zip(asked, self.generator.generate([q for _, _, q in asked]), strict=True):
            slots[g][r] = output


def _likelihood_output(pair: EncodedPair, value: float | None) -> Output:
    if value is None or pair.sequence is None:
        return Output(error="out of memory even when the sequence was computed alone", flags=pair.flags)
    scored = pair.sequence.scored
    usage = Usage(prompt=len(pair.sequence.tokens) - scored, completion=scored)
    return Output(loglikelihood=value, usage=usage, flags=pair.flags)
