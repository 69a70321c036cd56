"""Rows of a task of one's own, whose columns a person has named, become items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gwageo.core import Item
from gwageo.hangul.text import compose
from gwageo.scoring.number_reading import number_value
from gwageo.scoring.numbers import reduced
from gwageo.tasks import rows
from gwageo.tasks.base import RowError
from gwageo.tasks.cloze_rows import text_with_blank
from gwageo.tasks.generative import LETTERS

AnswerIs = Literal["letter", "number", "text"]
_KEPT = ("type", "tier", "pair_id")


@dataclass(frozen=True, slots=True)
class OwnRows:
    """Reads one row of a task of one's own; the fields are what its description says."""

    kind: Literal["choice", "cloze", "letter", "number"]
    language: str
    needed: tuple[str, ...]
    """Columns that a prompt shows; they must hold a text."""
    answer: str
    """Column of the right answer."""
    choices: tuple[str, ...] = ()
    """Column of all choices, or one column for each."""
    text: str = ""
    """Column of the text with a blank."""
    answer_is: AnswerIs | None = None
    """How the answer names a choice; None tries all ways, and refuses where they disagree."""

    def __call__(self, row: Mapping[str, Any], number: int) -> Item:
        """The item of a row and its zero-based number.

        Raises:
            RowError: The row cannot be used; it names the column.
        """
        fields = {name: rows.text(row, name) for name in self.needed}
        fields |= {name: cell for name, value in row.items() if name not in fields and (cell := rows.written(value))}
        metadata = {"language": self.language, **{name: fields[name] for name in _KEPT if name in fields}}
        name = rows.item_id(row, number)
        if self.kind == "number":
            worked = self._worked(row)
            return Item(name, {**fields, "answer": worked}, reduced(worked), metadata)
        labels, texts = self._choices(row)
        gold = self._gold(row, labels, texts)
        if self.kind == "letter":
            return Item(name, fields, LETTERS[gold], {**metadata, "options": list(texts)})
        if self.kind == "cloze":
            return Item(name, {**fields, self.text: text_with_blank(row, self.text)}, gold, metadata)
        return Item(name, {**fields, "choices": {"label": list(labels), "text": list(texts)}}, gold, metadata)

    def _choices(self, row: Mapping[str, Any]) -> tuple[Sequence[str], tuple[str, ...]]:
        """Labels and texts."""
        if len(self.choices) > 1:
            texts = tuple(rows.text(row, column) for column in self.choices)
        else:
            value = rows.structured(rows.cell(row, self.choices[0]), self.choices[0])
            if isinstance(value, Mapping):
                return rows.choices(row, self.choices[0])
            texts = rows.texts(value, self.choices[0])
        if not 2 <= len(texts) <= len(LETTERS):
            raise RowError(f"has {len(texts)} choices, expected 2 to {len(LETTERS)}", self.choices[0])
        return LETTERS[: len(texts)], texts

    def _gold(self, row: Mapping[str, Any], labels: Sequence[str], texts: Sequence[str]) -> int:
        """The position of the right choice."""
        answer = compose(rows.text(row, self.answer)).strip()
        ways: dict[AnswerIs, list[str]] = {
            "letter": list(labels),
            "number": [str(number) for number in range(1, len(texts) + 1)],
            "text": [compose(text).strip() for text in texts],
        }
        found = {
            way: names.index(answer)
            for way, names in ways.items()
            if self.answer_is in (None, way) and names.count(answer) == 1
        }
        if not found:
            raise RowError(
                f"is {answer!r}, expected one of {', '.join(labels)}, a number from 1 to {len(texts)}, or the text of "
                "a choice",
                self.answer,
            )
        if len(set(found.values())) > 1:
            read = " and ".join(f"choice {index + 1} as a {way}" for way, index in found.items())
            raise RowError(f"is {answer!r}, which is {read}; say which with answer_is", self.answer)
        return next(iter(found.values()))

    def _worked(self, row: Mapping[str, Any]) -> str:
        """The worked answer with its last line `#### number`."""
        answer = rows.text(row, self.answer)
        worked = answer if "#### " in answer else f"#### {answer.strip()}"
        if number_value(reduced(worked)) is None:
            raise RowError(
                f"is {answer[-40:]!r}, expected a number, or a worked answer that ends in '#### number'", self.answer
            )
        return worked
