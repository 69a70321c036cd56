r"""What a stated value is besides its number: a percentage, a ratio, a number in another base.

Math-Verify reads past all three: for it 6\% may be 6, 1:4 is 1/4, and 2516_7 is 2516_8. Here a percentage is a number
of hundredths unless the right answer is one too, and a ratio answers only where the right answer is a ratio. Digits
with a base equal the same digits in the same base, or, where the right answer names no base, the number that they
write; digits without a base equal those of a right answer in any base, which the question names.
"""

import re
from fractions import Fraction

_PERCENT = re.compile(r"(?<![0-9.,])([0-9][0-9.,]{0,39})\s?\\?%")
_ENDS_IN_PERCENT = re.compile(r"(.{1,200}?)\s?\\?%\Z", re.DOTALL)
_RATIO = re.compile(r"[^:|]{1,40}(?:(?::|\\colon)[^:|]{1,40}){1,5}")
_TERM = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,10})?")
_BASE = re.compile(
    r"(?:[A-Za-z]\s?=\s?)?(?:\\(?:text|mathrm)\{|\(|\{)?([0-9A-Za-z]{1,80})[)}]?\s?"
    r"_\s?\{?\s?\(?(?:\\(?:text|mathrm)\{)?\(?([0-9]{1,2}|[a-z]{3,7})\)?\}?\)?\s?\}?"
)
_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BASES = {**{str(base): base for base in range(2, 37)}, **dict(zip(_NAMES, range(2, 13), strict=True)), "sixteen": 16}


def beside(gold: str, value: str) -> str | None:
    r"""The value as it is to be compared with a right answer; None where it is of a kind that cannot equal it.

    Args:
        gold: The right answer in plain LaTeX.
        value: What a reply states, in plain LaTeX.

    Example:
        >>> beside("6", r"6\%"), beside(r"6\%", r"6\%"), beside(r"\frac14", "1:4"), beside("52_8", "52_7")
        ('\\frac{6}{100}', '6\\%', None, None)
    """
    based = _in_base(gold, value)
    if based is not None:
        return based or None
    if ":" in value and _RATIO.fullmatch(value):
        return _ratio(gold, value)
    if "%" in value and "%" not in gold:
        value = _PERCENT.sub(lambda match: rf"\frac{{{match[1]}}}{{100}}", value)
        return _ENDS_IN_PERCENT.sub(lambda match: rf"\frac{{{match[1]}}}{{100}}", value)
    return value


def _in_base(gold: str, value: str) -> str | None:
    """As `beside` for digits with a base; the empty text where they differ, None where the value names no base."""
    given = _number(value)
    if given is None:
        return None
    wanted = _number(gold)
    if wanted is None:
        return str(int(*given))
    return gold if given[1] == wanted[1] and int(*given) == int(*wanted) else ""


def _number(latex: str) -> tuple[str, int] | None:
    """Digits and their base."""
    match = _BASE.fullmatch(latex.strip())
    base = _BASES.get(match[2]) if match else None
    if match is None or base is None:
        return None
    try:
        int(match[1], base)
    except ValueError:
        return None
    return match[1], base


def _ratio(gold: str, value: str) -> str | None:
    if ":" not in gold:
        return None
    one, other = _terms(gold), _terms(value)
    if one and other:
        same = len(one) == len(other) and all(a * other[0] == b * one[0] for a, b in zip(one, other, strict=True))
        return gold if same else None
    return value if gold.count(":") == value.count(":") else None


def _terms(latex: str) -> list[Fraction]:
    """The numbers of a ratio; nothing where one is no plain number."""
    parts = [part.strip() for part in re.split(r"\\colon|:", latex)]
    return [Fraction(part) for part in parts] if all(_TERM.fullmatch(part) for part in parts) else []
