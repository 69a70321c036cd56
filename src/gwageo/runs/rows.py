"""Rows of the records, put in the order of the plan while answers land, so that a run is over with its last answer.

Answers come in any order, and a row waits until all before it are there. Where too many wait, or the disk refuses, the
file is given up: it can be made from the journal at any time.
"""

from pathlib import Path
from types import TracebackType
from typing import Any

from gwageo.core import StoreError
from gwageo.runs.records import ROW_GROUP, RecordsWriter

MOST_WAITING = 2 * ROW_GROUP


class Rows:
    """The records of one pass over a run. To be left as a context: without `finish` there is no trace of it.

    Args:
        path: Where the records will stand.
        total: Rows that there will be.
    """

    def __init__(self, path: Path, total: int) -> None:
        self._writer: RecordsWriter | None = RecordsWriter(path)
        self._total = total
        self._waiting: dict[int, dict[str, Any]] = {}
        self._next = 0

    def put(self, place: int, row: dict[str, Any]) -> None:
        """Take the row of a place in the plan, counted from 0."""
        if self._writer is None:
            return
        self._waiting[place] = row
        try:
            while self._next in self._waiting:
                self._writer.add(self._waiting.pop(self._next))
                self._next += 1
        except StoreError:
            self._give_up()
        if len(self._waiting) > MOST_WAITING:
            self._give_up()

    def finish(self) -> bool:
        """Put the file in place if every row came; whether it stands.

        Raises:
            StoreError: It cannot be written; what was there before still is.
        """
        if self._writer is None or self._next < self._total:
            return False
        self._writer.finish()
        return True

    def _give_up(self) -> None:
        if self._writer is not None:
            self._writer.discard()
        self._writer = None
        self._waiting.clear()

    def __enter__(self) -> "Rows":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_up()
