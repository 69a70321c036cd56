"""Reader: the values of all names in a reply, from a JSON object, a list or a table."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from gwageo.puzzles.replies import Found, Piece, Reader, Reply

_OBJECT = re.compile(r"\{[^{}]*\}")
_ANSWER = re.compile(r"answer\s*[:：]\s*", re.IGNORECASE)
_FENCED = re.compile(r"```(?:json)?\s*(\{[^{}]*\})\s*```", re.IGNORECASE)
_BOOLEAN = re.compile(r"\b(?:true|false)\b", re.IGNORECASE)
_TRUE_WORDS = ("true", "참", "예", "yes", "유죄", "참석", "맡음", "주문함", "o", "t")
_FALSE_WORDS = ("false", "거짓", "아니요", "아니오", "no", "무죄", "불참", "맡지 않음", "주문하지 않음", "x", "f")
_VALUE = "|".join(sorted(map(re.escape, (*_TRUE_WORDS, *_FALSE_WORDS)), key=len, reverse=True))
_GAP = r"[\s\"'“”‘’*_`|:=\-–→>()]{0,12}"


def canonical(gold: Any) -> str:
    """Every name in lower case with its value, in the order of the gold answer."""
    return _value(gold, _lower(gold))


def _lower(values: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name).lower(): value for name, value in values.items()}


def _value(gold: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={'true' if values[name] else 'false'}" for name in _lower(gold))


def _complete(gold: Mapping[str, Any], text: str) -> str | None:
    """The canonical value of a JSON object that has a boolean for every name."""
    bare = re.sub(r"//[^\n]*", "", text)
    bare = re.sub(r"\bTrue\b", "true", re.sub(r"\bFalse\b", "false", bare))
    try:
        values = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    values = _lower(values)
    if any(not isinstance(values.get(name), bool) for name in _lower(gold)):
        return None
    return _value(gold, values)


def _objects(reply: Reply) -> Iterator[Piece]:
    """Objects in the order in which the published reading tries them."""
    text = reply.text
    if reply.payload and reply.payload.text.startswith("{"):
        match = _OBJECT.match(text, reply.payload.start)
        end = match.end() if match else reply.payload.start + len(reply.payload.text.rstrip())
        yield Piece(text[reply.payload.start : end], reply.payload.start, "label")
    first = _ANSWER.search(text)
    if first and (match := _OBJECT.match(text, first.end())):
        yield Piece(match.group(), match.start(), "first label")
    if match := _FENCED.search(reply.raw):
        yield Piece(match[1], match.start(1), "fenced object")
    for match in _OBJECT.finditer(text):
        if _BOOLEAN.search(match.group()):
            yield Piece(match.group(), match.start(), "first object")
            return


def strict(reply: Reply, gold: Any) -> Found | None:
    """The first complete object of the published order; else a scan of the lines for names with English truth words."""
    for piece in _objects(reply):
        if value := _complete(gold, piece.text):
            return Found(value, piece.start, piece.start + len(piece.text), piece.rule)
    values: dict[str, bool] = {}
    names = list(_lower(gold))
    for line in reply.text.lower().split("\n"):
        truth = True if "true" in line else False if "false" in line else None
        if truth is not None:
            values |= {name: truth for name in names if name in line}
    if len(values) < len(names):
        return None
    return Found(_value(gold, values), 0, len(reply.text), "lines")


def robust(reply: Reply, gold: Any) -> Found | None:
    """Name by name with its value behind it, in what follows the last label; else in the whole reply."""
    text = reply.folded.text
    names = sorted(_lower(gold), key=len, reverse=True)
    spelt = "|".join(re.escape(name) for name in names)
    pattern = re.compile(rf"(?<!\w)({spelt})(?:은|는|이|가)?{_GAP}({_VALUE})(?![A-Za-z])", re.IGNORECASE)
    best: Found | None = None
    for piece in reply.declared or (Piece(text, 0, "whole reply"),):
        matches = list(pattern.finditer(piece.text))
        if not matches:
            continue
        values = {match[1].lower(): match[2].lower() in _TRUE_WORDS for match in matches}
        span = piece.start + matches[0].start(), piece.start + matches[-1].end()
        if len(values) == len(names):
            return reply.back(_value(gold, values), *span, piece.rule)
        told = ", ".join(f"{name}={str(value).lower()}" for name, value in values.items())
        best = best or reply.back(told, *span, piece.rule, ("incomplete_answer",))
    return best


def show(gold: Any) -> str:
    """As a JSON object on one line."""
    return json.dumps(gold, ensure_ascii=False) if isinstance(gold, Mapping) else str(gold)


READER = Reader(canonical, strict, robust, show)
