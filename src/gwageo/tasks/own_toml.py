"""A task of one's own without code: a TOML file that names the columns of a data file and gives the prompt.

    name = "my-exam"
    kind = "choice"               # choice, cloze, letter, number
    data = "my_exam.jsonl"

    [columns]
    choices = "choices"
    answer = "answer"

    [prompt]
    question = "질문: {question}\\n답변:"

Every key is checked: an unknown one is refused with the closest that exists.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, get_args

from gwageo.core import ConfigError
from gwageo.scoring.labels import LabelRule
from gwageo.tasks.base import Card, Task
from gwageo.tasks.choice import ClozeTask, QuestionTask
from gwageo.tasks.files import read_text
from gwageo.tasks.generative import (
    LETTER_METRICS,
    LETTER_OPTIONS,
    LETTER_STOP,
    LETTERS,
    NUMBER_METRICS,
    LetterTask,
    NumberTask,
)
from gwageo.tasks.own_rows import AnswerIs, OwnRows
from gwageo.tasks.templates import TemplateError, placeholders

NAME = re.compile(r"[a-z0-9가-힣][a-z0-9가-힣-]*")
_NUMBER_STOP = ("</s>", "<|im_end|>")


class Table:
    """One table of the file. What was not asked for when it closes is unknown."""

    def __init__(self, cells: Mapping[str, Any], place: str) -> None:
        self._cells = dict(cells)
        self._place = place
        self._asked: list[str] = []

    def take(self, key: str, kind: type, default: Any = ...) -> Any:
        """The value of a key.

        Raises:
            ConfigError: It is missing without a default, or of another type.
        """
        self._asked.append(key)
        if key not in self._cells:
            if default is ...:
                self.refuse(f"the key {key!r} is missing")
            return default
        value = self._cells[key]
        blank = isinstance(value, str) and not value.strip() and default is ...
        if not isinstance(value, kind) or isinstance(value, bool) or blank:
            self.refuse(f"{key} cannot be {value!r:.80}: {_KINDS[kind]}")
        return value

    def texts(self, key: str, default: Any = ...) -> tuple[str, ...]:
        """One text, or a list of them, as a tuple."""
        if isinstance(self._cells.get(key), str):
            return (self.take(key, str, default),)
        value = self.take(key, list, default)
        if not all(isinstance(each, str) and each for each in value):
            self.refuse(f"{key} cannot be {value!r:.80}: expected texts that are not empty")
        return tuple(value)

    def one_of(self, key: str, values: tuple[str, ...], default: Any = ...) -> Any:
        """One of some words."""
        value = self.take(key, str, default)
        if value != default and value not in values:
            self.refuse(f"{key} cannot be {value!r}: expected one of {', '.join(values)}")
        return value

    def table(self, key: str) -> "Table":
        """A table inside this one; an absent one is empty."""
        return Table(self.take(key, dict, {}), f"{self._place} [{key}]")

    def close(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._cells:
            if key not in self._asked:
                close = get_close_matches(key, self._asked, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(self._asked)}"
                self.refuse(f"there is no key {key!r} here; {hint}")

    def refuse(self, problem: str) -> NoReturn:
        """Say what is wrong, and where."""
        raise ConfigError(f"{self._place}: {problem}")


_KINDS: dict[type, str] = {
    str: "expected a text",
    int: "expected a whole number",
    list: "expected a list",
    dict: "expected a table",
}


def read_toml(path: Path) -> tuple[Task, str | None]:
    """The task that a file describes, and where its items are: a path, or None where they are always given.

    Raises:
        ConfigError: The file is no TOML, or a key is missing, unknown or of the wrong type; it is named.
    """
    try:
        cells = tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error
    top = Table(cells, str(path))
    kind = top.one_of("kind", tuple(BUILDERS))
    data = top.take("data", str, None)
    columns, prompt = top.table("columns"), top.table("prompt")
    try:
        task = BUILDERS[kind](_common(top), top, columns, prompt)
    except TemplateError as error:
        raise ConfigError(f"{path} [prompt]: {error}") from error
    for table in (top, columns, prompt):
        table.close()
    beside = path.with_suffix(".jsonl")
    place = path.parent / data if data else beside if beside.exists() else None
    return task, None if place is None else str(place)


def _common(top: Table) -> dict[str, Any]:
    """What every kind has."""
    name = top.take("name", str)
    if not NAME.fullmatch(name):
        top.refuse(f"name cannot be {name!r}: expected small letters, digits and hyphens")
    version, shots = top.take("version", int, 1), top.take("shots", int, 0)
    if version < 1 or shots < 0:
        top.refuse(f"version is {version} and shots is {shots}, expected at least 1 and at least 0")
    title = top.take("title", str, name)
    summary = top.take("summary", str, title)
    card = Card(
        title=title,
        title_ko=top.take("title_ko", str, title),
        summary=summary,
        summary_ko=top.take("summary_ko", str, summary),
        source=top.take("source", str, "a task of one's own"),
        licence=top.take("licence", str, "not stated"),
        size=None,
        language=top.one_of("language", ("ko", "en"), "ko"),
    )
    return {
        "name": name,
        "version": version,
        "card": card,
        "data_name": name.replace("-", "_"),
        "hub": None,
        "shots": shots,
    }


def _choices(columns: Table, key: str = "choices") -> tuple[str, tuple[str, ...], AnswerIs | None]:
    """Column of the answer, columns of the choices, and how the answer names one."""
    return columns.take("answer", str), columns.texts(key), columns.one_of("answer_is", get_args(AnswerIs), None)


def _question(prompt: Table, *, options: bool = False) -> tuple[str, tuple[str, ...]]:
    """The template of the question and the columns that it shows; with options it must show these too."""
    template = prompt.take("question", str)
    names = placeholders(template)
    if options and "options" not in names:
        prompt.refuse("question lacks {options}, which stands for the lettered choices")
    shown = tuple(name for name in names if not (options and name == "options"))
    if not shown:
        prompt.refuse("question shows no column; write {question}, or what your column is called")
    return template, shown


def _limits(prompt: Table, most: int, stop: tuple[str, ...]) -> dict[str, Any]:
    tokens = prompt.take("max_tokens", int, most)
    if tokens < 1:
        prompt.refuse(f"max_tokens cannot be {tokens}: expected at least 1")
    return {"max_tokens": tokens, "stop": prompt.texts("stop", list(stop))}


def _columns(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for group in groups for name in group))


def _choice(common: dict[str, Any], top: Table, columns: Table, prompt: Table) -> Task:
    template, shown = _question(prompt)
    answer, choices, answer_is = _choices(columns)
    free = prompt.take("question_free", str, "")
    if placeholders(free):
        prompt.refuse("question_free has a placeholder, but it stands where no question is")
    read = OwnRows("choice", common["card"].language, shown, answer, choices, answer_is=answer_is)
    return QuestionTask(
        **common, columns=_columns(shown, choices, (answer,)), read=read, prompt=template, question_free=free
    )


def _cloze(common: dict[str, Any], top: Table, columns: Table, prompt: Table) -> Task:
    text = columns.take("text", str)
    answer, options, answer_is = _choices(columns, "options")
    if len(options) < 2:
        columns.refuse(f"options cannot be {list(options)!r}: expected at least two columns, one for each option")
    read = OwnRows("cloze", common["card"].language, (text, *options), answer, options, text, answer_is)
    return ClozeTask(
        **common, columns=_columns((text,), options, (answer,)), read=read, text_field=text, option_fields=options
    )


def _letter(common: dict[str, Any], top: Table, columns: Table, prompt: Table) -> Task:
    template, shown = _question(prompt, options=True)
    answer, choices, answer_is = _choices(columns)
    read = OwnRows("letter", common["card"].language, shown, answer, choices, answer_is=answer_is)
    return LetterTask(
        **common,
        columns=_columns(shown, choices, (answer,)),
        read=read,
        prompt=template,
        metrics=LETTER_METRICS,
        options=LETTER_OPTIONS,
        rule=LabelRule(top.one_of("last_letter", tuple(LETTERS), "D")),
        **_limits(prompt, 512, LETTER_STOP),
    )


def _number(common: dict[str, Any], top: Table, columns: Table, prompt: Table) -> Task:
    template, shown = _question(prompt)
    answer = columns.take("answer", str)
    return NumberTask(
        **common,
        columns=_columns(shown, (answer,)),
        read=OwnRows("number", common["card"].language, shown, answer),
        prompt=template,
        metrics=NUMBER_METRICS,
        draw="self_dropped",
        **_limits(prompt, 2048, _NUMBER_STOP),
    )


BUILDERS: dict[str, Callable[[dict[str, Any], Table, Table, Table], Task]] = {
    "choice": _choice,
    "cloze": _cloze,
    "letter": _letter,
    "number": _number,
}
"""Kind to what makes a task of it."""
