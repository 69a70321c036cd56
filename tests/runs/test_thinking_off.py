"""Thinking off is a state that the replies verify: honoured, not honoured, without effect, counted."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.core import Chat, Generate, Output, Request
from gwageo.models.base import Group, Model, Preview
from gwageo.report.tables import comma_separated, terminal

THINKS = "<think>단계별로 본다</think>정답: A"


class Writes(Model):
    """Gives its replies in turn; its template listens to the switch, or does not."""

    name = "writes"

    def __init__(self, replies: Sequence[str], *, listens: bool = True, finish: Any = "stop") -> None:
        self.replies, self.listens, self.finish = list(replies), listens, finish

    def identity(self) -> Mapping[str, Any]:
        return {"backend": "writes"}

    def preview(self, request: Request) -> Preview:
        prompt = request.prompt if isinstance(request, Generate) else request.context
        off = isinstance(prompt, Chat) and prompt.thinking is False and self.listens
        said = prompt.messages[-1].content if isinstance(prompt, Chat) else prompt
        return Preview(f"{said}{'<off>' * off}", window=99_999, room=9_999, template=True, thinks=True)

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        await asyncio.sleep(0)
        return [[Output(text=self.replies.pop(0), finish_reason=self.finish) for _ in group] for group in groups]


def evaluated(folder: Path, model: Model, protocol: str = "nothink", n: int = 3) -> gwageo.Evaluation:
    return gwageo.evaluate(
        model, "ko-winogrande-gen", protocol=protocol, data="bundled", limit=n, shots=0, output=folder / "run"
    )


@pytest.mark.parametrize(
    ("replies", "listens", "state", "count"),
    [
        (["정답: A"] * 3, True, "honoured", 0),
        ([THINKS, "정답: B", THINKS], True, "not_honoured", 2),
        (["정답: A"] * 3, False, "without_effect", 0),
        ([THINKS, "정답: B", "정답: A"], False, "not_honoured", 1),
        (["<think>\n\n</think>\n\n정답: A"] * 3, True, "honoured", 0),
    ],
)
def test_the_state_is_verified_by_the_replies(
    tmp_path: Path, replies: list[str], listens: bool, state: str, count: int
) -> None:
    """TH-07, CT-07: in records, summary and table."""
    found = evaluated(tmp_path, Writes(replies, listens=listens))
    row = found.rows[0]
    assert row.thinking_off == state
    assert row.flags.get("thinking_not_honoured", 0) == count
    assert sum("thinking_not_honoured" in record["flags"] for record in found.records()) == count
    assert f"nothink ({state.replace('_', ' ')})" in terminal(found.rows, 400)
    assert f",{state}," in comma_separated(found.rows)


def test_other_protocols_have_no_such_state(tmp_path: Path) -> None:
    found = evaluated(tmp_path, Writes([THINKS] * 3), "chat")
    assert found.rows[0].thinking_off is None
    assert found.rows[0].flags["thought:<think>"] == 3


def test_the_marks_of_the_thoughts_are_recorded(tmp_path: Path) -> None:
    """TH-09."""
    replies = ["<thought>A?</thought>정답: A", "[THINK]A?[/THINK]정답: A", "analysis A? assistantfinal정답: A"]
    flags = [record["flags"] for record in evaluated(tmp_path, Writes(replies), "chat").records()]
    marks = [[flag for flag in each if flag.startswith("thought:")] for each in flags]
    assert marks == [["thought:<thought>"], ["thought:[THINK]"], ["thought:assistantfinal"]]


def test_a_budget_that_is_smaller_than_the_thoughts_shows_beside_the_score(tmp_path: Path) -> None:
    """TH-11: a warning before the run, and the share of cut replies after it."""
    found = evaluated(tmp_path, Writes(["<think>끝없는 생각"] * 3, finish="length"), "chat")
    assert found.rows[0].verdicts["truncated"] == 3
    assert any("may end before the answer" in warning for warning in found.manifest.tasks[0].warnings)
    assert "†" in terminal(found.rows, 400)


def test_a_chat_model_in_plain_mode_runs_and_is_warned(tmp_path: Path) -> None:
    """CT-05: the row names the mode."""
    found = evaluated(tmp_path, Writes(["A"] * 3), "plain")
    assert any("asked in plain text" in warning for warning in found.manifest.tasks[0].warnings)
    assert found.rows[0].protocol == "plain"
