"""Words of the data that the published checkers use as patterns, searched in bounded time.

A word without special characters is searched as it is. One that is a valid expression runs as one, under a time limit
inside the matcher; one that is not is searched literally.
"""

import re
import warnings
from functools import lru_cache
from typing import Any

from gwageo.scoring.ifeval.libraries import patterns

LIMIT_S = 0.1
"""Time for one search with a pattern from the data."""
_SPECIAL = frozenset(".^$*+?{}[]\\|()")


class OutOfTime(Exception):
    """A pattern from the data did not come to an end in time."""


def hits(word: str, text: str, *, before: str = "", after: str = "", ignore_case: bool = True) -> int:
    """How often a word occurs, without overlaps.

    Args:
        word: From the data; used as a pattern where it is a valid one.
        text: Where to search.
        before: A pattern of ours in front of it.
        after: A pattern of ours behind it.
        ignore_case: Whether small and capital letters are the same.

    Raises:
        OutOfTime: The word is a pattern that took too long.

    Example:
        >>> hits("3.5", "395 3.5"), hits("(", "((")
        (2, 2)
    """
    compiled, limited = _compiled(word, before, after, ignore_case)
    if not limited:
        return sum(1 for _ in compiled.finditer(text))
    try:
        return sum(1 for _ in compiled.finditer(text, timeout=LIMIT_S))
    except TimeoutError as error:
        raise OutOfTime(word) from error


def literal_hits(word: str, text: str) -> int:
    """How often a word occurs as it is written, in any case."""
    return sum(1 for _ in re.finditer(re.escape(word), text, re.IGNORECASE))


@lru_cache(4096)
def _compiled(word: str, before: str, after: str, ignore_case: bool) -> tuple[Any, bool]:
    """The pattern, and whether it needs a time limit."""
    flags = re.IGNORECASE if ignore_case else re.NOFLAG
    if _SPECIAL & set(word):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about spellings that a later version may read differently
            try:
                re.compile(before + word + after, flags)
                limited = patterns()
                return limited.compile(before + word + after, limited.IGNORECASE if ignore_case else 0), True
            except (re.error, patterns().error, OverflowError, RecursionError):
                pass
    return re.compile(before + re.escape(word) + after, flags), False
