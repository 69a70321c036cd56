"""Executor: where the calls to a model run. In this process here, or over a wire (`serving`, `batches`)."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from gwageo.core import ModelError, Output
from gwageo.models.base import Group, Model
from gwageo.runs.progress import Traffic


class Postponed(Exception):
    """A call was not made, or was given up, because the run is stopping: its items are still owed."""


class Executor(Protocol):
    """Takes batches of groups and answers them, some at once."""

    @property
    def slots(self) -> int:
        """How many calls may be in flight."""

    @property
    def batch_items(self) -> int:
        """How many groups one call should be given."""

    async def start(self) -> None:
        """Make ready, in the event loop in which the calls will be made."""

    async def finish(self) -> None:
        """Give back what `start` took."""

    def stop(self) -> None:
        """The run is stopping: what is under way may land, and nothing is tried again."""

    def remember(self, outputs: Sequence[Output]) -> None:
        """What an earlier process of the same run was given."""

    @property
    def ended(self) -> str | None:
        """Why nothing more is asked although it is owed; None while there is no reason."""

    async def answer(self, groups: Sequence[Group], repeats: Sequence[int]) -> list[list[Output]]:
        """Answer every request of every group, in the same shape; `repeats` says the how manieth time each is asked."""

    def facts(self) -> Mapping[str, Any]:
        """What the calls took, for the run's manifest. JSON-able."""

    def traffic(self) -> Traffic | None:
        """What went over a wire so far; None where nothing does."""


class LocalExecutor:
    """Calls a model in this process."""

    def __init__(self, model: Model, concurrency: int | None = None) -> None:
        """Use the model's own concurrency where none is given."""
        self._model = model
        self.slots = concurrency or model.concurrency
        self.batch_items = model.batch_items

    ended = None

    async def start(self) -> None:
        """Nothing to make ready."""

    async def finish(self) -> None:
        """Nothing to give back."""

    def stop(self) -> None:
        """A call in this process always lands."""

    def remember(self, outputs: Sequence[Output]) -> None:
        """Nothing is counted here."""

    def facts(self) -> Mapping[str, Any]:
        """Nothing beside what the model itself tells."""
        return {}

    def traffic(self) -> None:
        """Nothing goes over a wire."""

    async def answer(self, groups: Sequence[Group], repeats: Sequence[int]) -> list[list[Output]]:
        """Ask the model, and hold it to the shape of what was asked.

        Raises:
            ModelError: The model answered fewer or more requests than it was asked.
        """
        del repeats  # a model in this process draws anew by the seed of each request
        answers = await self._model.answer(groups)
        if [len(group) for group in groups] != [len(outputs) for outputs in answers]:
            raise ModelError(f"{self._model.name} gave another number of answers than it was asked for")
        return answers
