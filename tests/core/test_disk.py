"""Files that cannot be written: the reason is told, and nothing hides it."""

from pathlib import Path

import pytest

from gwageo.core.disk import exists, take_away, why


def test_taking_away_never_fails(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    for path in (file / "below", tmp_path, tmp_path / "absent", file):
        take_away(path)
    assert (file.exists(), tmp_path.exists()) == (False, True)


@pytest.mark.parametrize(("name", "there"), [("", True), ("absent", False), ("n" * 300, False), ("\0", False)])
def test_nothing_stands_under_a_name_that_no_file_can_have(tmp_path: Path, name: str, there: bool) -> None:
    assert exists(tmp_path / name) == there


@pytest.mark.parametrize(
    ("name", "words"), [("file/x", "file is a file, not a folder"), ("file/a/x", "file is a file"), ("x", "disk full")]
)
def test_a_file_where_a_folder_should_be_is_the_reason(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert words in why(OSError(28, "disk full"), tmp_path / name)
