"""Punctuation: no comma anywhere."""

from gwageo.scoring.ifeval.rules import Args, Rule

_COMMAS = ",，、"


def _no_comma(reply: str, args: Args) -> bool:
    del args
    return "," not in reply


def _no_comma_of_any_form(reply: str, args: Args) -> bool:
    del args
    return not any(comma in reply for comma in _COMMAS)


NO_COMMA = Rule(_no_comma, (), _no_comma_of_any_form)
