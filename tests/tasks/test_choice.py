"""Requests and scores of the log-likelihood exams, against the published prompts."""

import math
from dataclasses import replace

import pytest
from task_rows import items_of

from gwageo.core import Chat, ConfigError, Message, Output, Protocol, ProtocolName
from gwageo.tasks import ko_arc, ko_lambada, ko_winogrande
from gwageo.tasks.base import Settings
from gwageo.tasks.choice import ChoiceTask

NONE = Settings(shots=0)
CHAT = Protocol("chat")


def outputs(conditional: list[float], unconditional: list[float]) -> list[Output]:
    return [Output(loglikelihood=value) for value in (*conditional, *unconditional)]


def test_arc_under_plain() -> None:
    """One blank before the choice; the question-free context keeps the demonstrations."""
    paper = ko_arc.EASY.prepare(items_of(ko_arc.EASY), Protocol(), Settings(shots=1))
    shown = paper.items[paper.plan.demonstrations.shown[0][0]]
    requests = paper.requests(0)
    right = shown.fields["choices"]["text"][shown.gold]
    start = f"질문: {shown.fields['question']}\n답변: {right}\n\n"
    assert requests[0].context == f"{start}질문: 물이 끓기 시작하는 온도는 몇 도인가요?\n답변:"
    assert requests[4].context == f"{start}답변:"
    assert [request.continuation for request in requests] == [" 50도", " 80도", " 100도", " 120도"] * 2
    assert {request.reference for request in requests} == {" 100도"}


def test_arc_under_chat() -> None:
    """Turns, no blank before the choice, and the question-free prompt behind the generation header."""
    paper = ko_arc.EASY.prepare(items_of(ko_arc.EASY), CHAT, Settings(shots=1))
    asked, free = paper.requests(0)[0], paper.requests(0)[4]
    assert isinstance(asked.context, Chat)
    assert isinstance(free.context, Chat)
    assert [message.role for message in asked.context.messages] == ["user", "assistant", "user"]
    assert not asked.context.messages[1].content.startswith(" ")
    assert asked.context.suffix == ""
    assert free.context.messages == (*asked.context.messages[:-1], Message("user", ""))
    assert free.context.suffix == "답변:"
    assert paper.requests(0)[8].context == replace(free.context, suffix="")
    assert asked.continuation == "50도"


def test_few_shot_as_one_text_under_chat() -> None:
    paper = ko_arc.EASY.prepare(items_of(ko_arc.EASY), replace(CHAT, few_shot="text"), Settings(shots=2))
    plain = ko_arc.EASY.prepare(items_of(ko_arc.EASY), Protocol(), Settings(shots=2))
    context = paper.requests(0)[0].context
    assert isinstance(context, Chat)
    assert context.messages == (Message("user", str(plain.requests(0)[0].context)),)
    assert any("one text" in each for each in paper.departures())


@pytest.mark.parametrize("name", ["plain", "chat", "nothink"])
def test_thinking_is_turned_off_under_nothink_only(name: ProtocolName) -> None:
    protocol = Protocol(name)
    context = ko_arc.EASY.prepare(items_of(ko_arc.EASY), protocol, NONE).requests(0)[0].context
    thinking = context.thinking if isinstance(context, Chat) else None
    assert thinking is (False if name == "nothink" else None)


@pytest.mark.parametrize(
    ("task", "context", "continuations"),
    [
        (ko_winogrande.TASK, "물통이 가방보다 커서", [" 가방에 들어가지 않았다.", " 물통에 들어가지 않았다."]),
        (
            ko_lambada.TASK,
            "할머니는 장독대에서 된장을 퍼 오셨다. 부엌에는 구수한",
            [" 된장 냄새가 가득했다.", " 장독대 냄새가 가득했다."],
        ),
    ],
)
def test_fill_in_exams_score_the_option_and_the_rest(task: ChoiceTask, context: str, continuations: list[str]) -> None:
    requests = task.prepare(items_of(task), Protocol(), Settings()).requests(0)
    assert [request.context for request in requests] == [context, context, "", ""]
    assert [request.continuation for request in requests] == continuations * 2


def test_fill_in_exams_under_chat_have_an_empty_question_free_context() -> None:
    """And a third set under the same template, with the user's turn emptied and nothing appended."""
    requests = ko_winogrande.TASK.prepare(items_of(ko_winogrande.TASK), CHAT, Settings()).requests(0)
    assert requests[0].context == Chat((Message("user", "물통이 가방보다 커서"),))
    assert requests[0].continuation == "가방에 들어가지 않았다."
    assert requests[2].context == ""
    assert requests[4].context == Chat((Message("user", ""),))
    assert [each.continuation for each in requests] == [requests[0].continuation, requests[1].continuation] * 3


def test_rest_only_under_chat_keeps_the_option_in_all_three_contexts() -> None:
    task = ko_winogrande.TASK
    requests = task.prepare(items_of(task), CHAT, Settings(options={"score_span": "rest_only"})).requests(0)
    contexts = [requests[0].context, requests[2].context, requests[4].context]
    assert contexts == [
        Chat((Message("user", "물통이 가방보다 커서"),), "가방"),
        "가방",
        Chat((Message("user", ""),), "가방"),
    ]


def test_the_matched_score_uses_the_third_set() -> None:
    """l = (-10, -9); published u = (-20, -12) prefers the first, matched u = (-11, -30) the second."""
    task = ko_lambada.TASK
    paper = task.prepare(items_of(task), CHAT, Settings())
    score = paper.score(0, [*outputs([-10.0, -9.0], [-20.0, -12.0]), *outputs([-11.0, -30.0], [])])
    assert (score.metrics["acc_npsq"], score.metrics["acc_npsq_matched"], score.metrics["acc_pmi"]) == (1.0, 0.0, 0.0)
    assert score.flags == ("winner_changes",)
    assert [metric.name for metric in paper.metrics][-2:] == ["acc_npsq_matched", "acc_pmi"]
    assert "acc_pmi" not in [metric.name for metric in task.prepare(items_of(task), Protocol(), Settings()).metrics]


@pytest.mark.parametrize(
    ("span", "context", "continuation", "free"),
    [
        ("option_only", "물통이 가방보다 커서", " 가방", ""),
        ("rest_only", "물통이 가방보다 커서 가방", "에 들어가지 않았다.", "가방"),
    ],
)
def test_score_span(span: str, context: str, continuation: str, free: str) -> None:
    task = ko_winogrande.TASK
    paper = task.prepare(items_of(task), Protocol(), Settings(options={"score_span": span}))
    requests = paper.requests(0)
    assert (requests[0].context, requests[0].continuation, requests[2].context) == (context, continuation, free)
    assert paper.departures() == (f"score_span={span} instead of option_and_rest",)


def test_rest_only_needs_a_rest() -> None:
    task = ko_lambada.TASK
    row = {"text": "그가 찾던 것은 _", "answer": "별", "candidate": "달"}
    with pytest.raises(ConfigError, match="rest_only"):
        task.prepare([task.item(row, 0)], Protocol(), Settings(options={"score_span": "rest_only"}))


def test_lengths_are_those_of_option_and_rest_without_the_blank() -> None:
    """l = (-10, -10.5): per byte the longer option wins."""
    task = ko_lambada.TASK
    score = task.prepare(items_of(task), Protocol(), Settings()).score(0, outputs([-10.0, -10.5], [-12.0, -12.0]))
    assert score.metrics == {"acc": 1.0, "acc_norm": 0.0, "acc_norm_char": 0.0, "acc_npsq": 1.0}
    assert score.verdict == "right"
    assert score.extracted == "된장 냄새가 가득했다."


def test_ties_count_as_the_option_says() -> None:
    task = ko_lambada.TASK
    tied = outputs([-10.0, -10.0], [-12.0, -12.0])
    assert task.prepare(items_of(task), Protocol(), Settings()).score(0, tied).metrics["acc"] == 1.0
    strict = task.prepare(items_of(task), Protocol(), Settings(options={"tie": "wrong"})).score(0, tied)
    assert (strict.metrics["acc"], strict.flags) == (0.0, ("tie", "thin_margin"))


def test_a_failed_output_fails_the_item() -> None:
    paper = ko_lambada.TASK.prepare(items_of(ko_lambada.TASK), Protocol(), Settings())
    broken = [*outputs([-1.0, -2.0], [-3.0]), Output(error="out of memory")]
    assert paper.score(0, broken).verdict == "failed"
    assert paper.score(0, broken).error == "out of memory"
    assert paper.score(0, outputs([math.nan, -2.0], [-3.0, -3.0])).verdict == "failed"


def test_flags_of_outputs_reach_the_score() -> None:
    paper = ko_lambada.TASK.prepare(items_of(ko_lambada.TASK), Protocol(), Settings())
    flagged = [replace(each, flags=("over_length",)) for each in outputs([-1.0, -2.0], [-3.0, -3.0])]
    assert paper.score(0, flagged).flags == ("over_length",)


def test_departures_and_notes_say_what_was_changed() -> None:
    items = items_of(ko_arc.EASY)
    assert ko_arc.EASY.prepare(items, Protocol(), Settings()).departures() == ()
    changed = ko_arc.EASY.prepare(items, Protocol(), Settings(shots=2, shot_seed=7, options={"tie": "wrong"}))
    assert len(changed.departures()) == 3
    assert "test items" in changed.notes()[0]


def test_items_that_drew_themselves_are_named() -> None:
    items = items_of(ko_arc.EASY)
    for option, words in (("replace", "got a substitute"), ("keep", "see their own answer")):
        paper = ko_arc.EASY.prepare(items, Protocol(), Settings(options={"self_demonstration": option}))
        assert words in paper.notes()[1]
        assert paper.departures() == ()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(options={"ties": "wrong"}), "no option 'ties'"),
        (Settings(options={"tie": "never"}), "expected one of: first, wrong"),
        (Settings(shots=-1), "expected 0 or more"),
        (Settings(shots=7), "--shots 6"),
    ],
)
def test_settings_that_cannot_be(settings: Settings, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        ko_arc.EASY.prepare(items_of(ko_arc.EASY), Protocol(), settings)


def test_labels_and_numbers_of_options_vary_by_item() -> None:
    """Labels 1-4, three and five options: gold by position, chance per item."""
    given = [("1234", "3"), ("ABC", "C"), ("ABCDE", "E")]
    items = [
        ko_arc.EASY.item(
            {
                "question": "?",
                "choices": {"label": list(labels), "text": [f"보기{x}" for x in labels]},
                "answerKey": key,
            },
            number,
        )
        for number, (labels, key) in enumerate(given)
    ]
    assert [item.gold for item in items] == [2, 2, 4]
    assert [ko_arc.EASY.chance(item) for item in items] == [1 / 4, 1 / 3, 1 / 5]
