"""How many requests a server gets at once: more while it stays quick, half as many when it says that it is too much.

A run begins with a few scouts. A server that refuses them all in the same words sees no more than `SCOUTS` requests;
the first reply, as many refusals in different words, or a little patience, lets the others go.
"""

import asyncio
import statistics
from collections import deque
from collections.abc import Callable

SCOUTS = 5
"""Requests at most before one was answered; as many equal refusals stop a run."""
PATIENCE_S = 5.0
"""A server that refuses does so quickly; one that is silent for longer is thinking."""
MOST = 256
"""Requests at once at most where nobody gives a number."""
_GROWTH = 4  # by a quarter after every round in which latency held
_KNOWN_GOOD = 0.75
"""The share of the limit at a halving up to which each reply adds one again, or half of the most where that is more:
a server that says 429 now and then, whatever it is sent, is not brought down to one request at a time.
"""
_SLOWER = 1.5
_SLACK_S = 0.05


class Closed(Exception):
    """No request may be sent any more."""


class Pace:
    """A gate in front of one server.

    Args:
        start: Requests at once to begin with.
        most: Requests at once at most.
        allowed: Whether one more may be sent, given how many are under way. When it says no and none is under way,
            whoever waits is turned away.
    """

    def __init__(self, start: int, most: int, allowed: Callable[[int], bool] = lambda flying: True) -> None:
        self._allowed = allowed
        self.limit = start
        self.most = max(start, most)
        self.lowest = self.highest = start
        self.halvings = 0
        self._flying = 0
        self._queue: deque[asyncio.Future[None]] = deque()
        self._proven = self._closed = False
        self._scouts = 0
        self._refused = 0
        self._window: list[float] = []
        self._best: float | None = None
        self._halved_at = -1.0
        self._known_good = 0

    async def enter(self) -> float:
        """Wait for a place; the time at which it was had.

        Raises:
            Closed: Nothing may be sent any more.
        """
        loop = asyncio.get_running_loop()
        while not self._open():
            if self._ended:
                raise Closed
            turn = loop.create_future()
            self._queue.append(turn)
            await turn
        self._flying += 1
        if not self._proven:
            if self._scouts == 0:
                loop.call_later(PATIENCE_S, self._patience)
            self._scouts += 1
        return loop.time()

    def leave(self) -> None:
        """Give the place to the next."""
        self._flying -= 1
        self._admit()

    def succeeded(self, latency_s: float) -> None:
        """A reply came. After a round of them, grow if they came as quickly as ever."""
        self.prove()
        if self.limit < self._known_good:
            self._set(self.limit + 1)
        self._window.append(latency_s)
        if len(self._window) < self.limit:
            return
        median = statistics.median(self._window)
        self._window.clear()
        # A base that drifts up slowly: a server that was quick once when idle must not hold the limit down for ever.
        self._best = median if self._best is None else min(median, self._best * 1.02)
        if median <= self._best * _SLOWER + _SLACK_S and self.limit < self.most:
            self._set(min(self.most, self.limit + max(1, self.limit // _GROWTH)))

    def strained(self, sent_at: float) -> None:
        """The server says that it is too much. Requests that were under way at the last halving do not halve again."""
        if sent_at < self._halved_at:
            return
        self._halved_at = asyncio.get_running_loop().time()
        self._window.clear()
        self.halvings += 1
        self._known_good = max(int(self.limit * _KNOWN_GOOD), self.most // 2)
        self._set(max(1, self.limit // 2))

    def refused(self) -> None:
        """The server did not take a request. Where all scouts were refused and the run goes on, it answers."""
        self._refused += 1
        if self._refused >= SCOUTS:
            self.prove()

    def returned(self) -> None:
        """A scout came back without telling anything about the server; another may go."""
        if not self._proven:
            self._scouts -= 1

    def close(self) -> None:
        """Let nobody in any more, and turn away who waits."""
        self._closed = True
        self._admit()

    def prove(self) -> None:
        """The server answers: let the others go."""
        if not self._proven:
            self._proven = True
            self._admit()

    def _patience(self) -> None:
        if not self._refused:
            self.prove()

    @property
    def free(self) -> int:
        """How many callers may come at once: the limit, or none while no more may be sent."""
        return self.limit if not self._closed and self._allowed(self._flying) else 0

    def _open(self) -> bool:
        room = self._flying < self.limit and (self._proven or self._scouts < SCOUTS)
        return room and not self._closed and self._allowed(self._flying)

    @property
    def _ended(self) -> bool:
        return self._closed or (not self._flying and not self._allowed(0))

    def _admit(self) -> None:
        """Wake as many as there are places; a place that is had by another meanwhile is waited for again."""
        free = len(self._queue) if self._ended else self.limit - self._flying
        while free > 0 and self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1

    def _set(self, limit: int) -> None:
        self.limit = limit
        self.lowest, self.highest = min(self.lowest, limit), max(self.highest, limit)
        self._admit()
