"""The gallery in the documentation is the one that the command makes, and shows every cell twice."""

from pathlib import Path

from gwageo.puzzles import cells
from gwageo.puzzles.gallery import page

PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"


def test_the_page_is_what_the_command_makes() -> None:
    made = page()
    assert made == PAGE.read_text(encoding="utf-8"), "make it again: python -m gwageo.puzzles.gallery docs/gallery.md"
    for kind, language, tier in cells():
        assert made.count(f"\n`{kind.name}_{language}_{tier}_s0_") == 2
