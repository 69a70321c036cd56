"""Prompt templates: `{column}` stands for a cell of the row, and nothing else has a meaning.

Not `str.format`: that would let a template reach into attributes and indices. A cell that holds braces is put in as it
is and never filled again. `{{` and `}}` are braces.
"""

import re
from collections.abc import Mapping
from typing import Any

from gwageo.core import UserError
from gwageo.tasks.rows import written

_MARK = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAME = re.compile(r"[^\W\d][\w -]*")


class TemplateError(UserError):
    """A template that cannot be filled."""


def fill(template: str, values: Mapping[str, Any]) -> str:
    """The template with its placeholders replaced.

    Raises:
        TemplateError: A placeholder that no value has, a value that is no text or number, or a single brace.

    Example:
        >>> fill("질문: {question}\\n답: {{}}", {"question": "1+{x}는?"})
        '질문: 1+{x}는?\\n답: {}'
    """

    def one(match: re.Match[str]) -> str:
        name = _name(match)
        if name is None:
            return match.group()[0]
        if name not in values:
            have = ", ".join(map(repr, values)) or "none"
            raise TemplateError(f"the template asks for {{{name}}}, but there are only: {have}")
        text = written(values[name])
        if text is None:
            raise TemplateError(f"the template asks for {{{name}}}, which is {values[name]!r:.60} and no text")
        return text

    return _MARK.sub(one, template)


def placeholders(template: str) -> tuple[str, ...]:
    """The names that a template asks for, each once, in order.

    Raises:
        TemplateError: It has a single brace, or a placeholder that is no name.
    """
    names = (_name(match) for match in _MARK.finditer(template))
    return tuple(dict.fromkeys(name for name in names if name is not None))


def _name(match: re.Match[str]) -> str | None:
    """The name in a mark; None for a doubled brace."""
    text = match.group()
    if text in ("{{", "}}"):
        return None
    if match[1] is None:
        raise TemplateError(f"the template has a single {text!r} at character {match.start()}; write {text * 2} for it")
    if not _NAME.fullmatch(match[1]):
        raise TemplateError(f"the template has {text!r}, expected a column's name between the braces, nothing more")
    return match[1]
