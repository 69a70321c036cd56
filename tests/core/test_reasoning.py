"""Reasoning is what opens a reply, and nothing else."""

import pytest

from gwageo.core.outputs import Output
from gwageo.core.reasoning import PAIRS, answer_start, family_of, opened_by, opening_of, split_reasoning


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
        ("<seed:think>A?</seed:think>B", "B"),
        ("<|channel>thought\nA?<channel|>B", "B"),
        ("A다.</think>B", "B"),
        ("정답: B\n설명: 모델은 </think> 를 출력합니다.", "정답: B\n설명: 모델은 </think> 를 출력합니다."),
        ("정답: B (`</think>`는 표시다)", "정답: B (`</think>`는 표시다)"),
        ("Thinking Process:\n1. A?\n</think>\nB", "\nB"),
        ("Thinking Process:\n1. A?\nAnswer: B", "Thinking Process:\n1. A?\nAnswer: B"),
        ("## Reasoning\nA is wrong.\nAnswer: B", "## Reasoning\nA is wrong.\nAnswer: B"),
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


@pytest.mark.parametrize("first", ["Thinking Process:", "**Thinking Process:**", "# Thought process:", "생각 과정:",
                                   "Here's a thinking process that leads to the solution:"])  # fmt: skip
def test_thinking_in_plain_words_that_was_cut_never_came_to_an_answer(first: str) -> None:
    """TH: nothing in the text says where the answer begins, so only a cut reply is known to have none."""
    reply = f"{first}\n\n1. Answer: A?\n2. "
    assert split_reasoning(reply, cut=True).answer_start is None
    assert split_reasoning(reply).answer_start == 0
    assert split_reasoning(reply).family == "prose"


@pytest.mark.parametrize("reply", ["The user wants a number.\nAnswer: 3", "Thinking: it is B", "## Analysis\nB"])
def test_an_opening_that_may_belong_to_the_answer_is_no_reasoning(reply: str) -> None:
    assert split_reasoning(reply, cut=True).answer_start == 0


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
def test_every_pair_is_known_closed_unclosed_and_only_closed(opening: str, closing: str) -> None:
    assert split_reasoning(f"{opening}A?{closing}B").answer_start == len(f"{opening}A?{closing}")
    assert split_reasoning(f"{opening}A?").answer_start is None
    assert split_reasoning(f"A?\n{closing}\nB").answer_start == len(f"A?\n{closing}")
    assert opened_by(f"<|im_start|>assistant\n{opening}\n") == closing
    assert opening_of(f"\n{opening}A") == closing
    assert opening_of(opening[:-1]) == ""


@pytest.mark.parametrize(
    ("output", "family"),
    [
        (Output(text="<think>A?</think>B"), "<think>"),
        (Output(text="<think>\n\n</think>\n\nB"), None),
        (Output(text="B", reasoning="A?"), "apart"),
        (Output(text="B", reasoning=" \n"), None),
        (Output(text="Thinking Process:\nA?"), "prose"),
        (Output(text="B"), None),
    ],
)
def test_an_empty_block_is_no_thought(output: Output, family: str | None) -> None:
    """Templates that turn thinking off leave an empty block behind."""
    assert family_of(output) == family


@pytest.mark.parametrize(
    ("written", "closing", "start"),
    [
        ("B\n", None, 0),
        ("<think>A\n", None, None),
        ("<think>A</think>\n\nB", None, len("<think>A</think>\n\n")),
        ("A\n", "</think>", None),
        ("A</think>\nB", "</think>", len("A</think>\n")),
    ],
)
def test_the_blanks_behind_a_closing_mark_belong_to_it(written: str, closing: str | None, start: int | None) -> None:
    assert answer_start(written, closing) == start
