"""Replies: where in a model's text the answer is declared; shared by all types.

Two readings of one reply, kept apart. The strict one is the published rule: a label at the start of a line, the last
one wins, its remainder is the payload; without a label the type falls back on the whole text. The robust one works on a
folded copy (full-width forms, zero-width characters, decomposed Hangul) and sees labels in bold, in headings, in list
items and in sentences ("정답은 ... 입니다"); a box behind the last of them, or in a reply without any, is one too.
Every search here is one pass over the text.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from gwageo.hangul.text import Folded, fold

_FENCE = re.compile(r"(?:```)+(?:(?:json|text|txt|plaintext|python|markdown|md)(?![A-Za-z]))?")
_LABEL = re.compile(
    r"^[^\S\n]*(?:final[ ]answer|answer|최종 답|정답|원문|plaintext)\s*[:：]\s*(?P<payload>[^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
_OPEN = r"[^\S\n]*(?:(?:[>#*_`~\-•·【\[(<]|\d{1,2}[.)](?!\d))[^\S\n]*){0,8}"
_CLOSE = r"[*_`~】\])>\s]{0,8}"
_ROBUST_LABEL = re.compile(
    rf"(?:^{_OPEN}|(?<=[.!?][ ]))(?:(?:the|my|correct|corrected|right|actual|new|revised|updated|real|final)[ ]"
    r"|(?:so|thus|therefore|hence|actually|wait|no|sorry|instead),?[ ]"
    r"|(?:최종|올바른|수정된|새로운|실제|정정)[,:]?[ ]?|(?:따라서|그러므로|그래서|즉|아니|다시)[, ]{1,2})*"
    r"(?:final[ ]answer|answer|정답|답변|답|원문|plaintext|result|결과)"
    rf"{_CLOSE}(?P<mark>[:=]|은(?![가-힣])|는(?![가-힣])|(?:is|should[ ]be|must[ ]be|would[ ]be)\b|$)",
    re.MULTILINE | re.IGNORECASE,
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{")
_BRACE = re.compile(r"\\.|[{}]")
_WRAPPER = re.compile(r"\\(?:boxed|fbox|text[a-z]{0,8}|math[a-z]{1,8})\s?\{|\\[ ,;:!]")
_DENIAL = re.compile(r"\((?=[^()]*(?:\bnot\b|아니|아닌|아님))[^()]*\)", re.IGNORECASE)
_LONGEST_LINE = 4000
_MARKS = " \t\r\n*_`~\"'“”‘’「」『』"


class Found(NamedTuple):
    """An answer as it was read."""

    value: str
    """In the canonical spelling of the type."""
    start: int
    """Where it was read, in characters of the reply."""
    end: int
    rule: str
    """Name of the reading rule."""
    flags: tuple[str, ...] = ()


class Piece(NamedTuple):
    """A part of a text that is being read."""

    text: str
    start: int
    """Where the part begins in that text."""
    rule: str


@dataclass(frozen=True)
class Reply:
    """A model's text, prepared for reading."""

    raw: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Letter to text, where the question offers options."""

    @cached_property
    def text(self) -> str:
        """The reply with code-fence markers blanked; every character keeps its place."""
        return _FENCE.sub(lambda match: " " * len(match.group()), self.raw)

    @cached_property
    def payload(self) -> Piece | None:
        """The remainder of the last labelled line, by the published rule."""
        labels = deque(_LABEL.finditer(self.text), maxlen=1)
        return Piece(labels[0]["payload"], labels[0].start("payload"), "label") if labels else None

    @property
    def body(self) -> Piece:
        """The whole reply."""
        return Piece(self.text, 0, "whole")

    @cached_property
    def folded(self) -> Folded:
        """The reply folded for robust reading; `folded.span` leads back to the original."""
        return fold(self.text)

    @cached_property
    def declared(self) -> tuple[Piece, ...]:
        """What follows the last label of the folded reply, up to its end; nothing where there is no label.

        Only the last label counts, readable or not: an answer that was taken back is none. The rest of the label's line
        is the first line of the piece, unless it is blank. A box behind that line is declared in its place, and so is
        the last box of a reply without a label.
        """
        text = self.folded.text
        box = self._box
        for match in deque(_ROBUST_LABEL.finditer(text), maxlen=1):
            piece = text[match.end() :]
            blank = len(piece) - len(piece.lstrip(_MARKS))
            start = match.end() + blank
            line = text.find("\n", start)
            if box is None or box.start < (line if line >= 0 else len(text)):
                return (Piece(_unwrapped(piece[blank:]), start, "declared"),)
        return () if box is None else (box,)

    @cached_property
    def _box(self) -> Piece | None:
        """What the last box of the folded reply holds, where it closes."""
        text = self.folded.text
        for match in deque(_BOX.finditer(text), maxlen=1):
            depth = 1
            for brace in _BRACE.finditer(text, match.end(), match.end() + _LONGEST_LINE):
                depth += {"{": 1, "}": -1}.get(brace.group(), 0)
                if depth == 0:
                    return Piece(_unwrapped(text[match.end() : brace.start()]), match.end(), "box")
        return None

    def back(self, value: str, start: int, end: int, rule: str, flags: tuple[str, ...] = ()) -> Found:
        """Something found in the folded text, with its place in the original."""
        return Found(value, *self.folded.span(start, end), rule, flags)

    def last_lines(self, count: int) -> list[Piece]:
        """The last lines of a folded reply without a label that are not blank, the last one first.

        Overlong ones are left out.
        """
        if self.declared:
            return []
        return [line for line in last_lines(self.folded.text, count) if len(line.text) <= _LONGEST_LINE]


def _unwrapped(text: str) -> str:
    """The text with the names of LaTeX wrappers blanked; every character keeps its place."""
    return _WRAPPER.sub(lambda match: " " * len(match.group()), text)


def last_lines(text: str, count: int) -> list[Piece]:
    """The last lines of a text that are not blank, the last one first."""
    pieces: list[Piece] = []
    end = len(text.rstrip())
    while end > 0 and len(pieces) < count:
        start = text.rfind("\n", 0, end) + 1
        if text[start:end].strip():
            pieces.append(Piece(text[start:end], start, "last line"))
        end = start - 1
    return pieces


def first_line(piece: Piece) -> Piece:
    """The first line of a piece, with remarks in brackets on what is not the answer blanked; none is that long."""
    line = piece.text[:_LONGEST_LINE].split("\n", 1)[0]
    return Piece(_DENIAL.sub(lambda match: " " * len(match.group()), line), piece.start, piece.rule)


def conclusion(line: Piece) -> Piece:
    """What stands behind the last equals sign or arrow of a line, or the whole line."""
    ends = [line.text.rfind(sign) + len(sign) for sign in ("=", "→", "->", "⇒") if sign in line.text]
    start = max(ends, default=0)
    return Piece(line.text[start:], line.start + start, line.rule)


@dataclass(frozen=True, slots=True)
class Reader:
    """How the answers of a type are read and compared."""

    canonical: Callable[[Any], str]
    """A gold answer in the spelling in which both sides are compared."""
    strict: Callable[[Reply, Any], Found | None]
    """The published reading; takes the gold because some of its rules count its digits or names."""
    robust: Callable[[Reply, Any], Found | None]
    """The reading that practice asks for: sees the answer through markup, units and other spellings."""
    show: Callable[[Any], str] = str
    """A gold answer as a model should write it behind `Answer:`."""
