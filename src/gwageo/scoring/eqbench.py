"""Scores for four emotions, read from a reply line by line, and what they are worth beside a reference.

The published reading takes lines such as `기쁨: 5`; `legacy` is the older one, which knows one-word labels only. The
robust reading also takes list marks, bold labels, full-width signs, decimals, JSON, rows of a table and several scores
on one line, and trusts the last complete block.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gwageo.hangul.text import fold

LEVELS = range(11)
"""The scores that a reply may give."""
FULL = 100.0
"""Points for a reply that equals the reference."""

_WEIGHT = 0.7477
_NEAR = 5
_DIGITS = re.compile(r"\s*(\d+)")
_WORD = re.compile(r"\w+")
_WORDS = re.compile(r"\w+(?:[ \t]+\w+)*")
_LONGEST = 15
_HUGE = 10.0**_LONGEST
_MARKS = r" \t*_`#>•·\-–\"'“”‘’"
_BEGIN = rf"\A[{_MARKS}{{|]{{0,16}}(?:\d{{1,3}}(?:[.)]|\s?\|)[{_MARKS}]{{0,16}})?"
_NEXT = rf"(?:[,;/|]|(?<=[0-9점])\s)[{_MARKS}]{{0,16}}"
_VALUE = r"[*_`\"'\s]{0,9}[:=\-–→|][*_`\"'\s<(\[]{0,9}(?P<value>-?\d{1,15}(?:\.\d{1,15})?)(?![\d.]*\d|,\d)"
_UNSETTLED = re.compile(
    r"[*_`\s]{0,9}점?\s{0,2}(?:[~∼〜–-]|→|->|에서|또는|혹은|or\b|to\b|\|)\s{0,9}\d"
    r"|\s?/\s?(?!10(?!\d))\d{1,3}(?![.)])"
)
"""A range, a choice, a second column, or another scale than 0 to 10."""
_LONG_LINE = 2000
"""Characters; no line with a label and a score is longer."""


@dataclass(frozen=True, slots=True)
class Given:
    """The scores that a reply gives."""

    scores: Mapping[str, float]
    """Label to score; every label of the reference where the reply is parseable."""
    parseable: bool
    missing: tuple[str, ...] = ()
    """Labels of the reference that have no score."""
    span: tuple[int, int] | None = None
    """From the first to the last line that was read, in characters."""
    blocks: int = 0
    """Complete blocks of scores, as the robust reading finds them; more than one where a reply revises itself."""


Parser = Callable[[str, Sequence[str]], Given]


def read_lines(reply: str, labels: Sequence[str]) -> Given:
    """The published reading: one-word labels directly before the colon, else exactly a label of the reference.

    Example:
        >>> read_lines("기쁨: 5\\n믿지 않음 : 9점", ["기쁨", "믿지 않음"]).scores
        {'기쁨': 5.0, '믿지 않음': 9.0}
    """
    return _read(reply, labels, _label)


def read_legacy(reply: str, labels: Sequence[str]) -> Given:
    """The older reading: one-word labels directly before the colon, nothing else."""
    return _read(reply, labels, _one_word)


PARSERS: dict[str, Parser] = {"lines": read_lines, "legacy": read_legacy}
"""The published readings by name, the default first."""


def _read(reply: str, labels: Sequence[str], label_of: Callable[[str, Sequence[str]], str | None]) -> Given:
    scores: dict[str, float] = {}
    start, end, at = None, 0, 0
    for line in reply.split("\n"):
        head, colon, rest = line.strip().partition(":")
        digits = _DIGITS.match(rest) if colon else None
        label = label_of(head, labels) if digits else None
        if digits and label is not None:
            scores[label] = _value(digits[1])
            start, end = (at if start is None else start), at + len(line)
        at += len(line) + 1
    missing = tuple(label for label in labels if label not in scores)
    parseable = not missing and len(scores) == len(labels)
    return Given(scores, parseable, missing, None if start is None else (start, end))


def _one_word(head: str, labels: Sequence[str]) -> str | None:
    del labels
    return head if _WORD.fullmatch(head) else None


def _label(head: str, labels: Sequence[str]) -> str | None:
    if _WORD.fullmatch(head):
        return head
    plain = head.rstrip(" \t")
    return plain if plain in labels and _WORDS.fullmatch(plain) else None


def _value(digits: str) -> float:
    """A run of digits as a number; beyond any sense it is kept finite, so that a mean stays a number."""
    return float(digits) if len(digits) <= _LONGEST else _HUGE


def read_robust(reply: str, labels: Sequence[str]) -> Given:
    """What a person would read: the last complete block of scores, whatever marks stand around it.

    Example:
        >>> read_robust("- **기쁨**： 5점\\n2. 슬픔 - 3", ["기쁨", "슬픔"]).scores
        {'기쁨': 5.0, '슬픔': 3.0}
    """
    by_fold = {_folded(label): label for label in labels}
    last: Given | None = None
    block: dict[str, float] = {}
    start, at, blocks = 0, 0, 0
    for line in reply.split("\n"):
        for name, value in _robust_line(line, tuple(by_fold)):
            label = by_fold[name]
            if label in block:
                block = {}
            start = start if block else at
            block[label] = value
            if len(block) == len(labels):
                blocks += 1
                scores = {label: block[label] for label in labels}
                last = Given(scores, True, span=(start, at + len(line)), blocks=blocks)
        at += len(line) + 1
    return last or Given(block, False, tuple(label for label in labels if label not in block))


def _folded(text: str) -> str:
    return " ".join(fold(text).text.split())


def _robust_line(line: str, names: tuple[str, ...]) -> list[tuple[str, float]]:
    """Labels and scores that a line states; a range or a value outside 0-10 states none."""
    if len(line) > _LONG_LINE:
        return []
    plain = _folded(line)
    return [
        (match["label"], float(match["value"]))
        for match in _stated(names).finditer(plain)
        if 0 <= float(match["value"]) <= LEVELS[-1] and not _UNSETTLED.match(plain, match.end())
    ]


@lru_cache
def _stated(names: tuple[str, ...]) -> re.Pattern[str]:
    """A label with its score, at the beginning of a line or behind another one."""
    labels = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?:{_BEGIN}|{_NEXT})(?P<label>{labels}){_VALUE}")


def penalty(difference: float) -> float:
    """What one emotion costs: little for a near miss, the whole difference for a far one.

    Example:
        >>> [round(penalty(d), 5) for d in (0, 1, 4, 6)]
        [0.0, 0.17288, 3.25, 6.0]
    """
    if difference == 0:
        return 0.0
    return difference if difference > _NEAR else 6.5 / (1 + math.exp(-1.2 * (difference - 4)))


def points(scores: Mapping[str, float], reference: Mapping[str, float]) -> float:
    """Points of a complete reply: 100 where it equals the reference, and far below 0 where it is far off.

    Example:
        >>> points({"a": 0, "b": 8, "c": 3, "d": 7}, {"a": 4, "b": 6, "c": 3, "d": 9})
        67.61528072809425
    """
    lost = sum(penalty(abs(scores[label] - value)) for label, value in reference.items())
    return 10 * (10 - _WEIGHT * lost)


def clipped(scores: Mapping[str, float]) -> dict[str, float]:
    """The scores with those above the scale put on its end."""
    return {label: min(max(value, float(LEVELS[0])), float(LEVELS[-1])) for label, value in scores.items()}


def random_level(reference: Mapping[str, float]) -> float:
    """Expected points of a reply that draws each score evenly from 0 to 10."""
    each = [sum(penalty(abs(level - value)) for level in LEVELS) / len(LEVELS) for value in reference.values()]
    return 10 * (10 - _WEIGHT * sum(each))
