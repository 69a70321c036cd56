"""The published procedure, within a worker: the first span, by priority and from the right, that parses.

Beside the value stands, as a fallback, the text of the first span that was tried, so that texts may be equal too. A
gold that gives nothing stands for itself as text. Each span is announced before it is parsed: who watches can tell
where a worker hangs.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import math_verify

from gwageo.scoring.mathematics.comparing import equal
from gwageo.scoring.mathematics.parsing import MOST_CHARACTERS, Parsed, parse
from gwageo.scoring.mathematics.spans import places

Announce = Callable[[str], None]


class Hanging(Exception):
    """A span that has already made a worker hang is asked for again."""


@dataclass(slots=True)
class Extracted:
    """What the procedure took from a text."""

    values: list[Any] = field(default_factory=list)
    """The parsed value, if any, then the fallback's text, if any."""
    texts: list[str] = field(default_factory=list)
    """What was compared, as text: of the value and of the fallback."""
    span: tuple[int, int] | None = None
    long: bool = False
    """Whether a span was too long to be parsed."""


def extract(text: str, announce: Announce, *, plain: bool, boxed_first: bool) -> Extracted:
    """Values of a text; see the module. Arguments as for `spans.places`."""
    found = Extracted()
    fallback: tuple[str, tuple[int, int]] | None = None
    announce(text)
    for tried in places(text, plain=plain, boxed_first=boxed_first):
        for place in tried:
            announce(text[place.start : place.end])
            parsed = parse(place)
            found.long = found.long or parsed.long
            if parsed.text and fallback is None:
                fallback = parsed.text, (place.start, place.end)
            if parsed.value is not None:
                return _with(found, parsed, (place.start, place.end), fallback)
    if fallback is not None:
        found.values, found.texts, found.span = [fallback[0]], [fallback[0]], fallback[1]
    return found


def _with(
    found: Extracted, parsed: Parsed, span: tuple[int, int], fallback: tuple[str, tuple[int, int]] | None
) -> Extracted:
    found.values, found.texts, found.span = [parsed.value], [parsed.text], span
    if fallback is not None:
        found.values.append(fallback[0])
        found.texts.append(fallback[0])
    return found


def judge(request: dict[str, Any], say: Announce) -> dict[str, Any]:
    """Answer one request: does the reply match a gold by the published procedure?

    Args:
        request: `golds` and `reply`; `precision`; `late`, texts at which a worker was killed before.
        say: Called with the text at hand before each step that may hang.
    """
    announce = _guarded(request, say)
    try:
        given = extract(request["reply"], announce, plain=True, boxed_first=True)
        golds = [_gold(text, announce) for text in request["golds"]]
        hit = any(_any_equal(gold, given, request["precision"], announce) for gold in golds)
    except Hanging:
        return {"late": True}
    return {
        "equal": hit,
        "given": given.texts,
        "gold": [text for gold in golds for text in gold.texts],
        "span": given.span,
        "long": given.long,
    }


def verify(request: dict[str, Any], say: Announce) -> dict[str, Any]:
    """Answer another kind: does one stated value, plain LaTeX, equal a gold by Math-Verify's rules?

    Args:
        request: `golds` and `value`; `precision`; `late` as above.
        say: As above.
    """
    announce = _guarded(request, say)
    value = request["value"]
    if len(value) > MOST_CHARACTERS:
        return {"equal": False, "long": True}
    try:
        for gold in request["golds"]:
            announce(f"{gold} = {value}")
            if _verified(gold, value, request["precision"]):
                return {"equal": True}
    except Hanging:
        return {"late": True}
    return {"equal": False}


def readable(request: dict[str, Any], say: Announce) -> dict[str, Any]:
    """Answer a third kind: which of the `golds` give a value that can be compared as mathematics."""
    found = [_gold(gold, say) for gold in request["golds"]]
    return {"readable": [any(not isinstance(value, str) for value in each.values) for each in found]}


def _guarded(request: dict[str, Any], say: Announce) -> Announce:
    late: Collection[str] = request.get("late", ())

    def announce(text: str) -> None:
        if text in late:
            raise Hanging
        say(text)

    return announce


_MOST_GOLDS = 10_000
_GOLDS: dict[str, Extracted] = {}


def _gold(text: str, announce: Announce) -> Extracted:
    """A gold's values, kept: an exam asks for the same ones again and again."""
    if text not in _GOLDS:
        if len(_GOLDS) >= _MOST_GOLDS:
            _GOLDS.clear()
        found = extract(text, announce, plain=False, boxed_first=False)
        if not found.values:
            found.values, found.texts = [text], [text]
        _GOLDS[text] = found
    return _GOLDS[text]


def _any_equal(gold: Extracted, given: Extracted, precision: int, announce: Announce) -> bool:
    for one, name in zip(gold.values, gold.texts, strict=True):
        for other, text in zip(given.values, given.texts, strict=True):
            announce(f"{name} = {text}")
            if equal(one, other, precision):
                return True
    return False


@lru_cache(4096)
def _values(latex: str) -> tuple[Any, ...]:
    return tuple(math_verify.parse(f"${latex}$", [math_verify.LatexExtractionConfig()], parsing_timeout=None))


@lru_cache(8192)
def _verified(gold: str, value: str, precision: int) -> bool:
    """Whichever of a set and the relation that describes it is the gold; a set is compared both ways."""
    one, other = list(_values(gold)), list(_values(value))
    return bool(
        math_verify.verify(one, other, float_rounding=precision, allow_set_relation_comp=True, timeout_seconds=None)
    )
