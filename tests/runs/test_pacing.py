"""The gate in front of a server: scouts, growth, halving, and who is turned away."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gwageo.runs.pacing import SCOUTS, Closed, Pace


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


async def inside(pace: Pace, n: int) -> int:
    """How many of `n` callers get in at once."""
    callers = [asyncio.ensure_future(pace.enter()) for _ in range(n)]
    await asyncio.sleep(0)
    entered = sum(caller.done() for caller in callers)
    for caller in callers:
        caller.cancel()
    await asyncio.gather(*callers, return_exceptions=True)
    for _ in range(entered):
        pace.leave()
    return entered


def test_a_few_scouts_go_ahead_and_a_reply_lets_the_others_go() -> None:
    async def work() -> None:
        pace = Pace(20, 20)
        callers = [asyncio.ensure_future(pace.enter()) for _ in range(30)]
        await asyncio.sleep(0)
        assert sum(caller.done() for caller in callers) == SCOUTS
        pace.succeeded(0.1)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert sum(caller.done() for caller in callers) == 20
        for caller in callers:
            caller.cancel()

    run(work)


def test_a_scout_that_tells_nothing_lets_another_go() -> None:
    async def work() -> None:
        pace = Pace(20, 20)
        for _ in range(SCOUTS * 3):
            await pace.enter()
            pace.returned()
            pace.leave()

    run(work)


def test_the_limit_grows_while_latency_holds_and_not_when_it_rises() -> None:
    async def work() -> None:
        pace = Pace(16, 256)
        for _ in range(16):
            pace.succeeded(0.1)
        assert pace.limit == 20
        for _ in range(20):
            pace.succeeded(0.5)
        assert pace.limit == 20
        for _ in range(2000):
            pace.succeeded(0.1)
        assert pace.limit == 256

    run(work)


def test_a_given_number_is_the_most() -> None:
    async def work() -> None:
        pace = Pace(8, 8)
        for _ in range(100):
            pace.succeeded(0.1)
        assert pace.limit == 8
        assert await inside(pace, 50) == 8

    run(work)


def test_too_much_halves_once_for_all_that_were_under_way() -> None:
    async def work() -> None:
        pace = Pace(64, 64)
        sent_at = await pace.enter()
        await asyncio.sleep(0.01)
        for _ in range(10):
            pace.strained(sent_at)
        assert (pace.limit, pace.halvings) == (32, 1)
        later = asyncio.get_running_loop().time() + 1
        pace.strained(later)
        assert (pace.limit, pace.halvings) == (16, 2)
        for _ in range(20):
            pace.strained(later + 10)
        assert pace.limit == 1

    run(work)


def test_after_a_halving_each_reply_adds_one_up_to_where_it_was_good() -> None:
    async def work() -> None:
        pace = Pace(64, 64)
        pace.strained(asyncio.get_running_loop().time())
        for _ in range(16):
            pace.succeeded(0.1)
        assert pace.limit == 48
        pace.succeeded(0.1)
        assert pace.limit == 48

    run(work)


def test_who_waits_is_turned_away_when_nothing_more_may_be_sent() -> None:
    async def work() -> None:
        left = 1
        pace = Pace(1, 1, lambda flying: left > 0)
        await pace.enter()
        waiting = asyncio.ensure_future(pace.enter())
        await asyncio.sleep(0)
        left = 0
        assert pace.free == 0
        pace.leave()
        with pytest.raises(Closed):
            await waiting
        pace.close()
        with pytest.raises(Closed):
            await pace.enter()

    run(work)


def test_no_place_is_lost_to_a_caller_that_was_cancelled() -> None:
    async def work() -> None:
        pace = Pace(1, 1)
        await pace.enter()
        gone, next_ = (asyncio.ensure_future(pace.enter()) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        pace.leave()
        await asyncio.wait_for(next_, 1)

    run(work)
