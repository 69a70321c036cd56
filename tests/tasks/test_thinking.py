"""Replies that think before they answer, under the exams as a run asks them."""

import json
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of

from gwageo.core import ConfigError, FinishReason, Item, Output, Protocol, ProtocolName
from gwageo.puzzles import load as load_puzzle
from gwageo.puzzles import make_item
from gwageo.puzzles import score as judge
from gwageo.runs.codec import prompt_hash
from gwageo.tasks import ko_arc
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import load_task


def replied(text: str, gold: str, protocol: ProtocolName = "chat", **output: Any) -> tuple[str, str | None, set[str]]:
    """Robust reading of one reply: right or wrong, the answer found, the flags."""
    item = items_of(ko_arc.EASY_GEN)[0]
    asked = Item(item.id, item.fields, gold, item.metadata)
    paper = ko_arc.EASY_GEN.prepare([asked], Protocol(protocol), Settings(shots=0))
    score = paper.score(0, [Output(text=text, **{"finish_reason": "stop", **output})])
    return ("right" if score.metrics["exact_match_robust"] else "wrong"), score.extracted, set(score.flags)


def test_the_cases_from_practice_hold(material: Path) -> None:
    """TH-01, TH-02, TH-05, TH-09: the answer behind the reasoning counts, whatever the markers."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = {case["id"]: case for case in map(json.loads, lines)}
    for name in ("TH-01", "TH-02", "TH-05", "TH-09"):
        given = cases[name]["input"]
        for reply in given.get("responses", [given.get("response")]):
            assert replied(reply, given["gold"])[:2] == ("right", given["gold"]), (name, reply)
    given = cases["TH-03"]["input"]
    assert replied(given["response"], given["gold"], finish_reason="length")[:2] == ("wrong", None)
    asked = [replied(reply, "A", "nothink")[2] for reply in cases["TH-07"]["input"]["responses"]]
    violations = sum("thinking_not_honoured" in flags for flags in asked)
    assert violations == cases["TH-07"]["expect"]["thinking_off_violations"]


@pytest.mark.parametrize(
    ("protocol", "text", "reasoning", "flagged"),
    [
        ("nothink", "<think>흠</think>정답: A", None, True),
        ("nothink", "정답: A", "흠", True),
        ("nothink", "", "흠", True),
        ("nothink", "정답: A", None, False),
        ("chat", "<think>흠</think>정답: A", None, False),
        ("plain", "정답: A", "흠", False),
    ],
)
def test_thinking_that_was_switched_off_is_flagged(
    protocol: ProtocolName, text: str, reasoning: str | None, flagged: bool
) -> None:
    assert ("thinking_not_honoured" in replied(text, "A", protocol, reasoning=reasoning)[2]) is flagged


def test_a_budget_of_thinking_reaches_the_request_and_is_told() -> None:
    items = items_of(ko_arc.EASY_GEN)
    free = ko_arc.EASY_GEN.prepare(items, Protocol("chat"), Settings(shots=0))
    held = ko_arc.EASY_GEN.prepare(items, Protocol("chat"), Settings(shots=0, think_budget=64))
    assert (free.requests(0)[0].think_budget, held.requests(0)[0].think_budget) == (None, 64)
    assert prompt_hash(free.requests(0)) != prompt_hash(held.requests(0))
    assert "thinking limited to 64 tokens" in held.departures()


@pytest.mark.parametrize(
    ("protocol", "budget", "word"), [("plain", 9, "plain"), ("nothink", 9, "nothink"), ("chat", 0, "at least 1")]
)
def test_a_budget_without_thinking_is_refused(protocol: ProtocolName, budget: int, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        ko_arc.EASY_GEN.prepare(items_of(ko_arc.EASY_GEN), Protocol(protocol), Settings(shots=0, think_budget=budget))


THOUGHTS = [
    # Reply, finish reason; published metric, robust metric, verdict, extraction, extracted.
    ("<think>끝없는 생각 정답: A", "length", 1.0, 0.0, "truncated", "truncated", None),
    ("<think>끝없는 생각 정답: A", "stop", 1.0, 0.0, "no_answer", "no_answer", None),
    ("Thinking Process:\n1. A or B", "length", 1.0, 0.0, "truncated", "truncated", None),
    ("Thinking Process:\n1. A or B\nAnswer: A", "stop", 1.0, 1.0, "right", "ok", "A"),
    ("<think>A.</think>", "stop", 1.0, 0.0, "no_answer", "no_answer", None),
    ("<think>A.</think>", "length", 1.0, 0.0, "truncated", "truncated", None),
    ("<think>A.</think>정답: B", "stop", 1.0, 0.0, "wrong", "ok", "B"),
    ("<think>B.</think>정답: A", "stop", 0.0, 1.0, "right", "ok", "A"),
    ("<think>A.</think>모르겠습니다", "stop", 1.0, 0.0, "no_answer", "no_answer", None),
    ("정답: A", "stop", 1.0, 1.0, "right", "ok", "A"),
]


@pytest.mark.parametrize(("reply", "reason", "metric", "robust", "verdict", "extraction", "extracted"), THOUGHTS)
def test_metrics_read_the_whole_reply_and_verdicts_the_answer_alone(
    reply: str, reason: FinishReason, metric: float, robust: float, verdict: str, extraction: str, extracted: str | None
) -> None:
    item = replace(items_of(ko_arc.EASY_GEN)[0], gold="A")
    paper = ko_arc.EASY_GEN.prepare([item], Protocol("chat"), Settings(shots=0))
    score = paper.score(0, [Output(text=reply, finish_reason=reason)])
    assert score.metrics == {"exact_match": metric, "exact_match_robust": robust}
    assert (score.verdict, score.extraction, score.extracted) == (verdict, extraction, extracted)
    assert score.span is None or reply[slice(*score.span)] == extracted


@pytest.mark.parametrize("name", ["ko-gsm8k", "ko-math-500", "ko-gpqa", "ko-eqbench", "ko-ifeval"])
def test_no_exam_takes_a_verdict_from_reasoning_that_never_ended(name: str) -> None:
    task = load_task(name)
    paper = task.prepare(items_of(task), Protocol("chat"), Settings(shots=0))
    right = (paper.requests(0)[0].reference or "무엇이든").strip()
    cut = paper.score(0, [Output(text=f"<think>{right}", finish_reason="length")])
    ended = paper.score(0, [Output(text=f"<think>{right}", finish_reason="stop")])
    assert (cut.verdict, cut.extraction, cut.extracted, cut.span) == ("truncated", "truncated", None, None)
    assert (ended.verdict, ended.extraction) == ("no_answer", "no_answer")
    closed = paper.score(0, [Output(text=f"<think>음</think>\n{right}", finish_reason="stop")])
    assert closed.verdict in ("right", "scored") or name == "ko-ifeval"


@pytest.mark.parametrize(
    ("reply", "reason", "metric", "verdict"),
    [
        ("<think>Answer: {gold}", "length", 1.0, "truncated"),
        ("<think>Answer: {gold}", "stop", 1.0, "no_answer"),
        ("<think>Answer: {gold}</think>", "stop", 1.0, "no_answer"),
        ("<think>음</think>\nAnswer: {gold}", "stop", 1.0, "right"),
    ],
)
def test_puzzles_take_no_verdict_from_reasoning(reply: str, reason: FinishReason, metric: float, verdict: str) -> None:
    item = make_item("number_baseball", "ko", "easy")
    said = reply.format(gold=load_puzzle("number_baseball").reader.show(item.gold))
    score = judge(said, item, finish_reason=reason)
    assert (score.metrics["exact_match"], score.verdict) == (metric, verdict)
    assert (score.span is None) is (verdict != "right")


def test_what_only_the_robust_reading_of_a_puzzle_found_is_an_extraction_that_worked() -> None:
    item = make_item("jamo", "ko", "easy")
    said = f"Answer: {load_puzzle('jamo').reader.show(item.gold)}"
    score = judge(unicodedata.normalize("NFD", said), item, finish_reason="stop")
    assert (score.verdict, score.extraction, score.extracted) == ("no_answer", "ok", item.gold)
    assert score.metrics == {"exact_match": 0.0, "exact_match_robust": 1.0}
