"""Whether a text that should be Korean stays Korean: by script alone, the same on every machine.

What says nothing about the language of a text is set aside first: code, LaTeX, links, quotations, and glosses in
brackets without Hangul ("요트(Yacht)", "병(丙)"). A word that holds a Hangul syllable is Korean, so that "CPU를" is. A
Latin word counts as foreign where it is written in small letters; capitalised words, capitals, single letters, anything
with a digit and words of formulas ("true", "mod") may be names, labels or variables. Words of other scripts are
foreign. Han characters in short runs are Hanja, which Korean texts may hold, and are counted apart; a run of `CHINESE`
or more is a foreign passage, a word for every two of them.

A text has left Korean where foreign words are the majority; it is mixed where `PASSAGE` of them stand in a row without
a Korean word between. A text without words (an answer "B" or "45") is neither.
"""

import re
from dataclasses import dataclass
from typing import Literal

PASSAGE = 6
"""Foreign words in a row that make a passage; idioms and terms are shorter."""
CHINESE = 5
"""Han characters in a row that are no Hanja word any more."""
WINDOW = 30_000
"""Characters from the start that are looked at; it bounds the time."""

_SPAN = 400
_ASIDE = (
    re.compile(r"```[^`]{0,30000}(?:```|\Z)"),
    re.compile(rf"`[^`\n]{{1,{_SPAN}}}`"),
    re.compile(rf"\$\$[^$]{{1,{4 * _SPAN}}}\$\$|\$[^$\n]{{1,{_SPAN}}}\$"),
    re.compile(rf"\\\[[^\]]{{1,{4 * _SPAN}}}\\\]|\\\([^)\n]{{1,{_SPAN}}}\\\)"),
    re.compile(r"\\[A-Za-z]{1,30}(?:\{[A-Za-z]{0,30}\})?"),
    re.compile(r"(?:https?://|www\.)\S{1,400}|[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}|</?[A-Za-z][^<>\n]{0,100}>"),
    re.compile(
        rf'"[^"\n]{{1,{_SPAN}}}"|“[^”\n]{{1,{_SPAN}}}”|‘[^’\n]{{1,{_SPAN}}}’|(?<![A-Za-z])\'[^\'\n]{{1,{_SPAN}}}\'(?![A-Za-z])'
    ),
    re.compile(rf"「[^」\n]{{1,{_SPAN}}}」|『[^』\n]{{1,{_SPAN}}}』|《[^》\n]{{1,{_SPAN}}}》|〈[^〉\n]{{1,{_SPAN}}}〉"),
    re.compile(r"[(（][^()（）가-힣\n]{0,60}[)）]"),
)
"""What is set aside, in this order; every repetition is bounded."""

_SYLLABLE = re.compile("[가-힣]")
_DECOMPOSED = re.compile("[\u1100-\u115f][\u1160-\u11a7]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_SMALL_WORD = re.compile(r"[^\w]*[a-zà-öø-ÿāăąćčďēęěğıłńňōőřśşšťūůűźżž]{2,}(?:['’-][a-z]+)*[^\w]*")
_OTHER = re.compile("[\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0900-\u0e7f\u3040-\u30ff]{2,}")
_DIGIT = re.compile(r"\d")
_FORMULA = frozenset(
    [
        *("true", "false", "null", "none", "and", "or", "not", "xor", "mod", "div", "max", "min", "log", "sin", "cos"),
        *("tan", "sum", "len", "pos", "vs"),
    ]
)
"""Words that stand in formulas and data of any language."""

_SIGNS = re.compile(r"[^a-z]+")

State = Literal["korean", "mixed", "left"]


@dataclass(frozen=True, slots=True)
class Drift:
    """What scripts a text is written in."""

    korean: int
    """Words with a Hangul syllable."""
    foreign: int
    """Words of other languages, as far as the script tells."""
    longest: int
    """Foreign words in a row at most, without a Korean one between."""
    hanja: int
    """Runs of Han characters outside quotations and glosses, also inside Korean words."""

    @property
    def state(self) -> State | None:
        """Whether the text stays Korean; None where it holds no words."""
        if not self.korean + self.foreign:
            return None
        if self.foreign > self.korean:
            return "left"
        return "mixed" if self.longest >= PASSAGE else "korean"


def drift_of(text: str) -> Drift:
    """Count the words of a text by script, in linear time.

    Example:
        >>> drift_of("The answer is seven because three plus four is seven.").state
        'left'
        >>> drift_of("삼성전자(Samsung)의 GPT-4 비교 결과는 `print(x)`와 같다.").state, drift_of("Answer: B").state
        ('korean', None)
    """
    rest = text[:WINDOW]
    for pattern in _ASIDE:
        rest = pattern.sub(" ", rest)
    korean = foreign = longest = run = 0
    for chunk in rest.split():
        if _SYLLABLE.search(chunk) or _DECOMPOSED.search(chunk):
            korean, run = korean + 1, 0
            continue
        words = _foreign_words(chunk)
        foreign, run = foreign + words, run + words
        longest = max(longest, run)
    return Drift(korean, foreign, longest, sum(1 for _ in _HAN.finditer(rest)))


def _foreign_words(chunk: str) -> int:
    """Foreign words in a piece of text without blanks and without Hangul."""
    runs = [len(match.group()) for match in _HAN.finditer(chunk)]
    han = sum((length + 1) // 2 for length in runs if length >= CHINESE)
    other = sum(1 for _ in _OTHER.finditer(chunk))
    if runs or other or _DIGIT.search(chunk):
        return han + other
    words = (part for part in chunk.split("/") if _SMALL_WORD.fullmatch(part))
    return sum(_SIGNS.sub("", word) not in _FORMULA for word in words)
