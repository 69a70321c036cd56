"""Which choice a model prefers: rules over the log-likelihoods of one item.

A rule turns log-likelihoods into one value per choice; the first maximum is the prediction. With l the log-likelihood
of a choice behind its question and u the one without the question:

    acc               l
    acc_norm          l / UTF-8 bytes of the choice
    acc_norm_char     l / characters of the choice
    acc_npsq          (l - u) / -u, minus infinity where u is 0
    acc_npsq_matched  as acc_npsq, with u taken under the same chat template and header
    acc_pmi           l - u, with that matched u where there is one

Minus infinity is a valid log-likelihood (the model excludes the choice). NaN, a positive number or a missing value is
not: the item is `failed` and has no metrics, so that a broken engine never looks like a prediction.

Flags say how far a prediction can be trusted: `tie`, `thin_margin` (another choice would win some metric if every
log-likelihood were off by numeric noise), `near_zero_question_free` (some u lies so close to 0 that dividing by it
blows up small differences), `winner_changes` (acc_npsq and acc_npsq_matched prefer different choices).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gwageo.core import Score

TieRule = Literal["first", "wrong"]
_UNDEFINED = -math.inf

NOISE_NATS = 1e-3
"""Two log-likelihoods closer than this are equal: local engines are held to each other to this tolerance, since batch
shape and kernels move a sum of float32 log-probabilities by as much."""
NEAR_ZERO_NATS = 1.0
"""A question-free log-likelihood above minus this gives its choice a probability over 1/e without any question."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The log-likelihoods of one item, in choice order."""

    choices: tuple[str, ...]
    """The scored strings without their leading blank; their lengths normalise."""
    conditional: tuple[float | None, ...]
    """l: behind the question, in nats."""
    unconditional: tuple[float | None, ...]
    """u: without the question, in nats."""
    matched: tuple[float | None, ...] | None = None
    """u under the same chat template and header; None where it was not asked for."""

    names: tuple[str, ...] | None = None
    """What the choices are called in the record; None where it is what is scored."""

    def valued(self) -> tuple[tuple[str, tuple[float | None, ...]], ...]:
        """Each list of values with the name that an error message gives it."""
        named = (("log-likelihood", self.conditional), ("question-free log-likelihood", self.unconditional))
        return named if self.matched is None else (*named, ("matched log-likelihood", self.matched))


def _raw(evidence: Evidence) -> list[float]:
    return _floats(evidence.conditional)


def _per_byte(evidence: Evidence) -> list[float]:
    lengths = [len(choice.encode("utf-8", "surrogatepass")) for choice in evidence.choices]
    return [value / length for value, length in zip(_raw(evidence), lengths, strict=True)]


def _per_character(evidence: Evidence) -> list[float]:
    return [value / len(choice) for value, choice in zip(_raw(evidence), evidence.choices, strict=True)]


def _npsq(evidence: Evidence) -> list[float]:
    return [npsq(v, u) for v, u in zip(_raw(evidence), _floats(evidence.unconditional), strict=True)]


def _npsq_matched(evidence: Evidence) -> list[float]:
    return [npsq(v, u) for v, u in zip(_raw(evidence), _floats(evidence.matched or ()), strict=True)]


def _pmi(evidence: Evidence) -> list[float]:
    free = evidence.unconditional if evidence.matched is None else evidence.matched
    pairs = zip(_raw(evidence), _floats(free), strict=True)
    # A difference with minus infinity on the right has no meaning as a preference.
    return [_UNDEFINED if math.isinf(u) else v - u for v, u in pairs]


RULES: dict[str, Callable[[Evidence], list[float]]] = {
    "acc": _raw,
    "acc_norm": _per_byte,
    "acc_norm_char": _per_character,
    "acc_npsq": _npsq,
    "acc_npsq_matched": _npsq_matched,
    "acc_pmi": _pmi,
}
"""Metric name to rule. A task names the rules it reports."""

_QUESTION_FREE = frozenset({"acc_npsq", "acc_npsq_matched", "acc_pmi"})


def npsq(conditional: float, unconditional: float) -> float:
    """How much of the choice's own improbability the question removes; minus infinity where that is undefined.

    Example:
        >>> npsq(-10.0, -20.0), npsq(-9.0, -12.0), npsq(-1.0, 0.0)
        (0.5, 0.25, -inf)
    """
    if unconditional >= 0 or math.isinf(unconditional):
        return _UNDEFINED
    return (conditional - unconditional) / -unconditional


def argmax(values: Sequence[float]) -> tuple[int, bool]:
    """The position of the first maximum, and whether another choice ties with it."""
    top = max(values)
    return values.index(top), values.count(top) > 1


def score_choices(evidence: Evidence, gold: int, metrics: Sequence[str], tie: TieRule = "first") -> Score:
    """Judge one item; the first metric decides the verdict and the chosen option.

    Args:
        evidence: The log-likelihoods.
        gold: Position of the right choice.
        metrics: Names in `RULES`.
        tie: `first` lets the first maximum win, as published; `wrong` counts an item whose maximum is shared as wrong.
    """
    invalid = _invalid(evidence)
    if invalid is not None:
        return Score(verdict="failed", flags=("invalid_logprob",), error=invalid)
    values: dict[str, float] = {}
    flags: list[str] = []
    chosen: list[int] = []
    for name in metrics:
        index, tied = argmax(RULES[name](evidence))
        chosen.append(index)
        values[name] = float(index == gold and not (tied and tie == "wrong"))
        flags += ["tie"] * tied
    flags += _value_flags(evidence, metrics)
    return Score(
        verdict="right" if values[metrics[0]] else "wrong",
        metrics=values,
        extracted=(evidence.names or evidence.choices)[chosen[0]],
        flags=tuple(dict.fromkeys(flags)),
    )


def _invalid(evidence: Evidence) -> str | None:
    """Why the values cannot be used, or None."""
    for name, values in evidence.valued():
        if len(values) != len(evidence.choices):
            return f"{len(values)} values of {name} for {len(evidence.choices)} choices"
        for number, value in enumerate(values, 1):
            if value is None or math.isnan(value) or value > 0:
                return f"the {name} of choice {number} is {value!r}, expected a number of at most 0"
    return None


def _value_flags(evidence: Evidence, metrics: Sequence[str]) -> list[str]:
    flags = []
    if any(math.isinf(value) for value in _raw(evidence)):
        flags.append("minus_infinity")
    if _QUESTION_FREE & set(metrics):
        free = _floats((*evidence.unconditional, *(evidence.matched or ())))
        if any(value >= 0 or math.isinf(value) for value in free):
            flags.append("undefined_score")
        if any(value > -NEAR_ZERO_NATS for value in free):
            flags.append("near_zero_question_free")
    if any(_thin(evidence, name) for name in metrics):
        flags.append("thin_margin")
    if evidence.matched is not None and argmax(_npsq(evidence))[0] != argmax(_npsq_matched(evidence))[0]:
        flags.append("winner_changes")
    return flags


def _thin(evidence: Evidence, metric: str) -> bool:
    """Whether noise decides: at its edges, another choice reaches the first."""
    # Every rule rises with l and falls with u, so that the edges are the worst case.
    rule, half = RULES[metric], NOISE_NATS / 2
    first, _ = argmax(rule(evidence))
    floor = rule(_moved(evidence, -half))[first]
    return any(value >= floor for index, value in enumerate(rule(_moved(evidence, half))) if index != first)


def _moved(evidence: Evidence, by: float) -> Evidence:
    """All values of l moved by so much, and all values of u the other way."""

    def free(values: tuple[float | None, ...]) -> tuple[float | None, ...]:
        return tuple(value - by for value in _floats(values))

    return replace(
        evidence,
        conditional=tuple(value + by for value in _raw(evidence)),
        unconditional=free(evidence.unconditional),
        matched=None if evidence.matched is None else free(evidence.matched),
    )


def _floats(values: Sequence[float | None]) -> list[float]:
    return [math.nan if value is None else value for value in values]
