"""Prompts and judgements of the generated exams."""

import hashlib

import pytest
from task_rows import items_of

from gwageo.core import Chat, FinishReason, Output, Protocol
from gwageo.tasks import ko_arc, ko_gsm8k, ko_lambada, ko_winogrande
from gwageo.tasks.base import Settings
from gwageo.tasks.generative import GenerativeTask

NONE = Settings(shots=0)


def judge(task: GenerativeTask, text: str | None, reason: FinishReason = "stop") -> tuple[str, dict[str, object]]:
    score = task.prepare(items_of(task), Protocol(), NONE).score(0, [Output(text=text, finish_reason=reason)])
    return score.verdict, dict(score.metrics)


def test_a_letter_prompt_and_its_demonstration() -> None:
    paper = ko_arc.EASY_GEN.prepare(items_of(ko_arc.EASY_GEN), Protocol(), Settings(shots=1))
    (request,) = paper.requests(0)
    assert isinstance(request.prompt, str)
    demonstration, question = request.prompt.split("\n\n")
    assert demonstration.endswith(f"정답: {paper.items[paper.plan.demonstrations.shown[0][0]].gold}")
    assert question == (
        "질문: 물이 끓기 시작하는 온도는 몇 도인가요?\nA. 50도\nB. 80도\nC. 100도\nD. 120도\n"
        "반드시 A, B, C, D 중 하나의 문자로만 답하세요.\n정답:"
    )
    assert (request.max_tokens, request.stop) == (512, ("\n", "</s>", "<|im_end|>"))


def test_a_fill_in_prompt_keeps_the_blank() -> None:
    (request,) = ko_winogrande.GEN.prepare(items_of(ko_winogrande.GEN), Protocol(), Settings()).requests(0)
    assert request.prompt == (
        "문장의 빈칸에 들어갈 말로 더 자연스러운 선택지를 고르세요.\n문장: 물통이 가방보다 커서 _에 들어가지 않았다.\n"
        "A. 가방\nB. 물통\n반드시 A 또는 B 중 하나의 문자로만 답하세요.\n정답:"
    )


def test_lambada_swaps_by_the_digest_of_the_text() -> None:
    for item in items_of(ko_lambada.GEN):
        odd = int(hashlib.md5(item.fields["text"].encode(), usedforsecurity=False).hexdigest(), 16) % 2 == 1
        assert item.gold == ("B" if odd else "A")
        assert item.metadata["options"]["AB".index(item.gold)] == item.fields["answer"]


def test_gsm8k_shows_the_whole_worked_answer() -> None:
    paper = ko_gsm8k.TASK.prepare(items_of(ko_gsm8k.TASK), Protocol("chat"), Settings(shots=2))
    (request,) = paper.requests(0)
    assert isinstance(request.prompt, Chat)
    assert [message.role for message in request.prompt.messages] == ["user", "assistant"] * 2 + ["user"]
    assert "<<" in request.prompt.messages[1].content
    assert "#### " in request.prompt.messages[1].content
    assert request.prompt.messages[-1].content.startswith("문제: 연필 3자루")
    assert (request.max_tokens, request.stop[0]) == (2048, "문제:")


@pytest.mark.parametrize(
    ("reply", "verdict", "published", "robust"),
    [
        (" C", "right", 1.0, 1.0),
        ("C입니다", "right", 1.0, 1.0),
        ("**C**", "wrong", 0.0, 1.0),
        ("정답은 ③번입니다.", "wrong", 0.0, 1.0),
        (" B", "wrong", 0.0, 0.0),
        ("C가 아니라 B입니다", "right", 1.0, 0.0),
        ("모르겠습니다.", "no_answer", 0.0, 0.0),
        ("", "empty", 0.0, 0.0),
        (" \n", "empty", 0.0, 0.0),
        (None, "empty", 0.0, 0.0),
    ],
)
def test_letters_are_read_twice(reply: str | None, verdict: str, published: float, robust: float) -> None:
    assert judge(ko_arc.EASY_GEN, reply) == (verdict, {"exact_match": published, "exact_match_robust": robust})


@pytest.mark.parametrize(
    ("reply", "reason", "verdict"),
    [
        ("음, 생각해 보면", "length", "truncated"),
        ("", "length", "truncated"),
        ("C", "length", "right"),
        ("", "refusal", "refused"),
        ("C", "content_filter", "refused"),
    ],
)
def test_finish_reasons(reply: str, reason: FinishReason, verdict: str) -> None:
    assert judge(ko_arc.EASY_GEN, reply, reason)[0] == verdict


@pytest.mark.parametrize(
    ("reply", "verdict", "strict", "flexible", "robust"),
    [
        ("3+4=7\n#### 7", "right", 1.0, 1.0, 1.0),
        ("답은 7자루입니다.", "wrong", 0.0, 1.0, 1.0),
        ("#### **7**", "wrong", 0.0, 1.0, 1.0),
        ("#### 8", "wrong", 0.0, 0.0, 0.0),
        ("일곱", "no_answer", 0.0, 0.0, 0.0),
        ("정답: 일곱 자루", "wrong", 0.0, 0.0, 1.0),
        ("7자루입니다...", "wrong", 0.0, 0.0, 1.0),
    ],
)
def test_numbers_are_read_three_times(reply: str, verdict: str, strict: float, flexible: float, robust: float) -> None:
    names = ("exact_match_strict", "exact_match_flexible", "exact_match_robust")
    assert judge(ko_gsm8k.TASK, reply) == (verdict, dict(zip(names, (strict, flexible, robust), strict=True)))


def test_readings_that_differ_are_flagged() -> None:
    paper = ko_arc.EASY_GEN.prepare(items_of(ko_arc.EASY_GEN), Protocol(), NONE)
    assert paper.score(0, [Output(text="**C**")]).flags == ("format",)
    assert paper.score(0, [Output(text="C, B, A, D 모두")]).flags == ("chance_hit",)


def test_the_record_shows_the_stated_answer_and_its_place() -> None:
    score = ko_arc.EASY_GEN.prepare(items_of(ko_arc.EASY_GEN), Protocol(), NONE).score(0, [Output(text="정답: **C**")])
    assert (score.extraction, score.extracted, score.span, score.rule) == ("ok", "C", (6, 7), "marker")


def test_a_failed_output_fails_the_item() -> None:
    score = ko_gsm8k.TASK.prepare(items_of(ko_gsm8k.TASK), Protocol(), NONE).score(0, [Output(error="timeout")])
    assert (score.verdict, dict(score.metrics), score.error) == ("failed", {}, "timeout")


def test_gold_beyond_the_published_letters_is_said() -> None:
    row = {"question": "?", "choices": {"label": list("ABCDE"), "text": list("가나다라마")}, "answerKey": "E"}
    paper = ko_arc.EASY_GEN.prepare([ko_arc.EASY_GEN.item(row, 0)], Protocol(), NONE)
    assert "beyond D" in paper.notes()[0]
    assert paper.score(0, [Output(text="E")]).metrics["exact_match_robust"] == 1.0
