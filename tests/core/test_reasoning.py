"""Reasoning is what opens a reply, and nothing else."""

import pytest

from gwageo.core.reasoning import split_reasoning


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("<think>A?</think>\nB", "\nB"),
        ("A?\n</think>\n\nB", "\n\nB"),
        ("<think>태그</think>\nB. 모델은 </think> 를 씁니다.", "\nB. 모델은 </think> 를 씁니다."),
        ("<thought>A?</thought>B", "B"),
        ("[THINK]A?[/THINK]B", "B"),
        ("analysis A? assistantfinalB", "B"),
        ("<|channel|>analysis<|message|>A?<|end|><|start|>assistant<|channel|>final<|message|>B", "B"),
        ("B", "B"),
        ("analysis of the data: B", "analysis of the data: B"),
    ],
)
def test_the_answer_begins_behind_the_reasoning(reply: str, answer: str) -> None:
    split = split_reasoning(reply)
    assert split.answer_start is not None
    assert reply[split.answer_start :] == answer


@pytest.mark.parametrize("reply", ["<think>A?", " [THINK] A?", "<|channel|>analysis<|message|>A?"])
def test_reasoning_that_never_ends_leaves_no_answer(reply: str) -> None:
    assert split_reasoning(reply).answer_start is None
