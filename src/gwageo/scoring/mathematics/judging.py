"""Judging a mathematical reply in both readings, by asking the workers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gwageo.scoring.mathematics.kinds import beside
from gwageo.scoring.mathematics.pool import Late, shared
from gwageo.scoring.readings import Reading

PRECISION = 5
"""Decimal places, as published."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reading's verdict, and what was compared."""

    equal: bool
    given: tuple[str, ...] = ()
    """What was taken from the reply, normalised: the value and the fallback's text."""
    span: tuple[int, int] | None = None
    late: str | None = None
    """The text at which the time was up, empty where it is not known; None where it was not."""
    long: bool = False
    """Whether a span was too long to be parsed."""


def published(golds: Sequence[str], reply: str, precision: int = PRECISION) -> Verdict:
    r"""The published extractive match.

    Args:
        golds: The right answer as text with LaTeX environments: `$\frac{1}{2}$`, or a worked solution with a box.
        reply: The reply of a model, any text.
        precision: Decimal places to which decimals are compared.
    """
    answer, late = _ask("judge", golds=list(golds), reply=reply, precision=precision)
    if late is not None:
        return Verdict(False, late=late)
    span = answer["span"]
    return Verdict(answer["equal"], tuple(answer["given"]), (span[0], span[1]) if span else None, None, answer["long"])


def robust(golds: Sequence[str], reading: Reading, precision: int = PRECISION, late: str | None = None) -> Verdict:
    """Whether what `stated.read_math` found equals a gold.

    Args:
        golds: The right answer in plain LaTeX, without environments.
        reading: What the reply states.
        precision: Decimal places to which decimals are compared.
        late: The text at which the other reading's time was up; it is not tried again.
    """
    value = reading.value
    if value is None:
        return Verdict(False)
    if any(_plain(value) == _plain(gold) for gold in golds):
        return Verdict(True, (value,), reading.span)
    if late and value in late:
        return Verdict(False, (value,), reading.span, late)
    forms: dict[str, list[str]] = {}
    for gold in golds:
        form = beside(gold, value)
        if form is not None:
            forms.setdefault(form, []).append(gold)
    if any(form in those for form, those in forms.items()):
        return Verdict(True, (value,), reading.span)
    long = False
    for form, those in forms.items():
        answer, stuck = _ask("verify", golds=those, value=form, precision=precision)
        if stuck is not None:
            return Verdict(False, (value,), reading.span, stuck)
        if answer["equal"]:
            return Verdict(True, (value,), reading.span)
        long = long or answer.get("long", False)
    return Verdict(False, (value,), reading.span, None, long)


def readable(golds: Sequence[str]) -> list[bool]:
    """Which golds give a value that can be compared as mathematics; one that does not come to an end gives none."""
    answer, late = _ask("readable", golds=list(golds))
    if late is None:
        return list(answer["readable"])
    return [False] if len(golds) == 1 else [each for gold in golds for each in readable([gold])]


def _ask(kind: str, **request: Any) -> tuple[dict[str, Any], str | None]:
    """The answer, or where the workers were stuck."""
    try:
        answer = shared().ask(kind, **request)
    except Late as late:
        return {}, str(late)
    return answer, "" if answer.get("late") else None


def _plain(latex: str) -> str:
    """Equal texts state equal values; blanks do not matter between signs that are no words."""
    return " ".join(latex.split())
