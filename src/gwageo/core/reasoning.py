"""Where the reasoning of a reply ends and the answer begins.

Only a block that opens the reply is reasoning; a tag that the answer mentions later stays part of the answer. A closing
tag without an opening one closes a block that the chat template opened.
"""

import re
from dataclasses import dataclass

_PAIRS = (("<think>", "</think>"), ("<thought>", "</thought>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"))
_CHANNEL_FINAL = "<|channel|>final<|message|>"
_BARE_ANALYSIS, _BARE_FINAL = "analysis", "assistantfinal"
_BLANK = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Split:
    """A reply in two parts."""

    answer_start: int | None
    """Where the answer begins; None where the reasoning never ends."""
    family: str | None = None
    """The marker that told; None where the reply holds no reasoning."""


def split_reasoning(reply: str) -> Split:
    """Find the end of the reasoning that opens a reply.

    Example:
        >>> split_reasoning("<think>A?</think>B").answer_start
        17
        >>> split_reasoning("<think>A?").answer_start is None
        True
    """
    blank = _BLANK.match(reply)
    start = blank.end() if blank else 0
    for opening, closing in _PAIRS:
        at = reply.find(closing, start)
        if reply.startswith(opening, start):
            return Split(at + len(closing) if at >= 0 else None, opening)
        if at >= 0 and opening not in reply[:at]:
            return Split(at + len(closing), opening)
    at = reply.find(_CHANNEL_FINAL)
    if reply.startswith("<|channel|>", start):
        return Split(at + len(_CHANNEL_FINAL) if at >= 0 else None, "<|channel|>")
    at = reply.find(_BARE_FINAL)
    if reply.startswith(_BARE_ANALYSIS, start) and at >= 0:
        return Split(at + len(_BARE_FINAL), _BARE_FINAL)
    return Split(0)
