"""The English and raw-DeepL variants: rows of both shapes, letters by number, one protocol per benchmark."""

import json
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of, rows_of

from gwageo.core import Generate, Output, Protocol, Request
from gwageo.tasks import en_arc, en_eqbench, en_gsm8k, en_winogrande, ko_arc
from gwageo.tasks.base import RowError, Settings, Task
from gwageo.tasks.registry import SUITES, load_task
from gwageo.tasks.sources import read_items

DEEPL = [name for name in SUITES["kbs-deepl"].tasks + SUITES["kbs-deepl-gen"].tasks if name.endswith("deepl")]


def asked(task: Task, *, shots: int = 0, index: int = 0) -> Request:
    return task.prepare(items_of(task), Protocol(), Settings(shots=shots)).requests(index)[0]


def test_both_shapes_of_arc_rows_give_the_same_item() -> None:
    flat, nested = items_of(en_arc.EASY)[0], items_of(en_arc.CHALLENGE)[0]
    assert (flat.fields["question"], flat.fields["choices"]["text"], flat.gold) == (
        nested.fields["question"],
        nested.fields["choices"]["text"],
        nested.gold,
    )
    as_text = {**rows_of(en_arc.CHALLENGE)[0], "question": json.dumps(rows_of(en_arc.CHALLENGE)[0]["question"])}
    assert en_arc.read(as_text, 0).fields == nested.fields


@pytest.mark.parametrize("question", [{"stem": "?"}, {"stem": "?", "choices": "A"}, {"choices": [{"label": "A"}]}])
def test_a_nested_question_that_is_none_names_its_column(question: Any) -> None:
    with pytest.raises(RowError):
        en_arc.read({"id": "x", "question": question, "answerKey": "A"}, 0)


@pytest.mark.parametrize(
    ("count", "line", "last"),
    [(3, "Answer with only the letter A, B, or C.", "C"), (4, "Answer with only the letter A, B, C, or D.", "D"),
     (5, "Answer with only the letter A, B, C, D, or E.", "E"), (2, "Answer with only the letter A or B.", "B")],
)  # fmt: skip
def test_the_letters_of_the_english_form_follow_the_number_of_choices(count: int, line: str, last: str) -> None:
    texts = [f"text {number}" for number in range(count)]
    row = {"id": "x", "question": "Which?", "choices": {"label": [str(n) for n in range(count)], "text": texts}}
    item = en_arc.EASY_GEN.item({**row, "answerKey": str(count - 1)}, 0)
    paper = en_arc.EASY_GEN.prepare([item], Protocol(), Settings(shots=0))
    request = paper.requests(0)[0]
    assert isinstance(request, Generate)
    assert f"\n{last}. text {count - 1}\n{line}\nAnswer:" in str(request.prompt)
    assert paper.score(0, [Output(text=f" {last}.", finish_reason="stop")]).metrics == {
        "exact_match": 1.0,
        "exact_match_robust": 1.0,
    }
    assert paper.notes() == ()


def test_the_korean_form_names_four_letters_whatever_the_number_of_choices() -> None:
    row = {
        "id": "x",
        "question": "?",
        "choices": {"label": ["A", "B", "C"], "text": ["가", "나", "다"]},
        "answerKey": "A",
    }
    item = ko_arc.EASY_GEN.item(row, 0)
    assert "A, B, C, D 중 하나의" in ko_arc.EASY_GEN.question(item)


def test_the_english_expression_knows_no_korean_endings() -> None:
    """The published readings differ: `B번` is a letter in Korean only, and word ends count in both."""
    for task, found in ((en_arc.EASY_GEN, None), (ko_arc.EASY_GEN, "B")):
        hit = task.rule.find("B번")
        assert (hit and hit[1]) == found
        assert task.rule.find("I need to")[1] == "d"  # type: ignore[index]  # it is found in both


def test_english_word_problems_take_out_the_dollar_sign() -> None:
    paper = en_gsm8k.TASK.prepare(items_of(en_gsm8k.TASK), Protocol(), Settings(shots=0))
    for reply in ("So #### 7", "It is $7", "#### $7"):
        values = paper.score(0, [Output(text=reply, finish_reason="stop")]).metrics
        assert values["exact_match_robust"] == 1.0, reply
    assert paper.score(0, [Output(text="It costs $7", finish_reason="stop")]).metrics["exact_match_flexible"] == 1.0
    assert asked(en_gsm8k.TASK).stop[0] == "Question:"  # type: ignore[union-attr]


def test_the_sentence_of_winogrande_is_scored_with_its_rest() -> None:
    paper = en_winogrande.TASK.prepare(items_of(en_winogrande.TASK), Protocol(), Settings())
    first = paper.requests(0)[0]
    assert first.context == "The cup was wider than the box, so"
    assert first.continuation == " the cup stayed outside."


TWO = "First pass scores:\nGlad: 1\nSad: 1\nNot convinced: 1\nProud: 1\n\nCritique: too low.\n\nRevised scores:\n"
REVISED = "Glad: 7\nSad: 0\nNot convinced: 2\nProud: 5\n"


def test_two_passes_count_by_the_revised_scores_and_are_flagged() -> None:
    paper = en_eqbench.TASK.prepare(items_of(en_eqbench.TASK), Protocol(), Settings())
    both = paper.score(0, [Output(text=TWO + REVISED, finish_reason="stop")])
    assert (both.metrics["eqbench"], both.metrics["eqbench_robust"], both.flags) == (100.0, 100.0, ("two_passes",))
    once = paper.score(0, [Output(text=REVISED, finish_reason="stop")])
    assert (once.metrics["eqbench"], once.flags) == (100.0, ())
    assert paper.notes() == ("1 of 2 prompts ask for two passes; the revised scores count.",)


def test_a_two_pass_prompt_is_not_cut_at_a_blank_line() -> None:
    first, second = (asked(en_eqbench.TASK, index=index) for index in (0, 1))
    assert isinstance(first, Generate)
    assert isinstance(second, Generate)
    assert (first.stop, second.stop) == (("[End of answer]",), ("\n\n",))
    assert (first.max_tokens, second.max_tokens) == (1024, 1024)


def test_labels_are_compared_with_case() -> None:
    paper = en_eqbench.TASK.prepare(items_of(en_eqbench.TASK), Protocol(), Settings())
    assert paper.score(1, [Output(text=REVISED.lower(), finish_reason="stop")]).metrics["eqbench"] == 0.0


@pytest.mark.parametrize("name", DEEPL)
def test_a_raw_translation_is_asked_exactly_as_the_korean_exam(name: str) -> None:
    task, korean = load_task(name), load_task(name.removesuffix("-deepl"))
    assert task.hub is None
    for protocol in (Protocol(), Protocol("chat")):
        settings = Settings(shots=min(1, korean.shots))
        one, other = (each.prepare(items_of(each), protocol, settings) for each in (task, korean))
        assert [one.requests(n) for n in range(2)] == [other.requests(n) for n in range(2)]


@pytest.mark.parametrize(
    ("name", "size"), [("en-gsm8k", 1319), ("en-ifeval", 541), ("en-eqbench", 171), ("en-arc-challenge", 1150)]
)
def test_the_given_english_sets_are_read_whole_from_their_folder(material: Path, name: str, size: int) -> None:
    found = read_items(load_task(name), material / "data" / "english")
    assert len(found.items) == size
