"""Start and end: a last phrase, and quotation marks around the whole reply."""

from gwageo.scoring.ifeval.rules import Args, Argument, Rule, word

_QUOTES = '"“”'


def _ends(reply: str, args: Args) -> bool:
    return reply.strip().strip('"').lower().endswith(args["end_phrase"].lower())


def _ends_somehow(reply: str, args: Args) -> bool:
    """With the outer quotation marks or without them."""
    whole = reply.strip().lower()
    return any(each.endswith(args["end_phrase"].lower()) for each in (whole, whole.strip(_QUOTES).strip()))


def _quoted(reply: str, args: Args) -> bool:
    del args
    text = reply.strip()
    return len(text) > 1 and text[0] == text[-1] == '"'


def _quoted_somehow(reply: str, args: Args) -> bool:
    text = reply.strip()
    return _quoted(reply, args) or (len(text) > 1 and text[0] == "“" and text[-1] == "”")


END = Rule(_ends, (Argument("end_phrase", word),), _ends_somehow)
QUOTATION = Rule(_quoted, (), _quoted_somehow)
