"""KoLightEval's exams: prompts to the letter, places of the right choice, rotations, parts, private texts, bad rows."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from task_rows import items_of, rows_of

from gwageo.core import DataError, Item, MissingExtra, Output, Protocol, UserError
from gwageo.models.baseline import Baseline
from gwageo.models.options import ModelOptions
from gwageo.runs.config import RunConfig
from gwageo.runs.outlook import look_ahead
from gwageo.runs.plan import prepare
from gwageo.tasks import en_math_500, ko_ged_mc, ko_gpqa, ko_math_500, sources
from gwageo.tasks.answers import score_answers
from gwageo.tasks.base import Hub, Paper, Settings, Task
from gwageo.tasks.describe import describe
from gwageo.tasks.files import Row, Rows
from gwageo.tasks.hub import Fetched
from gwageo.tasks.placed import PLACES, place_of, placed
from gwageo.tasks.privacy import SWITCH
from gwageo.tasks.registry import SUITES, load_task
from gwageo.tasks.sources import read_items

pytest.importorskip("math_verify")

TASKS = [load_task(name) for name in SUITES["kolighteval"].tasks]


def paper_of(task: Task, items: tuple[Item, ...] | None = None, **options: str) -> Paper:
    return task.prepare(items or items_of(task), Protocol("chat"), Settings(options=options))


def many(count: int) -> tuple[Item, ...]:
    return tuple(replace(items_of(ko_gpqa.TASK)[0], id=f"n{number}") for number in range(count))


@pytest.mark.parametrize("name", ["ko-ged-mc:elementary", "KO_GED_MC:elementary", "ko_ged_mc:elementary"])
def test_the_names_have_colons(name: str) -> None:
    assert load_task(name).name == "ko-ged-mc:elementary"


def test_places_are_drawn_from_seed_set_and_id_and_are_balanced() -> None:
    items = many(2000)
    first = [place_of(item, "ko_gpqa", 1234) for item in items]
    assert first == [place_of(item, "ko_gpqa", 1234) for item in items]
    assert first != [place_of(item, "ko_gpqa", 1235) for item in items]
    assert first != [place_of(item, "ko_ged_mc_high", 1234) for item in items]
    assert all(abs(count - 500) < 80 for count in Counter(first).values())


def test_the_wrong_choices_keep_their_order() -> None:
    item = items_of(ko_gpqa.TASK)[0]
    right, *wrong = item.fields["choices"]["text"]
    for place, letter in enumerate(PLACES):
        put = placed(item, place)
        assert put.gold == letter
        assert put.fields[letter] == right
        assert [put.fields[each] for each in PLACES if each != letter] == wrong


def test_the_balance_is_told() -> None:
    paper = paper_of(ko_gpqa.TASK)
    letters = Counter(str(item.gold) for item in paper.items)
    told = ", ".join(f"{letter} {letters[letter]}" for letter in PLACES)
    assert paper.notes() == (f"The right choice stands at {told} (drawn with seed 1234).",)


def test_four_rotations_ask_four_times_and_count_the_mean() -> None:
    paper = paper_of(ko_gpqa.TASK, rotations="four")
    requests = paper.requests(0)
    assert [request.reference for request in requests] == [f"Answer: {letter}" for letter in PLACES]
    assert len({str(request) for request in requests}) == 4
    score = paper.score(0, [Output(text="Answer: A")] * 4)
    assert score.metrics["extractive_match"] == 0.25
    assert (score.verdict, score.extracted) == ("scored", "A, A, A, A")
    failed = paper.score(0, [Output(text="Answer: A")] * 3 + [Output(error="no connection")])
    assert (failed.verdict, failed.error) == ("failed", "no connection")
    assert paper.score(0, [Output(text="Answer: A")]).verdict == "failed"


@pytest.mark.parametrize(("unanchored", "value"), [("on", 1.0), ("off", 0.0)])
def test_letters_without_anchor_are_a_choice(unanchored: str, value: float) -> None:
    paper = paper_of(ko_gpqa.TASK, unanchored=unanchored)
    score = paper.score(0, [Output(text=f"Answer: ${paper.items[0].gold}$")])
    assert score.metrics["extractive_match"] == value
    assert score.metrics["extractive_match_robust"] == 1.0


def test_the_gold_may_be_the_worked_solution() -> None:
    item = Item("1", {"problem": "?", "solution": r"그러므로 $\boxed{5}$이다."}, "6", {"parts": []})
    reply = [Output(text=r"답은 $\boxed{5}$입니다.")]
    assert paper_of(ko_math_500.TASK, (item,)).score(0, reply).metrics["extractive_match"] == 0.0
    assert paper_of(ko_math_500.TASK, (item,), gold="solution").score(0, reply).metrics["extractive_match"] == 1.0


@pytest.mark.parametrize(
    ("problem", "robust"), [("정사각형의 넓이는 몇 퍼센트 줄어드는가?", 1.0), ("상자는 몇 개인가?", 0.0)]
)
def test_a_percent_sign_is_a_unit_where_a_percentage_is_asked_for(problem: str, robust: float) -> None:
    item = replace(items_of(ko_math_500.TASK)[0], fields={"problem": problem, "solution": ""}, gold="10")
    score = paper_of(ko_math_500.TASK, (item,)).score(0, [Output(text=r"$\boxed{10\%}$")])
    assert score.metrics["extractive_match_robust"] == robust


def test_what_was_compared_is_shown() -> None:
    paper = paper_of(ko_math_500.TASK)
    score = paper.score(0, [Output(text=r"따라서 $\boxed{5\text{개}}$입니다.")])
    assert (score.verdict, score.extracted, score.rule) == ("right", "5", "box")
    assert score.span == (5, 22)
    score = paper.score(0, [Output(text="아마 $5$ 정도일 것이라고 생각하지만 확신은 없습니다.")])
    assert (score.extracted, score.rule, score.flags) == ("5", "published", ("chance_hit",))


def test_subjects_and_levels_are_figures_of_their_own() -> None:
    paper = paper_of(ko_math_500.TASK)
    names = [metric.name for metric in paper.metrics[2:]]
    assert names == [f"extractive_match:{part}" for part in ("기초 대수학", "기하학", "level 1", "level 2")]
    score = paper.score(1, [Output(text=r"$\boxed{\sqrt6}$")])
    own = {name: value for name, value in score.metrics.items() if ":" in name}
    assert own == {"extractive_match:기하학": [1.0], "extractive_match:level 2": [1.0]}


def test_a_formula_without_end_is_counted() -> None:
    paper = paper_of(ko_math_500.TASK)
    score = paper.score(0, [Output(text=r"$\boxed{9^{9^{9^{9}}}}$")])
    assert score.verdict == "wrong"
    assert "math_time_out" in score.flags


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_gold_that_cannot_be_parsed_stops_or_is_skipped(tmp_path: Path) -> None:
    rows = rows_of(ko_math_500.TASK)
    path = written(tmp_path / "items.jsonl", [rows[0], {**rows[1], "answer": r"\begin{aligned"}])
    with pytest.raises(DataError, match=r"items.jsonl, row 2, column 'answer': is .* which cannot be parsed"):
        read_items(ko_math_500.TASK, path)
    found = read_items(ko_math_500.TASK, path, data_errors="skip")
    assert [item.id for item in found.items] == [rows[0]["id"]]
    assert "1 of 2 rows cannot be used and were left out" in found.notes[0]
    counted = read_items(ko_math_500.TASK, path, data_errors="count")
    assert len(counted.items) == 2
    assert "1 of 2 rows have errors and are asked all the same" in counted.notes[0]
    assert "items.jsonl, row 2, column 'answer'" in counted.notes[0]


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("Correct Answer", "", "row 1, column 'Correct Answer'"),
        ("Correct Answer", None, "row 1, column 'Correct Answer': the cell is empty"),
        ("Incorrect Answer 2", "100도", "row 1: offers "),
    ],
)
@pytest.mark.parametrize("task", [ko_gpqa.TASK, ko_ged_mc.HIGH])
def test_rows_without_one_right_choice_are_named(
    tmp_path: Path, task: Task, column: str, value: str | None, problem: str
) -> None:
    rows = rows_of(task)
    path = written(tmp_path / "items.jsonl", [{**rows[0], column: value}, *rows[1:]])
    with pytest.raises(DataError, match=problem) as caught:
        read_items(task, path)
    assert task.private is False or "100도" not in str(caught.value)
    assert len(read_items(task, path, data_errors="skip").items) == len(rows) - 1


def test_skipped_rows_do_not_shift_the_answers(tmp_path: Path) -> None:
    rows = rows_of(ko_gpqa.TASK)
    path = written(tmp_path / "items.jsonl", [{**rows[0], "Correct Answer": ""}, *rows[1:]])
    items = read_items(ko_gpqa.TASK, path, data_errors="skip").items
    right = paper_of(ko_gpqa.TASK, items)
    answers = [Row(n, {"id": item.id, "response": f"Answer: {item.gold}"}) for n, item in enumerate(right.items, 1)]
    assert all(row["verdict"] == "right" for row in score_answers(ko_gpqa.TASK, items, answers).rows)


def test_answers_to_four_rotations_are_lists_in_the_order_of_the_places() -> None:
    items = items_of(ko_gpqa.TASK)[:1]
    four = Settings(options={"rotations": "four"})
    rows = [Row(1, {"id": items[0].id, "responses": [f"Answer: {letter}" for letter in "ABCA"]})]
    (scored,) = score_answers(ko_gpqa.TASK, items, rows, settings=four).rows
    assert (scored["extractive_match"], scored["extracted"], scored["verdict"]) == (0.75, "A, B, C, A", "scored")


@pytest.mark.parametrize("cells", [{"response": "Answer: A"}, {"responses": ["A"]}, {"responses": "A"}])
def test_four_rotations_without_four_replies_are_refused_in_a_sentence(cells: dict[str, object]) -> None:
    items = items_of(ko_gpqa.TASK)[:1]
    with pytest.raises(DataError, match="expected a list of 4 replies in the order of asking") as caught:
        score_answers(
            ko_gpqa.TASK,
            items,
            [Row(1, {"id": items[0].id, **cells})],
            settings=Settings(options={"rotations": "four"}),
        )
    assert "column 'responses'" in str(caught.value)


def outlook(task: str, path: Path) -> str:
    model = Baseline("first", ModelOptions())
    plan = prepare(RunConfig(model="baseline:first", tasks=(task,), data=str(path)), model)
    return "".join(view.text for each in look_ahead(plan, model).tasks for view in each.prompts)


def test_private_texts_are_withheld_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(ko_gpqa.TASK)
    path = written(tmp_path / "ko_gpqa.jsonl", rows)
    question = rows[0]["Question"]
    assert question not in outlook("ko-gpqa", path)
    assert question not in str(describe(ko_gpqa.TASK, data=str(path)))
    monkeypatch.setenv(SWITCH, "1")
    assert question in outlook("ko-gpqa", path)
    assert question in str(describe(ko_gpqa.TASK, data=str(path)))


def test_other_exams_show_their_prompts(tmp_path: Path) -> None:
    rows = rows_of(ko_ged_mc.HIGH)
    assert rows[0]["Question"] in outlook("ko-ged-mc:high", written(tmp_path / "items.jsonl", rows))


class FakeHub:
    """A hub that has one set."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.asked: list[tuple[str, str]] = []

    def __call__(self, hub: Hub, name: str, token: str | None) -> Fetched:
        self.asked.append((hub.path, hub.split))
        if hub.path != self.path:
            raise UserError(f"there is no {hub.path}")
        rows = Rows(tuple(Row(number, row) for number, row in enumerate(rows_of(ko_gpqa.TASK), 1)))
        return Fetched(rows, hub.path, None)


def test_both_ways_to_write_a_hub_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = FakeHub("davidkim205/ko_gpqa")
    monkeypatch.setattr(sources, "fetch", hub)
    assert len(read_items(ko_gpqa.TASK).items) == len(rows_of(ko_gpqa.TASK))
    assert hub.asked == [("davidkim205/ko-gpqa", "train"), ("davidkim205/ko_gpqa", "train")]


def test_a_set_of_ones_own_and_its_split_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = FakeHub("own/gpqa")
    monkeypatch.setattr(sources, "fetch", hub)
    read_items(ko_gpqa.TASK, "hub:own/gpqa@diamond")
    read_items(ko_gpqa.TASK, "hub:own/gpqa")
    assert hub.asked == [("own/gpqa", "diamond"), ("own/gpqa", "train")]
    with pytest.raises(UserError, match="expected hub:ORG/NAME"):
        read_items(ko_gpqa.TASK, "hub:")


def test_what_no_id_gives_is_told_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "fetch", FakeHub("none"))
    with pytest.raises(UserError, match="there is no davidkim205/ko-gpqa"):
        read_items(ko_gpqa.TASK)


def test_without_the_libraries_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gwageo.scoring.mathematics.pool.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"gwageo\[math\]"):
        paper_of(ko_math_500.TASK)


def test_every_given_item_can_be_judged(material: Path) -> None:
    """All 500 golds of MATH-500 parse, and a closing line with the gold in its box is right in both readings."""
    found = read_items(en_math_500.TASK, material / "data" / "english" / "math500_test.jsonl")
    assert len(found.items) == 500
    levels = Counter(part for item in found.items for part in item.metadata["parts"] if part.startswith("level"))
    assert levels == {"level 1": 43, "level 2": 90, "level 3": 105, "level 4": 128, "level 5": 134}
    paper = en_math_500.TASK.prepare(found.items, Protocol(), Settings())
    for index, item in enumerate(found.items):
        replies = (en_math_500.TASK.reply(item), f"따라서 정답은 ${item.gold}$입니다.")
        scores = [paper.score(index, [Output(text=reply)]) for reply in replies]
        assert all(score.metrics["extractive_match"] == 1.0 for score in scores), item.gold
        assert all(score.metrics["extractive_match_robust"] == 1.0 for score in scores), item.gold


def test_a_set_of_one_subject_has_the_figure_of_that_subject_too() -> None:
    rows = [{**row, "subject": "기하학"} for row in rows_of(ko_math_500.TASK)]
    items = tuple(ko_math_500.TASK.item(row, number) for number, row in enumerate(rows))
    names = [metric.name for metric in paper_of(ko_math_500.TASK, items).metrics]
    assert names[2:] == ["extractive_match:기하학", "extractive_match:level 1", "extractive_match:level 2"]
