"""Parsing: the few steps that reading a question back has in common.

A parser knows how questions are laid out, ours and the released ones, but nothing of our templates: it is the second
witness of the wording. It therefore also insists on the conventions that give the data their meaning ("(row, column)",
"counted from 1"), so that a template that says otherwise is caught.
"""

import re

from gwageo.puzzles.base import Unreadable

_AS_SHOWN = "it as in the questions that 'gwageo nolli show' prints"
_EXAMPLES = {
    "rows before columns": "coordinates such as (row, column)",
    "counting from 0": "'counted from 0'",
    "counting from 1": "'counted from 1'",
}


def find(pattern: str, text: str, what: str) -> re.Match[str]:
    """The first match of a pattern, in lines.

    Raises:
        Unreadable: There is none; the sentence says what was looked for.
    """
    match = re.search(pattern, text, re.MULTILINE)
    if match is None:
        raise Unreadable(f"the question does not state {what}; expected {_EXAMPLES.get(what, _AS_SHOWN)}")
    return match


def number(pattern: str, text: str, what: str) -> int:
    """The number in the first group that took part in the first match of a pattern."""
    return int(next(group for group in find(pattern, text, what).groups() if group is not None))


def block(row: str, text: str, what: str) -> list[str]:
    """The lines of the first unbroken run of lines that match `row` as a whole.

    Raises:
        Unreadable: No line matches.
    """
    rows: list[str] = []
    for line in text.split("\n"):
        if re.fullmatch(row, line):
            rows.append(line)
        elif rows:
            break
    if not rows:
        raise Unreadable(f"the question holds no {what}; expected {_AS_SHOWN}")
    return rows


def conventions(text: str, **patterns: str) -> None:
    """Insist that the text states its conventions.

    Raises:
        Unreadable: A pattern does not occur.
    """
    for name, pattern in patterns.items():
        find(pattern, text, name.replace("_", " "))
