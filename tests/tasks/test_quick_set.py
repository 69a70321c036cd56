"""The bundled items keep the rules that make them fair: read with the files in hand."""

import ast
import json
import operator
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from gwageo.hangul import fits

Row = dict[str, Any]
ARC = ("ko_arc_easy", "ko_arc_challenge")
CLOZE = ("ko_winogrande", "ko_lambada")
SIZES = {"ko_arc_easy": 20, "ko_arc_challenge": 20, "ko_winogrande": 20, "ko_lambada": 20, "ko_gsm8k": 10}
OPENING_QUOTES = "“‘\"'「『"
MARK = re.compile(r"<<([^<>=]+)=([^<>=]+)>>")
OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def rows(name: str) -> list[Row]:
    text = (files("gwageo.tasks") / "quick" / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def each(*names: str) -> pytest.MarkDecorator:
    cases = [pytest.param(row, id=f"{name}-{n}") for name in names for n, row in enumerate(rows(name), 1)]
    return pytest.mark.parametrize("row", cases)


def strings(value: object) -> Iterator[str]:
    """Every text inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for part in value.values() for text in strings(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in strings(part))


def options(row: Row) -> tuple[str, str, str]:
    """The cloze text, the gold option and the other one, for either cloze task."""
    if "sentence" in row:
        first, second = row["option1"], row["option2"]
        return (row["sentence"], first, second) if row["answer"] == 1 else (row["sentence"], second, first)
    return row["text"], row["answer"], row["candidate"]


def choices(row: Row) -> tuple[str, list[str]]:
    """The gold choice and the others, for every task that has choices."""
    if "choices" in row:
        texts = list(row["choices"]["text"])
        return texts.pop(row["choices"]["label"].index(row["answerKey"])), texts
    _, gold, other = options(row)
    return gold, [other]


def grams(text: str, n: int = 8) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}


def value(expression: str) -> Fraction:
    """What an expression of numbers, + - * / and brackets comes to; nothing else is let in."""

    def walk(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant(value=int() | float() as number):
                return Fraction(str(number))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -walk(inner)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
                return OPERATIONS[type(op)](walk(left), walk(right))
        raise ValueError(f"not plain arithmetic: {ast.dump(node)}")

    return walk(ast.parse(expression.strip(), mode="eval").body)


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_a_file_holds_the_promised_number_of_items(name: str, size: int) -> None:
    assert len(rows(name)) == size


@each(*SIZES)
def test_every_text_is_nfc_with_tidy_spaces(row: Row) -> None:
    for text in strings(row):
        assert unicodedata.is_normalized("NFC", text)
        assert text == text.strip()
        assert "  " not in text


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("ko_arc_easy", {"id", "question", "choices", "answerKey"}),
        ("ko_arc_challenge", {"id", "question", "choices", "answerKey"}),
        ("ko_winogrande", {"sentence", "option1", "option2", "answer"}),
        ("ko_lambada", {"index", "text", "answer", "candidate"}),
        ("ko_gsm8k", {"question", "answer"}),
    ],
)
def test_the_columns_are_the_published_ones(name: str, columns: set[str]) -> None:
    assert all(set(row) == columns for row in rows(name))


def test_names_and_texts_of_items_are_unique() -> None:
    ids = [row["id"] for name in ARC for row in rows(name)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"gwageo_arc_(easy|challenge)_\d\d", name) for name in ids)
    assert [row["index"] for row in rows("ko_lambada")] == list(range(1, 21))
    texts = [row.get("question") or options(row)[0] for name in SIZES for row in rows(name)]
    assert len(set(texts)) == len(texts)


@each(*ARC)
def test_a_question_has_four_distinct_choices_and_asks(row: Row) -> None:
    assert row["choices"]["label"] == ["A", "B", "C", "D"]
    assert len(set(row["choices"]["text"])) == 4
    assert row["answerKey"] in row["choices"]["label"]
    assert "?" in row["question"]


@pytest.mark.parametrize("name", ARC)
def test_each_letter_is_right_five_times(name: str) -> None:
    assert Counter(row["answerKey"] for row in rows(name)) == dict.fromkeys("ABCD", 5)


def test_each_option_of_winogrande_is_right_ten_times() -> None:
    assert Counter(row["answer"] for row in rows("ko_winogrande")) == {1: 10, 2: 10}


@pytest.mark.parametrize("name", [*ARC, *CLOZE])
def test_the_gold_choice_is_the_longest_in_at_most_two_items_of_five(name: str) -> None:
    pairs = [choices(row) for row in rows(name)]
    longest = sum(all(len(gold) > len(other) for other in others) for gold, others in pairs)
    assert longest <= 0.4 * len(pairs)


@pytest.mark.parametrize("name", [*ARC, *CLOZE])
def test_the_gold_choice_is_the_shortest_in_at_most_two_items_of_five(name: str) -> None:
    pairs = [choices(row) for row in rows(name)]
    shortest = sum(all(len(gold) < len(other) for other in others) for gold, others in pairs)
    assert shortest <= 0.4 * len(pairs)


@each(*CLOZE)
def test_there_is_one_blank_and_it_starts_a_word(row: Row) -> None:
    text, _, _ = options(row)
    assert text.count("_") == 1
    before, _ = text.split("_")
    assert not before or before[-1] == " " or before[-1] in OPENING_QUOTES


@each(*CLOZE)
def test_what_follows_the_blank_fits_both_options(row: Row) -> None:
    text, gold, other = options(row)
    _, after = text.split("_")
    assert gold != other
    assert fits(gold, after)
    assert fits(other, after)


def test_winogrande_items_are_twins_with_opposite_answers() -> None:
    items = rows("ko_winogrande")
    for one, two in zip(items[::2], items[1::2], strict=True):
        assert (one["option1"], one["option2"]) == (two["option1"], two["option2"])
        assert {one["answer"], two["answer"]} == {1, 2}
        assert one["sentence"].split()[:2] == two["sentence"].split()[:2]


@each("ko_winogrande")
def test_both_options_stand_in_the_sentence(row: Row) -> None:
    assert row["option1"] in row["sentence"]
    assert row["option2"] in row["sentence"]


@each("ko_lambada")
def test_a_passage_names_both_nouns_before_the_blank_and_is_a_short_one(row: Row) -> None:
    before, after = row["text"].split("_")
    assert row["answer"] in before
    assert row["candidate"] in before
    assert after
    assert 3 <= len(re.findall(r"[.?!](?:\s|$)", row["text"])) <= 5


@each("ko_gsm8k")
def test_the_calculator_marks_of_a_solution_are_right_and_lead_to_the_gold(row: Row) -> None:
    *steps, last = row["answer"].split("\n")
    marks = MARK.findall(row["answer"])
    assert marks
    assert all(value(expression) == value(result) for expression, result in marks)
    assert last == f"#### {marks[-1][1]}"
    assert all(re.search(rf"{re.escape(expression)}=<<", "\n".join(steps)) for expression, _ in marks)


@pytest.mark.parametrize("expression", ["__import__('os')", "2**9", "a+1", "(1).real", "1 if 1 else 2", "True and 1"])
def test_the_reader_of_marks_lets_in_arithmetic_only(expression: str) -> None:
    with pytest.raises(ValueError, match="arithmetic"):
        value(expression)


def test_no_two_items_share_eight_words_unless_they_are_twins() -> None:
    items: list[tuple[str, set[tuple[str, ...]]]] = []
    for name in SIZES:
        for n, row in enumerate(rows(name)):
            family = f"{name}-{n // 2 if name == 'ko_winogrande' else n}"
            items.append((family, {gram for text in strings(row) for gram in grams(text)}))
    shared = [(a, b) for (a, one), (b, two) in combinations(items, 2) if a != b and one & two]
    assert shared == []


def test_no_eight_words_in_a_row_come_from_the_given_material(material: Path) -> None:
    ours = {gram for name in SIZES for row in rows(name) for text in strings(row) for gram in grams(text)}
    first_words = {gram[0] for gram in ours}
    found = []
    for path in sorted((material / "data").rglob("*")):
        for text in material_texts(path):
            words = text.split()
            starts = (i for i, word in enumerate(words) if word in first_words)
            found += [(path.name, words[i : i + 8]) for i in starts if tuple(words[i : i + 8]) in ours]
    assert found == []


def test_a_copied_line_would_be_found_in_the_material(material: Path) -> None:
    """The guard above can fail: a text of the material meets itself."""
    path = material / "data" / "kbs" / "samples" / "ko_lambada.jsonl"
    sample = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["text"]
    assert grams(sample) <= {gram for text in material_texts(path) for gram in grams(text)}


def material_texts(path: Path) -> Iterator[str]:
    """The texts of a file of the material; packed model responses are left out."""
    if path.suffix == ".jsonl":
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                yield from strings(json.loads(line))
    elif path.suffix in {".txt", ".csv"}:
        yield path.read_text(encoding="utf-8")
