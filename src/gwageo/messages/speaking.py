"""Saying a sentence of the catalogue in the present language.

A Korean text asks for a particle with both forms behind a colon: `{name:을/를}` is the value and the form that fits it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from gwageo.core import UnknownName
from gwageo.hangul.josa import josa
from gwageo.messages.catalogue import LANGUAGES, Language, entries

_LANGUAGE: ContextVar[Language] = ContextVar("gwageo_language", default="en")


def language() -> Language:
    """The language that is spoken now."""
    return _LANGUAGE.get()


def check_language(name: str) -> Language:
    """The language of a name.

    Raises:
        UnknownName: It is not spoken here.
    """
    for known in LANGUAGES:
        if name.strip().lower() == known:
            return known
    raise UnknownName("language", name, LANGUAGES)


def speak(name: str) -> None:
    """Speak this language from now on.

    Raises:
        UnknownName: It is not spoken here.
    """
    _LANGUAGE.set(check_language(name))


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak this language for a while."""
    token = _LANGUAGE.set(check_language(name))
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


class _Word(str):
    """A value in a sentence; a particle as its format comes out in the form that fits."""

    __slots__ = ()

    def __format__(self, particle: str) -> str:
        return josa(str(self), particle) if particle else str(self)


def fill(text: str, values: Mapping[str, object]) -> str:
    """The text with its values and their particles."""
    return text.format(**{name: _Word(value) for name, value in values.items()})


def translate(key: str, /, **values: object) -> str:
    """The sentence with this id in the present language.

    Args:
        key: Its id, for example `run.loading`.
        values: One for each name in braces.

    Raises:
        KeyError: There is no such sentence.

    Example:
        >>> with speaking("ko"):
        ...     translate("run.loading", model="baseline:gold")
        'baseline:gold를 불러오는 중입니다'
    """
    return fill(entries(key.partition(".")[0])[key][language()], values)
