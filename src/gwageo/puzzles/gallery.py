"""The gallery: two items of every type, language and tier as one page, so that a person sees what a model is asked.

python -m gwageo.puzzles.gallery docs/gallery.md
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from gwageo.core import Item
from gwageo.puzzles.registry import AnyType, cells
from gwageo.puzzles.workshop import make

EACH = 2
_HEAD = """# Gallery of puzzles

Two items of every type, tier and language, of seed 0, with their answers; made by
`python -m gwageo.puzzles.gallery docs/gallery.md`. Of long questions the middle is left out: `gwageo nolli show` with
the item's id tells the whole item, with its worked solution and certificate.
"""
_NAMES = {"en": "English", "ko": "Korean"}
_TOP, _END = 22, 14
"""Lines of a long question that are shown."""


def page() -> str:
    """The whole gallery as Markdown."""
    parts = [_HEAD]
    for name, group in groupby(cells(), key=lambda cell: cell[0].name):
        parts.append(f"## {name}\n")
        for kind, language, tier in group:
            twin = ", an addition of ours" if language in kind.twins else ""
            parts.append(f"### {name}, {_NAMES[language]}, {tier}{twin}\n")
            parts += [_shown(kind, item) for item in make(name, language, tier, count=EACH)]
    return "\n".join(parts)


def _shown(kind: AnyType, item: Item) -> str:
    question = "\n".join(_abridged(item.fields["question"].rstrip().split("\n")))
    return f"`{item.id}`\n\n~~~text\n{question}\n~~~\n\nAnswer: `{kind.reader.show(item.gold)}`\n"


def _abridged(lines: list[str]) -> Iterator[str]:
    left_out = len(lines) - _TOP - _END
    if left_out <= 1:
        yield from lines
        return
    yield from lines[:_TOP]
    yield f"[... {left_out} lines ...]"
    yield from lines[-_END:]


def main() -> None:
    """Write the page to the file that is named, else to standard output."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main()
