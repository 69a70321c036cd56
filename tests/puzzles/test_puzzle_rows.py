"""Rows: released and made items alike; a broken row is named by number and column."""

import pytest

from gwageo.core.errors import DataError
from gwageo.puzzles import check, read_row

ROW = {"id": "sudoku_ko_hard_0007", "question": "격자", "answer": "1 2 3", "difficulty": "hard", "task": "sudoku_ko"}


def test_a_released_row_tells_its_type_language_and_tier_by_its_id() -> None:
    item = read_row(ROW, 1)
    assert (item.id, item.gold) == ("sudoku_ko_hard_0007", "1 2 3")
    assert [item.metadata[name] for name in ("type", "language", "tier")] == ["sudoku", "ko", "hard"]


@pytest.mark.parametrize("column", ["id", "question", "answer"])
@pytest.mark.parametrize("value", [None, ""])
def test_a_missing_column_is_named_with_its_row(column: str, value: object) -> None:
    with pytest.raises(DataError, match=f"items.jsonl, row 3, column '{column}'"):
        read_row({**ROW, column: value}, 3, "items.jsonl")


def test_a_row_of_no_known_type_is_refused_with_the_known_ones() -> None:
    with pytest.raises(DataError, match=r"'chess' is not known; expected one of .*sudoku"):
        read_row({**ROW, "type": "chess"}, 1)


def test_a_question_that_is_not_understood_is_unreadable_and_says_why() -> None:
    finding = check(read_row(ROW, 1))
    assert (finding.state, finding.id) == ("unreadable", "sudoku_ko_hard_0007")
    assert "rows before columns" in finding.reason
