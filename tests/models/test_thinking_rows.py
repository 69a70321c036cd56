"""Local replies that think: stop strings wait for the answer, a budget closes the thoughts, both are told."""

from typing import Any

import pytest

pytest.importorskip("transformers")
from tiny import QWEN_TEMPLATE, tiny_model, tiny_tokenizer
from transformers import LogitsProcessor, LogitsProcessorList

from gwageo.core import Chat, Generate, Message, Output
from gwageo.models.generation import Generator
from gwageo.models.tokens import PairEncoder

_SWITCH = "{% if enable_thinking is defined"
OPENING = QWEN_TEMPLATE.replace(_SWITCH, "{% if enable_thinking is not defined %}<think>\n{% endif %}" + _SWITCH)
"""A template that opens the block of thinking itself, as Qwen 3.5's does."""
TOKENIZER = tiny_tokenizer(bos=False, template=OPENING)
ASKED = Chat((Message("user", "수도는?"),))


class Script(LogitsProcessor):  # type: ignore[misc] # transformers ships no types
    """Lets each row write a given text, then end."""

    def __init__(self, texts: list[str]) -> None:
        self.rows = [[*TOKENIZER(text, add_special_tokens=False)["input_ids"], 2] for text in texts]
        self.step = -1

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        self.step += 1
        scores[:] = float("-inf")
        for place, row in enumerate(self.rows):
            scores[place, row[min(self.step, len(row) - 1)]] = 0.0
        return scores


def written(monkeypatch: pytest.MonkeyPatch, texts: list[str], requests: list[Generate]) -> list[Output]:
    """What comes of it when the model writes these texts; prompts of equal length keep their order in the batch."""
    made = Generator(tiny_model("llama"), TOKENIZER, PairEncoder(TOKENIZER, 512))
    settings = made._settings

    def scripted(*given: Any) -> Any:
        return LogitsProcessorList([Script(texts)]), settings(*given)[1]

    monkeypatch.setattr(made, "_settings", scripted)
    return made.generate(requests)


def test_a_line_feed_in_the_thoughts_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, plain = "<think>A?\nB?\n</think>\n\n정답: C\n더", "정답: A\n더"
    outputs = written(monkeypatch, [thinks, plain], [Generate("질문", 200, ("\n",)) for _ in range(2)])
    assert [output.text for output in outputs] == ["<think>A?\nB?\n</think>\n\n정답: C", "정답: A"]
    assert [output.finish_reason for output in outputs] == ["stop", "stop"]
    assert (outputs[0].usage.reasoning or 0) > 0
    assert outputs[1].usage.reasoning == 0


def test_a_reply_that_begins_with_a_line_feed_is_cut_there_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    (output,) = written(monkeypatch, ["\n정답: A"], [Generate("질문", 50, ("\n",))])
    assert (output.text, output.finish_reason) == ("", "stop")


def test_thoughts_in_a_block_that_the_template_opened_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    (output,) = written(monkeypatch, ["A?\n</think>\n\n정답: C\n더"], [Generate(ASKED, 200, ("\n",))])
    assert (output.reasoning, output.text) == ("A?\n</think>\n\n", "정답: C")


def test_thoughts_that_never_end_leave_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    (output,) = written(monkeypatch, ["정답: B일까? " * 20], [Generate(ASKED, 30, ("\n",))])
    assert (output.text, output.finish_reason) == ("", "length")
    assert (output.reasoning or "").startswith("정답: B")


@pytest.mark.parametrize(("prompt", "opening"), [(ASKED, ""), ("질문", "<think>")])
def test_a_spent_budget_closes_the_thoughts_by_force(
    monkeypatch: pytest.MonkeyPatch, prompt: str | Chat, opening: str
) -> None:
    (output,) = written(monkeypatch, [opening + "가나다라마바사" * 20], [Generate(prompt, 160, think_budget=40)])
    whole = (output.reasoning or "") + (output.text or "")
    thoughts, mark, answer = whole.partition("\n</think>\n\n")
    assert mark
    assert len(TOKENIZER(thoughts, add_special_tokens=False)["input_ids"]) == pytest.approx(40, abs=3)
    assert "</think>" not in answer
    assert answer
    assert "think_budget_spent" in output.flags


def test_a_budget_that_is_not_spent_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<think>짧다</think>정답: A"
    free = written(monkeypatch, [text], [Generate("질문", 100)])
    held = written(monkeypatch, [text], [Generate("질문", 100, think_budget=80)])
    assert free == held
    answers_at_once = written(monkeypatch, ["정답: 가나다라마바사"], [Generate("질문", 100, think_budget=1)])
    assert answers_at_once[0].text == "정답: 가나다라마바사"


def test_only_the_row_that_thinks_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["<think>" + "생각" * 40, "답은 긴 글이다. " * 4]
    outputs = written(monkeypatch, texts, [Generate("질문", 120, think_budget=20) for _ in texts])
    assert ["think_budget_spent" in output.flags for output in outputs] == [True, False]
    assert outputs[1].text == texts[1]
