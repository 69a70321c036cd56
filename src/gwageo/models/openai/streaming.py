"""A reply that comes in pieces. Without its end marker it is incomplete, whatever has come."""

from collections.abc import AsyncIterator
from typing import Any

from gwageo.core import Output
from gwageo.models.faults import Fault
from gwageo.models.openai.replies import REASONING, finish, made, tree_of, usage

END = "[DONE]"


async def events(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, Any]]:
    """The JSON objects of a stream of server-sent events, up to its end marker.

    Raises:
        Fault: The stream ends without the marker, or an event is cut.
    """
    async for line in lines:
        name, _, data = line.partition(":")
        if name != "data":
            continue
        if data.strip() == END:
            return
        yield tree_of(data.strip())
    raise Fault("incomplete", f"the stream ended without {END}")


class Gathered:
    """The pieces of one reply."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.thought: list[str] = []
        self.refusal: list[str] = []
        self.reason: object = None
        self.last: dict[str, Any] = {}
        """The last event that tells the usage, or the last at all."""
        self.model: object = None

    def add(self, event: dict[str, Any]) -> None:
        """Take one event: of a chat or of a plain text."""
        self.model = event.get("model") or self.model
        if event.get("usage") or not self.last.get("usage"):
            self.last = event
        for choice in event.get("choices") or ():
            delta = choice.get("delta") or choice
            self._take(self.text, delta.get("content") if "delta" in choice else delta.get("text"))
            self._take(self.refusal, delta.get("refusal"))
            self._take(self.thought, next((delta[name] for name in REASONING if delta.get(name)), None))
            self.reason = choice.get("finish_reason") or self.reason

    @staticmethod
    def _take(pieces: list[str], piece: object) -> None:
        if isinstance(piece, str):
            pieces.append(piece)

    def output(self) -> Output:
        """The whole reply.

        Raises:
            Fault: No finish reason came.
        """
        finish(self.reason)
        message = {
            "content": "".join(self.text),
            "reasoning": "".join(self.thought),
            "refusal": "".join(self.refusal),
        }
        return made(message, self.reason, usage(self.last))


async def gather(lines: AsyncIterator[str]) -> tuple[Output, dict[str, Any]]:
    """The reply of a stream, and what it says of itself."""
    gathered = Gathered()
    async for event in events(lines):
        gathered.add(event)
    return gathered.output(), {"model": gathered.model}
