"""What the log-likelihood exams ask under a chat template: rendered contexts, and values against a reference."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import tiny

from golden_files import check_golden
from gwageo.api import evaluate
from gwageo.core import LogLikelihood, Protocol, ProtocolName
from gwageo.models.template import render
from gwageo.models.tokens import PairEncoder
from gwageo.runs.codec import load_outputs
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import load_task
from gwageo.tasks.sources import read_items

TEMPLATES = {"llama": tiny.LLAMA_TEMPLATE, "qwen": tiny.QWEN_TEMPLATE, "gemma": tiny.GEMMA_TEMPLATE}
CASES: tuple[tuple[ProtocolName, str], ...] = (("chat", "turns"), ("chat", "text"), ("nothink", "turns"))


def contexts(task_name: str, tokenizer: Any, protocol: Protocol) -> list[str]:
    """The three contexts of the first choice of the first bundled item, one demonstration before it."""
    task = load_task(task_name)
    paper = task.prepare(read_items(task, "bundled").items, protocol, Settings(shots=min(task.shots, 1)))
    requests = [each for each in paper.requests(0) if isinstance(each, LogLikelihood)]
    return [render(tokenizer, each.context) for each in requests if each.continuation == requests[0].continuation]


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize(("protocol", "form"), CASES)
def test_rendered_contexts_equal_the_golden_file(name: str, protocol: ProtocolName, form: Any) -> None:
    tokenizer = tiny.tiny_tokenizer(template=TEMPLATES[name])
    parts = []
    for task in ("ko-arc-easy", "ko-winogrande"):
        found = contexts(task, tokenizer, Protocol(protocol, form))
        for title, text in zip(("behind the question", "question-free", "matched"), found, strict=True):
            parts.append(f"=== {task}, {title}\n{text}⟨scored⟩\n")
    check_golden(f"rendered/{name}.{protocol}-{form}.txt", "".join(parts))


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_matched_context_is_the_other_one_without_its_question(name: str) -> None:
    """Same header, same demonstrations; only the text of the question's turn is gone."""
    tokenizer = tiny.tiny_tokenizer(template=TEMPLATES[name])
    for task in ("ko-arc-easy", "ko-winogrande"):
        asked, _, matched = contexts(task, tokenizer, Protocol("chat"))
        start = next(index for index, (a, b) in enumerate(zip(asked, matched, strict=False)) if a != b)
        end = len(matched) - start
        assert asked.startswith(matched[:start])
        assert asked.endswith(matched[-end:])


def test_values_under_chat_equal_one_sequence_at_a_time(tmp_path: Path) -> None:
    """All three sets of an item are one token tree; each value is that of its sequence alone."""
    folder = tiny.tiny_checkpoint(tmp_path / "model", template=tiny.QWEN_TEMPLATE, bos=False)
    result = evaluate(folder, "ko-winogrande", data="bundled", limit=3, protocol="chat", output=tmp_path / "run")
    assert {row.metric for row in result.rows} >= {"acc_npsq", "acc_npsq_matched", "acc_pmi"}
    task, tokenizer = load_task("ko-winogrande"), tiny.tiny_tokenizer(template=tiny.QWEN_TEMPLATE, bos=False)
    paper = task.prepare(read_items(task, "bundled").items, Protocol("chat"), Settings())
    encoder, model = PairEncoder(tokenizer, 4096), tiny.tiny_model("llama")
    for index, outputs in enumerate(kept(tmp_path / "run" / "journal.sqlite")):
        requests = [each for each in paper.requests(index) if isinstance(each, LogLikelihood)]
        pairs = encoder.pairs([(render(tokenizer, each.context), each.continuation) for each in requests])
        for pair, output in zip(pairs, outputs, strict=True):
            assert pair.sequence is not None
            alone = tiny.reference(model, pair.sequence.tokens, pair.sequence.scored)
            assert output.loglikelihood == pytest.approx(alone, abs=1e-3)


def kept(journal: Path) -> list[Any]:
    """Outputs of a run, in the order of the items."""
    with closing(sqlite3.connect(journal)) as base:
        rows = base.execute("SELECT item_id, outputs FROM answers").fetchall()
    return [load_outputs(outputs) for _, outputs in sorted(rows, key=lambda row: int(row[0]))]
