"""The published reading of a Ko-GSM8K reply, strict and flexible, and the published comparison.

Both extractors are the published expressions. The comparison deletes from both sides every `,`, then the currency word,
then everything up to the last "#### ", then a final full stop; what is left is compared as text. The third rule is a
search from the right here: the published `(?s).*#### ` is quadratic where the mark is missing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_STRICT = re.compile(r"#### (-?[0-9.,]+)")
_FLEXIBLE = re.compile(r"(-?[$0-9.,]{2,})|(-?[0-9]+)")
_FINAL_STOP = re.compile(r"\.$")
_MARK = "#### "

KOREAN_REMOVED = (",", "원")
ENGLISH_REMOVED = (",", "$")


@dataclass(frozen=True, slots=True)
class NumberFound:
    """A number as written, and where."""

    text: str
    span: tuple[int, int]


def strict(text: str) -> NumberFound | None:
    """The number behind the first `#### `.

    Example:
        >>> strict("... 9 * 2000 = 18000\\n#### 18000").text
        '18000'
    """
    match = _STRICT.search(text)
    return None if match is None else NumberFound(match[1], match.span(1))


def flexible(text: str) -> NumberFound | None:
    """The last run of digits, with the dots, commas and dollar signs that the published expression takes along."""
    last = None
    for match in _FLEXIBLE.finditer(text):
        last = match
    return None if last is None else NumberFound(last.group(), last.span())


def reduced(text: str, removed: Sequence[str] = KOREAN_REMOVED) -> str:
    """The text as the published comparison sees it.

    Example:
        >>> reduced("9 * 2000 = 18000원\\n#### 18,000원.")
        '18000'
    """
    for piece in removed:
        text = text.replace(piece, "")
    return _FINAL_STOP.sub("", text[text.rfind(_MARK) + len(_MARK) :] if _MARK in text else text).lower()


def same_number(extracted: str, reference: str, removed: Sequence[str] = KOREAN_REMOVED) -> bool:
    """The published comparison of an extracted number with the whole reference."""
    return reduced(extracted, removed) == reduced(reference, removed)
