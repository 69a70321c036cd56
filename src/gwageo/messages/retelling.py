"""Sentences that were made in English and kept so (notes of a run, errors), told in the present language.

A run's notes lie on disk in English. The catalogue's English text, read as a pattern, finds the values in such a
sentence again, and the other language's text is filled with them. What the catalogue does not know stays as it is.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from string import Formatter

from gwageo.messages.catalogue import Texts, entries
from gwageo.messages.speaking import fill, language

LONGEST = 2000
"""Characters of a sentence that is still matched: a pattern with several values takes long on a very long one."""


INNER = ("problem", "reason")
"""Values that may be sentences of the same matter, and are told as such where they are known."""
KNOWN = "sentence"
"""A value that must be such a sentence; the entry does not fit any other."""
LISTED = {
    "fields": re.compile("; "),
    "problems": re.compile(r"; (?=[^;]*, row \d+[,:])|; (?=and \d+ more\.?\Z)"),
}
"""Values that are lists of errors, and what stands between those: a problem begins with the place of its row."""
IDS = "ids"
"""A value that is a list of ids, which may be long."""
_CHOICE = re.compile(r" or (?=[^ ]+\Z)")
"""Before the last of several names."""


def retell(sentence: str, matter: str, *, few: Callable[[str], str] | None = None) -> str | None:
    """The sentence in the present language; None where the catalogue does not know it.

    Args:
        sentence: In English.
        matter: `note` or `error`.
        few: What shortens a list of ids in it; nothing else in a sentence is a list of ids.

    Example:
        >>> from gwageo.messages import speaking
        >>> with speaking("ko"):
        ...     retell("0 demonstrations instead of 5", "note")
        '풀이 예시 5개 대신 0개'
    """
    if language() == "en" and few is None:
        return sentence
    if len(sentence) > LONGEST:
        return None
    for pattern, texts in _patterns(matter):
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        given = found.groupdict()
        values = dict(given) if language() == "en" else _values(given, matter)
        if values is not None:
            if few is not None and IDS in values:
                values[IDS] = few(values[IDS])
            return fill(texts[language()], values)
    return sentence if language() == "en" else None


def _values(found: dict[str, str], matter: str) -> dict[str, str] | None:
    """The values as they are told; None where one that must be a sentence of the catalogue is none."""
    values: dict[str, str] = {}
    for name, value in found.items():
        if name in (*INNER, KNOWN):
            told = retell(value, matter)
        elif name in LISTED:
            told = "; ".join(map(_part, LISTED[name].split(value)))
        else:
            told = _one_of(value)
        if told is None and name == KNOWN:
            return None
        values[name] = word(value) if told is None else told
    return values


def _part(sentence: str) -> str:
    """An error of a list; a full stop at its end stays."""
    bare = sentence.removesuffix(".")
    return (retell(bare, "error") or bare) + sentence[len(bare) :]


def _one_of(value: str) -> str:
    """A word of ours, or a value as it is; names among which one may choose are told as such: 'a' or 'b'."""
    told = word(value)
    return _CHOICE.sub(" 또는 ", told) if told == value else told


def word(value: str) -> str:
    """A value that is a word of ours, in the present language; any other as it is."""
    return _words().get(value, {}).get(language(), value)


@cache
def _words() -> dict[str, Texts]:
    return {texts["en"]: texts for texts in entries("word").values()}


@cache
def _patterns(matter: str) -> tuple[tuple[re.Pattern[str], Texts], ...]:
    """Longest first, so that a sentence with more fixed words wins over one whose value would swallow them.

    What is said behind a whole sentence comes before all others: their last value would swallow it.
    """
    ordered = sorted(
        entries(matter).values(),
        key=lambda texts: (
            not texts["en"].startswith(f"{{{KNOWN}}}; "),
            -len(re.sub(r"\{\w+\}", "", texts["en"])),
        ),
    )
    return tuple((re.compile("".join(_parts(texts["en"])), re.DOTALL), texts) for texts in ordered)


def _parts(text: str) -> Iterator[str]:
    seen: set[str] = set()
    for literal, name, _, _ in Formatter().parse(text):
        yield re.escape(literal)
        if name is not None:
            yield f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
            seen.add(name)
