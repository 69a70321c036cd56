"""Language detection with langdetect's outcome, several times sooner: the same profiles, numbers and draws.

What it saves: each letter is normalised once and for all, the n-grams of a letter in its place are looked up once, the
probabilities are updated a row at a time in the same order of operations, and the seven trials end when those that are
left cannot change the winner. A property test holds it to langdetect itself, seeded with the same number.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

TRIALS = 7
_ALPHA, _WIDTH = 0.5, 0.05
_BASE = 10_000
_LONGEST = 10_000
_MOST_STEPS = 1000
_SURE = 0.99999
_LEAST = 0.1
UNKNOWN = "unknown"

_URL = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_MAIL = re.compile(r"[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_BLANKS = re.compile(" {2,}")
_LATIN = re.compile("[A-z]")
_NOT_LATIN = re.compile("[\u0300-\U0010ffff]")
"""Vietnamese letters too: langdetect means to leave them out, but compares a block's number with its name."""
_REMAINDER = 1e-9
"""Room for rounding where it is decided that trials may be left out."""


@dataclass(frozen=True)
class Detector:
    """Profiles made ready."""

    languages: Sequence[str]
    profiles: Mapping[str, Sequence[float]]
    """N-gram to its probability in each language."""
    normal: Callable[[str], str]
    """langdetect's normal form of one letter."""
    composed: Callable[[str], str]
    """langdetect's composition of Vietnamese letters, over a text."""
    seed: int = 0
    _letters: dict[str, tuple[str, bool]] = field(default_factory=dict)
    _grams: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def detect(self, text: str) -> str | None:
        """The code of the most probable language, `unknown` where none is probable; None where the text has no letters.

        Args:
            text: Any text; of what is longer than ten thousand characters the beginning counts.
        """
        grams = self._found(self._cleaned(text))
        if not grams:
            return None
        draw = random.Random(self.seed)  # noqa: S311 - the published draws
        total = [0.0] * len(self.languages)
        for left in range(TRIALS - 1, -1, -1):
            for index, value in enumerate(self._trial(grams, draw)):
                total[index] += value / TRIALS
            first, second = sorted(total, reverse=True)[:2]
            if first > _LEAST and first - second > left / TRIALS + _REMAINDER:
                break
        best = max(total)
        return self.languages[total.index(best)] if best > _LEAST else UNKNOWN

    def _trial(self, grams: Sequence[str], draw: random.Random) -> list[float]:
        """Multiply the probabilities of n-grams that are drawn until one language is sure."""
        prob = [1.0 / len(self.languages)] * len(self.languages)
        weight = (_ALPHA + draw.gauss(0.0, 1.0) * _WIDTH) / _BASE
        profiles, choice = self.profiles, draw.choice
        step = 0
        while True:
            prob = [value * (weight + own) for value, own in zip(prob, profiles[choice(grams)], strict=True)]
            if step % 5 == 0:
                whole = sum(prob)
                prob = [value / whole for value in prob]
                if max(prob) > _SURE or step >= _MOST_STEPS:
                    return prob
            step += 1

    def _cleaned(self, text: str) -> str:
        if "://" in text:
            text = _URL.sub(" ", text)
        if "@" in text:
            text = _MAIL.sub(" ", text)
        text = _BLANKS.sub(" ", self.composed(text)[:_LONGEST])
        without = _LATIN.sub("", text)
        return without if (len(text) - len(without)) * 2 < len(_NOT_LATIN.findall(text)) else text

    def _found(self, text: str) -> list[str]:
        """The n-grams of a text that any profile knows, in order; none from words in capitals."""
        found: list[str] = []
        letters, known = self._letters, self._grams
        grams, last_is_upper, capital = " ", False, False
        for sign in text:
            letter = letters.get(sign)
            if letter is None:
                normal = self.normal(sign)
                letter = letters[sign] = normal, normal.isupper()
            normal, upper = letter
            if grams[-1] == " ":
                grams, capital = " ", False
                if normal == " ":
                    last_is_upper = False
                    continue
            elif len(grams) >= 3:
                grams = grams[1:]
            grams += normal
            capital = upper and (capital or last_is_upper)
            last_is_upper = upper
            if capital:
                continue
            here = known.get(grams)
            if here is None:
                here = known[grams] = self._parts(grams)
            found += here
        return found

    def _parts(self, grams: str) -> tuple[str, ...]:
        parts = (grams[-size:] for size in range(1, len(grams) + 1))
        return tuple(part for part in parts if part != " " and part in self.profiles)
