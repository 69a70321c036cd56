"""The libraries behind the checkers: language detection, English sentences and words, patterns with a time limit.

All come with the extra `ifeval` and are imported at first use. Detection is deterministic: seeded with 0, and with its
own profiles, so that a caller's use of the library changes nothing.
"""

import re
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

from gwageo.core import MissingExtra
from gwageo.scoring.ifeval.detection import Detector

_NAMES = ("langdetect", "nltk", "punkt", "regex")
_BLANKS = re.compile(r"\s+")
WHAT = "Checking instructions"
WINDOW = 30_000
"""Characters from the start in which sentences and words are counted: far more than the token limit allows, and it
bounds the time."""


def ensure() -> None:
    """Refuse early where a library is absent.

    Raises:
        MissingExtra: One of them is.
    """
    if any(find_spec(name) is None for name in _NAMES):
        raise MissingExtra(WHAT, "ifeval")


@lru_cache(64)
def language(text: str) -> str | None:
    """The code of the language that a text is in; None where it cannot be told (no letters)."""
    return detector().detect(text)


@cache
def detector() -> Detector:
    """The detector with langdetect's profiles, seeded with 0."""
    try:
        from langdetect.detector_factory import PROFILES_DIRECTORY, DetectorFactory
        from langdetect.utils.ngram import NGram
    except ImportError as error:
        raise MissingExtra(WHAT, "ifeval") from error
    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    return Detector(factory.langlist, factory.word_lang_prob_map, NGram.normalize, NGram.normalize_vi)


def sentences(text: str, most: int, *, lines: bool = False) -> int:
    """How many sentences a text has by the English Punkt model, counted up to `most`.

    Args:
        text: Any text.
        most: Where counting stops.
        lines: Whether a line break ends a sentence too.
    """
    found = _splitter("always" if lines else "ignore").span_tokenize(text[:WINDOW])
    return sum(1 for start, end in islice(found, most) if end > start)


@cache
def _splitter(line_breaks: str) -> Any:
    try:
        from punkt import tokenizer_for
    except ImportError as error:
        raise MissingExtra(WHAT, "ifeval") from error
    return tokenizer_for("english", line_breaks=line_breaks)


def words(text: str) -> list[str]:
    """The words and signs of an English text, as the NLTK word tokeniser has them."""
    # One blank is as good as many to it, but many take it long.
    return list(_tokenizer().tokenize(_BLANKS.sub(" ", text[:WINDOW])))


@cache
def _tokenizer() -> Any:
    try:
        from nltk.tokenize.destructive import NLTKWordTokenizer
    except ImportError as error:
        raise MissingExtra(WHAT, "ifeval") from error
    return NLTKWordTokenizer()


@cache
def patterns() -> Any:
    """The module `regex`, whose searches take a time limit."""
    try:
        import regex
    except ImportError as error:
        raise MissingExtra(WHAT, "ifeval") from error
    return regex
