"""The runner: asks what is owed, puts every answer on disk, and stops cleanly.

One asyncio loop. Up to `slots` calls are in flight; whatever came back while the last transaction was being written is
committed in the next one, then judged, for the progress line and for the records. Prompts are made a chunk at a time.
"""

import asyncio
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

from gwageo.core import ConfigError, LogLikelihood, RunStopped, Verdict
from gwageo.messages import translate
from gwageo.models.base import Model
from gwageo.runs.commits import Commits
from gwageo.runs.executors import Executor, Postponed
from gwageo.runs.journal import Answer, Journal
from gwageo.runs.marking import Job, jobs, record
from gwageo.runs.plan import Plan
from gwageo.runs.progress import Observer, Snapshot
from gwageo.runs.rows import Rows

SIGNALS = (signal.SIGINT, signal.SIGTERM)
NOTE_EVERY_S = 5.0
"""What a killed process loses of its counts; answers it never loses."""


class RunInterrupted(KeyboardInterrupt):
    """The run was told to stop; everything that was answered is on disk."""


def check_requests(plan: Plan, model: Model) -> None:
    """Ask a loaded model whether it can answer what the tasks ask.

    Raises:
        ConfigError: It cannot, and says why.
    """
    for cell in plan.cells:
        for request in cell.paper.requests(0) if cell.size else ():
            batched = plan.config.batch and isinstance(request, LogLikelihood)
            reason = "a batch takes no log-likelihoods; ask for its -gen form" if batched else model.refuses(request)
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
    """One pass over a run: after `run`, every job has an answer in the journal, or the process was told to stop.

    Args:
        plan: What is asked.
        journal: Where answers are kept.
        executor: Who is asked.
        observer: Who listens.
        rows: Takes the row of every job that has its answer.
        run_id: For the rows.
        note: Called now and then while answers come, to keep what is known of the asking so far.
    """

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        executor: Executor,
        observer: Observer,
        rows: Rows,
        run_id: str,
        note: Callable[[], None] = lambda: None,
    ) -> None:
        self._plan = plan
        self._journal = journal
        self._executor = executor
        self._observer = observer
        self._rows = rows
        self._run_id = run_id
        self._note = note
        self._stopping = self._held = False
        self._fault: BaseException | None = None
        self._flying: set[asyncio.Task[list[tuple[Job, Answer]]]] = set()
        self._verdicts: Counter[Verdict] = Counter()
        self._done = self._fresh = 0
        self._started = self._noted = time.monotonic()

    def run(self) -> None:
        """Ask everything that is owed.

        Raises:
            RunInterrupted: SIGINT or SIGTERM came; the calls in flight were finished and kept.
            RunStopped: A limit that was given for the run is reached.
            ModelError: The model cannot go on; what it answered is kept.
            StoreError: The journal cannot be written; what was written before is kept.
        """
        with self._signals():
            asyncio.run(self._work())
        if self._stopping:
            raise RunInterrupted
        if self._held:
            raise RunStopped(f"{self._executor.ended}. {self._done} of {self._plan.total} answers are kept")

    @property
    def asked(self) -> int:
        """Answers that this pass asked for."""
        return self._fresh

    async def _work(self) -> None:
        self._wake = asyncio.Event()
        self._commits = Commits(self._write, self._written)
        left = self._owed()
        self._started = time.monotonic()
        self._observer.advance(self._snapshot())
        await self._executor.start()
        try:
            await self._loop(self._chunks(left))
        finally:
            for task in self._flying:
                task.cancel()
            await asyncio.gather(*self._flying, return_exceptions=True)
            await self._executor.finish()
        if self._fault is not None:
            raise self._fault

    async def _loop(self, chunks: Iterator[list[Job]]) -> None:
        """Keep the executor busy until nothing is owed, or there is a reason to stop; then let land what flies."""
        while True:
            self._wake.clear()
            for chunk in islice(chunks, self._free()):
                task = asyncio.create_task(self._ask(chunk))
                self._flying.add(task)
                task.add_done_callback(self._land)
            if not self._flying and self._commits.idle:
                break
            await self._wake.wait()
        if self._commits.fault is not None:
            raise self._commits.fault
        self._held = self._held or (self._executor.ended is not None and next(chunks, None) is not None)

    def _free(self) -> int:
        """Calls that may be made now. What is not on disk yet is bounded too: a slow disk holds the asking back."""
        stopping = self._stopping or self._held or self._fault is not None or self._commits.fault is not None
        slots = self._executor.slots
        behind = self._commits.pending > max(1, slots) * self._executor.batch_items
        return 0 if stopping or behind else max(0, slots - len(self._flying))

    async def _ask(self, chunk: list[Job]) -> list[tuple[Job, Answer]]:
        outputs = await self._executor.answer([job.requests for job in chunk], [job.repeat for job in chunk])
        return [(job, Answer(job.key, tuple(group))) for job, group in zip(chunk, outputs, strict=True)]

    def _land(self, task: "asyncio.Task[list[tuple[Job, Answer]]]") -> None:
        """Take what a call brought. The first fault ends the asking; the others' answers are kept all the same."""
        self._flying.discard(task)
        self._wake.set()
        if task.cancelled():
            return
        fault = task.exception()
        if fault is None:
            self._commits.add(task.result())
        elif isinstance(fault, Postponed):
            self._held = True
        else:
            self._fault = self._fault or fault
            self._executor.stop()

    def _write(self, pairs: Sequence[tuple[Job, Answer]]) -> None:
        self._journal.write(answer for _, answer in pairs)

    def _written(self, pairs: Sequence[tuple[Job, Answer]]) -> None:
        """Judge what is on disk."""
        self._fresh += len(pairs)
        for job, answer in pairs:
            self._count(job, answer)
        if time.monotonic() > self._noted + NOTE_EVERY_S:
            self._note()
            self._noted = time.monotonic()
        self._observer.advance(self._snapshot())
        self._wake.set()

    def _chunks(self, left: Iterator[Job]) -> Iterator[list[Job]]:
        """What is owed, a call's worth at a time."""
        while chunk := list(islice(left, self._executor.batch_items)):
            yield chunk

    def _owed(self) -> Iterator[Job]:
        """Every job that must be asked. Kept answers are looked through first, so that nothing is read meanwhile."""
        if not self._journal.count():
            return self._all()
        due = bytearray(self._plan.total)
        for job in jobs(self._plan):
            answer = self._journal.read(job.key, len(job.requests)) if job.requests else None
            self._executor.remember(answer.outputs if answer else ())
            if job.requests and (answer is None or answer.failed):
                due[job.place] = 1
            else:
                self._count(job, answer)
        return (job for job in jobs(self._plan) if due[job.place])

    def _all(self) -> Iterator[Job]:
        for job in jobs(self._plan):
            if job.requests:
                yield job
            else:
                self._count(job, None)

    def _count(self, job: Job, answer: Answer | None) -> None:
        row = record(job, answer, self._run_id, self._plan.config.protocol.name)
        self._rows.put(job.place, row)
        self._verdicts[row["verdict"]] += 1
        self._done += 1

    def _snapshot(self) -> Snapshot:
        elapsed = time.monotonic() - self._started
        return Snapshot(
            self._done, self._plan.total, self._fresh, elapsed, self._verdicts.copy(), self._executor.traffic()
        )

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
        self._executor.stop()
        self._observer.say(translate("run.stopping"))


def record_rows(plan: Plan, journal: Journal, run_id: str) -> Iterator[dict[str, Any]]:
    """Every row of the records, judged from the journal alone: no model, no request."""
    for job in jobs(plan):
        answer = journal.read(job.key, len(job.requests)) if job.requests else None
        yield record(job, answer, run_id, plan.config.protocol.name)
