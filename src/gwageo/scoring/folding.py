"""A copy of a text for reading answers, with a way back to the places in the original.

Folding is for comparison only; what is sent to a model is never folded. Full-width forms, typographic minus signs and
blanks get their plain twins, zero-width characters vanish, decomposed Hangul is composed.
"""

import re
import unicodedata
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
_ZERO_WIDTH_RUN = re.compile(f"{_ZERO_WIDTH.pattern}+")
_DECOMPOSED_RUN = re.compile(f"(?:{_DECOMPOSED.pattern}){{1,16}}")
_CHANGED = re.compile(f"{_ZERO_WIDTH_RUN.pattern}|{_DECOMPOSED_RUN.pattern}")
_MOST_CHANGES = 3000


def compose(text: str) -> str:
    """The text with decomposed syllables and accented letters put together, and nothing else changed.

    Full NFC would also replace compatibility ideographs and signs; a question must reach the model as it was written.

    Example:
        >>> compose("\\u1112\\u1161\\u11ab\\u1100\\u1173\\u11af") == "\\ud55c\\uae00"
        True
    """
    return _DECOMPOSED.sub(lambda match: unicodedata.normalize("NFC", match.group()), text)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text."""

    text: str
    original: str

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The place in the original of `text[start:end]`; None behind thousands of changes, to bound the time."""
        first, last = self._back(start), self._back(max(end - 1, start))
        return None if first is None or last is None else (first, last + (end > start))

    def _back(self, place: int) -> int | None:
        shift = 0
        for count, match in enumerate(_CHANGED.finditer(self.original)):
            folded_start = match.start() - shift
            length = len(_replacement(match))
            if place < folded_start + length or place < folded_start:
                break
            if count == _MOST_CHANGES:
                return None
            shift += len(match.group()) - length
        return place + shift


def fold(text: str) -> Folded:
    """Fold a text in linear time."""
    return Folded(_ZERO_WIDTH_RUN.sub("", _DECOMPOSED_RUN.sub(_replacement, text)).translate(_TWINS), text)


def _replacement(match: re.Match[str]) -> str:
    whole = match.group()
    return "" if _ZERO_WIDTH.match(whole) else unicodedata.normalize("NFC", whole)
