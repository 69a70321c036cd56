"""Closed reasoning is kept apart from the answer in the records; the published reading still sees the whole reply."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.core import Output
from gwageo.models.base import Group, Model


class Says(Model):
    """Always gives the same reply."""

    name = "says"

    def __init__(self, output: Output) -> None:
        self.output = output

    def identity(self) -> Mapping[str, Any]:
        return {"backend": "says"}

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        await asyncio.sleep(0)
        return [[self.output for _ in group] for group in groups]


@pytest.mark.parametrize(
    ("text", "reasoning", "response"),
    [
        ("<think>A일까?</think> 정답: B", "<think>A일까?</think>", " 정답: B"),
        ("생각 끝</think>B.", "생각 끝</think>", "B."),
        ("<think>끝나지 않은 생각", "<think>끝나지 않은 생각", ""),
        ("B. <think>나중 생각</think>", None, "B. <think>나중 생각</think>"),
        ("B", None, "B"),
    ],
)
def test_reasoning_stands_in_its_own_column(tmp_path: Path, text: str, reasoning: str | None, response: str) -> None:
    model = Says(Output(text=text, finish_reason="stop"))
    result = gwageo.evaluate(model, "ko-winogrande-gen", data="bundled", limit=1, output=tmp_path / "run")
    (row,) = result.records()
    assert (row["reasoning"], row["response"]) == (reasoning, response)
    if row["span_start"] is not None and reasoning:
        assert row["response"][row["span_start"] : row["span_end"]].strip(" .") == "B"


def test_reasoning_that_a_server_gives_apart_stays_as_it_is(tmp_path: Path) -> None:
    model = Says(Output(text="B", reasoning="A는 아니다", finish_reason="stop"))
    result = gwageo.evaluate(model, "ko-winogrande-gen", data="bundled", limit=1, output=tmp_path / "run")
    (row,) = result.records()
    assert (row["reasoning"], row["response"]) == ("A는 아니다", "B")
