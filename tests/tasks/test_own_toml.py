"""A task in a TOML file: what it makes, and every mistake named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gwageo import tasks
from gwageo.core import ConfigError, DataError, LogLikelihood, Protocol, UserError
from gwageo.tasks.base import RowError, Settings, Task
from gwageo.tasks.choice import ClozeTask, QuestionTask
from gwageo.tasks.describe import render
from gwageo.tasks.generative import LetterTask, NumberTask
from gwageo.tasks.own_toml import read_toml
from gwageo.tasks.sources import ItemSet, read_items

BASE = 'name = "e"\nkind = "choice"\n[columns]\nchoices = "c"\nanswer = "a"\n[prompt]\nquestion = "{q}"\n'
CLOZE = 'name = "e"\nkind = "cloze"\n[columns]\ntext = "t"\noptions = ["o1", "o2"]\nanswer = "a"\n'


def written(folder: Path, toml: str, rows: list[dict[str, Any]] | None = None) -> Path:
    (folder / "e.toml").write_text(toml, encoding="utf-8")
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows or [])
    (folder / "e.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder / "e.toml"


def made(folder: Path, toml: str, rows: list[dict[str, Any]]) -> tuple[Task, ItemSet]:
    task, data = read_toml(written(folder, toml, rows))
    return task, read_items(task, data)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [("B", 1), (2, 1), (2.0, 1), ("2", 1), ("나", 1), (" 나 ", 1), ("A", 0), ("다", 2)],
)
def test_an_answer_is_a_letter_a_number_from_one_or_a_text(tmp_path: Path, answer: object, gold: int) -> None:
    task, found = made(tmp_path, BASE, [{"q": "?", "c": ["가", "나", "다"], "a": answer}])
    assert isinstance(task, QuestionTask)
    assert (found.items[0].gold, found.items[0].id) == (gold, "0")


@pytest.mark.parametrize(
    ("choices", "answer", "extra", "problem"),
    [
        (["3", "1", "2"], "1", "", "choice 1 as a number and choice 2 as a text; say which with answer_is"),
        (["3", "1", "2"], "1", 'answer_is = "number"\n', 0),
        (["3", "1", "2"], 1, 'answer_is = "text"\n', 1),
        (["B", "A"], "A", "", "choice 1 as a letter and choice 2 as a text"),
        (["가", "나"], "0", "", "expected one of A, B, a number from 1 to 2, or the text of a choice"),
        (["가", "가"], "가", "", "expected one of A, B"),
        (["가"], "A", "", "has 1 choices, expected 2 to 26"),
    ],
)
def test_answers_that_could_be_confused(
    tmp_path: Path, choices: list[str], answer: object, extra: str, problem: str | int
) -> None:
    toml = BASE.replace("[prompt]", f"{extra}[prompt]")
    row = {"q": "?", "c": choices, "a": answer}
    if isinstance(problem, int):
        assert made(tmp_path, toml, [row])[1].items[0].gold == problem
        return
    with pytest.raises(DataError) as caught:
        made(tmp_path, toml, [row])
    assert "e.jsonl, row 1, column " in str(caught.value)
    assert problem in str(caught.value)


def test_choices_in_columns_of_their_own_and_in_the_published_form(tmp_path: Path) -> None:
    toml = BASE.replace('choices = "c"', 'choices = ["x", "y"]')
    items = made(tmp_path, toml, [{"q": "?", "x": 7, "y": "나", "a": "나"}])[1].items
    assert items[0].fields["choices"]["text"] == ["7", "나"]
    published = {"label": ["1", "2"], "text": ["가", "나"]}
    assert made(tmp_path, BASE, [{"q": "?", "c": published, "a": "2"}])[1].items[0].gold == 1


def test_prompts_are_what_the_template_says(tmp_path: Path) -> None:
    """The question-free text stands in the question's place."""
    toml = BASE.replace('question = "{q}"', 'question = "{q} ({주제})\\n답:"\nquestion_free = "답:"')
    row = {"q": "1+{x}?", "주제": "수학", "c": ["가", "나"], "a": "A", "type": "t", "pair_id": "p"}
    task, found = made(tmp_path, toml, [row])
    requests = task.prepare(found.items, Protocol(), Settings()).requests(0)
    assert render(requests[0]) == "1+{x}? (수학)\n답:⟨scored⟩ 가"
    assert render(requests[2]) == "답:⟨scored⟩ 가"
    assert dict(found.items[0].metadata) == {"language": "ko", "type": "t", "pair_id": "p"}


def test_a_cloze_task(tmp_path: Path) -> None:
    task, found = made(tmp_path, CLOZE, [{"t": "밥을 _ 잤다.", "o1": "먹고", "o2": "입고", "a": 1}])
    assert isinstance(task, ClozeTask)
    request = task.prepare(found.items, Protocol(), Settings()).requests(0)[0]
    assert isinstance(request, LogLikelihood)
    assert (request.context, request.continuation) == ("밥을", " 먹고 잤다.")
    with pytest.raises(DataError, match="has 0 blanks"):
        made(tmp_path, CLOZE, [{"t": "밥을 잤다.", "o1": "먹고", "o2": "입고", "a": 1}])


def test_a_letter_task_with_more_options_than_the_published_ones(tmp_path: Path) -> None:
    toml = (
        BASE.replace("choice", "letter", 1)
        .replace("{q}", "{q}\\n{options}")
        .replace('"letter"', '"letter"\nlast_letter = "E"')
    )
    task, found = made(tmp_path, toml, [{"q": "?", "c": list("가나다라마"), "a": "마"}])
    assert isinstance(task, LetterTask)
    assert (found.items[0].gold, task.rule.last) == ("E", "E")
    assert render(task.prepare(found.items, Protocol(), Settings()).requests(0)[0]).endswith(
        "?\nA. 가\nB. 나\nC. 다\nD. 라\nE. 마"
    )


def test_a_number_task_takes_bare_numbers_and_worked_answers(tmp_path: Path) -> None:
    toml = (
        'name = "e"\nkind = "number"\n[columns]\nanswer = "값"\n[prompt]\nquestion = "{q}"\nmax_tokens = 9\nstop = []\n'
    )
    task, found = made(tmp_path, toml, [{"q": "?", "값": 1200.0}, {"q": "?", "값": "2*3=6\n#### 6"}])
    assert isinstance(task, NumberTask)
    assert ([item.gold for item in found.items], task.max_tokens, task.stop) == (["1200", "6"], 9, ())
    with pytest.raises(DataError, match="expected a number"):
        made(tmp_path, toml, [{"q": "?", "값": "많이"}])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "e"', "", "e.toml: the key 'name' is missing"),
        ('name = "e"', 'name = "내 시험"', "name cannot be '내 시험': expected small letters, digits and hyphens"),
        ('name = "e"', "name = 3", "name cannot be 3: expected a text"),
        ('name = "e"', 'name = "e', "is not TOML: Illegal character '\\n' (at line 1, column 10)"),
        (
            'kind = "choice"',
            'kind = "choise"',
            "kind cannot be 'choise': expected one of choice, cloze, letter, number",
        ),
        ('kind = "choice"', 'kind = "choice"\nversion = 0', "version is 0"),
        ('kind = "choice"', 'kind = "choice"\nshots = true', "shots cannot be True: expected a whole number"),
        ('kind = "choice"', 'kind = "choice"\nshot = 2', "there is no key 'shot' here; did you mean 'shots'?"),
        ('choices = "c"', "", "e.toml [columns]: the key 'choices' is missing"),
        ('choices = "c"', "choices = [1]", "e.toml [columns]: choices cannot be [1]: expected texts"),
        (
            'answer = "a"',
            'answer = "a"\nanswer_is = "digit"',
            "answer_is cannot be 'digit': expected one of letter, number",
        ),
        ('question = "{q}"', "", "e.toml [prompt]: the key 'question' is missing"),
        ('question = "{q}"', 'question = "{q.x}"', "e.toml [prompt]: the template has '{q.x}'"),
        ('question = "{q}"', 'question = "?"', "question shows no column"),
        ('question = "{q}"', 'question = "{q}"\nquestion_free = "{q}"', "question_free has a placeholder"),
        ('question = "{q}"', 'question = "{q}"\nstop = ["a"]', "e.toml [prompt]: there is no key 'stop' here"),
        ("[prompt]", "[prompts]", "the key 'question' is missing"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_toml(written(tmp_path, BASE.replace(old, new)))
    assert sentence in str(caught.value)


def test_a_letter_prompt_needs_its_options(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"lacks \{options\}"):
        read_toml(written(tmp_path, BASE.replace("choice", "letter", 1)))


def test_a_column_that_the_prompt_shows_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="row 1, column 'q': the column is missing"):
        made(tmp_path, BASE, [{"c": ["가", "나"], "a": "A"}])


def test_the_items_are_those_named_or_those_beside(tmp_path: Path) -> None:
    path = written(tmp_path, BASE, [])
    assert read_toml(path)[1] == str(tmp_path / "e.jsonl")
    (tmp_path / "e.jsonl").unlink()
    assert read_toml(path)[1] is None
    path.write_text('data = "sub/x.csv"\n' + BASE, encoding="utf-8")
    assert read_toml(path)[1] == str(tmp_path / "sub" / "x.csv")


def refusal(call: Callable[[], object]) -> UserError | None:
    """The refusal that a call ends in, if any; other errors come through."""
    try:
        call()
    except UserError as error:
        return error
    return None


SKELETONS = {
    path.stem: path.read_text(encoding="utf-8") for path in (Path(tasks.__file__).parent / "skeletons").glob("*.toml")
}


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(SKELETONS)), st.integers(0, 2500), st.integers(0, 40), st.text(max_size=6))
def test_any_broken_description_is_refused_in_one_sentence(
    tmp_path: Path, kind: str, at: int, cut: int, put: str
) -> None:
    text = SKELETONS[kind]
    path = tmp_path / "e.toml"
    path.write_bytes((text[:at] + put + text[at + cut :]).encode("utf-8", "surrogatepass"))
    error = refusal(lambda: read_toml(path))
    assert "\n" not in str(error)


def test_a_description_nested_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not TOML"):
        read_toml(written(tmp_path, "a = " + "[" * 100_000))


CELLS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.lists(st.text(max_size=3), max_size=4)
)
COLUMNS = ("question", "choices", "answer", "text", "option1", "option2", "id", "tier")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(SKELETONS)), st.dictionaries(st.sampled_from(COLUMNS), CELLS))
def test_any_row_becomes_an_item_or_names_its_column(kind: str, row: dict[str, Any]) -> None:
    task, _ = read_toml(Path(tasks.__file__).parent / "skeletons" / f"{kind}.toml")
    error = refusal(lambda: task.item(row, 0))
    if error is None:
        paper = task.prepare([task.item(row, 0)], Protocol("chat"), Settings(shots=0))
        assert paper.requests(0)
    else:
        assert isinstance(error, RowError)
        assert error.column in COLUMNS
