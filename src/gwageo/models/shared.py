"""A model that several runs share: loaded at most once, and a load that failed is not tried again."""

from collections.abc import Mapping, Sequence
from typing import Any

from gwageo.core import GwageoError, Output, Request
from gwageo.models.base import Group, Model, Preview
from gwageo.models.remote import RemoteModel


class SharedModel(Model):
    """Stands for another model in several runs.

    Args:
        model: The model; whoever made it closes it.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._done = False
        self._fault: GwageoError | None = None
        self.name = model.name
        self.concurrency = model.concurrency

    @property
    def batch_items(self) -> int:  # type: ignore[override]  # what loading decides, asked for when it is needed
        """See `Model.batch_items`."""
        return self._model.batch_items

    def identity(self) -> Mapping[str, Any]:
        """See `Model.identity`."""
        return self._model.identity()

    @property
    def remote(self) -> RemoteModel | None:
        """See `Model.remote`."""
        return self._model.remote

    @property
    def ready(self) -> bool:
        """See `Model.ready`."""
        return self._done

    def load(self) -> None:
        """Load the model, or raise again what the first try raised: a large checkpoint takes long to fail."""
        if self._fault is not None:
            raise self._fault
        if self._done:
            return
        try:
            self._model.load()
        except GwageoError as error:
            self._fault = error
            raise
        self._done = True

    def refuses(self, request: Request) -> str | None:
        """See `Model.refuses`."""
        return self._model.refuses(request)

    def preview(self, request: Request) -> Preview | None:
        """See `Model.preview`."""
        return self._model.preview(request)

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """See `Model.answer`."""
        return await self._model.answer(groups)

    def facts(self) -> Mapping[str, Any]:
        """See `Model.facts`."""
        return self._model.facts()

    def close(self) -> None:
        """Give back what `load` took."""
        self._model.close()
