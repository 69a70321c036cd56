"""Processes that work through tasks, with the results in the order of the tasks and few of them in memory."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from gwageo.core.errors import UserError

T = TypeVar("T")
R = TypeVar("R")
_AHEAD = 4
"""Tasks per worker that may be worked on or wait; more would only fill memory."""


def in_order(function: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """The results of tasks; the function and what it takes and gives must be picklable.

    Args:
        function: What is done with each task; a function of a module.
        tasks: Taken one by one.
        workers: Processes; with one the work is done here.

    Raises:
        UserError: There are no workers.
    """
    if workers < 1:
        raise UserError(f"cannot work with {workers!r} processes; give at least 1")
    return map(function, tasks) if workers == 1 else _spread(function, iter(tasks), workers)


def _spread(function: Callable[[T], R], tasks: Iterator[T], workers: int) -> Iterator[R]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_with_parent)
    try:
        waiting: deque[Future[R]] = deque(pool.submit(function, task) for task in islice(tasks, workers * _AHEAD))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(function, task) for task in islice(tasks, 1))
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for tasks for ever; this one ends with it."""
    Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
