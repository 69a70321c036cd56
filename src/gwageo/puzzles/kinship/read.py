"""Reader: the letter of an option in a reply."""

import re
from collections.abc import Mapping

from gwageo.puzzles.replies import Found, Piece, Reader, Reply, first_line

_LABEL = re.compile(r"ANSWER\s*[:：]\s*\(?([A-Z])(?![A-Z])")
_ALONE = re.compile(r"(?<![A-Za-z])[A-Z](?![A-Za-z])")
_ANY = re.compile(r"[A-Z]")
_SMALL = re.compile(r"(?<![A-Za-z])[a-z](?=[\s*.)]*$)")

_ENDING = r"(?:입니다|이다|이에요|예요|임|이라고|라고|으로|로|은|는|이|가|을|를|다|요)?"


def canonical(gold: object) -> str:
    """The letter."""
    return str(gold).strip().upper()[:1]


def strict(reply: Reply, gold: object) -> Found | None:
    """In capitals: behind a label; else the first letter that stands alone; else the first letter."""
    source = reply.payload or reply.body
    capitals = _capitals(source.text)
    for pattern, group in ((_LABEL, 1), (_ALONE, 0), (_ANY, 0)):
        if match := pattern.search(capitals):
            return Found(match[group], source.start + match.start(group), source.start + match.end(group), source.rule)
    return None


def _capitals(text: str) -> str:
    """The text with its Latin letters as capitals; every character keeps its place."""
    return text.translate(_UPPER)


_UPPER = {ord(letter): ord(letter.upper()) for letter in "abcdefghijklmnopqrstuvwxyz"}


def robust(reply: Reply, gold: object) -> Found | None:
    """A letter that stands alone behind the label, or an option's text; else the only one of the last line."""
    for line in map(first_line, reply.declared):
        if found := _letter(line, several=True) or _option(line, reply.options):
            return reply.back(*found[:4])
    for line in reply.last_lines(1):
        if found := _letter(line, several=False) or _option(line, reply.options):
            return reply.back(*found[:4])
    return None


def _option(line: Piece, options: Mapping[str, str]) -> Found | None:
    """The only option whose text the line holds; a text that is part of a longer one there does not count."""
    letters = {text: letter for letter, text in options.items()}
    spelt = "|".join(re.escape(text) for text in sorted(letters, key=len, reverse=True) if text)
    matches = list(re.finditer(rf"(?<![가-힣])(?:{spelt})(?={_ENDING}(?![가-힣]))", line.text)) if spelt else []
    if len({match.group() for match in matches}) != 1:
        return None
    (start, end), text = matches[0].span(), matches[0].group()
    return Found(letters[text], line.start + start, line.start + end, "option text")


def _letter(line: Piece, *, several: bool) -> Found | None:
    letters = list(_ALONE.finditer(line.text)) or list(_SMALL.finditer(line.text))
    if not letters or (not several and len({match.group() for match in letters}) > 1):
        return None
    return Found(letters[0].group().upper(), line.start + letters[0].start(), line.start + letters[0].end(), line.rule)


READER = Reader(canonical, strict, robust)
