"""Replies that no tokenizer would write: judged by every exam, never a crash, and in bounded time."""

import json
import time
from pathlib import Path

import pytest
from task_rows import items_of

import gwageo
from gwageo.core import Output, Protocol
from gwageo.core.canonical import dumps
from gwageo.tasks.base import Settings, Task
from gwageo.tasks.drifting import with_drift
from gwageo.tasks.registry import load_task, task_names
from saying_model import Says

MEGABYTE = 1_000_000
REPLIES = {
    "half of a character": "정답: \ud800B\udfff",
    "zero bytes": "정답:\x00 B\x00\x00",
    "control characters": "".join(map(chr, range(32))) + "\x7f\x85 정답: B",
    "bidirectional marks": "\u202e정답: B\u202c\u2066\u2069",
    "a megabyte of one letter": "가" * MEGABYTE,
    "a megabyte of blanks": " " * MEGABYTE + "B",
    "a megabyte of lines": "정답: B\n" * (MEGABYTE // 7),
    "a megabyte of open marks": "<think>" * (MEGABYTE // 7),
    "a megabyte of brackets": "\\boxed{" * (MEGABYTE // 7),
}
PATIENCE_S = 10
"""Far more than any needs, on a busy machine; a quadratic reader would take hours."""
GENERATED = [name for name in task_names() if load_task(name).kind == "generation" and "deepl" not in name]


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("task", [load_task(name) for name in GENERATED], ids=GENERATED)
def test_a_hostile_reply_is_judged(task: Task, reply: str) -> None:
    paper = task.prepare(items_of(task), Protocol("chat"), Settings(shots=0))
    outputs = [Output(text=REPLIES[reply], finish_reason="length") for _ in paper.requests(0)]
    began = time.process_time()
    score = with_drift(task, paper.items[0], outputs, paper.score(0, outputs))
    assert time.process_time() - began < PATIENCE_S
    assert score.verdict in ("right", "wrong", "scored", "no_answer", "truncated", "empty")
    assert json.loads(dumps(score))["verdict"] == score.verdict


@pytest.mark.parametrize(
    "reply", ["half of a character", "zero bytes", "control characters", "a megabyte of one letter"]
)
def test_a_hostile_reply_is_kept_audited_and_judged_again(tmp_path: Path, reply: str) -> None:
    """From the journal to the records and back."""
    says = Says(REPLIES[reply])
    found = gwageo.evaluate(says, "ko-winogrande-gen", data="bundled", limit=2, output=tmp_path / "run")
    assert found.failed == 0
    assert not gwageo.rescore(tmp_path / "run").differs
    assert gwageo.audit(tmp_path / "run").counts["ko-winogrande-gen"]["n"] == 2
