"""What `gwageo tasks NAME` has to show."""

import pytest

from gwageo.core import Chat, Message, Protocol
from gwageo.tasks.describe import describe, render_prompt
from gwageo.tasks.registry import load_task, task_names
from gwageo.tasks.sources import example_items, has_bundled


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


@pytest.mark.parametrize("name", task_names())
def test_every_exam_shows_its_prompt_as_sent(name: str) -> None:
    """Also those without a quick set, with all demonstrations of the published protocol."""
    task = load_task(name)
    found = describe(task)
    assert found.prompts[0].text.strip()
    assert found.example is not (has_bundled(task) or task.made() is not None)
    if found.example:
        assert len(example_items(task)) > task.shots
        assert "withheld" not in found.prompts[0].text


@pytest.mark.parametrize(("name", "parts"), [("ko-math-500", ("subject", "level")), ("ko-gsm8k", ())])
def test_the_columns_that_results_are_split_by_are_named(name: str, parts: tuple[str, ...]) -> None:
    assert describe(load_task(name)).parts == parts


def test_chance_is_the_mean_as_results_have_it() -> None:
    assert describe(load_task("ko-gpqa")).chance == 0.25
    assert describe(load_task("ko-eqbench")).chance is None


def test_the_stop_strings_are_those_that_are_sent() -> None:
    assert describe(load_task("en-eqbench")).stop == ("[End of answer]",)


def test_turns_are_shown_with_their_roles() -> None:
    chat = Chat((Message("user", "물음"),), "답변:", thinking=False)
    assert render_prompt(chat) == "⟨user⟩물음\n⟨model⟩⟨thinking off⟩답변:"
