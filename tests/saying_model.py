"""A model that says what it is told, reply by reply; the last one again and again."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import Generate, Output
from gwageo.models.base import Group, Model


class Says(Model):
    """Gives its replies in turn; log-likelihoods prefer the first choice."""

    def __init__(self, *replies: str, name: str = "says") -> None:
        self.name = name
        self.replies = list(replies)

    def identity(self) -> Mapping[str, Any]:
        return {"backend": self.name}

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        await asyncio.sleep(0)
        return [[self._one(request, place) for place, request in enumerate(group)] for group in groups]

    def _one(self, request: Any, place: int) -> Output:
        if not isinstance(request, Generate):
            return Output(loglikelihood=-1.0 - place)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return Output(text=reply, finish_reason="stop")
