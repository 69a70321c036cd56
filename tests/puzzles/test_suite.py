"""Suites: names choose cells, the order is fixed, and the number of workers does not show."""

import pytest

from gwageo.core.errors import UnknownName, UserError
from gwageo.puzzles.suite import CHUNK, choose, make_all


def names(*tasks: str, languages: tuple[str, ...] = (), tiers: tuple[str, ...] = ()) -> list[str]:
    return [cell.name for cell in choose(tasks, languages, tiers)]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("sudoku-ko-hard", ["sudoku_ko_hard"]),
        ("nolli/number-baseball-en-easy", ["number_baseball_en_easy"]),
        ("number_baseball_en", [f"number_baseball_en_{tier}" for tier in ("easy", "medium", "hard")]),
        ("saju", [f"saju_ko_{tier}" for tier in ("easy", "medium", "hard")]),
        ("jamo-en-easy", ["jamo_en_easy"]),
    ],
)
def test_a_name_chooses_cells(task: str, expected: list[str]) -> None:
    assert names(task) == expected


def test_nothing_asked_for_is_everything_but_our_additions() -> None:
    every = names()
    assert len(every) == len(set(every)) == 75
    assert "jamo_en_easy" not in every


def test_languages_and_tiers_narrow_the_choice() -> None:
    assert names("sudoku", languages=("en",), tiers=("hard",)) == ["sudoku_en_hard"]


@pytest.mark.parametrize(
    ("task", "language", "tier", "words"),
    [
        ("sudokku", (), (), "did you mean sudoku"),
        ("saju-en", (), (), "exists in ko"),
        ("saju", ("en",), (), "saju exists in ko"),
        ("sudoku", (), ("insane",), "easy, hard, medium"),
        ("sudoku", ("fr",), (), "en, ko"),
    ],
)
def test_what_does_not_exist_is_refused(
    task: str, language: tuple[str, ...], tier: tuple[str, ...], words: str
) -> None:
    with pytest.raises((UserError, UnknownName), match=words):
        choose([task], language, tier)


def test_the_items_do_not_depend_on_the_number_of_workers() -> None:
    cells = choose(["sudoku", "saju"], tiers=["easy"])
    one, two = (list(make_all(cells, seed=5, count=CHUNK + 3, workers=workers)) for workers in (1, 2))
    assert one == two
    assert [len(made.lines) for made in one] == [100, 100, 3, 3, 100, 3]


@pytest.mark.parametrize(
    ("count", "workers", "words"), [(0, 1, "a count from 1"), (23_617, 1, "23,616 different"), (5, 0, "at least 1")]
)
def test_a_count_that_cannot_be_made_is_refused_before_anything_is_made(count: int, workers: int, words: str) -> None:
    with pytest.raises(UserError, match=words):
        make_all(choose(["saju-ko-easy"]), count=count, workers=workers)
