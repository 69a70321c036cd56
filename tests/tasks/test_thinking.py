"""Replies that think before they answer, under the exams as a run asks them."""

import json
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of

from gwageo.core import ConfigError, Item, Output, Protocol, ProtocolName
from gwageo.runs.codec import prompt_hash
from gwageo.tasks import ko_arc
from gwageo.tasks.base import Settings


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
    assert "thinking closed by force after 64 tokens" in held.departures()


@pytest.mark.parametrize(
    ("protocol", "budget", "word"), [("plain", 9, "plain"), ("nothink", 9, "nothink"), ("chat", 0, "at least 1")]
)
def test_a_budget_without_thinking_is_refused(protocol: ProtocolName, budget: int, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        ko_arc.EASY_GEN.prepare(items_of(ko_arc.EASY_GEN), Protocol(protocol), Settings(shots=0, think_budget=budget))
