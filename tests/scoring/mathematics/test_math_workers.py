"""Workers: killed when their time is up, replaced, shared by threads, gone with their parent."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gwageo.scoring.mathematics import judging
from gwageo.scoring.mathematics.pool import LIMIT_S, MOST_STEPS_S, Late, Pool, shared
from gwageo.scoring.mathematics.stated import read_math

pytest.importorskip("math_verify")

POWER = r"$\boxed{9^{9^{9^{9}}}}$"
"""Does not come to an end."""
SLACK_S = 2.0
"""Starting a worker anew, on a busy machine."""


def test_a_hostile_formula_is_given_up_in_time_and_counted() -> None:
    began, killed = time.monotonic(), shared().killed
    found = judging.published(["$5$"], POWER)
    assert not found.equal
    assert found.late is not None
    assert time.monotonic() - began < LIMIT_S + SLACK_S
    assert shared().killed == killed + 1
    assert judging.published(["$5$"], "$5$").equal  # by another worker


def test_the_other_reading_does_not_wait_for_the_same_formula_again() -> None:
    reading = read_math(POWER)
    late = judging.published(["$5$"], POWER).late
    began = time.monotonic()
    found = judging.robust(["5"], reading, late=late)
    assert not found.equal
    assert found.late is not None
    assert time.monotonic() - began < 0.5


def test_long_spans_are_not_parsed() -> None:
    found = judging.published(["$5$"], r"$\boxed{" + "1+" * 1500 + "1}$")
    assert not found.equal
    assert found.long


@pytest.mark.parametrize(
    "piece", ["$", r"\boxed{", "$$", r"\[", "1 ", "answer", "{", "(", "9^", "\\frac", "∫", "\x00", "\ud83d"]
)
def test_a_hundred_thousand_signs_of_anything_are_bounded(piece: str) -> None:
    began = time.monotonic()
    reply = (piece * 100_000)[:100_000]
    found = judging.published(["$5$"], reply)
    judging.robust(["5"], read_math(reply), late=found.late)
    assert time.monotonic() - began < 2 * MOST_STEPS_S + SLACK_S


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=120) | st.text(alphabet=r"\{}$^_0189()[]+-*/= ,.fracsqtboxed%", max_size=60))
def test_no_text_raises(reply: str) -> None:
    found = judging.published([r"$\frac{1}{2}$"], reply)
    judging.robust([r"\frac{1}{2}"], read_math(reply), late=found.late)


def test_threads_share_the_workers() -> None:
    pool = Pool(2)
    try:
        with ThreadPoolExecutor(4) as threads:
            replies = [f"${each}$" for each in "1234323"]
            found = threads.map(lambda reply: pool.ask("judge", golds=["$3$"], reply=reply, precision=5), replies)
            assert [one["equal"] for one in found] == [reply == "$3$" for reply in replies]
    finally:
        pool.close()


@pytest.mark.parametrize("which", ["child", "both"])
def test_a_worker_that_dies_is_replaced(which: str) -> None:
    pool = Pool(1)
    try:
        pool.ask("readable", golds=["$1$"])
        worker = pool._idle[0]
        assert worker._child is not None
        if which == "both":
            worker._process.kill()
            worker._process.wait()
        os.kill(worker._child, signal.SIGKILL)
        time.sleep(0.2)
        assert pool.ask("readable", golds=["$1$"]) == {"readable": [True]}
        assert pool.killed == 0
    finally:
        pool.close()


def test_a_worker_that_dies_at_work_gives_no_answer_and_goes_on() -> None:
    pool = Pool(1)
    try:
        pool.ask("readable", golds=["$1$"])
        child = pool._idle[0]._child
        assert child is not None
        Timer(0.3, lambda: os.kill(child, signal.SIGKILL)).start()
        with pytest.raises(Late):
            pool.ask("judge", golds=["$1$"], reply=POWER, precision=5)
        assert pool.ask("readable", golds=["$1$"]) == {"readable": [True]}
    finally:
        pool.close()


def test_workers_end_with_their_parent() -> None:
    code = (
        "from gwageo.scoring.mathematics.pool import Pool; import os; pool = Pool(1); "
        "pool.ask('readable', golds=['$1$']); print(pool._idle[0]._child, flush=True); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker is still there")


def test_a_forked_process_has_workers_of_its_own() -> None:
    code = (
        "import os; from gwageo.scoring.mathematics.pool import shared; "
        "shared().ask('readable', golds=['$1$']); before = shared(); pid = os.fork(); "
        "mine = shared() is before; answer = shared().ask('readable', golds=['$2$']); "
        "print(mine, answer['readable'], flush=True); os.waitpid(pid, 0) if pid else None; "
        "shared().ask('readable', golds=['$3$'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.splitlines()) == ["False [True]", "True [True]"]


def test_this_side_never_imports_sympy() -> None:
    code = (
        "import sys; import gwageo.scoring.mathematics.judging, gwageo.scoring.mathematics.stated; "
        "print([name for name in ('sympy', 'math_verify', 'latex2sympy2_extended') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
