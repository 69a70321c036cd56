"""Which file of a folder is taken for an exam."""

from pathlib import Path

import pytest

from gwageo.core import DataError
from gwageo.tasks import ko_arc, ko_winogrande
from gwageo.tasks.base import Task
from gwageo.tasks.folders import choose


def folder(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return root


@pytest.mark.parametrize(
    ("task", "names", "taken"),
    [
        (ko_arc.EASY, ["ko_arc_easy.jsonl", "ko_arc_challenge.jsonl"], ["ko_arc_easy.jsonl"]),
        (ko_arc.EASY_GEN, ["ko-arc-easy.parquet", "notes.txt"], ["ko-arc-easy.parquet"]),
        (ko_arc.EASY_GEN, ["Ko-ARC_Easy_test.csv"], ["Ko-ARC_Easy_test.csv"]),
        (
            ko_arc.CHALLENGE,
            [
                "SNU_Ko-ARC/easy/test-00000-of-00001.parquet",
                "SNU_Ko-ARC/challenge/test-00001-of-00002.parquet",
                "SNU_Ko-ARC/challenge/test-00000-of-00002.parquet",
            ],
            [
                "SNU_Ko-ARC/challenge/test-00000-of-00002.parquet",
                "SNU_Ko-ARC/challenge/test-00001-of-00002.parquet",
            ],
        ),
        (
            ko_winogrande.TASK,
            ["SNU_Ko-WinoGrande/data/validation-00000-of-00001.parquet"],
            ["SNU_Ko-WinoGrande/data/validation-00000-of-00001.parquet"],
        ),
        (ko_winogrande.TASK, ["ko_winogrande/test.csv", "ko_winogrande/train.csv"], ["ko_winogrande/test.csv"]),
    ],
)
def test_the_rule(tmp_path: Path, task: Task, names: list[str], taken: list[str]) -> None:
    root = folder(tmp_path, *names)
    assert [path.relative_to(root).as_posix() for path in choose(root, task)] == taken


def test_the_name_of_the_folder_itself_counts(tmp_path: Path) -> None:
    root = folder(tmp_path / "ko_arc_easy", "test.jsonl")
    assert choose(root, ko_arc.EASY) == (root / "test.jsonl",)


def test_two_candidates_are_listed(tmp_path: Path) -> None:
    root = folder(tmp_path, "ko_arc_easy.jsonl", "old/ko_arc_easy.csv")
    with pytest.raises(DataError, match=r"2 files that fit ko-arc-easy: ko_arc_easy\.jsonl, old/ko_arc_easy\.csv"):
        choose(root, ko_arc.EASY)


def test_no_candidate_says_what_was_expected_and_found(tmp_path: Path) -> None:
    root = folder(tmp_path, "other.csv")
    with pytest.raises(DataError, match=r"expected a name such as ko_arc_easy\.jsonl, found other\.csv"):
        choose(root, ko_arc.EASY)
