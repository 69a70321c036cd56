"""Language: the reply is in the language that was asked for."""

from gwageo.scoring.ifeval.libraries import language
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, word


def _in_language(reply: str, args: Args) -> bool:
    """A reply whose language cannot be told counts as followed, as published."""
    return language(reply) in (args["language"], None)


def _surely_in_language(reply: str, args: Args) -> bool:
    return bool(language(reply) == args["language"])


RESPONSE = Rule(_in_language, (Argument("language", word),), _surely_in_language)
