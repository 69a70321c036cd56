"""Ko-EQ-Bench: rows, the switch of the reading, and how a reply counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of

from gwageo.core import FinishReason, Output, Protocol, Score
from gwageo.tasks.base import RowError, Settings
from gwageo.tasks.ko_eqbench import TASK, read, read_reference
from gwageo.tasks.sources import read_items

LABELS = ("기쁨", "슬픔", "믿지 않음", "고마움")


def row(**changes: Any) -> dict[str, Any]:
    reference: dict[str, Any] = {f"emotion{n}": label for n, label in enumerate(LABELS, 1)}
    reference |= {"emotion1_score": "7", "emotion2_score": 0, "emotion3_score": "2", "emotion4_score": 5}
    return {"prompt": "\n질문\n답:\n", "reference_answer_fullscale": repr(reference | changes)}


def judge(text: str, reason: FinishReason = "stop", **options: str) -> Score:
    paper = TASK.prepare((read(row(), 0),), Protocol(), Settings(options=options))
    return paper.score(0, [Output(text=text, finish_reason=reason)])


def test_references_are_literals_and_never_executed() -> None:
    """Practice DS-09."""
    text = "{'emotion1': '기쁨', 'emotion1_score': '7', 'emotion2': '슬픔', 'emotion2_score': 0}"
    assert read_reference(text) == {"기쁨": 7, "슬픔": 0}
    with pytest.raises(RowError, match="expected JSON or a literal"):
        read_reference("__import__('os').getcwd()")


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"emotion2": "기쁨"}, "3 of them different"),
        ({"emotion2_score": "많이"}, "expected a number from 0 to 10"),
        ({"emotion2_score": 11}, "from 0 to 10"),
        ({"emotion2_score": None}, "from 0 to 10"),
        ({"emotion2": None}, "empty"),
        ({"emotion5": "놀람", "emotion5_score": 1}, "names 5 emotions, expected 4"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused(changes: dict[str, Any], match: str) -> None:
    with pytest.raises(RowError, match=match):
        read(row(**changes), 0)


@pytest.mark.parametrize("value", ["(" * 5000, "[" * 200_000, "1", "'x'", "{}", "{'emotion1_score': 1}"])
def test_a_hostile_reference_is_a_data_error(value: str) -> None:
    with pytest.raises(RowError):
        read_reference(value)


def test_the_prompt_is_sent_as_it_is_and_cut_at_a_blank_line() -> None:
    request = TASK.prepare((read(row(), 0),), Protocol(), Settings()).requests(0)[0]
    assert (request.prompt, request.max_tokens, request.stop) == ("\n질문\n답:\n", 80, ("\n\n",))


RIGHT = "기쁨: 7\n슬픔: 0\n믿지 않음: 2\n고마움: 5"


def test_full_marks() -> None:
    score = judge(RIGHT)
    assert score.verdict == "scored"
    assert score.metrics == {
        "eqbench": 100,
        "percent_parseable": 100,
        "eqbench_clipped": 100,
        "eqbench_parsed": [100],
        "eqbench_robust": 100,
        "percent_parseable_robust": 100,
    }
    assert score.extracted == "기쁨: 7, 슬픔: 0, 믿지 않음: 2, 고마움: 5"


def test_the_older_reading_is_a_switch() -> None:
    score = judge(RIGHT, parser="legacy")
    assert (score.metrics["eqbench"], score.metrics["percent_parseable"]) == (0, 0)
    assert score.metrics["eqbench_robust"] == 100
    paper = TASK.prepare((read(row(), 0),), Protocol(), Settings(options={"parser": "legacy"}))
    assert paper.departures() == ("parser=legacy instead of lines",)


@pytest.mark.parametrize(
    ("text", "reason", "verdict", "flags"),
    [
        ("모르겠습니다.", "stop", "no_answer", ()),
        ("기쁨: 7\n슬픔: 0", "length", "truncated", ()),
        ("", "stop", "empty", ()),
        ("- " + RIGHT.replace("\n", "\n- "), "stop", "no_answer", ("format",)),
        (RIGHT.replace("5", "50"), "stop", "scored", ("out_of_range",)),
    ],
)
def test_how_a_reply_counts(text: str, reason: FinishReason, verdict: str, flags: tuple[str, ...]) -> None:
    score = judge(text, reason)
    assert (score.verdict, score.flags) == (verdict, flags)
    assert set(score.metrics) == {metric.name for metric in TASK.metrics}
    if verdict != "scored":
        assert score.metrics["eqbench"] == 0
        assert score.metrics["eqbench_parsed"] == []


def test_scores_above_ten_count_as_published_and_are_clipped_beside() -> None:
    metrics = judge(RIGHT.replace("5", "50")).metrics
    assert metrics["eqbench"] == pytest.approx(100 - 7.477 * 45)
    assert metrics["eqbench_clipped"] == pytest.approx(100 - 7.477 * 4.99541, abs=1e-3)
    assert metrics["percent_parseable_robust"] == 0


def test_reasoning_is_never_mined_by_the_robust_reading() -> None:
    metrics = judge(f"<think>\n{RIGHT}\n</think>\n모르겠습니다.").metrics
    assert metrics["percent_parseable_robust"] == 0


def test_guessing_scores_the_chance_level_in_the_mean() -> None:
    (item,) = (read(row(), 0),)
    paper = TASK.prepare((item,), Protocol(), Settings())
    values = [paper.score(0, [Output(text=reply)]).metrics["eqbench"] for reply in TASK.replies(item)]
    assert sum(values) / len(values) == pytest.approx(TASK.chance(item))  # type: ignore[arg-type]


def test_published_sample_rows_load(material: Path) -> None:
    items = read_items(TASK, material / "data" / "kbs" / "samples" / "ko_eqbench.jsonl").items
    assert len(items) == 3
    assert all(len(item.gold) == 4 for item in items)
    rows = (material / "data/kbs/samples/ko_eqbench.jsonl").read_text(encoding="utf-8").splitlines()
    assert [item.fields["prompt"] for item in items] == [json.loads(each)["prompt"] for each in rows]


def test_gold_replies_are_worth_full_marks() -> None:
    assert all(TASK.reply(item).count("\n") == 3 for item in items_of(TASK))
