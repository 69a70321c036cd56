"""The executor of batch APIs: half the price, an answer within a day, and a run that may be left and gone on with.

`batches.json` in the run's directory says which requests went into which batch, before anything is waited for. A
process that goes on asks for what is not in a batch yet and waits for the rest. Replies are paired by id: the key under
which the cache keeps them.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gwageo.core import Generate, Output, Request, StoreError
from gwageo.core.canonical import digest
from gwageo.models.base import Group
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused
from gwageo.models.sdk import SdkModel
from gwageo.runs.cache import Kept, ReplyCache, reply_key
from gwageo.runs.directory import write_json
from gwageo.runs.executors import Postponed
from gwageo.runs.progress import Traffic
from gwageo.runs.spending import Ledger

NAME = "batches.json"
LOT = 1000
"""Items of one batch at most."""
AT_ONCE = 20
"""Batches at once at most."""
POLL_S = 30.0
_MISSING = Output(error="no_reply: the batch ended without it")
_FAULTS = 20  # in a row, after which the server counts as gone


class BatchExecutor:
    """Submits requests in batches, and waits for them.

    Args:
        model: A model whose provider has a batch API.
        ledger: Counts tokens and money, at the batch's price.
        folder: The run's directory.
        cache: Replies that were paid for; None does without.
        poll_s: Seconds between two looks at a batch.
    """

    batch_items = LOT

    def __init__(
        self, model: SdkModel, ledger: Ledger, folder: Path, cache: ReplyCache | None = None, poll_s: float = POLL_S
    ) -> None:
        self._model = model
        self._ledger = ledger
        self._cache = cache
        self._path = folder / NAME
        self._poll_s = poll_s
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._batches: dict[str, list[str]] = {}
        """Batch to the ids in it that were not answered with a failure."""
        self._announced: list[str] = []
        """Marks of batches that were about to be submitted."""
        self._faults: Counter[str] = Counter()
        self._submitted = 0

    @property
    def slots(self) -> int:
        """Batches that may be under way; with a limit one after the other, so that it is passed by one at most."""
        if self._ledger.reached() is not None:
            return 0
        return 1 if self._ledger.limits.any else AT_ONCE

    @property
    def ended(self) -> str | None:
        """Why nothing more is asked; None while there is no reason."""
        return self._ledger.reached()

    async def start(self) -> None:
        """Open the connections, and read which batches are under way.

        Raises:
            StoreError: `batches.json` cannot be read: batches that were paid for would be lost.
        """
        self._loop = asyncio.get_running_loop()
        if self._path.exists():
            try:
                tree = json.loads(self._path.read_text(encoding="utf-8"))
                self._batches, self._announced = dict(tree["batches"]), list(tree["announced"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise StoreError(
                    f"{self._path} cannot be read: {error}; it says which batches were paid for"
                ) from error
        await self._model.connect()

    async def finish(self) -> None:
        """Close the connections; batches go on without us."""
        await self._model.disconnect()

    def stop(self) -> None:
        """Wait no longer. May be called from a signal handler."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)

    def remember(self, outputs: Sequence[Output]) -> None:
        """Count what an earlier process of the same run was given."""
        for output in outputs:
            self._ledger.add(output)

    async def answer(self, groups: Sequence[Group], repeats: Sequence[int]) -> list[list[Output]]:
        """Answer every request of every group.

        Raises:
            Postponed: The run is stopping; the batches are under way and will be found again.
            EndpointRefused: The server does not take the batch, or is gone.
        """
        keys = [
            [reply_key(self._model, request, repeat) for request in group]
            for group, repeat in zip(groups, repeats, strict=True)
        ]
        wanted = {
            key: request
            for group, row in zip(groups, keys, strict=True)
            for request, key in zip(group, row, strict=True)
        }
        found = self._from_cache(wanted)
        found |= await self._from_batches({key: wanted[key] for key in wanted.keys() - found.keys()})
        return [[found[key] for key in row] for row in keys]

    def _from_cache(self, wanted: Mapping[str, Request]) -> dict[str, Output]:
        kept = {key: self._cache.get(key) for key in wanted} if self._cache is not None else {}
        found = {key: output for key, output in kept.items() if output is not None}
        for output in found.values():
            self._ledger.add(output)
        return found

    async def _from_batches(self, wanted: dict[str, Request]) -> dict[str, Output]:
        under_way = {key: name for name, keys in self._batches.items() for key in keys if key in wanted}
        fresh = {key: request for key, request in wanted.items() if key not in under_way}
        if fresh:
            name = await self._submit(fresh)
            under_way |= dict.fromkeys(fresh, name)
        found: dict[str, Output] = {}
        for name in sorted(set(under_way.values())):
            replies = await self._wait(name)
            mine = [key for key, where in under_way.items() if where == name]
            found |= {key: self._noted(wanted[key], replies.get(key, _MISSING)) for key in mine}
        return self._accounted(found)

    def _noted(self, request: Request, output: Output) -> Output:
        """A reply with flags for what was asked in vain."""
        return self._model.noted(request, output) if isinstance(request, Generate) and not output.failed else output

    def _accounted(self, found: dict[str, Output]) -> dict[str, Output]:
        """The replies with their price, in the cache; failed ones leave their batch, so that they are asked again."""
        priced = {key: self._ledger.priced(output) for key, output in found.items()}
        for output in priced.values():
            self._ledger.add(output)
        if self._cache is not None:
            model = self._model
            self._cache.put([Kept(key, model.address, model.served_name, output) for key, output in priced.items()])
        failed = {key for key, output in priced.items() if output.failed}
        if failed:
            self._batches = {name: [key for key in keys if key not in failed] for name, keys in self._batches.items()}
            self._save()
        return priced

    async def _submit(self, fresh: dict[str, Request]) -> str:
        """Submit a batch, unless a process that died has done so already."""
        mark = digest(sorted(fresh))[:32]
        name = await self._insist(lambda: self._model.find_batch(mark)) if mark in self._announced else None
        if name is None:
            self._announced.append(mark)
            self._save()
            name = await self._insist(lambda: self._model.submit_batch(fresh, mark))
            self._submitted += 1
        self._batches[name] = sorted(fresh)
        self._announced.remove(mark)
        self._save()
        return str(name)

    async def _wait(self, name: str) -> Mapping[str, Output]:
        while True:
            replies = await self._insist(lambda: self._model.collect_batch(name))
            if replies is not None:
                return {key: replace(output, latency_s=None) for key, output in replies.items()}
            await self._pause()

    async def _insist(self, ask: Any) -> Any:
        """Ask the server until it answers."""
        for _ in range(_FAULTS):
            if self._stop.is_set():
                raise Postponed
            try:
                return await ask()
            except Fault as fault:
                self._faults[fault.kind] += 1
                last = fault
                await self._pause()
            except RequestRefused as error:
                raise EndpointRefused(f"{self._model.address} refused a batch: {error.words}") from None
        raise EndpointRefused(f"{self._model.address} has failed {_FAULTS} times in a row; the last time: {last}")

    async def _pause(self) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), self._poll_s)
        except TimeoutError:
            return
        raise Postponed

    def _save(self) -> None:
        write_json(self._path, {"batches": self._batches, "announced": self._announced})

    def traffic(self) -> Traffic:
        """What went over the wire so far."""
        totals = self._ledger.totals
        cost = None if self._ledger.price is None else totals.cost
        return Traffic(self._submitted, 0, AT_ONCE, totals.reused, totals.both, totals.unknown, cost)

    def facts(self) -> Mapping[str, Any]:
        """What went over the wire, for the run's manifest."""
        return {"requests": self._submitted, "batches": list(self._batches), "faults": dict(self._faults)} | (
            self._ledger.facts()
        )
