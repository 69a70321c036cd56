"""Model: who answers. Models take groups of requests and know nothing of tasks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import Output, Request

Group = Sequence[Request]
"""The requests of one item. A local model shares their common prefixes; order is kept."""


class Model(ABC):
    """Something that answers requests. Loaded lazily: making one is cheap, `load` may take long."""

    name: str
    """As the user wrote it, for example `hf:org/name`."""
    concurrency: int = 1
    """How many calls of `answer` may run at once. A local model is an endpoint of concurrency 1."""
    batch_items: int = 1
    """How many groups one call should be given."""

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """Everything that can change a reply (backend, checkpoint, revision, dtype, adapter, ...), for the manifest.

        Available before `load`; equal identities mean that answers may be mixed in one run. JSON-able.
        """

    def refuses(self, request: Request) -> str | None:
        """Why this model cannot answer such a request at all, or None. Asked before a run starts, after `load`."""
        del request
        return None

    def load(self) -> None:  # noqa: B027 - most models have nothing to load
        """Make ready to answer. Raises ModelError or UserError with what to do."""

    @abstractmethod
    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Answer every request of every group; the result has the same shape.

        A request that cannot be answered gives an `Output` with `error`; exceptions are for faults that make
        every further call pointless.
        """

    def facts(self) -> Mapping[str, Any]:
        """What was found out while answering (device, engine, counters), for the manifest at the end. JSON-able."""
        return {}

    def close(self) -> None:  # noqa: B027 - most models hold nothing
        """Give back what `load` took."""
