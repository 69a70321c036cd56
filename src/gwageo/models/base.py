"""Model: who answers. Models take groups of requests and know nothing of tasks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gwageo.core import Output, Request

if TYPE_CHECKING:
    from gwageo.models.remote import RemoteModel

Group = Sequence[Request]
"""The requests of one item. A local model shares their common prefixes; order is kept."""


@dataclass(frozen=True, slots=True)
class Preview:
    """How a request would reach a model, found out without its weights."""

    text: str
    """What the model reads before it answers, the template filled in."""
    tokens: tuple[int, ...] = ()
    """All of them, before anything is cut; for a log-likelihood the scored ones stand at the end."""
    scored: int = 0
    """How many of them are scored."""
    bos: int = 0
    """Start tokens at the beginning."""
    room: int = 0
    """Tokens that fit, beside the reply."""
    window: int = 0
    """Tokens of one sequence at most."""
    template: bool = False
    """Whether the model has a chat template."""
    thinks: bool = False
    """Whether the template speaks of thinking."""
    recommended: Mapping[str, Any] = field(default_factory=dict)
    """The checkpoint's own decoding settings."""
    problem: str | None = None
    """Why the request could not be asked; None where it could."""


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

    def preview(self, request: Request) -> Preview | None:
        """How a request would reach the model; None where nothing is known without loading it. Loads no weights."""
        del request
        return None

    @property
    def remote(self) -> "RemoteModel | None":
        """This model as one behind a server, whose requests are sent one by one; None where it is none."""
        return None

    @property
    def ready(self) -> bool:
        """Whether `load` has nothing left to do."""
        return False

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
