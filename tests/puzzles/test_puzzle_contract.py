"""What every type of puzzle promises; a new type in the table is held to all of it."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden_files import check_golden
from gwageo.core import Item
from gwageo.core.canonical import digest
from gwageo.core.errors import UnknownName, UserError
from gwageo.puzzles import (
    TYPES,
    cells,
    check,
    load,
    made,
    make,
    make_item,
    read_row,
    reward,
    row_of,
    score,
    system_message,
)
from gwageo.puzzles.base import TIERS, Language, Tier
from gwageo.puzzles.registry import AnyType
from gwageo.puzzles.wording import slots_of

CELLS = [pytest.param(*cell, id=f"{cell[0].name}-{cell[1]}-{cell[2]}") for cell in cells()]
SPOKEN = [
    pytest.param(kind, language, id=f"{kind.name}-{language}") for kind, language, tier in cells() if tier == "easy"
]
KINDS = [pytest.param(load(name), id=name) for name in TYPES]
INDICES = range(3)
BOTH_FORMS = re.compile(
    r"(?:은\(는\)|는\(은\)|이\(가\)|가\(이\)|을\(를\)|를\(을\)|와\(과\)|과\(와\)|\(으\)로|으로\(로\))"
)

every_cell = pytest.mark.parametrize(("kind", "language", "tier"), CELLS)
every_language = pytest.mark.parametrize(("kind", "language"), SPOKEN)
every_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def items(name: str, language: Language, tier: Tier, seed: int = 11) -> tuple[Item, ...]:
    return tuple(make(name, language, tier, seed=seed, count=len(INDICES)))


def others(gold: Any) -> list[Any]:
    """Answers that differ from the right one in one place."""
    if isinstance(gold, dict):
        return [{**gold, name: not value} for name, value in gold.items()]
    text = str(gold)
    if text[1:] == "요일":
        return ["월요일" if text != "월요일" else "화요일"]
    if re.fullmatch("[갑을병정무기경신임계][자축인묘진사오미신유술해]", text):
        return ["갑자" if text != "갑자" else "을축"]
    letters = str.isdigit if text[0].isdigit() else str.isalnum  # a unit behind a number is not compared
    places = [place for place, char in enumerate(text) if letters(char)]
    return [text[:place] + _another(text[place]) + text[place + 1 :] for place in (places[0], places[-1])]


def _another(char: str) -> str:
    if char.isdigit():
        return "2" if char == "1" else "1"
    return chr(ord(char) - 1) if char.lower() in "z힣" else chr(ord(char) + 1)


# --- the puzzle


@every_cell
def test_every_item_carries_a_certificate_of_one_solution(kind: AnyType, language: Language, tier: Tier) -> None:
    for item in items(kind.name, language, tier):
        certificate = item.metadata["certificate"]
        assert certificate["solutions"] == 1
        assert certificate["solver"] == kind.solver.name
        assert certificate["unique_in"]


@every_cell
def test_an_audit_of_the_question_text_finds_the_item_sound(kind: AnyType, language: Language, tier: Tier) -> None:
    for item in items(kind.name, language, tier):
        assert check(item).state == "sound", check(item).reason


@every_cell
def test_an_audit_finds_a_changed_answer_wrong(kind: AnyType, language: Language, tier: Tier) -> None:
    item = items(kind.name, language, tier)[0]
    for gold in others(item.gold):
        finding = check(replace(item, gold=gold))
        assert finding.state == "wrong"
        assert finding.reason


@every_cell
def test_parsing_the_question_gives_the_puzzle_back(kind: AnyType, language: Language, tier: Tier) -> None:
    for index in range(8):
        puzzle = made(kind.name, language, tier, seed=12, index=index).puzzle
        assert kind.parse(kind.render(puzzle, language)) == puzzle


@every_kind
def test_a_pair_is_one_puzzle_in_two_languages(kind: AnyType) -> None:
    if not kind.paired or len(kind.languages) < 2:
        pytest.skip("a type of one language, or of two scripts")
    for tier in TIERS:
        english, korean = (make_item(kind.name, language, tier, seed=5, index=1) for language in kind.languages)
        assert english.metadata["pair_id"] == korean.metadata["pair_id"] is not None
        assert english.metadata["features"] == korean.metadata["features"]
        assert kind.parse(english.fields["question"]) == kind.parse(korean.fields["question"])


@every_kind
def test_the_view_holds_no_answer(kind: AnyType) -> None:
    """The puzzle object has what the question has, so that the solver cannot look anything up."""
    for language in kind.languages:
        puzzle = made(kind.name, language, "easy", seed=12).puzzle
        names = {name for text in [kind.wording[language].table["question"]] for name in slots_of(text)}
        assert names <= set(kind.view(puzzle))


# --- the words


@every_kind
def test_the_languages_of_a_type_have_the_same_texts_with_the_same_slots(kind: AnyType) -> None:
    tables = [kind.wording[language].table for language in kind.languages]
    first = tables[0]
    for table in tables[1:]:
        assert set(table) == set(first)
        assert sorted(slots_of(table["question"])) == sorted(slots_of(first["question"]))
        if not kind.paired:
            continue  # two scripts are two tasks, with rules of their own
        for section in ("lines", "sizes"):
            assert set(table[section]) == set(first[section])
            for key, text in table[section].items():
                assert set(slots_of(text)) == set(slots_of(first[section][key])), key
        for section in ("names", "lists"):
            assert set(table.get(section, {})) == set(first.get(section, {}))


@every_language
def test_no_two_names_of_a_lexicon_are_alike(kind: AnyType, language: Language) -> None:
    forms = list(kind.wording[language].table.get("names", {}).values())
    assert len(set(forms)) == len(forms)


@every_cell
def test_no_text_shows_both_forms_of_a_particle_or_an_open_slot(kind: AnyType, language: Language, tier: Tier) -> None:
    for item in items(kind.name, language, tier):
        for text in (item.fields["question"], item.metadata["trace"], system_message(kind.name, language)):
            assert not BOTH_FORMS.search(text)
            assert "{}" not in text
            assert not re.search(r"[ \t]$", text, re.MULTILINE)
            assert (language == "ko") == bool(re.search("[가-힣]", text))


@every_cell
def test_the_trace_has_four_parts_and_states_the_answer_in_the_last(
    kind: AnyType, language: Language, tier: Tier
) -> None:
    for item in items(kind.name, language, tier):
        parts = re.split(r"^\[[^\]\n]+\](?: |\n)", item.metadata["trace"], flags=re.MULTILINE)[1:]
        assert len(parts) == 4
        answer = kind.reader.show(item.gold)
        assert parts[3].startswith(answer)
        assert not any(re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", part) for part in parts[:3])


@every_kind
def test_every_size_in_a_trace_is_a_measured_feature(kind: AnyType) -> None:
    for language in kind.languages:
        measured = made(kind.name, language, "easy", seed=12).features
        assert set(kind.wording[language].table["sizes"]) <= set(measured)


@every_language
def test_the_system_message_asks_for_a_last_line(kind: AnyType, language: Language) -> None:
    assert "`Answer:`" in system_message(kind.name, language)


@every_language
def test_a_question_reads_as_pinned(kind: AnyType, language: Language) -> None:
    item = make_item(kind.name, language, "easy", seed=0, index=0)
    shown = [system_message(kind.name, language), item.fields["question"], item.metadata["trace"]]
    check_golden(f"puzzles/{kind.name}_{language}.txt", "\n\n-----\n\n".join(shown) + "\n")


# --- determinism


def digests(start: int = 0) -> dict[str, str]:
    return {
        f"{kind.name} {language} {tier} {index}": digest(
            row_of(make_item(kind.name, language, tier, seed=0, index=index))
        )
        for kind, language, tier in cells()
        for index in range(start, start + 3)
    }


def test_the_first_three_items_of_every_cell_are_pinned() -> None:
    lines = [f"{name} {value[:16]}" for name, value in digests().items()]
    check_golden("puzzles/digests.txt", "\n".join(lines) + "\n")


def test_another_process_with_another_hash_seed_makes_the_same_bytes() -> None:
    code = (
        "from gwageo.puzzles import cells, make_item, row_of\n"
        "from gwageo.core.canonical import digest\n"
        "print(digest([row_of(make_item(k.name, l, t, seed=3, index=5)) for k, l, t in reversed(cells())]))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    ours = digest([row_of(make_item(k.name, language, t, seed=3, index=5)) for k, language, t in reversed(cells())])
    assert printed == {ours + "\n"}


@every_cell
def test_an_item_does_not_depend_on_where_making_begins(kind: AnyType, language: Language, tier: Tier) -> None:
    assert list(make(kind.name, language, tier, seed=11, start=1, count=2)) == list(
        items(kind.name, language, tier)[1:]
    )


@every_cell
def test_neighbouring_seeds_have_no_question_in_common(kind: AnyType, language: Language, tier: Tier) -> None:
    if kind.space is not None:
        pytest.skip("a question space so small that seeds share questions")
    ours, theirs = ({item.fields["question"] for item in items(kind.name, language, tier, seed)} for seed in (11, 12))
    assert not ours & theirs
    assert len(ours) == len(INDICES)


# --- records and mistakes


@every_language
def test_an_item_survives_its_row(kind: AnyType, language: Language) -> None:
    item = items(kind.name, language, "hard")[0]
    row = json.loads(json.dumps(row_of(item), ensure_ascii=False))
    again = read_row(row, 1)
    assert again.id == item.id == f"{kind.name}_{language}_hard_s11_000000"
    assert again.gold == item.gold
    assert row_of(again) == row


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sudokku", "ko", "easy"), "sudoku"),
        (("sudoku", "fr", "easy"), "en, ko"),
        (("sudoku", "ko", "insane"), "easy, hard, medium"),
    ],
)
def test_an_unknown_cell_is_refused_with_what_exists(arguments: tuple[str, str, str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        make(*arguments)


def test_an_unknown_type_names_the_closest() -> None:
    with pytest.raises(UnknownName, match=r"did you mean"):
        load("sudokus")


@pytest.mark.parametrize("count", [0, -3])
def test_a_count_below_one_is_refused(count: int) -> None:
    with pytest.raises(UserError, match=str(count)):
        make("sudoku", "ko", "easy", count=count)


# --- judging


@every_cell
def test_the_right_answer_on_the_last_line_earns_everything(kind: AnyType, language: Language, tier: Tier) -> None:
    for item in items(kind.name, language, tier):
        text = f"I worked it out.\n\nAnswer: {kind.reader.show(item.gold)}"
        result = score(text, item)
        assert result.verdict == "right"
        assert result.metrics == {"exact_match": 1.0, "exact_match_robust": 1.0}
        assert reward(text, item) == 1.0
        assert result.span is not None
        assert text[slice(*result.span)] in text


FRAMES = ["**Answer: {}**", "**Answer:** {}", "## Answer\n{}", "정답: **{}**", "Answer： {}", "**정답**: {}",
          "- 최종 답: {}", "Ans\u200bwer: {}", "Answer: {}.", "```\nAnswer: {}\n```"]  # fmt: skip


@every_language
@pytest.mark.parametrize("frame", FRAMES)
def test_markup_around_the_right_answer_costs_nothing_in_the_robust_reading(
    kind: AnyType, language: Language, frame: str
) -> None:
    item = items(kind.name, language, "medium")[0]
    assert reward("The steps.\n" + frame.format(kind.reader.show(item.gold)), item) == 1.0


@every_cell
def test_a_changed_answer_is_wrong(kind: AnyType, language: Language, tier: Tier) -> None:
    item = items(kind.name, language, tier)[0]
    for gold in others(item.gold):
        result = score(f"Answer: {kind.reader.show(gold)}", item)
        assert result.verdict == "wrong"
        assert result.metrics == {"exact_match": 0.0, "exact_match_robust": 0.0}


@every_language
def test_the_last_label_wins(kind: AnyType, language: Language) -> None:
    item = items(kind.name, language, "easy")[0]
    right, wrong = kind.reader.show(item.gold), kind.reader.show(others(item.gold)[0])
    if kind.name != "sat_puzzles":  # its published reading takes the first complete object where a label has none
        assert score(f"Answer: {wrong}\nNo, wait.\nAnswer: {right}", item).verdict == "right"
    assert reward(f"Answer: {wrong}\nNo, wait.\nAnswer: {right}", item) == 1.0
    assert reward(f"Answer: {right}\nNo, wait.\nAnswer: {wrong}", item) == 0.0


@every_language
@pytest.mark.parametrize(
    ("text", "reason", "verdict"),
    [
        ("", None, "empty"),
        (" \n\u200b"[:2], None, "empty"),
        ("", "length", "truncated"),
        ("Let me think about", "length", "truncated"),
        ("I cannot help.", "refusal", "refused"),
        ("No idea.", "stop", "no_answer"),
    ],
)
def test_a_reply_without_an_answer_says_why(
    kind: AnyType, language: Language, text: str, reason: Any, verdict: str
) -> None:
    if kind.name == "kinship" and text == "No idea.":
        verdict = "wrong"  # its published reading takes the first Latin letter of any text
    item = next(each for each in items(kind.name, language, "easy") if str(each.gold)[0] not in "LIN")
    result = score(text, item, finish_reason=reason)
    assert (result.verdict, result.metrics["exact_match"]) == (verdict, 0.0)


@every_language
def test_the_question_itself_earns_nothing(kind: AnyType, language: Language) -> None:
    """A reply that repeats the prompt must not be credited with its format line."""
    item = items(kind.name, language, "easy")[0]
    assert score(item.fields["question"], item).metrics == {"exact_match": 0.0, "exact_match_robust": 0.0}


pieces = st.sampled_from(
    [
        "Answer:",
        "정답",
        "：",
        "\n",
        " ",
        "**",
        "```",
        "{",
        "}",
        "(1,2)",
        "1",
        "42",
        "true",
        "참",
        "은",
        "=",
        "[",
        "0",
        "힣",
        "\ud800",
    ]
)


@every_kind
@settings(max_examples=40, deadline=None)
@given(text=st.one_of(st.text(max_size=200), st.lists(pieces, max_size=60).map("".join)))
def test_no_text_makes_judging_fail(kind: AnyType, text: str) -> None:
    for language in kind.languages:
        result = score(text, items(kind.name, language, "easy")[0])
        assert result.verdict in ("right", "wrong", "no_answer", "empty")
        if result.span:
            assert 0 <= result.span[0] <= result.span[1] <= len(text)


# fmt: off
HOSTILE = [
    "\n", " ", "Answer: ", "Answer:\n", "정답\n\n", "{", "}", "{}", "[", "(", "1", "1 ", "(1,", "(1,2) ", "**", "```",
    "* ", "가", "\u200b", "1\n", "- ", '"a": true, ', "answer", "= ", "Final answer is ", "\u1100\u1161",
]
# fmt: on


@every_language
def test_any_text_of_100_kb_is_judged_within_50_ms(kind: AnyType, language: Language) -> None:
    item = items(kind.name, language, "hard")[0]
    name = next(iter(item.gold)) if isinstance(item.gold, dict) else str(item.gold)[:6]
    for piece in [*HOSTILE, name + ": ", name + " "]:
        text = (piece * (100_000 // len(piece.encode()) + 1))[:100_000]
        assert min(_seconds(text, item) for _ in range(3)) < 3 * 0.05, repr(piece)  # a busy machine needs room


def _seconds(text: str, item: Item) -> float:
    start = time.process_time()
    score(text, item)
    return time.process_time() - start


def test_the_room_is_imported_in_milliseconds() -> None:
    heavy = ("torch", "numpy", "pyarrow", "transformers")
    code = f"import sys, gwageo.puzzles; print([name for name in {heavy} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "[]\n"


def test_every_type_has_a_folder_of_its_name() -> None:
    for name, module in TYPES.items():
        assert module == f"gwageo.puzzles.{name}"
        assert load(name).name == name
        assert Path(str(sys.modules[module].__file__)).parent.name == name
