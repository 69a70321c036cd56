"""Standing: whether what was read stands as the one answer, or is denied, one of two, or a part of an expression.

Looks only at the words right around the place where it was read, so that "24 (not 25)" stands and "not 24" does not.
"""

import re

from gwageo.puzzles.replies import Found, Reply

_WINDOW = 80
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|neither|except|cannot|without)|n['’]t)\b(?:[^\w\n.;:,(]+[^\W\d]+){0,2}[^\w\n.;,]*$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[*_`\"'”’\s]*(?:(?:is|was|would be|can|could)\s*(?:not\b|n['’]t\b|wrong|incorrect|impossible)|cannot\b)"
    r"|[^.,;(\n]{0,20}?(?:아니|아닙|아닌|아님|아녜|않|틀렸|틀린|틀립)",
    re.IGNORECASE,
)
_ANOTHER_BEFORE = re.compile(r"(?:\bor|\beither|또는|혹은|이거나|아니면)[^\w\n]{0,8}$", re.IGNORECASE)
_ANOTHER_AFTER = re.compile(r"[^.,;(\n]{0,8}?(?:\bor\b|또는|혹은|거나\b|아니면)|\s?/\s?\w", re.IGNORECASE)
_EXPRESSION = re.compile(
    r"[eE]\d|[!%‰]|\s?[+×÷^]\s?\d|\s?\*{1,2}\s?\d|\s[-−–]\s?\d|\s?,\s?(?:and\s)?\d|\s(?:and|및)\s\d"
)
_PREVIOUS = re.compile(r"\d\s?(?:[/×÷^*]|,|\band|및)\s?$")


def stands(reply: Reply, found: Found) -> bool:
    """Whether an answer that was read is claimed, alone, as the reply's answer."""
    line_start = reply.text.rfind("\n", 0, found.start) + 1
    before = reply.text[max(line_start, found.start - _WINDOW) : found.start]
    after = reply.text[found.end : found.end + _WINDOW]
    if _DENIED_BEFORE.search(before) or _DENIED_AFTER.match(after):
        return False
    if _ANOTHER_BEFORE.search(before) or _ANOTHER_AFTER.match(after):
        return False
    single = found.value.lstrip("-").replace(".", "", 1).isdecimal()
    return not (single and (_EXPRESSION.match(after) or _PREVIOUS.search(before)))
