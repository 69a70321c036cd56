"""Every reader judges any text: it never raises, and 100 kB take little time."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.drift import drift_of
from gwageo.hangul.text import fold, graphemes, key
from gwageo.scoring.label_reading import read_label
from gwageo.scoring.labels import LabelRule
from gwageo.scoring.letter_match import LetterMatch
from gwageo.scoring.mathematics.korean import plain_latex
from gwageo.scoring.mathematics.stated import read_math
from gwageo.scoring.number_reading import read_number
from gwageo.scoring.numbers import flexible, reduced, same_number, strict

LIMIT_S = 0.05
READERS: dict[str, Callable[[str], object]] = {
    "published label": LabelRule("D").find,
    "robust label": lambda text: read_label(text, "ABCD", ["구리", "철", "산소", "유리"]),
    "strict": strict,
    "flexible": flexible,
    "comparison": reduced,
    "robust number": read_number,
    "reasoning": split_reasoning,
    "drift": drift_of,
    "folding": fold,
    "key": key,
    "graphemes": graphemes,
    "published letter": LetterMatch("D").read,
    "robust mathematics": read_math,
    "plain LaTeX": plain_latex,
}
PIECES = [
    "답",
    "정답: ",
    " ",
    "A",
    "1",
    "1,",
    "\u200b",
    "a\u200b",
    "A입니다 ",
    "#### ",
    "답: (",
    r"\boxed{",
    "만",
    "1만 ",
]
SLACK = 3
"""A busy machine stretches processor time too; anything quadratic would be hundreds of times over."""
PIECES += ["A, ", "<think>", "\n", "A. ", "\u1100\u1161", "정답" + " " * 30, "1" * 41 + " ", "-", "$", "12,345,", "="]
SLACK = 3
"""A busy machine stretches processor time too; anything quadratic would be hundreds of times over."""
PIECES += [r"\boxed{1}", r"\boxed{1}, ", "$", "$1$ ", "final answer is ", "answer ", "\u1100", "가\u11a8", "12 "]
PIECES += ["답: 1=", "답: 삼", "정답: A와 B와 ", "\ud83d", "{", "e\u0301", "아니라 ", "A는 "]


@pytest.mark.parametrize("name", READERS)
def test_hostile_text_is_judged_in_bounded_time(name: str) -> None:
    """100,000 characters of any repeated piece; the best of three counts, since other work runs on the machine."""
    for piece in PIECES:
        text = (piece * 100_000)[:100_000]
        best = min(_timed(READERS[name], text) for _ in range(3))
        assert best < SLACK * LIMIT_S, (piece, best)


def _timed(reader: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    reader(text)
    return time.process_time() - start


@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_no_text_raises(text: str) -> None:
    for reader in READERS.values():
        reader(text)
    assert same_number(text, text)
