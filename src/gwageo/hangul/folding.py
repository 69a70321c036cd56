"""A copy of a text for reading answers, with a way back to the places in the original.

Folding is for comparison only; what is sent to a model is never folded. Full-width forms, typographic minus signs and
blanks get their plain twins, zero-width characters vanish, decomposed Hangul is composed.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

NARROW = "\N{NARROW NO-BREAK SPACE}"
"""What thin blanks fold to: kept apart from the plain blank because they group digits."""

_TWINS: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    ord("\N{IDEOGRAPHIC SPACE}"): " ",
    ord("\N{NO-BREAK SPACE}"): " ",
    ord("\N{THIN SPACE}"): NARROW,
    ord("\N{MINUS SIGN}"): "-",
    ord("\N{FULLWIDTH WON SIGN}"): "\N{WON SIGN}",
}
_ZERO_WIDTH = re.compile("[\\u00ad\\u200b-\\u200f\\u2060\\ufe0e\\ufe0f\\ufeff]")
_DECOMPOSED = re.compile("[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[A-Za-z][\u0300-\u036f]{1,3}")
# Runs, because one step per character would be slow on hostile text; inside a run of decomposed letters a place in the
# original is exact at its start only.
_CHANGED = re.compile(f"{_ZERO_WIDTH.pattern}+|(?:{_DECOMPOSED.pattern}){{1,16}}")


def compose(text: str) -> str:
    r"""The text with decomposed syllables and accented letters put together, and nothing else changed.

    Full NFC would also replace compatibility ideographs and signs; a question must reach the model as it was written.

    Example:
        >>> compose("\u1112\u1161\u11ab\u1100\u1173\u11af") == "\ud55c\uae00"
        True
    """
    return _DECOMPOSED.sub(lambda match: unicodedata.normalize("NFC", match.group()), text)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text."""

    text: str
    _starts: tuple[int, ...] = ()
    """Places in the folded text from which on the original lies further ahead."""
    _shifts: tuple[int, ...] = ()
    """By how many characters, for each of these places."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original of `text[start:end]`."""
        return self._back(start), self._back(end - 1) + 1 if end > start else self._back(start)

    def _back(self, place: int) -> int:
        at = bisect_right(self._starts, place)
        return place + (self._shifts[at - 1] if at else 0)


def fold(text: str) -> Folded:
    """Fold a text in linear time."""
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    done = length = 0
    for match in _CHANGED.finditer(text):
        whole = match.group()
        new = "" if _ZERO_WIDTH.match(whole) else unicodedata.normalize("NFC", whole)
        parts += [text[done : match.start()], new]
        length += match.start() - done + len(new)
        done = match.end()
        starts.append(length)
        shifts.append(done - length)
    parts.append(text[done:])
    return Folded("".join(parts).translate(_TWINS), tuple(starts), tuple(shifts))
