"""Rule: how one type of instruction is checked, which arguments it takes, and what makes an instruction unusable."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gwageo.hangul.text import nfc

Args = Mapping[str, Any]
Check = Callable[[str, Args], bool]
Relations = tuple[str, str]
"""The words for "at least" and "less than"."""

REQUIRED = object()
_LONGEST_COUNT = 15


class ArgumentError(ValueError):
    """An instruction that cannot be checked; the text says why."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a rule."""

    name: str
    read: Callable[[Any, Relations], Any]
    """Makes the value that the check uses of the one in the data.

    Raises:
        ArgumentError: It cannot be used.
    """
    default: Any = REQUIRED


@dataclass(frozen=True, slots=True)
class Rule:
    """One type of instruction."""

    official: Check
    """The published outcome, quirks included."""
    arguments: tuple[Argument, ...] = ()
    repaired: Check | None = None
    """What the instruction asks for; None where it equals the published outcome on composed text."""
    contradiction: Callable[[Args], str | None] = field(default=lambda args: None)
    """Why these arguments cannot be kept by any reply; None where they can."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The types of one exam."""

    rules: Mapping[str, Rule]
    relations: Relations

    @property
    def arguments(self) -> frozenset[str]:
        """Names of all arguments that a type takes."""
        return frozenset(each.name for rule in self.rules.values() for each in rule.arguments)


@dataclass(frozen=True, slots=True)
class Instruction:
    """A rule with its arguments, ready to be applied."""

    name: str
    rule: Rule
    args: Args
    composed: Args
    """The arguments with composed texts (NFC), for the repaired profile."""

    def follows(self, text: str) -> bool:
        """Whether a reply follows it in the official profile."""
        return self.rule.official(text, self.args)

    def follows_repaired(self, text: str) -> bool:
        """Whether a composed reply follows it in the repaired profile."""
        return (self.rule.repaired or self.rule.official)(text, self.composed)


def build(name: str, kwargs: Mapping[str, Any], inventory: Inventory) -> Instruction:
    """The instruction of this id with these arguments; null ones and those the rule does not declare are dropped.

    Raises:
        ArgumentError: Unknown id, a missing or unusable argument, or arguments that contradict each other.
    """
    rule = inventory.rules.get(name)
    if rule is None:
        raise ArgumentError(f"there is no instruction type {name!r}")
    args: dict[str, Any] = {}
    for each in rule.arguments:
        value = kwargs.get(each.name)
        if absent(value):
            if each.default is REQUIRED:
                raise ArgumentError(f"the argument {each.name!r} is missing")
            args[each.name] = each.default
            continue
        try:
            args[each.name] = each.read(value, inventory.relations)
        except ArgumentError as error:
            raise ArgumentError(f"{each.name} {error}") from error
    problem = rule.contradiction(args)
    if problem is not None:
        raise ArgumentError(problem)
    return Instruction(name, rule, args, {key: _composed(value) for key, value in args.items()})


def undeclared(name: str, kwargs: Mapping[str, Any], inventory: Inventory) -> tuple[str, ...]:
    """Names of the given arguments that the rule does not declare."""
    rule = inventory.rules.get(name)
    known = {each.name for each in rule.arguments} if rule else set(kwargs)
    return tuple(key for key, value in kwargs.items() if not absent(value) and key not in known)


def absent(value: object) -> bool:
    """Whether a value is null; data frames write NaN. Zero, "" and an empty list are values."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def holds(count: int, threshold: int, at_least: bool) -> bool:
    """Whether a count keeps its threshold."""
    return count >= threshold if at_least else count < threshold


def whole(value: Any, relations: Relations) -> int:
    """A count of 0 or more, also as 3.0 or "3"."""
    del relations
    text = str(value).strip().removesuffix(".0")
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNT):
        raise ArgumentError(f"is {value!r}, expected a whole number of 0 or more")
    return int(text)


def as_written(value: Any, relations: Relations) -> str:
    """A text as it is, also an empty one."""
    del relations
    if not isinstance(value, str):
        raise ArgumentError(f"is {value!r}, expected a text")
    return value


def text(value: Any, relations: Relations) -> str:
    """A text that is not empty, as it is."""
    found = as_written(value, relations)
    if not found:
        raise ArgumentError(f"is {value!r}, expected a text that is not empty")
    return found


def word(value: Any, relations: Relations) -> str:
    """A text without the blanks around it."""
    found = text(value, relations).strip()
    if not found:
        raise ArgumentError(f"is {value!r}, expected a text that is not blank")
    return found


def texts(value: Any, relations: Relations) -> tuple[str, ...]:
    """A list of texts, at least one."""
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise ArgumentError(f"is {value!r}, expected a list of texts")
    return tuple(as_written(each, relations) for each in value)


def relation(value: Any, relations: Relations) -> bool:
    """Whether the word means "at least" (and not "less than")."""
    if value not in relations:
        raise ArgumentError(f"is {value!r}, expected {' or '.join(map(repr, relations))}")
    return bool(value == relations[0])


def _composed(value: Any) -> Any:
    if isinstance(value, str):
        return nfc(value)
    return tuple(_composed(each) for each in value) if isinstance(value, tuple) else value
