"""An API run in a process of its own, killed: nothing that was kept is asked again, and the records are the same."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp")
from command_line import ENVIRONMENT
from fake_server import Ask, FakeServer, Says, serving
from gwageo.runs.directory import JOURNAL
from gwageo.runs.journal import Journal
from gwageo.runs.records import CLOCK, read_records

ITEMS, AT_ONCE = 200, 8
TASK = """
name = "numbers"
kind = "number"
data = "numbers.jsonl"
[columns]
answer = "answer"
[prompt]
question = "{question}"
max_tokens = 16
"""


def echo(ask: Ask) -> Says:
    return Says(text=f"#### {ask.echo}", delay_s=0.02)


@pytest.fixture
def exam(tmp_path: Path) -> Path:
    rows = [{"id": str(i), "question": str(7 * i + 3), "answer": str(7 * i + 3)} for i in range(ITEMS)]
    (tmp_path / "numbers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "numbers.toml").write_text(TASK, encoding="utf-8")
    return tmp_path


def start(server: FakeServer, folder: Path, output: str, *more: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "gwageo", "run", "--task-file", "numbers.toml", "-p", "chat", "-o", output]
    given = ["--model", "openai:m", "--base-url", server.url, "--concurrency", str(AT_ONCE), *more]
    environment = {**ENVIRONMENT, "GWAGEO_CACHE": str(folder / "cache"), "GWAGEO_API_KEY": "k"}
    return subprocess.Popen([*line, *given], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> int:
    process.communicate(timeout=60)
    return process.returncode


def kept(run: Path) -> set[str]:
    if not (run / JOURNAL).exists():
        return set()
    journal = Journal(run / JOURNAL)
    try:
        rows = journal._store.execute("SELECT item_id FROM answers WHERE failed = 0").fetchall()
    finally:
        journal.close()
    return {str(7 * int(row[0]) + 3) for row in rows}


def content(run: Path) -> list[dict[str, Any]]:
    rows = read_records(run / "records.parquet")
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in rows]


def wait_for(server: FakeServer, n: int) -> None:
    until = time.monotonic() + 60
    while len(server.completions) < n and time.monotonic() < until:
        time.sleep(0.005)


def test_killed_three_times_no_reply_is_lost_or_paid_for_again(exam: Path) -> None:
    chance = random.Random(5)
    with serving(echo) as server:
        for _ in range(3):
            before, seen = kept(exam / "run"), len(server.completions)
            process = start(server, exam, "run")
            wait_for(server, seen + chance.randint(10, 50))
            time.sleep(chance.uniform(0, 0.03))
            process.kill()
            process.communicate()
            after, asked = kept(exam / "run"), [each.echo for each in server.completions[seen:]]
            assert before <= after
            assert not before & set(asked)
            assert len(set(asked) - after) <= 3 * AT_ONCE
        seen, before = len(server.completions), kept(exam / "run")
        assert end(start(server, exam, "run")) == 0
        assert not before & {each.echo for each in server.completions[seen:]}
        assert end(start(server, exam, "whole", "--no-cache")) == 0
    assert content(exam / "run") == content(exam / "whole")
    assert {row["verdict"] for row in content(exam / "run")} == {"right"}


def test_one_signal_lets_land_what_is_on_its_way(exam: Path) -> None:
    with serving(echo) as server:
        process = start(server, exam, "run")
        wait_for(server, 40)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
        assert process.returncode == 130
        assert "go on with: gwageo run --task-file numbers.toml" in error
        assert "Traceback" not in error
        assert kept(exam / "run") == {each.echo for each in server.completions}


def test_a_signal_ends_the_waiting_for_a_server_that_asks_to_wait(exam: Path) -> None:
    busy = Says(status=429, headers={"Retry-After": "600"}, body={"error": {"message": "later"}})
    with serving(lambda ask: busy) as server:
        process = start(server, exam, "run")
        wait_for(server, 3)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert process.returncode == 130


def test_a_limit_ends_a_command_with_its_sentence_and_the_way_on(exam: Path) -> None:
    with serving(echo) as server:
        process = start(server, exam, "run", "--max-total-tokens", "300")
        _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "--max-total-tokens 300 is reached: 286 were used, and one more reply may take 26" in error
    assert "22 of 200 answers are kept" in error
    assert "raise the limit (--max-cost, --max-total-tokens) or leave it out to go on, as in: gwageo run" in error
    assert "--max-total-tokens 300" not in error.rpartition("as in:")[2]
