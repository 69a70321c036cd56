"""The runner: asks what is owed, puts every answer on disk, and stops cleanly.

One asyncio loop. Up to `slots` calls are in flight; whatever came back since the last look is committed in one
transaction, then judged for the progress line. Prompts are made a chunk at a time.
"""

import asyncio
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

from gwageo.core import ConfigError, Verdict
from gwageo.messages import translate
from gwageo.models.base import Model
from gwageo.runs.executors import Executor
from gwageo.runs.journal import Answer, Journal
from gwageo.runs.marking import Job, jobs, judge, record
from gwageo.runs.plan import Plan
from gwageo.runs.progress import Observer, Snapshot

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class RunInterrupted(KeyboardInterrupt):
    """The run was told to stop; everything that was answered is on disk."""


def check_requests(plan: Plan, model: Model) -> None:
    """Ask a loaded model whether it can answer what the tasks ask.

    Raises:
        ConfigError: It cannot, and says why.
    """
    for cell in plan.cells:
        for request in cell.paper.requests(0) if cell.size else ():
            reason = model.refuses(request)
            if reason:
                raise ConfigError(
                    f"{model.name} cannot take {cell.task.name} under {plan.config.protocol.name}: {reason}"
                )


def owed(plan: Plan, journal: Journal, kept: Callable[[Job, Answer | None], None] | None = None) -> Iterator[Job]:
    """Every job that must be asked; those that need not be are given to `kept`."""
    for job in jobs(plan):
        answer = journal.good(job.key, len(job.requests)) if job.requests else None
        if job.requests and answer is None:
            yield job
        elif kept is not None:
            kept(job, answer)


def answered(plan: Plan, journal: Journal) -> bool:
    """Whether every job that can be asked has an answer in the journal, a failure included."""
    return all(journal.read(job.key, len(job.requests)) is not None for job in jobs(plan) if job.requests)


class Runner:
    """One pass over a run: after `run`, every job has an answer in the journal, or the process was told to stop."""

    def __init__(self, plan: Plan, journal: Journal, executor: Executor, observer: Observer) -> None:
        self._plan = plan
        self._journal = journal
        self._executor = executor
        self._observer = observer
        self._stopping = False
        self._verdicts: Counter[Verdict] = Counter()
        self._done = self._fresh = 0
        self._started = time.monotonic()

    def run(self) -> None:
        """Ask everything that is owed.

        Raises:
            RunInterrupted: SIGINT or SIGTERM came; the calls in flight were finished and kept.
            ModelError: The model cannot go on; what it answered is kept.
            StoreError: The journal cannot be written; what was written before is kept.
        """
        with self._signals():
            asyncio.run(self._work())
        if self._stopping:
            raise RunInterrupted

    @property
    def asked(self) -> int:
        """Answers that this pass asked for."""
        return self._fresh

    async def _work(self) -> None:
        chunks = self._chunks(self._owed())
        flying: dict[asyncio.Task[list[Answer]], list[Job]] = {}
        self._started = time.monotonic()
        self._observer.advance(self._snapshot())
        try:
            while True:
                free = 0 if self._stopping else self._executor.slots - len(flying)
                for chunk in islice(chunks, free):
                    flying[asyncio.create_task(self._ask(chunk))] = chunk
                if not flying:
                    return
                landed, _ = await asyncio.wait(flying, return_when=asyncio.FIRST_COMPLETED)
                self._keep([(task, flying.pop(task)) for task in landed])
        finally:
            for task in flying:
                task.cancel()

    async def _ask(self, chunk: list[Job]) -> list[Answer]:
        outputs = await self._executor.answer([job.requests for job in chunk])
        return [Answer(job.key, tuple(group)) for job, group in zip(chunk, outputs, strict=True)]

    def _keep(self, landed: list[tuple[asyncio.Task[list[Answer]], list[Job]]]) -> None:
        """Commit what came back. A call that failed raises only after the others are safe."""
        faults = [task.exception() for task, _ in landed]
        pairs = [
            pair
            for (task, chunk), fault in zip(landed, faults, strict=True)
            if fault is None
            for pair in zip(chunk, task.result(), strict=True)
        ]
        self._journal.write(answer for _, answer in pairs)
        self._fresh += len(pairs)
        for job, answer in pairs:
            self._count(job, answer)
        self._observer.advance(self._snapshot())
        for fault in faults:
            if fault is not None:
                raise fault

    def _chunks(self, left: Iterator[Job]) -> Iterator[list[Job]]:
        """What is owed, a call's worth at a time."""
        while chunk := list(islice(left, self._executor.batch_items)):
            yield chunk

    def _owed(self) -> Iterator[Job]:
        """Every job that must be asked. Where answers are kept all of them are counted first, for the progress."""
        if not self._journal.count():
            return owed(self._plan, self._journal, self._count)
        for _ in owed(self._plan, self._journal, self._count):
            pass
        return owed(self._plan, self._journal)

    def _count(self, job: Job, answer: Answer | None) -> None:
        self._verdicts[judge(job, answer).verdict] += 1
        self._done += 1

    def _snapshot(self) -> Snapshot:
        elapsed = time.monotonic() - self._started
        return Snapshot(self._done, self._plan.total, self._fresh, elapsed, self._verdicts.copy())

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """The first signal lets the calls in flight land; the second abandons them."""
        if threading.current_thread() is not threading.main_thread():
            yield  # Python delivers signals to the main thread only
            return
        before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self._stopping:
            self._observer.abandoned()
            raise RunInterrupted
        self._stopping = True
        self._observer.say(translate("run.stopping"))


def record_rows(plan: Plan, journal: Journal, run_id: str) -> Iterator[dict[str, Any]]:
    """Every row of the records, judged from the journal alone: no model, no request."""
    for job in jobs(plan):
        answer = journal.read(job.key, len(job.requests)) if job.requests else None
        yield record(job, answer, run_id, plan.config.protocol.name)
