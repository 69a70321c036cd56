"""Executor: where the calls to a model run. In this process now; elsewhere later, behind the same three names."""

from collections.abc import Sequence
from typing import Protocol

from gwageo.core import ModelError, Output
from gwageo.models.base import Group, Model


class Executor(Protocol):
    """Takes batches of groups and answers them, some at once."""

    @property
    def slots(self) -> int:
        """How many calls may be in flight."""

    @property
    def batch_items(self) -> int:
        """How many groups one call should be given."""

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Answer every request of every group, in the same shape."""


class LocalExecutor:
    """Calls a model in this process."""

    def __init__(self, model: Model, concurrency: int | None = None) -> None:
        """Use the model's own concurrency where none is given."""
        self._model = model
        self.slots = concurrency or model.concurrency
        self.batch_items = model.batch_items

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Ask the model, and hold it to the shape of what was asked.

        Raises:
            ModelError: The model answered fewer or more requests than it was asked.
        """
        answers = await self._model.answer(groups)
        if [len(group) for group in groups] != [len(outputs) for outputs in answers]:
            raise ModelError(f"{self._model.name} gave another number of answers than it was asked for")
        return answers
