"""Pairs in both languages by puzzle, and the cipher's failures from a run."""

from pathlib import Path
from typing import Any

import gwageo
from gwageo.analysis.nolli.itemwise import cipher_failures, paired
from gwageo.runs.finished import read_run


def row(language: str, number: int, right: float, **more: Any) -> dict[str, Any]:
    return {
        "type": "sudoku", "language": language, "pair_id": f"sudoku_easy_{number}", "verdict": "right",
        "metrics": {"exact_match": right}, **more,
    }  # fmt: skip


def test_the_same_puzzles_are_paired_and_what_one_language_lacks_is_counted() -> None:
    english = [row("en", number, float(number < 30)) for number in range(40)]
    korean = [row("ko", number, float(number < 20)) for number in range(38)]
    [found] = paired([*english, *korean, row("ko", 39, 1.0, verdict="failed")])
    assert (found.type, found.result.n, found.only_en, found.only_ko) == ("sudoku", 38, 2, 0)
    assert found.result.difference == 10 / 38
    assert found.mid_p < found.result.p < 0.01


def test_one_language_alone_makes_no_pairs() -> None:
    assert paired([row("en", 1, 1.0)]) == paired([]) == ()


def test_a_run_s_wrong_plaintexts_are_laid_beside_the_right_ones(tmp_path: Path) -> None:
    gwageo.evaluate("baseline:gold", ["nolli/cipher-ko-easy"], limit=12, output=tmp_path / "a")
    found = cipher_failures(read_run(tmp_path / "a"))
    assert found is not None
    wrong, base = found
    assert wrong is None  # nothing is wrong
    assert 0 < base.ciphertext < 0.3


def test_a_run_without_the_cipher_has_nothing_to_say(tmp_path: Path) -> None:
    gwageo.evaluate("baseline:gold", ["nolli/jamo-ko-easy"], limit=2, output=tmp_path / "a")
    assert cipher_failures(read_run(tmp_path / "a")) is None
