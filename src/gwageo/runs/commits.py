"""Group commits: one write at a time in a thread, and what lands meanwhile goes into the next one.

A disk that takes 5 ms for a durable write would hold a fast server back if every reply waited for its own.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Commits(Generic[T]):
    """Puts things on disk in groups, in the order in which they came.

    Args:
        write: Writes a group durably; called in a thread, never twice at once.
        written: Called in the event loop with every group that is on disk.
    """

    def __init__(self, write: Callable[[Sequence[T]], None], written: Callable[[Sequence[T]], None]) -> None:
        self._write = write
        self._written = written
        self._pile: list[T] = []
        self._task: asyncio.Task[None] | None = None
        self.fault: BaseException | None = None
        """What ended the writing; nothing is written after it."""
        self.pending = 0
        """Things that are not on disk yet."""

    def add(self, things: Sequence[T]) -> None:
        """Take things that are to be on disk soon."""
        self._pile.extend(things)
        self.pending += len(things)
        if self._task is None and self._pile and self.fault is None:
            self._task = asyncio.create_task(self._work())

    @property
    def idle(self) -> bool:
        """Whether all that was taken is on disk, or the writing has ended."""
        return self._task is None

    async def drain(self) -> None:
        """Wait until all that was taken is on disk.

        Raises:
            StoreError: It cannot be; what was written before is kept.
        """
        while self._task is not None:
            await self._task
        if self.fault is not None:
            raise self.fault

    async def _work(self) -> None:
        try:
            while self._pile:
                group, self._pile = self._pile, []
                await asyncio.to_thread(self._write, group)
                self.pending -= len(group)
                self._task = None if not self._pile else self._task
                self._written(group)
        except Exception as fault:  # noqa: BLE001,RUF100 - kept for the one who waits; a task's own would be lost
            self.fault = fault
            self._written(())
        finally:
            self._task = None
