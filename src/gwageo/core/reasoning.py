"""Where the reasoning of a reply ends and the answer begins: one splitter for every family of marks.

Only what opens a reply is reasoning; a mark that the answer mentions later stays part of the answer. The families:

- pairs (`<think>...</think>`): closed, never closed, or only closed, where the chat template has opened the block;
- channels (`<|channel|>analysis<|message|>...<|channel|>final<|message|>`), also with their marks run together;
- prose: a first line of its own that says that thinking follows ("Thinking Process:"), and no mark behind it. Nothing
  in such a text says where the answer begins, so none of it is taken away: it is told apart (`prose`), and where the
  reply was cut it counts as thinking that never ended. An opening such as "The user wants" says nothing for certain.

A closing mark without an opening one closes only where a model would write it: not where the line quotes it between
blanks or quotation marks.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from gwageo.core.outputs import Output

PAIRS = (
    ("<think>", "</think>"),
    ("<thought>", "</thought>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("◁think▷", "◁/think▷"),
    ("<|channel>thought", "<channel|>"),
)
"""Opening and closing marks."""

_CHANNEL, _CHANNEL_FINAL = "<|channel|>", "<|channel|>final<|message|>"
_BARE_ANALYSIS, _BARE_FINAL = "analysis", "assistantfinal"
PROSE = "prose"
"""The family of thinking in plain words."""

_BLANK = re.compile(r"\s*")
_FIRST_LINE = 200
"""Characters of a line that are looked at; it bounds the time."""
_PROSE = re.compile(
    r"[#*_\s]{0,12}(?:(?:here(?:'s|’s| is) (?:a|my|the) )?(?:thinking|thought|reasoning) process[a-z ,]{0,60}"
    r"|(?:생각|사고|추론) ?과정)[*_]{0,3}:[*_\s]{0,6}",
    re.IGNORECASE,
)
_QUOTES = " \t`'\"“”‘’「」『』(["


@dataclass(frozen=True, slots=True)
class Split:
    """A reply in two parts."""

    answer_start: int | None
    """Where the answer begins; None where the reasoning never ends."""
    family: str | None = None
    """The mark that told; None where the reply holds no reasoning."""
    thought: bool = False
    """Whether anything stands between the marks; templates that turn thinking off leave empty blocks behind."""


@lru_cache(maxsize=8)  # one reply is split by its scorer, its readings and its record, one after another
def split_reasoning(reply: str, *, cut: bool = False) -> Split:
    """Find the end of the reasoning that opens a reply.

    Args:
        reply: The whole reply.
        cut: Whether it was cut by a limit.

    Example:
        >>> split_reasoning("<think>A?</think>B").answer_start
        17
        >>> split_reasoning("<think>A?").answer_start is None
        True
    """
    blank = _BLANK.match(reply)
    start = blank.end() if blank else 0
    for opening, closing in PAIRS:
        if reply.startswith(opening, start):
            return _closed(reply, reply.find(closing, start), closing, opening, start + len(opening))
    for opening, closing in PAIRS:
        at = _closing(reply, closing, start)
        if at >= 0 and reply.find(opening, 0, at) < 0:
            return _closed(reply, at, closing, opening, start)
    if reply.startswith(_CHANNEL, start):
        at = reply.find(_CHANNEL_FINAL, start)
        return _closed(reply, at, _CHANNEL_FINAL, _CHANNEL, start)
    at = reply.find(_BARE_FINAL)
    if reply.startswith(_BARE_ANALYSIS, start) and at >= 0:
        return Split(at + len(_BARE_FINAL), _BARE_FINAL, True)
    if begins_with_prose(reply):
        return Split(None if cut else 0, PROSE, True)
    return Split(0)


def _closed(reply: str, at: int, closing: str, family: str, inside: int) -> Split:
    """The parts around a closing mark at a place; below 0 there is none."""
    return Split(at + len(closing) if at >= 0 else None, family, bool(reply[inside : at if at >= 0 else None].strip()))


def _closing(reply: str, closing: str, start: int) -> int:
    """Where a closing mark without an opening one stands, mentions passed over; -1 where it does not."""
    at = reply.find(closing, start)
    while at >= 0 and _mentioned(reply, at, at + len(closing)):
        at = reply.find(closing, at + 1)
    return at


def _mentioned(reply: str, start: int, end: int) -> bool:
    """Whether a mark is quoted in a line: blanks or quotation marks before it, and text on both sides."""
    line = reply.rfind("\n", max(0, start - _FIRST_LINE), start) + 1 or max(0, start - _FIRST_LINE)
    quoted = reply[start - 1 : start] in tuple(_QUOTES)
    return quoted and bool(reply[line:start].strip()) and reply[end : end + 1] not in ("", "\n", "\r")


def family_of(output: Output) -> str | None:
    """By what marks a reply has thought, `apart` where the server gave its reasoning apart; None where it has not."""
    if (output.reasoning or "").strip():
        return "apart"
    split = split_reasoning(output.text or "", cut=output.finish_reason == "length")
    return split.family if split.thought else None


def answer_part(output: Output) -> tuple[int, Literal["truncated", "no_answer"] | None]:
    """Where the answer of a reply begins, and what becomes of a reply of reasoning alone; None for any other.

    Reasoning that never ended is `truncated`, unless the model is known to have ended the reply itself.
    """
    text = output.text or ""
    start = split_reasoning(text, cut=output.finish_reason == "length").answer_start
    if start is None:
        return len(text), "no_answer" if output.finish_reason == "stop" else "truncated"
    if start and not text[start:].strip():
        return start, "truncated" if output.finish_reason == "length" else "no_answer"
    return start, None


def begins_with_prose(reply: str) -> bool:
    """Whether the first line says, and says nothing else, that thinking follows.

    Example:
        >>> begins_with_prose("**Thinking Process:**\\n1. ..."), begins_with_prose("## Reasoning\\nB, since ...")
        (True, False)
    """
    line = reply.lstrip()[:_FIRST_LINE].partition("\n")[0]
    return _PROSE.fullmatch(line) is not None


def opened_by(prompt: str) -> str | None:
    """The closing mark of a block that the end of a prompt has opened; None where it has opened none.

    Example:
        >>> opened_by("<|im_start|>assistant\\n<think>\\n"), opened_by("<think>\\n\\n</think>\\n\\n")
        ('</think>', None)
    """
    end = prompt.rstrip()
    return next((closing for opening, closing in PAIRS if end.endswith(opening)), None)


def opening_of(begun: str) -> str | None:
    """The closing mark that a reply which is being written still needs; None where it does not begin with thinking.

    An empty text stands for "cannot be told yet": the reply is blank so far, or is the beginning of an opening mark.

    Example:
        >>> opening_of("\\n<think>A"), opening_of(" <thi"), opening_of("B")
        ('</think>', '', None)
    """
    text = begun.lstrip()
    marks = (*PAIRS, (_CHANNEL, _CHANNEL_FINAL))
    for opening, closing in marks:
        if text.startswith(opening):
            return closing
    return "" if any(opening.startswith(text) for opening, _ in marks) else None


def answer_start(written: str, closing: str | None) -> int | None:
    """Where the answer of a reply begins, or None while it thinks; blanks behind the closing mark belong to the mark.

    Args:
        written: The reply so far, or whole.
        closing: The mark that a template has opened the need for; None where the reply opens its own.
    """
    needed = closing or opening_of(written)
    if not needed:
        return 0
    at = written.find(needed)
    if at < 0:
        return None
    blank = _BLANK.match(written, at + len(needed))
    return blank.end() if blank else at + len(needed)
