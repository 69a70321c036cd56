"""Reader: the number or the text of a cell in a reply."""

import re

from gwageo.puzzles import whole
from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line, last_lines

_NUMERIC = re.compile(r"\s*[-+]?\d[\d,]*(?:\.\d+)?\s*")
_MARKER = re.compile(r"(?:final answer|answer|최종 답)\s*[:：]\s*([^\n]+)", re.IGNORECASE)
_SIGNED = re.compile(r"[-+]?\d+(?:\.\d+)?")
_QUOTES = "\"'“”‘’`*_「」[]() \t\r."
_SENTENCE = re.compile(r"(?:입니다|이다|이에요|예요|임)$")


def canonical(gold: object) -> str:
    """A number without separators, or the text in small letters."""
    text = str(gold)
    return _number(text.replace(",", "")) if _NUMERIC.fullmatch(text) else text.strip().lower()


def _number(text: str) -> str:
    """A number as text: "7.0" and "+7" are 7."""
    head, _, tail = text.strip().lstrip("+").partition(".")
    digits = head.lstrip("-").lstrip("0") or "0"
    sign = "-" if head.startswith("-") and (digits != "0" or tail.strip("0")) else ""
    return sign + digits + (f".{tail.rstrip('0')}" if tail.rstrip("0") else "")


def strict(reply: Reply, gold: object) -> Found | None:
    """The payload, else behind the first marker, else the last line: its first number, or all of it."""
    source = reply.payload or _marked(reply) or _last_line(reply)
    if source is None:
        return None
    if not _NUMERIC.fullmatch(str(gold)):
        value = source.text.strip().strip("\"'").strip().lower()
        start = source.start + (len(source.text) - len(source.text.lstrip()))
        return Found(value, start, start + len(source.text.strip()), source.rule) if value else None
    return _first_number(Piece(source.text[:_LONGEST], source.start, source.rule))


_LONGEST = 4000


def _marked(reply: Reply) -> Piece | None:
    match = _MARKER.search(reply.text)
    return Piece(match[1], match.start(1), "marker") if match else None


def _last_line(reply: Reply) -> Piece | None:
    return next(iter(last_lines(reply.text, 1)), None)


def _first_number(source: Piece) -> Found | None:
    """The first number once commas are taken out; its place is that of the whole source."""
    match = _SIGNED.search(source.text.replace(",", ""))
    if match is None:
        return None
    return Found(_number(match.group()), source.start, source.start + len(source.text), source.rule)


def robust(reply: Reply, gold: object) -> Found | None:
    """A number as for all whole numbers; a text behind the label, or alone on the last line, without its marks."""
    if _NUMERIC.fullmatch(str(gold)):
        return whole.robust(reply, gold)
    lines = [*map(first_line, reply.declared), *map(conclusion, reply.last_lines(1))]
    for line in lines:
        value = _SENTENCE.sub("", line.text.strip(_QUOTES)).strip(_QUOTES).lower()
        if value and len(value) <= 40:
            start = line.start + len(line.text) - len(line.text.lstrip(_QUOTES))
            return reply.back(value, start, start + len(line.text.strip(_QUOTES)), line.rule)
    return None


READER = Reader(canonical, strict, robust)
