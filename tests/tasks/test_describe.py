"""What `gwageo tasks NAME` has to show."""

from gwageo.core import Chat, Message, Protocol
from gwageo.tasks.describe import describe, render_prompt
from gwageo.tasks.registry import load_task


def test_a_log_likelihood_exam_shows_both_kinds_of_request() -> None:
    found = describe(load_task("ko-arc-easy"))
    assert [prompt.title for prompt in found.prompts] == ["behind the question", "question-free"]
    assert found.prompts[0].text.count("질문:") == 6
    assert found.prompts[1].text.count("질문:") == 5
    assert (found.chance, found.shots, found.max_tokens) == (0.25, 5, None)


def test_a_generated_exam_shows_its_prompt_and_limits() -> None:
    found = describe(load_task("ko-gsm8k"), Protocol("chat"))
    assert len(found.prompts) == 1
    assert found.prompts[0].text.startswith("⟨user⟩문제:")
    assert (found.chance, found.max_tokens, found.stop[0]) == (None, 2048, "문제:")


def test_turns_are_shown_with_their_roles() -> None:
    chat = Chat((Message("user", "물음"),), "답변:", thinking=False)
    assert render_prompt(chat) == "⟨user⟩물음\n⟨model⟩⟨thinking off⟩답변:"
