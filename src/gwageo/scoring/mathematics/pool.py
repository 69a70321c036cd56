"""A pool of workers that are killed when their time is up, and replaced.

Time limits inside a process work on the main thread only and cannot stop a library that does not come back; a process
of its own can always be ended. Several threads may ask at once; each has a worker to itself while it asks.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from threading import BoundedSemaphore, Lock
from typing import Any

from gwageo.core import MissingExtra

LIMIT_S = 2.0
"""For one span: to find it, parse it, or compare it."""
MOST_STEPS_S = 6.0
"""For one reply, however many spans it has."""
START_S = 60.0
"""For a worker to come up on a busy machine."""
MOST_WORKERS = 4
WHAT = "Comparing mathematics"


def ensure() -> None:
    """Refuse early where the libraries are absent.

    Raises:
        MissingExtra: One of them is.
    """
    if any(find_spec(name) is None for name in ("math_verify", "latex2sympy2_extended", "sympy")):
        raise MissingExtra(WHAT, "math")


class Late(Exception):
    """A worker did not answer in time, or broke; it has been killed. Its argument is the text it was at."""


class _Worker:
    """One process and its pipes."""

    def __init__(self) -> None:
        path = os.pathsep.join(each for each in sys.path if each)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gwageo.scoring.mathematics.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("the worker has no pipes")
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._read = b""
        self._child: int | None = None
        """The process at work; None until it has told its number."""

    def ask(self, request: Mapping[str, Any], limit_s: float, most_s: float) -> dict[str, Any]:
        """The answer to one request.

        Raises:
            Late: There was none in time; the worker is dead.
        """
        self._await_child()
        self._drop_old()
        at, sent = "", False
        end = time.monotonic() + most_s
        try:
            self._send(json.dumps(request).encode() + b"\n", end)
            sent = True
            while (line := self._line(min(end, time.monotonic() + limit_s))) is not None:
                said = json.loads(line)
                if isinstance(said, dict) and "ready" not in said:
                    return said
                if isinstance(said, dict):  # the process died at work, and here is another
                    self._child = said["ready"]
                    raise Late(at)
                at = said
        except (OSError, ValueError):
            pass
        if sent:
            self._kill_child()
        else:
            self.kill()  # half a request is in the pipe
        raise Late(at)

    @property
    def dead(self) -> bool:
        """Whether this worker cannot be asked any more."""
        return self._process.poll() is not None

    def _await_child(self) -> None:
        """Wait until the process at work is known; a new one follows each that was killed."""
        end = time.monotonic() + START_S
        while self._child is None:
            line = self._line(end)
            if line is None:
                self.kill()
                raise MissingExtra(WHAT, "math")
            with suppress(ValueError):  # what a killed one has left unfinished
                said = json.loads(line)
                self._child = said.get("ready") if isinstance(said, dict) else None

    def _drop_old(self) -> None:
        """Read what was said unasked: that a process died while it had nothing to do, and which one took its place."""
        while b"\n" in self._read or select.select([self._out], [], [], 0)[0]:
            line = self._line(time.monotonic() + START_S)
            if line is None:
                return
            with suppress(ValueError, AttributeError):
                self._child = json.loads(line).get("ready", self._child)

    def _kill_child(self) -> None:
        """End the process at work; whatever it still said is thrown away with it."""
        if self._child is not None:
            with suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
        self._child = None
        self._read = b""

    def kill(self) -> None:
        """End both processes and wait."""
        self._process.kill()
        self._kill_child()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _send(self, data: bytes, end: float) -> None:
        place = self._in
        view = memoryview(data)
        while view:
            left = end - time.monotonic()
            if left <= 0 or not select.select([], [place], [], left)[1]:
                raise OSError("the worker takes no more")
            view = view[os.write(place, view[:4096]) :]

    def _line(self, end: float) -> bytes | None:
        """The next line; None where none came in time or none will come."""
        place = self._out
        while b"\n" not in self._read:
            left = end - time.monotonic()
            if left <= 0 or not select.select([place], [], [], left)[0]:
                return None
            more = os.read(place, 1 << 16)
            if not more:
                return None
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line


class Pool:
    """Workers, made when they are needed and kept for the next question.

    Args:
        most: How many may work at once; who asks beyond that waits.
        limit_s: Time for one step.
        most_s: Time for all steps of one request.
    """

    def __init__(self, most: int, limit_s: float = LIMIT_S, most_s: float = MOST_STEPS_S) -> None:
        self.limit_s, self.most_s = limit_s, most_s
        self.killed = 0
        """Workers that were killed because their time was up."""
        self._turns = BoundedSemaphore(most)
        self._lock = Lock()
        self._idle: list[_Worker] = []

    def ask(self, kind: str, /, **request: Any) -> dict[str, Any]:
        """The answer to one request.

        Raises:
            Late: There was none in time.
            MissingExtra: The libraries are absent.
        """
        with self._turns:
            worker = self._free() or _Worker()
            try:
                answer = worker.ask({"kind": kind, **request}, self.limit_s, self.most_s)
            except Late:
                with self._lock:
                    self.killed += 1
                    if not worker.dead:
                        self._idle.append(worker)
                raise
            except BaseException:
                worker.kill()
                raise
            with self._lock:
                self._idle.append(worker)
            return answer

    def _free(self) -> _Worker | None:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if not worker.dead:
                    return worker
                worker.kill()
        return None

    def close(self) -> None:
        """End all workers that are idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.kill()


def shared() -> Pool:
    """The pool that all graders of this process share; a forked process has its own, since pipes cannot be shared."""
    return _pool_of(os.getpid())


@cache
def _pool_of(process: int) -> Pool:
    ensure()
    pool = Pool(min(MOST_WORKERS, os.cpu_count() or 1))
    atexit.register(lambda: pool.close() if os.getpid() == process else None)
    return pool
