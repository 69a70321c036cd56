"""How Korean Cipher fails: wrong plaintexts beside the right ones, jamo by jamo.

All similarities are 0-1. A stream is a text taken apart into its jamo, syllable by syllable.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from gwageo.hangul import decompose, is_syllable
from gwageo.hangul.jamo import LEADS

MOST_PAIRS = 2000
"""Pairs of unrelated plaintexts behind the first baseline, at most."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One wrong, non-empty answer."""

    said: str
    plain: str
    """The right plaintext."""
    cipher: str


@dataclass(frozen=True, slots=True)
class Failures:
    """What the wrong answers of a model have in common."""

    n: int
    similarity: float
    """Mean jamo-stream similarity: one less the Levenshtein distance over the longer stream."""
    dice: float
    """Mean overlap of syllable blocks, whatever their order (Dice 1945)."""
    echoes: float
    """Share of answers that repeat the ciphertext."""
    resegmented: float
    """Share whose jamo are right and only their grouping is not."""
    shifted: float
    """Share that one constant shift of all initials turns into the plaintext."""
    length_difference: float
    """Mean difference of the lengths, in syllables."""


@dataclass(frozen=True, slots=True)
class Baselines:
    """What similarity means nothing."""

    unrelated: float | None
    """Between plaintexts of equal length that have nothing to do with each other; None without such a pair."""
    ciphertext: float
    """Between ciphertext and plaintext."""


def failures(attempts: Sequence[Attempt]) -> Failures | None:
    """The figures of some wrong answers; None where there are none."""
    if not attempts:
        return None
    return Failures(
        len(attempts),
        fmean(similarity(each.said, each.plain) for each in attempts),
        fmean(dice(each.said, each.plain) for each in attempts),
        fmean(each.said == each.cipher for each in attempts),
        fmean(stream(each.said) == stream(each.plain) and each.said != each.plain for each in attempts),
        fmean(constant_shift(each.said, each.plain) for each in attempts),
        fmean(abs(len(each.said) - len(each.plain)) for each in attempts),
    )


def baselines(items: Iterable[tuple[str, str]]) -> Baselines:
    """The two baselines over (plaintext, ciphertext) of the items, each plaintext against those of its length."""
    texts = list(items)
    by_length: dict[int, list[str]] = {}
    for plain, _ in texts:
        by_length.setdefault(len(plain), []).append(plain)
    alike = [similarity(a, b) for group in by_length.values() for a, b in _some(list(combinations(group, 2)))]
    return Baselines(fmean(alike) if alike else None, fmean(similarity(plain, cipher) for plain, cipher in texts))


def _some(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """At most so many of the pairs, evenly spread."""
    step = max(1, len(pairs) // MOST_PAIRS)
    return pairs[::step]


def stream(text: str) -> str:
    """The jamo of a text one after the other; other characters as they are.

    Example:
        >>> stream("값A")
        'ㄱㅏㅄA'
    """
    return "".join("".join(decompose(char)) if is_syllable(char) else char for char in text)


def similarity(a: str, b: str) -> float:
    """One less the Levenshtein distance of two streams, over the longer one.

    Source: Levenshtein (1966), Soviet Physics Doklady 10, 707-710.
    """
    one, other = stream(a), stream(b)
    longest = max(len(one), len(other))
    return 1 - distance(one, other) / longest if longest else 1.0


def distance(a: str, b: str) -> int:
    """Fewest characters to insert, delete or replace."""
    row = list(range(len(b) + 1))
    for number, char in enumerate(a, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(b, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (char != other))
    return row[-1]


def dice(a: str, b: str) -> float:
    """Twice the syllables in common over all syllables."""
    common = (Counter(a) & Counter(b)).total()
    return 2 * common / (len(a) + len(b)) if a or b else 1.0


def constant_shift(said: str, plain: str) -> bool:
    """Whether every initial is off by the same number of places, and everything else right."""
    if len(said) != len(plain) or said == plain or not all(map(is_syllable, said + plain)):
        return False
    pairs = [(decompose(a), decompose(b)) for a, b in zip(said, plain, strict=True)]
    shifts = {(LEADS.index(a.lead) - LEADS.index(b.lead)) % len(LEADS) for a, b in pairs}
    return len(shifts) == 1 and all(a[1:] == b[1:] for a, b in pairs)
