"""Reader: the number or the text of a cell in a reply."""

import re
from decimal import Decimal

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, conclusion, first_line, last_lines

_NUMERIC = re.compile(r"\s*[-+]?\d[\d,]*(?:\.\d+)?\s*")
_MARKER = re.compile(r"(?:final answer|answer|최종 답)\s*[:：]\s*([^\n]+)", re.IGNORECASE)
_SIGNED = re.compile(r"[-+]?\d+(?:\.\d+)?")
_PLAIN = r"(?:\d{1,3}(?:[,\u202f]\d{3})+|\d{1,40})(?:\.\d{1,40})?"
_AMOUNT = re.compile(
    rf"(?<![\w.])-?{_PLAIN}(?:\s?[억만]\s?{_PLAIN}(?=\s?[만]|(?![\d,.]*\d)))*(?:\s?[억만])?(?![.,]?\d)"
)
_PART = re.compile(rf"({_PLAIN})\s?([억만]?)")
_MYRIADS = {"": 1, "만": 10**4, "억": 10**8}
_COUNTER = re.compile(r"\s?(?:건|개|명|종|품목|행|열|번|items?\b|rows?\b|records?\b|orders?\b)")
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
        return _number_said(reply)
    lines = [*map(first_line, reply.declared), *map(conclusion, reply.last_lines(1))]
    for line in lines:
        value = _SENTENCE.sub("", line.text.strip(_QUOTES)).strip(_QUOTES).lower()
        if value and len(value) <= 40:
            start = line.start + len(line.text) - len(line.text.lstrip(_QUOTES))
            return reply.back(value, start, start + len(line.text.strip(_QUOTES)), line.rule)
    return None


def _number_said(reply: Reply) -> Found | None:
    """The last number behind the label, or of the last line, that counts no things; 만 and 억 are multiplied out."""
    for line in [*map(first_line, reply.declared), *reply.last_lines(1)]:
        end = conclusion(line)
        matches = list(_AMOUNT.finditer(end.text))
        wanted = [match for match in matches if not _COUNTER.match(end.text, match.end())] or matches
        if not reply.declared and len({_worth(match) for match in wanted}) > 1:
            return None
        if wanted:
            match = wanted[-1]
            return reply.back(_worth(match), end.start + match.start(), end.start + match.end(), end.rule)
    return None


def _worth(match: re.Match[str]) -> str:
    """An amount as a plain number: "1억 618만" is 106180000."""
    parts = _PART.findall(match.group())
    signed = "-" if match.group().startswith("-") else ""
    total = sum((Decimal(digits.replace(",", "")) * _MYRIADS[unit] for digits, unit in parts), Decimal(0))
    return _number(signed + format(total, "f"))


READER = Reader(canonical, strict, robust)
