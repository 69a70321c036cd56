"""How graders see text: the one place that decides which signs are alike.

Everything here is for comparison only; what is sent to a model is never changed. `fold` makes a copy for reading
answers, with a way back to the places in the original: full-width forms, typographic minus signs and blanks get their
plain twins, zero-width characters and byte-order marks vanish, decomposed Hangul is composed. `key` goes further and is
for whole texts: circled and other compatibility forms are opened too. `graphemes` counts what a reader sees;
`without_josa` takes a particle off a word. Numbers in Korean (`AMOUNT`, `words_at`, `number_of`) come from `numerals`.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from gwageo.hangul.josa import fits
from gwageo.hangul.numerals import (
    AMOUNT,
    MINUS,
    NARROW,
    Amount,
    Share,
    amount_of,
    number_of,
    share_at,
    words_at,
)

__all__ = [
    "AMOUNT",
    "MINUS",
    "NARROW",
    "Amount",
    "Folded",
    "Share",
    "amount_of",
    "compose",
    "fold",
    "graphemes",
    "is_hangul",
    "key",
    "nfc",
    "number_of",
    "share_at",
    "without_josa",
    "words_at",
]

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


def nfc(text: str) -> str:
    """The text in the form in which equal texts are equal: for both sides of a comparison, never for a prompt."""
    return unicodedata.normalize("NFC", text)


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
    if text.isascii():
        return Folded(text)
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


def key(text: str) -> str:
    r"""A key for comparing whole texts: compatibility forms opened, folded, blanks as one, small letters.

    Example:
        >>> key("①번  ＡＢＣ\u200b ㎏") == key("1번 abc kg")
        True
    """
    opened = unicodedata.normalize("NFKC", _ZERO_WIDTH.sub("", fold(text).text))
    return " ".join(_ZERO_WIDTH.sub("", opened).casefold().split())


_OLD_SYLLABLE = "[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*"
_EXTENDING = "[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
_GRAPHEME = re.compile(
    rf"\r\n|[\U0001f1e6-\U0001f1ff]{{2}}"
    rf"|(?:{_OLD_SYLLABLE}|[\uac00-\ud7a3][\u11a8-\u11ff]*|.)(?:{_EXTENDING}|\u200d[^\s\u0000-\u007f]|\u200d)*",
    re.DOTALL,
)


def graphemes(text: str) -> list[str]:
    """The characters that a reader sees, in order: an old or decomposed syllable, a flag, a joined emoji is one each.

    Joined together they are the text.
    """
    return _GRAPHEME.findall(text)


_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uffa1-\uffdc]")


def is_hangul(sign: str) -> bool:
    """Whether a character or grapheme is Hangul: syllables, letters, old and half-width forms."""
    return bool(sign) and _HANGUL.match(sign) is not None


_PARTICLES = """은 는 이 가 을 를 과 와 의 에 도 만 으로 로 에서 에게 께서 부터 까지 이나 나 이랑 랑
이다 다 입니다 이에요 예요 이라고 라고"""
_JOSA = sorted(_PARTICLES.split(), key=len, reverse=True)


def without_josa(word: str) -> str:
    """A word without the particle or copula behind it, where one fits; nothing is taken from a word of one syllable.

    Only for tasks that ask for it: 고양이 ends in no particle, and this cannot know.

    Example:
        >>> without_josa("학교에서"), without_josa("사과를"), without_josa("사과을"), without_josa("가")
        ('학교', '사과', '사과을', '가')
    """
    for ending in _JOSA:
        stem = word.removesuffix(ending)
        if stem and stem != word and fits(stem, ending):
            return stem
    return word
