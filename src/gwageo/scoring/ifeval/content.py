"""Detectable content: placeholders in brackets, and a postscript."""

import re
from collections.abc import Iterator

from gwageo.scoring.ifeval.matching import hits
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, whole, word

_PS, _PPS = "P.S.", "P.P.S"
_PS_PATTERN = re.compile(r"p\.\s?s\.", re.IGNORECASE)
_PPS_PATTERN = re.compile(r"p\.\s?p\.\s?s", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")
_LIST_MARKS = ("-", "*", "+")


def brackets(reply: str) -> Iterator[tuple[str, int, int]]:
    """Line, start and end of every `[...]` on one line, the shortest first: what `\\[.*?\\]` finds, in linear time."""
    for line in reply.split("\n"):
        end = 0
        while (start := line.find("[", end)) >= 0 and (close := line.find("]", start)) >= 0:
            end = close + 1
            yield line, start, end


def _placeholders(reply: str, args: Args) -> bool:
    return bool(sum(1 for _ in brackets(reply)) >= args["num_placeholders"])


def _true_placeholders(reply: str, args: Args) -> bool:
    return bool(sum(_is_placeholder(*each) for each in brackets(reply)) >= args["num_placeholders"])


def _is_placeholder(line: str, start: int, end: int) -> bool:
    """Something stands inside, and it is no link, no box to tick and no footnote."""
    inside = line[start + 1 : end - 1].strip()
    ticked = inside in ("x", "X") and line[:start].strip() in _LIST_MARKS
    return bool(inside) and not ticked and not inside.startswith("^") and line[end : end + 1] != "("


def _postscript(reply: str, args: Args) -> bool:
    marker = args["postscript_marker"]
    if marker == _PS:
        return _PS_PATTERN.search(reply) is not None
    return marker.lower() in reply.lower()


def _postscript_at_the_end(reply: str, args: Args) -> bool:
    marker = args["postscript_marker"].replace("：", ":")
    block = _BLANK_LINES.split(reply.strip().replace("：", ":"))[-1]
    if marker == _PS:
        return _PS_PATTERN.search(block) is not None
    if not marker.endswith(":"):
        return marker.lower() in block.lower()
    head = re.escape(marker[:-1].rstrip())
    return re.search(rf"{head}\s*:", block, re.IGNORECASE) is not None


def _postscript_english(reply: str, args: Args) -> bool:
    marker = args["postscript_marker"]
    if marker in (_PS, _PPS):
        return (_PS_PATTERN if marker == _PS else _PPS_PATTERN).search(reply.lower()) is not None
    return hits(marker.lower(), reply.lower(), ignore_case=False) > 0


_MARKER = (Argument("postscript_marker", word),)

PLACEHOLDERS = Rule(_placeholders, (Argument("num_placeholders", whole),), _true_placeholders)
POSTSCRIPT = Rule(_postscript, _MARKER, _postscript_at_the_end)
POSTSCRIPT_ENGLISH = Rule(_postscript_english, _MARKER)
