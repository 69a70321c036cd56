"""RemoteModel: a model behind a server. It sends one request at a time and says what became of it.

When to send, how often to try again, what has been paid for already: all that belongs to the executor.
"""

import asyncio
from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gwageo.core import Generate, Output, Request, Usage
from gwageo.models.base import Group, Model
from gwageo.models.faults import Fault, RequestRefused


class RemoteModel(Model):
    """Something behind a socket that answers requests one by one."""

    concurrency = 16
    """Requests in flight where nobody says how many; the executor moves on from there."""
    served_name: str
    """As the server knows it."""
    address: str
    """The server's base URL; part of what keys a reply."""

    def __init__(self) -> None:
        self.served: Counter[str] = Counter()
        """Names under which replies came, with their counts."""
        self.dropped: dict[str, str] = {}
        """Fields that the server does not take and that are no longer sent, each with the server's words."""

    @property
    def remote(self) -> "RemoteModel":
        """See `Model.remote`."""
        return self

    @abstractmethod
    def wire(self, request: Request) -> Mapping[str, Any]:
        """Everything that is asked of the server with this request, for the cache's key and for `plan`. JSON-able."""

    @abstractmethod
    async def connect(self) -> None:
        """Open the connections; they belong to the running event loop."""

    @abstractmethod
    async def disconnect(self) -> None:
        """Close them. Does no harm where none are open."""

    @abstractmethod
    async def attempt(self, request: Request) -> Output:
        """Send a request once.

        Raises:
            Fault: It failed, and may be sent again.
            RequestRefused: The server does not take it.
            EndpointRefused: The server takes nothing from us.
        """

    @property
    def price_name(self) -> str:
        """Under which name the price table knows this model."""
        return self.name

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Send every request once; one that fails gives an output with an error."""
        await self.connect()
        try:
            return [list(await asyncio.gather(*map(self._once, group))) for group in groups]
        finally:
            await self.disconnect()

    async def _once(self, request: Request) -> Output:
        try:
            return await self.attempt(request)
        except (Fault, RequestRefused) as error:
            return Output(error=str(error))

    def facts(self) -> Mapping[str, Any]:
        """What was asked in vain, and who answered."""
        return {"served_models": dict(self.served), "dropped_settings": dict(self.dropped)}


def note_served(asked: str, served: object, seen: Counter[str]) -> tuple[str, ...]:
    """Count the name under which a reply came; a flag where it is another model's.

    A dated snapshot (`gpt-x-2025-01-01` for `gpt-x`) and a path to the same name are not another model.
    """
    if not isinstance(served, str) or not served:
        return ()
    seen[served] += 1
    mine, theirs = (_last(name) for name in (asked, served))
    return () if mine in theirs or theirs in mine else ("other_model",)


def _last(name: str) -> str:
    return name.lower().rstrip("/").rsplit("/", 1)[-1]


def kept_to(request: Generate, output: Output, *, client_stop: bool) -> Output:
    """The reply with flags for what the server ignored: stop strings that it holds, a limit that it exceeds.

    Args:
        request: What was asked.
        output: What came back.
        client_stop: Whether the reply is cut at stop strings here, where the server did not.
    """
    flags = list(output.flags)
    text = output.text or ""
    ends = [place for place in (text.find(stop) for stop in request.stop) if place >= 0]
    if ends:
        flags.append("stop_on_client" if client_stop else "stop_ignored")
        text = text[: min(ends)] if client_stop else text
    used = output.usage.completion
    if used is not None and used > request.max_tokens:
        flags.append("max_tokens_ignored")
    chat = request.prompt
    if not isinstance(chat, str) and chat.thinking is False and (output.usage.reasoning or 0) > 0:
        flags.append("thinking_not_honoured")
    finish = "stop" if ends and client_stop and output.finish_reason == "length" else output.finish_reason
    if flags == list(output.flags):
        return output
    return replace(output, text=text, finish_reason=finish, flags=tuple(flags))


def count(value: object) -> int | None:
    """A number of tokens; None for whatever is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def usage_of(counts: object, names: Mapping[str, Sequence[str]]) -> Usage:
    """Usage from a server's own mapping.

    Args:
        counts: The mapping, or whatever stands in its place.
        names: Field of `Usage` to the path of the server's number.
    """
    found: dict[str, int | None] = {}
    for field, path in names.items():
        value = counts
        for step in path:
            value = value.get(step) if isinstance(value, Mapping) else None
        found[field] = count(value)
    return Usage(**found)
