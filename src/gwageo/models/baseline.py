"""Answerers without a model: the right answer, the first choice, a seeded guess. They show what a score means.

`gold` must reach full marks on every task, `random` the chance level, `first` what the first option always gives.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import Generate, LogLikelihood, Output, Request, UnknownName
from gwageo.core.canonical import digest
from gwageo.core.requests import as_mapping
from gwageo.models.base import Group, Model
from gwageo.models.options import ModelOptions, refuse_unused

BASELINES = ("gold", "random", "first")

# So far apart that dividing by any length, or by the question-free log-likelihood, keeps the order.
PICKED, PASSED, QUESTION_FREE = -1e-6, -1e6, -2e6


class Baseline(Model):
    """Answers from what the request says of itself; sends nothing anywhere."""

    batch_items = 256

    def __init__(self, kind: str, options: ModelOptions) -> None:
        if kind not in BASELINES:
            raise UnknownName("baseline", kind, BASELINES)
        refuse_unused(options, ("seed",), "A baseline")
        self.kind = kind
        self.seed = options.seed
        self.name = f"baseline:{kind}"

    def identity(self) -> Mapping[str, Any]:
        """Kind, and the seed where it matters."""
        return {"backend": "baseline", "kind": self.kind, **({"seed": self.seed} if self.kind == "random" else {})}

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Answer every group."""
        return [self._group(group) for group in groups]

    def _group(self, group: Group) -> list[Output]:
        picked = self._pick([request for request in group if isinstance(request, LogLikelihood)])
        seen: set[str] = set()
        outputs = []
        for request in group:
            if isinstance(request, Generate):
                outputs.append(Output(text=self._reply(request), finish_reason="stop"))
                continue
            # The second time a continuation is asked for is its question-free twin.
            value = (
                QUESTION_FREE if request.continuation in seen else PICKED if request.continuation == picked else PASSED
            )
            seen.add(request.continuation)
            outputs.append(Output(loglikelihood=value))
        return outputs

    def _pick(self, requests: Sequence[LogLikelihood]) -> str | None:
        if not requests:
            return None
        if self.kind == "gold":
            return requests[0].reference
        choices = list(dict.fromkeys(request.continuation for request in requests))
        return choices[0] if self.kind == "first" else choices[self._draw(requests[0], len(choices))]

    def _reply(self, request: Generate) -> str:
        if self.kind == "gold":
            return request.reference or ""
        if not request.choices:
            return ""
        return request.choices[0 if self.kind == "first" else self._draw(request, len(request.choices))]

    def _draw(self, request: Request, n: int) -> int:
        """A guess that depends on the seed and the request alone, so that neither order nor resuming changes it."""
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        key = f"{self.seed}:{digest(prompt)}:{digest(as_mapping(request))}"
        return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % n
