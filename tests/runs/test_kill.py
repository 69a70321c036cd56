"""Killed, interrupted, started twice: nothing is lost and nothing is asked twice.

These tests run the fake exam in processes of its own and end only those.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from command_line import ENVIRONMENT
from gwageo.runs.directory import JOURNAL
from gwageo.runs.journal import Journal
from gwageo.runs.records import CLOCK, read_records

SCRIPT = Path(__file__).with_name("slow_exam.py")
ITEMS = 40


def start(directory: Path, delay_s: float = 0.03, **how: Any) -> subprocess.Popen[str]:
    command = [sys.executable, str(SCRIPT), str(directory), str(delay_s), str(ITEMS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, **how)


def wait_for(process: subprocess.Popen[str], sign: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(sign):
            return line
    raise AssertionError(f"the process ended without saying {sign!r}: {process.communicate()[1]}")


def answered(directory: Path) -> int:
    journal = Journal(directory / JOURNAL)
    try:
        return journal.count()
    finally:
        journal.close()


def content(directory: Path) -> list[dict[str, Any]]:
    rows = read_records(directory / "records.parquet")
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in rows]


def finish(directory: Path) -> int:
    """Run to the end; the number of answers that it asked for."""
    out, err = start(directory, 0).communicate(timeout=60)
    lines = [line for line in out.splitlines() if line.startswith("done")]
    assert lines, err
    assert lines[-1].startswith(f"done {ITEMS} ")
    return int(lines[-1].split()[-1])


def test_killed_several_times_the_records_equal_an_unbroken_run(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    before = 0
    for _ in range(4):
        process = start(broken)
        wait_for(process, "done")
        time.sleep(0.05)
        process.kill()
        process.communicate()
        after = answered(broken)
        assert after > before
        before = after
    assert finish(broken) == ITEMS - before  # nothing that was answered is asked again
    finish(whole)
    assert content(broken) == content(whole)


def test_the_second_process_on_one_run_is_refused(tmp_path: Path) -> None:
    """RE-11: the refusal names the first process."""
    first = start(tmp_path / "run")
    wait_for(first, "done")
    first.send_signal(signal.SIGSTOP)  # on a busy machine it might be done before the second one looks
    second = start(tmp_path / "run")
    _, error = second.communicate(timeout=60)
    first.send_signal(signal.SIGCONT)
    assert second.returncode == 2
    assert f"is being worked on by process {first.pid}" in error
    first.communicate(timeout=60)
    assert first.returncode == 0
    assert len(content(tmp_path / "run")) == ITEMS


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_the_call_in_flight_land(tmp_path: Path, number: signal.Signals) -> None:
    process = start(tmp_path / "run", delay_s=0.1)
    wait_for(process, "done")
    process.send_signal(number)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "")
    assert "Stopping when the call in flight is back" in out
    kept = answered(tmp_path / "run")
    assert 0 < kept < ITEMS
    assert finish(tmp_path / "run") == ITEMS - kept


def test_a_second_signal_abandons_the_call_in_flight(tmp_path: Path) -> None:
    process = start(tmp_path / "run", delay_s=20)
    wait_for(process, "Running")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    wait_for(process, "Stopping")
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - began < 15


def _small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def test_a_disk_that_fills_up_leaves_an_intact_journal(tmp_path: Path) -> None:
    process = start(tmp_path / "run", 0, preexec_fn=_small_files)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "kept, and the same command goes on from there" in error
    assert "Traceback" not in error
    kept = answered(tmp_path / "run")
    assert 0 < kept < ITEMS
    assert finish(tmp_path / "run") == ITEMS - kept


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_permission_is_a_clean_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    process = start(tmp_path / "run", 0)
    _, error = process.communicate(timeout=60)
    tmp_path.chmod(0o700)
    assert process.returncode == 2
    assert "give -o a directory that you may write" in error
