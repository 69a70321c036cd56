"""The published expressions of the extractive match: where in a text a LaTeX or plain value may stand, by priority.

Lower priorities are tried first. They are built from one table of LaTeX environments and one description of numbers;
the literal facts (what counts as an anchor, which brackets open mathematics) are Lighteval's, for English. They are not
linear, which is why they only run inside a worker.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

MOST_JOINED = 6
"""So many environments joined by "and", "or" or commas form a set."""

_ENVIRONMENTS = (
    ("DisplayDollar", r"(?<!\\)\$\$", r"(?:[^$]|\$(?!\$))", r"(?<!\\)\$\$"),
    ("DisplayBracket", r"(?<!\\)\\\[", r"(?:[^\\]|\\(?!\]))", r"(?<!\\)\\\]"),
    ("InlineDollar", r"(?<!\\|\d)\$", r"(?:\\[$]|[^\n$])", r"(?<!\\)\$"),
    ("InlineParenthesis", r"(?<!\\)\\\(", r"(?:[^\\\n]|\\(?!\)))", r"(?<!\\)\\\)"),
    ("InlineBracket", r"\s\[", r"[^\n\]\[]", r"\]\s"),
)
"""Name, what opens it, one character of it, what closes it; tried in this order."""
_FRACTION = r"-?\\frac{{{0}}}{{{0}}}".format(r"-?\d+(?:[.,]\d+)?")
_PERCENT = r"(?:\\?%|[Pp]ercent|[Pp]ercentage|[Pp]ct)"
_JOINT = r"\s*(?:and|or|,)\s*"
_BARE_BOX = r"(?P<part0_Box>\\boxed{.+})"

_NUMBER = (
    r"(?:(?P<integer1>-?\d{1,3}(?:[ ,]\d{3})+)(?P<decimal1>\.\d+)?"
    r"|(?P<integer2>-?\d+)(?P<decimal2>[.,]\d+)"
    r"|(?P<decimal3>\.\d+)"
    r"|(?P<integer3>-?\d+))"
    r"(?P<percent>\s*(?:%|[Pp]ercent|\s*[Pp]ercentage|\s*[Pp]ct))?"
)
_OPERATORS = r"\+\-\*\×\/\^\(\)\÷"
_SIGNS = rf"[\d\.\s{_OPERATORS}]"
_EXPRESSION = rf"(?P<expression>-?\(?-?\d{_SIGNS}*[{_OPERATORS}]{_SIGNS}+\)?)"
_CURRENCIES = "$€£¥₹₽₪₩₫฿₡₢₣₤₥₦₧₨₭₮₯₰₱₲₳₴₵₶₷₸₺₻₼₾₿"
_BEGIN = r"(?:^|(?:\s| )|\=)(?:\*\*)?"
_END = r"(?:\*\*)?(?:[\.\.]|[,\,]|[:\:]|(?:\s| )|\)|\$|$)"
_ANCHORED_EXPRESSION = rf"(?:{_BEGIN}{_EXPRESSION}{_END})"
_ANCHORED_NUMBER = rf"(?:{_BEGIN}[{re.escape(_CURRENCIES)}]?{_NUMBER})"
_PLAIN = rf"(?:{_ANCHORED_EXPRESSION}|{_ANCHORED_NUMBER})"

_FINAL = r"(?i:final answer is)\:?\s*"
_HOPE = r"\.?\s?I hope"
_FINAL_LOOSELY = r"(?i:final answer.{0,100}?)\s+is\:?"

Kind = Literal["latex", "plain"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a text where a value may stand."""

    start: int
    end: int
    kind: Kind
    match: re.Match[str]


def places(text: str, *, plain: bool, boxed_first: bool) -> Iterator[list[Place]]:
    """For each priority its places, in the order in which they are tried: rightmost end first, then earliest start.

    Args:
        text: A reply or a gold.
        plain: Whether numbers and expressions outside LaTeX are looked for too.
        boxed_first: Whether boxes have priority 0, else 55.
    """
    expressions = [*_latex(0 if boxed_first else 55), *(_plain() if plain else ())]
    for priority in sorted({each for each, _, _ in expressions}):
        found = [
            Place(match.start(), match.end(), kind, match)
            for each, kind, pattern in expressions
            if each == priority
            for match in pattern.finditer(text)
        ]
        yield sorted(found, key=lambda place: (-place.end, place.start))


def _environment(part: int, *, boxed: bool) -> str:
    """One LaTeX environment with named groups, and a percent sign behind it."""
    kinds = []
    for name, opening, sign, closing in _ENVIRONMENTS:
        inside = rf"{sign}*?\\boxed{{{sign}+?}}{sign}*?" if boxed else rf"{sign}+?"
        kinds.append(rf"{opening}(?P<part{part}_{name}>{inside}){closing}")
    if not boxed:
        kinds.append(rf"(?P<part{part}_Fraction>{_FRACTION})")
    return rf"(?:(?:{'|'.join(kinds)})\s*(?P<percent{part}>{_PERCENT})?)"


def _environments(*, boxed: bool) -> str:
    further = "".join(rf"(?:{_JOINT}{_environment(part, boxed=boxed)})?" for part in range(1, MOST_JOINED))
    return rf"(?:{_environment(0, boxed=boxed)}{further})"


@cache
def _latex(boxed: int) -> tuple[tuple[int, Kind, re.Pattern[str]], ...]:
    value = _environments(boxed=False)
    table = (
        (0, rf"{_FINAL}{value}{_HOPE}"),
        (50, rf"{_FINAL_LOOSELY}\s*{value}"),
        (100, rf"(?i:answer)[:\:].{{0,50}}?{value}"),
        (200, rf"(?i:answer).{{0,50}}?{value}"),
        (300, value),
        (boxed, _environments(boxed=True)),
        (boxed, _BARE_BOX),
    )
    return tuple((priority, "latex", re.compile(pattern, re.DOTALL)) for priority, pattern in table)


@cache
def _plain() -> tuple[tuple[int, Kind, re.Pattern[str]], ...]:
    reach = r"(?:.{0,100}=\s*|.{0,50}?)"
    table = (
        (0, rf"{_FINAL}{_PLAIN}{_HOPE}"),
        (50, rf"{_FINAL_LOOSELY}{_PLAIN}"),
        (100, rf"(?i:answer)[:\:]{reach}{_PLAIN}(?!\s*=)"),
        (200, rf"(?i:answer){reach}{_PLAIN}(?!\s*=)"),
        (300, _ANCHORED_EXPRESSION),
        (300, _ANCHORED_NUMBER),
    )
    return tuple((priority, "plain", re.compile(pattern)) for priority, pattern in table)
