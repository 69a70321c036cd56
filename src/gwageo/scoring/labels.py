"""The published reading of a multiple-choice reply: the first letter that the KBS label expression accepts.

The published expression (Korean, four options) is

    (?i)(?:정답\\s*[:：]?\\s*)?([A-D])(?:\\s*(?:번|입니다|이에요|가)|[\\.)\\]:：,\\s]|$)

and needs quadratic time on long runs of blanks. The letter it finds does not depend on the optional prefix, and every
ending behind a blank is already accepted as that blank; what is left is one letter and one look ahead, which is linear.
A property test holds both to the same answer. What follows from the expression is kept: the `d` of "I need to" counts.
"""

import re
import string
from dataclasses import dataclass
from functools import lru_cache

KOREAN_ENDINGS = ("번", "입니다", "이에요", "가")
INVALID = "[invalid]"
"""What the published extraction gives where nothing matches; it never equals a label."""

_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class LabelRule:
    """One published label expression."""

    last: str
    """The last of the letters that start at A."""
    endings: tuple[str, ...] = KOREAN_ENDINGS
    """Words that may follow the letter directly; none in English."""

    def find(self, text: str) -> tuple[int, str] | None:
        """Place and letter, as written, of the first match; None where nothing matches.

        Example:
            >>> LabelRule("D").find("A가 아니라 B입니다")
            (0, 'A')
        """
        match = _matcher(self).search(text)
        return None if match is None else (match.start(), match.group())


@lru_cache
def _matcher(rule: LabelRule) -> re.Pattern[str]:
    words = "".join(f"{re.escape(ending)}|" for ending in rule.endings)
    return re.compile(rf"[A-{rule.last}a-{rule.last.lower()}](?={words}[.)\]:：,\s]|\Z)")


def same_label(extracted: str, label: str) -> bool:
    """The published comparison: equal after lower-casing and removing ASCII punctuation."""
    return extracted.lower().translate(_PUNCTUATION) == label.lower().translate(_PUNCTUATION)
