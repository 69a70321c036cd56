"""The published reading of a multiple-choice reply by Lighteval's extractive match: upper-case letters behind anchors.

Lower priorities are tried first; within one the match that ends furthest right counts. The published expressions are
quadratic on runs of blanks behind "final answer"; these give the same matches in linear time, which a property test
holds them to. One item: `Answer: $B$` is read only where a letter without anchor may count.
"""

import re
from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from gwageo.scoring.readings import Reading

PRIORITIES = (0, 50, 100, 150, 200, 210, 250, 300)
WITHOUT_ANCHOR = (250, 300)


@dataclass(frozen=True, slots=True)
class LetterMatch:
    """One published setting."""

    last: str
    """The last of the letters that start at A."""
    without_anchor: bool = True
    """Whether a letter anywhere counts where no anchor is found."""

    def read(self, text: str) -> Reading:
        """The letter that a reply gives, with its place and the priority that found it.

        Example:
            >>> LetterMatch("D").read("Answer: A ... Answer: B").value
            'B'
        """
        for priority, pattern in _patterns(self.last):
            if priority in WITHOUT_ANCHOR and not self.without_anchor:
                break
            last = deque(pattern.finditer(text), maxlen=1)
            if last:
                place = last[0].span("letter")
                return Reading("ok", last[0]["letter"].strip("()"), place, f"priority {priority}")
        return Reading("no_answer")


def expressions(last: str, *, blanks: str = r"\s*", run: str = r".{0,100}?\s+") -> tuple[str, ...]:
    """The expressions in the order of `PRIORITIES`; the published ones unless told how to walk over blanks."""
    letter = "(?P<letter>" + "|".join(rf"{each}|\({each}\)" for each in _letters(last)) + ")"
    ending = r"(?:\*\*)?(?:[.,: ]|$)"
    token = rf"(?:^| )(?:\*\*)?{letter}{ending}"
    return (
        rf"(?i:final answer is):?{blanks}{letter}\.?\s?I hope",
        rf"(?i:final answer){run}is:?{blanks}{letter}",
        rf"(?i:answer):.{{0,50}}?{token}",
        rf"(?i:answer).{{0,50}}?{token}",
        rf"^(?:\*\*)?{letter}{ending}",
        rf"\n(?:\*\*)?{letter}{ending}",
        token,
        letter,
    )


def _letters(last: str) -> str:
    return "".join(chr(code) for code in range(ord("A"), ord(last) + 1))


@lru_cache
def _patterns(last: str) -> tuple[tuple[int, re.Pattern[str]], ...]:
    # Blanks are taken whole and never given back: no letter begins with one. A reach that ends inside a run of blanks
    # finds what the one that ends before the run has found.
    linear = expressions(last, blanks=r"\s*+", run=r"(?:|.{1,100}?(?<!\s))\s++")
    return tuple(zip(PRIORITIES, map(re.compile, linear), strict=True))
