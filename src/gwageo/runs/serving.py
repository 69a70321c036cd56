"""The executor of models behind servers: cache, pace, retries, limits. A model only ever sends a request once.

A reply that is in the cache is not asked for. Any other waits for its place, is sent, and is sent again after a fault
that may pass; while the server asks to wait it keeps its place, so that a server which asks everybody is left in
peace. What the server refuses is not sent again. When it refuses several in a row with the same words, or cannot be
reached many times in a row, the run stops with its words.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gwageo.core import Output, Request
from gwageo.models.base import Group
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused
from gwageo.models.remote import RemoteModel
from gwageo.runs.cache import Kept, ReplyCache, reply_key
from gwageo.runs.commits import Commits
from gwageo.runs.executors import Postponed
from gwageo.runs.pacing import MOST, SCOUTS, Closed, Pace
from gwageo.runs.progress import Traffic
from gwageo.runs.spending import Ledger

STRAINS = ("rate_limit", "overloaded")
"""Faults by which a server says that it is too much."""
FOREIGN = ("not_json", "no_choices")
"""Faults by which a server that never gave a reply shows that it speaks another language."""

_REFUSED = "refused: "


def _alike(words: str) -> str:
    """Words of a refusal without what differs between refusals that are the same: counts of tokens, ids."""
    return re.sub(r"\d+|\b[0-9a-f-]{12,}\b", "#", words)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a request is sent, and how long is waited between."""

    tries: int = 8
    """Times in all for faults on the way."""
    rate_tries: int = 30
    """Times in all where the server asks us to wait: it will take the request in the end."""
    base_s: float = 0.5
    """Waited before the second try, give or take; doubled each time."""
    most_s: float = 60.0
    """Waited at most, unless the server names a longer time."""
    lost_in_a_row: int = 20
    """Requests given up one after the other, none answered between, after which the server counts as gone."""

    def wait_s(self, fault: Fault, number: int, chance: random.Random) -> float:
        """Seconds before the next try. Jitter keeps requests that failed together from coming back together."""
        backoff: float = min(self.most_s, self.base_s * 2.0 ** (number - 1)) * chance.uniform(0.5, 1.0)
        if fault.retry_after_s is None:
            return backoff
        return fault.retry_after_s + chance.uniform(0.0, min(1.0, self.base_s))


class RemoteExecutor:
    """Sends the requests of one model to its server.

    Args:
        model: The model.
        ledger: Counts tokens and money, and ends the run at its limits.
        concurrency: Requests at once at most, and to begin with; None begins with the model's own and finds out.
        cache: Replies that were paid for; None does without.
        patience: How often, how long.
    """

    batch_items = 1

    def __init__(
        self,
        model: RemoteModel,
        ledger: Ledger,
        concurrency: int | None = None,
        cache: ReplyCache | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._model = model
        self._ledger = ledger
        self._cache = cache
        self._patience = patience or Patience()
        self._pace = Pace(
            concurrency or model.concurrency, concurrency or MOST, lambda flying: ledger.reached(flying) is None
        )
        self._chance = random.Random()  # noqa: S311 - jitter: it must differ between processes, and moves no result
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._commits: Commits[Kept] | None = None
        self._requests = self._resting = 0
        self._faults: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._refused_before: Counter[str] = Counter()
        """Words of refusals in earlier processes of the run, as often as they may come again."""
        self._refused_at: dict[int, str] = {}
        """Number of a request to the words in which it was refused, where they are news."""
        self._lost = 0
        self._foreign, self._spoke = 0, False
        self._given_up: Counter[str] = Counter()

    @property
    def slots(self) -> int:
        """Items that may be at work at once, beside those that only wait for their next try; 0 at a limit."""
        free = self._pace.free
        return free + min(self._resting, MOST) if free else 0

    async def start(self) -> None:
        """Open the connections."""
        self._loop = asyncio.get_running_loop()
        await self._model.connect()
        if self._cache is not None:
            self._commits = Commits(self._cache.put, lambda group: None)

    async def finish(self) -> None:
        """Put every reply into the cache, and close the connections."""
        await self._model.disconnect()
        if self._commits is not None:
            await self._commits.drain()

    def stop(self) -> None:
        """Send nothing again that fails from now on. May be called from a signal handler, while the loop sleeps."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._halt)

    def _halt(self) -> None:
        self._stop.set()
        self._pace.close()

    def remember(self, outputs: Sequence[Output]) -> None:
        """Count what an earlier process of the same run was given.

        Items that were refused are asked again one after the other: that they are refused again says nothing new.
        """
        for output in outputs:
            self._ledger.add(output)
            if output.error is not None and output.error.startswith(_REFUSED):
                self._refused_before[_alike(output.error.removeprefix(_REFUSED))] += 1

    @property
    def ended(self) -> str | None:
        """Why nothing more is asked; None while there is no reason."""
        return self._ledger.reached()

    async def answer(self, groups: Sequence[Group], repeats: Sequence[int]) -> list[list[Output]]:
        """Answer every request of every group. Whatever one of them raises, the others land first.

        Raises:
            EndpointRefused: The server takes nothing from us, or is gone.
            Postponed: The run is stopping.
        """
        return [await self._group(group, repeat) for group, repeat in zip(groups, repeats, strict=True)]

    async def _group(self, group: Group, repeat: int) -> list[Output]:
        if len(group) == 1:
            return [await self._one(group[0], repeat)]
        found = await asyncio.gather(*(self._one(request, repeat) for request in group), return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return [one for one in found if isinstance(one, Output)]

    async def _one(self, request: Request, repeat: int) -> Output:
        key = reply_key(self._model, request, repeat) if self._cache is not None else ""
        kept = self._cache.get(key) if self._cache is not None else None
        if kept is not None:
            self._ledger.add(kept)
            return kept
        self._ledger.expect(request)
        output = self._ledger.priced(await self._insist(request))
        self._ledger.add(output)
        if self._commits is not None and not output.failed:
            self._commits.add([Kept(key, self._model.address, self._model.served_name, output)])
            if self._commits.fault is not None:
                raise self._commits.fault
        return output

    async def _insist(self, request: Request) -> Output:
        """Send a request until there is a reply, a refusal, or no patience left.

        While the server asks us to wait the place is kept; after any other fault it is given to the next.
        """
        tries = waits = 0
        while True:
            sent_at = await self._enter()
            try:
                while True:
                    try:
                        return await self._send(request, sent_at)
                    except Fault as fault:
                        strained = fault.kind in STRAINS
                        tries, waits = tries + (not strained), waits + strained
                        if tries >= self._patience.tries or waits >= self._patience.rate_tries:
                            return self._give_up(fault, tries + waits)
                        pause_s = self._patience.wait_s(fault, tries + waits, self._chance)
                    if not strained:
                        self._pace.returned()
                        break
                    self._pace.strained(sent_at)
                    await self._pause(pause_s)
                    sent_at = asyncio.get_running_loop().time()
            finally:
                self._pace.leave()
            self._resting += 1
            await self._pause(pause_s)
            self._resting -= 1

    async def _enter(self) -> float:
        try:
            return await self._pace.enter()
        except Closed:
            raise Postponed from None

    async def _send(self, request: Request, sent_at: float) -> Output:
        """Send a request once; a refusal is an output too."""
        if self._stop.is_set():
            raise Postponed
        self._requests += 1
        number = self._requests
        try:
            output = await self._model.attempt(request)
        except RequestRefused as refusal:
            return self._refused(refusal, number)
        except Fault as fault:
            self._faults[fault.kind] += 1
            self._look_for_strangers(fault)
            raise
        self._lost = 0
        self._spoke = True
        self._pace.succeeded(asyncio.get_running_loop().time() - sent_at)
        return output

    def _look_for_strangers(self, fault: Fault) -> None:
        """Stop where nothing but web pages and the like ever came; a proxy's page between replies is tried again."""
        self._foreign = self._foreign + 1 if fault.kind in FOREIGN else 0
        if self._foreign >= SCOUTS and not self._spoke:
            raise EndpointRefused(
                f"{self._model.address} does not speak the language of such an API: {self._foreign} requests in a row "
                f"got no reply that can be read; the last one was {fault.words}"
            )

    async def _pause(self, seconds: float) -> None:
        """Wait, unless the run is told to stop meanwhile."""
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    def _give_up(self, fault: Fault, tries: int) -> Output:
        self._given_up[fault.kind] += 1
        self._pace.returned()
        self._lost += 1
        if self._lost >= self._patience.lost_in_a_row:
            raise EndpointRefused(
                f"{self._model.address} has failed {self._lost} requests in a row, each {tries} times; the last time: "
                f"{fault}. What was answered is kept"
            )
        return Output(error=f"{fault} (after {tries} tries)")

    def _refused(self, refusal: RequestRefused, number: int) -> Output:
        if refusal.too_long:
            self._refusals["over_length"] += 1
            self._pace.returned()
            return Output(error=f"over_length: {refusal.words}", flags=("over_length",))
        self._refusals["refused"] += 1
        words = _alike(refusal.words)
        if self._refused_before[words]:
            self._refused_before[words] -= 1
        else:
            self._refused_at[number] = words
        if self._in_a_row(number, words) >= SCOUTS:
            raise EndpointRefused(
                f"{self._model.address} refused {SCOUTS} requests in a row with the same words: {refusal.words}"
            )
        self._pace.refused()
        return Output(error=f"{_REFUSED}{refusal.words}")

    def _in_a_row(self, number: int, words: str) -> int:
        """Requests refused in these words around one, in the order in which they were sent.

        Refusals come back sooner than replies, so the order in which they come says nothing.
        """
        first = last = number
        while self._refused_at.get(first - 1) == words and number - first < SCOUTS:
            first -= 1
        while self._refused_at.get(last + 1) == words and last - number < SCOUTS:
            last += 1
        return last - first + (self._refused_at.get(number) == words)

    def traffic(self) -> Traffic:
        """What went over the wire so far."""
        totals = self._ledger.totals
        return Traffic(
            requests=self._requests,
            again=self._faults.total() - self._given_up.total(),
            at_once=self._pace.limit,
            reused=totals.reused,
            tokens=totals.both,
            unknown=totals.unknown,
            cost=None if self._ledger.price is None else totals.cost,
        )

    def facts(self) -> Mapping[str, Any]:
        """What went over the wire, for the run's manifest."""
        return {
            "requests": self._requests,
            "faults": dict(self._faults),
            "refusals": dict(self._refusals),
            "given_up": dict(self._given_up),
            "concurrency": {
                "lowest": self._pace.lowest,
                "highest": self._pace.highest,
                "last": self._pace.limit,
                "halvings": self._pace.halvings,
            },
            **self._ledger.facts(),
        }
