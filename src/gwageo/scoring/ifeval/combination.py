"""Combination: two responses in one, and the prompt repeated before the answer."""

from gwageo.hangul.text import nfc
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, text


def _two(reply: str, args: Args) -> bool:
    """Blank parts are let be at both ends only."""
    del args
    parts = [part.strip() for part in reply.split("******")]
    given = [part for part in parts if part]
    return all(parts[1:-1]) and len(given) == 2 and given[0] != given[1]


def _repeated(reply: str, args: Args) -> bool:
    return _composed(reply).startswith(_composed(args["prompt_to_repeat"]))


def _repeated_in_any_case(reply: str, args: Args) -> bool:
    return reply.strip().lower().startswith(args["prompt_to_repeat"].strip().lower())


def _composed(value: str) -> str:
    return nfc(value).strip()


TWO = Rule(_two)
REPEAT = Rule(_repeated, (Argument("prompt_to_repeat", text),))
REPEAT_ENGLISH = Rule(_repeated_in_any_case, (Argument("prompt_to_repeat", text),))
