"""Change of case: words in capitals, and an English reply in capitals or small letters throughout."""

import re

from gwageo.scoring.ifeval.libraries import language, words
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, holds, relation, whole

_HANGUL = re.compile("[\u1100-\u11ffㄱ-ㆎ가-힣]")


def _capital_words(reply: str, args: Args) -> bool:
    count = sum(each.isupper() for each in words(reply))
    return holds(count, args["capital_frequency"], args["capital_relation"])


def _capital_words_in_english(reply: str, args: Args) -> bool:
    return language(reply) == "en" and _capital_words(reply, args)


def _capitals(reply: str, args: Args) -> bool:
    del args
    return reply.isupper() and language(reply) == "en"


def _small(reply: str, args: Args) -> bool:
    del args
    return reply.islower() and language(reply) == "en"


def _capitals_without_hangul(reply: str, args: Args) -> bool:
    return not _HANGUL.search(reply) and _capitals(reply, args)


def _small_without_hangul(reply: str, args: Args) -> bool:
    return not _HANGUL.search(reply) and _small(reply, args)


def _capitals_english(reply: str, args: Args) -> bool:
    """A reply whose language cannot be told counts as English, as published."""
    del args
    return reply.isupper() and language(reply) in ("en", None)


def _small_english(reply: str, args: Args) -> bool:
    del args
    return reply.islower() and language(reply) in ("en", None)


_FREQUENCY = (Argument("capital_frequency", whole), Argument("capital_relation", relation))

CAPITAL_WORDS = Rule(_capital_words_in_english, _FREQUENCY)
CAPITAL_WORDS_ENGLISH = Rule(_capital_words, _FREQUENCY)
CAPITALS = Rule(_capitals, (), _capitals_without_hangul)
CAPITALS_ENGLISH = Rule(_capitals_english)
SMALL = Rule(_small, (), _small_without_hangul)
SMALL_ENGLISH = Rule(_small_english)
