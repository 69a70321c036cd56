"""One contract over every registered exam; adding one gets it tested for free.

`UPDATE_GOLDEN=1 pytest tests/tasks/test_contract.py` accepts changed prompts; a change needs a higher task version.
"""

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from task_rows import BUNDLED_TASKS, items_of

from golden_files import check_golden
from gwageo.core import Output, Protocol, ProtocolName, RunLocked, Score
from gwageo.core.canonical import dumps
from gwageo.models.baseline import Baseline
from gwageo.models.options import ModelOptions
from gwageo.tasks.base import Paper, Settings, Task
from gwageo.tasks.describe import render
from gwageo.tasks.registry import load_task, task_names
from gwageo.tasks.sources import read_items

TASKS = pytest.mark.parametrize("task", [load_task(name) for name in task_names()], ids=task_names())
BUNDLED = pytest.mark.parametrize("name", BUNDLED_TASKS)
PROTOCOLS = pytest.mark.parametrize("protocol", ["plain", "chat", "nothink"])


def paper_of(task: Task, protocol: ProtocolName = "plain") -> Paper:
    return task.prepare(items_of(task), Protocol(protocol), Settings())


def taken_by(kind: str, paper: Paper) -> list[Score]:
    groups = [paper.requests(index) for index in range(len(paper.items))]
    outputs = asyncio.run(Baseline(kind, ModelOptions()).answer(groups))
    return [paper.score(index, each) for index, each in enumerate(outputs)]


@TASKS
@PROTOCOLS
def test_the_right_answers_score_full_marks(task: Task, protocol: ProtocolName) -> None:
    paper = paper_of(task, protocol)
    assert paper.metrics[: len(task.metrics)] == task.metrics
    if task.kind == "generation" and paper.requests(0)[0].reference is None:
        pytest.skip("no reply is known to be right; the exam's own tests have some")
    full = {metric.name: 100.0 if metric.unit == "points" else 1.0 for metric in paper.metrics}
    for score in taken_by("gold", paper):
        assert score.verdict in ("right", "scored")
        # Figures of a part (a subject, a level) are there for its own items only.
        mine = {name: value for name, value in full.items() if name in score.metrics or ":" not in name}
        assert {name: each[0] if isinstance(each, list) else each for name, each in score.metrics.items()} == mine


@TASKS
@pytest.mark.parametrize("kind", ["first", "random"])
def test_guesses_are_judged(task: Task, kind: str) -> None:
    """Whoever picks without reading never fails."""
    for score in taken_by(kind, paper_of(task)):
        assert score.verdict in ("right", "wrong", "scored", "empty")
        assert {name for name in score.metrics if ":" not in name} == {metric.name for metric in task.metrics}


@TASKS
def test_an_empty_reply_is_no_wrong_answer(task: Task) -> None:
    if task.kind == "generation":
        score = paper_of(task).score(0, [Output(text="", finish_reason="stop")])
        assert score.verdict in ("empty", "no_answer")
        assert score.extraction in ("empty", "no_answer")
        assert not any(any(each) if isinstance(each, list) else each for each in score.metrics.values())


@TASKS
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=200), value=st.none() | st.floats())
def test_garbage_never_raises(task: Task, text: str, value: float | None) -> None:
    paper = paper_of(task)
    outputs = [Output(text=text, loglikelihood=value) for _ in paper.requests(0)]
    score = paper.score(0, outputs)
    assert json.loads(dumps(score))["verdict"] == score.verdict


@TASKS
@PROTOCOLS
def test_prompts_equal_the_golden_file(task: Task, protocol: ProtocolName) -> None:
    shots = min(task.shots, 1)
    paper = task.prepare(items_of(task), Protocol(protocol), Settings(shots=shots))
    text = "\n⟨⟩⟨⟩⟨⟩\n".join(render(request) for request in paper.requests(0)) + "\n"
    check_golden(f"prompts/{task.name.replace(':', '-')}.{protocol}.txt", text)


@TASKS
def test_demonstrations_as_one_text_equal_the_golden_file(task: Task) -> None:
    if task.shots:
        settings = Settings(shots=2)
        request = task.prepare(items_of(task), Protocol("chat", "text"), settings).requests(0)[0]
        check_golden(f"prompts/{task.name}.chat-text.txt", render(request) + "\n")


@TASKS
def test_the_card_is_complete_in_both_languages(task: Task) -> None:
    card = task.card
    for text in (card.title, card.title_ko, card.summary, card.summary_ko, card.source, card.licence):
        assert text.strip()
    assert any("가" <= sign <= "힣" for sign in card.summary_ko)
    assert isinstance(task.version, int)
    assert task.version >= 1


@TASKS
def test_metrics_and_options_are_documented(task: Task) -> None:
    assert sum(metric.primary for metric in task.metrics) == 1
    for option in task.options:
        assert len(option.values) >= 2
        assert all(value in option.help or value in option.name or len(option.values) > 2 for value in option.values)
        assert option.help.endswith(".")


@TASKS
def test_columns_are_needed(task: Task) -> None:
    """An item of a row without one of them cannot be made."""
    row = dict.fromkeys(task.columns)
    with pytest.raises(Exception, match="column") as caught:
        task.item(row, 0)
    assert not isinstance(caught.value, (RunLocked, AttributeError, KeyError, TypeError))


@BUNDLED
def test_the_bundled_set_can_be_taken_with_the_published_shots(name: str) -> None:
    task = load_task(name)
    found = read_items(task, "bundled")
    assert found.kind == "bundled"
    paper = task.prepare(found.items, Protocol(), Settings())
    assert all(paper.requests(index) for index in range(len(found.items)))
    assert paper.departures() == ()


@TASKS
def test_requests_do_not_depend_on_how_many_are_asked(task: Task) -> None:
    """The draw goes over the full set: preparing twice and asking in any order gives the same requests."""
    one, other = paper_of(task), paper_of(task)
    last = len(one.items) - 1
    assert other.requests(last) == [one.requests(index) for index in range(last + 1)][last]
