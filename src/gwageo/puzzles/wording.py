"""Wording: the texts of a type as data, and the one renderer that fills them in any language.

A type keeps its texts in `words.toml`, one table per language with the same keys:

    system    the system message
    question  the question template
    names     lexicon: id -> surface form
    lines     sentence templates by kind
    sizes     how measured features are named in a trace, each with the slot {value}
    lists     ways to join: [between, before the last of two, before the last of more]; or entries that `Entry` picks

A slot is `{name}`; behind a colon stands what grammar needs: `{word:은}` the fitting particle, `{word:a}` the article,
`{n:digit|digits}` the number with singular or plural, `{letters:syllable}` jamo put together. `{{` and `}}` are braces.
Slots are filled with language-free values: numbers, texts that are the same everywhere, `Name`, `Line`, `Listing`,
`Entry`, or a tuple of these, one a line.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from gwageo.hangul import compose, particle


class Name(NamedTuple):
    """A word of the lexicon, by its id."""

    id: str


class Listing(NamedTuple):
    """Things joined as the language joins them: "A, B, or C"."""

    kind: str
    items: tuple["Slot", ...]


class Entry(NamedTuple):
    """An entry of a list of the language, by its place: a letter of an alphabet."""

    kind: str
    place: int


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """A sentence by its kind and slots: `Line("hint", guess="123", strikes=1)`."""

    kind: str
    slots: Mapping[str, "Slot"]

    def __init__(self, kind: str, /, **slots: "Slot") -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "slots", slots)


Slot = int | str | Name | Line | Listing | Entry | tuple["Slot", ...]
Slots = Mapping[str, Slot]

_VOWELS = "aeiou"
_SILENT_OR_NOT = {"hour": "an", "honest": "an", "one": "a", "use": "a", "unit": "a", "user": "a"}


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as rows of text before a slot, slot, grammar."""
    return tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def slots_of(template: str) -> tuple[str, ...]:
    """The names of the slots of a template, in order of appearance."""
    return tuple(name for _, name, _ in _pieces(template) if name is not None)


class Words:
    """The texts of one type in one language."""

    def __init__(self, language: str, table: Mapping[str, Any], frame: Mapping[str, Any]) -> None:
        self.language = language
        self.table = table
        self._names: Mapping[str, str] = table.get("names", {})
        self._lines: Mapping[str, str] = {**frame["lines"], **table.get("lines", {})}
        self._lists: Mapping[str, list[str]] = {**frame.get("lists", {}), **table.get("lists", {})}
        self._frame = frame

    @property
    def system(self) -> str:
        """The system message."""
        return str(self.table["system"]).strip()

    @property
    def title(self) -> str:
        """The name of the type for people."""
        return str(self.table["title"])

    def name(self, name: str) -> str:
        """The surface form of a lexicon id; a name from elsewhere stands for itself."""
        return self._names.get(name, name)

    def question(self, slots: Slots) -> str:
        """The question template, filled."""
        return self.fill(self.table["question"].strip("\n"), slots)

    def trace(
        self, tier: str, features: Mapping[str, int | str], givens: tuple[Line, ...], steps: tuple[Line, ...],
        answer: str, check: Line,
    ) -> str:  # fmt: skip
        """The four parts of a worked solution."""
        sizes = tuple(
            self.fill(template, {"value": _named(features[name])})
            for name, template in self.table["sizes"].items()
            if features[name]
        )
        numbered = tuple(Line("step", number=number, text=step) for number, step in enumerate(steps, 1))
        return self.fill(
            self._frame["trace"].strip("\n"),
            {
                "title": self.title, "tier": Name(tier), "sizes": Listing("comma", sizes), "givens": givens,
                "steps": numbered, "answer": answer, "check": check,
            },
        )  # fmt: skip

    def fill(self, template: str, slots: Slots) -> str:
        """Fill a template."""
        parts: list[str] = []
        for text, name, spec in _pieces(template):
            parts.append(text)
            if name is not None:
                parts.append(_inflect(self.say(slots[name]), spec) if spec else self.say(slots[name]))
        return "".join(parts)

    def say(self, slot: Slot) -> str:
        """A slot's value as text."""
        match slot:
            case str():
                return slot
            case int():
                return str(slot)
            case Line():
                return self.fill(self._lines[slot.kind], slot.slots)
            case Name():
                return self._names.get(slot.id) or self._frame["names"].get(slot.id, slot.id)
            case Listing():
                return self._join(slot)
            case Entry():
                return self._lists[slot.kind][slot.place]
            case _:
                return "\n".join(self.say(entry) for entry in slot)

    def _join(self, listing: Listing) -> str:
        between, two, more = self._lists[listing.kind]
        said = [self.say(entry) for entry in listing.items]
        if len(said) < 2:
            return "".join(said)
        return between.join(said[:-1]) + (two if len(said) == 2 else more) + said[-1]


def _named(value: int | str) -> Slot:
    """A feature's value: numbers as they are, words by their name in the language."""
    return Name(value) if isinstance(value, str) else value


def _inflect(word: str, spec: str) -> str:
    """The word with what grammar asks for."""
    if spec == "a":
        first = word.split()[0].lower()
        return f"{_SILENT_OR_NOT.get(first) or ('an' if first[0] in _VOWELS else 'a')} {word}"
    if spec == "syllable":
        return compose(*word)
    if "|" in spec:
        singular, plural = spec.split("|")
        return f"{word} {singular if word == '1' else plural}"
    return word + particle(word, spec)


class Wording:
    """The texts of one type in all its languages, read on first use.

    Args:
        package: Name of the package that holds `words.toml`.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def __getitem__(self, language: str) -> Words:
        return _load(self.package)[language]


@cache
def _load(package: str) -> dict[str, Words]:
    frames = _table("gwageo.puzzles")
    return {language: Words(language, table, frames[language]) for language, table in _table(package).items()}


def _table(package: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath("words.toml").read_text(encoding="utf-8"))
