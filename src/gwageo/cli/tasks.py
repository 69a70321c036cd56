"""`gwageo tasks`: what there is, and everything about one task."""

from typing import TYPE_CHECKING, Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import room, say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import language, translate, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gwageo.tasks.describe import Description

PANEL = translate("help.panel.options")


def tasks(
    name: Annotated[
        str | None,
        typer.Argument(help=translate("help.tasks.name"), callback=given, show_default=False),
    ] = None,
    new_name: Annotated[
        str | None,
        typer.Argument(help=translate("help.tasks.new_name"), callback=given, show_default=False),
    ] = None,
    protocol: Annotated[
        str, option("--protocol", "-p", help=translate("help.tasks.protocol"), panel=PANEL, metavar="P")
    ] = "plain",
    task_file: Annotated[
        list[str] | None,
        option("--task-file", help=translate("help.common.task_file"), panel=PANEL, metavar="FILE"),
    ] = None,
    kind: Annotated[str, option("--kind", help=translate("help.tasks.kind"), panel=PANEL, metavar="K")] = "choice",
    output: Annotated[
        str, option("--output", "-o", help=translate("help.tasks.output"), panel=PANEL, metavar="DIR")
    ] = ".",
    form: Annotated[
        str, option("--format", help=translate("help.tasks.format"), panel=PANEL, metavar="FORM")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Show what there is, or everything about one task; `new NAME` writes one of your own that runs at once."""
    with clean():
        if name == "new":
            _new(new_name, kind, output)
        elif new_name is not None:
            raise typer.BadParameter(translate("tasks.second_word", name=repr(new_name)))
        elif name is None:
            _list(task_file or [], form, as_json=as_json)
        else:
            _show(name, protocol, task_file or [], as_json=as_json)


def _new(name: str | None, kind: str, folder: str) -> None:
    from gwageo.tasks.skeleton import write_skeleton

    if name is None:
        raise typer.BadParameter(translate("tasks.new_needs"))
    toml, rows = write_skeleton(name, kind, folder)
    say(translate("data.written", toml=toml, rows=rows))
    say(translate("tasks.try", toml=toml))


def _list(task_files: list[str], form: str, *, as_json: bool) -> None:
    from gwageo.report.exams import exams_dict, exams_text
    from gwageo.report.tables import check_format
    from gwageo.tasks.own import plugins
    from gwageo.tasks.registry import SUITES, load_task, own_exams, task_names

    found = [load_task(name) for name in (*task_names(), *plugins())]
    found += [exam.task for exam in own_exams(task_files).values()]
    if as_json:
        say_json(exams_dict(found, SUITES))
    else:
        say(exams_text(found, SUITES, check_format(form), room()), nl=False)


def _show(name: str, protocol: str, task_files: list[str], *, as_json: bool) -> None:
    from gwageo.api import find_exam, protocol_name
    from gwageo.core import Protocol
    from gwageo.core.canonical import plain
    from gwageo.tasks.describe import describe

    exam = find_exam(name, task_files)
    description = describe(exam.task, Protocol(protocol_name(protocol)), exam.data or "bundled")
    if as_json:
        say_json(plain(description))
    else:
        own = translate("tasks.example_items" if description.example else "tasks.quick_items")
        say("\n".join(lines(description, own if exam.data is None else exam.data)))


def lines(task: "Description", items: str) -> list[str]:
    """The description of a task for a person; `items` says which ones the prompt is of."""
    own = task.card.title, task.card.title_ko
    titles = own[::-1] if language() == "ko" else own
    own = task.card.summary, task.card.summary_ko
    summaries = own[::-1] if language() == "ko" else own
    head = translate("tasks.head", name=task.name, version=task.version, first=titles[0], second=titles[1])
    shown = [head, *summaries, "", *(f"{label}{gap}{value}" for label, gap, value in _aligned(_facts(task)))]
    for prompt in task.prompts:
        title = translate("tasks.prompt", title=word(prompt.title), items=word(items))
        shown += ["", title, prompt.text]
    return shown


def _facts(task: "Description") -> list[tuple[str, str]]:
    """Label and value of everything that fits a line, labels by their id."""
    none = translate("tasks.none")
    metrics = [each.name + (translate("tasks.primary") if each.primary else "") for each in task.metrics]
    facts = [
        ("source", task.card.source),
        ("hub", _hub(task) or none),
        ("licence", task.card.licence),
        ("items", translate("tasks.unknown") if task.card.size is None else f"{task.card.size:,}"),
        ("columns", ", ".join(task.columns)),
        ("id", _names(task)),
        ("shots", str(task.shots)),
        ("metrics", ", ".join(metrics)),
        *([("parts", ", ".join(task.parts))] if task.parts else []),
        ("chance", none if task.chance is None else _level(task, task.chance)),
    ]
    if task.max_tokens is not None:
        stop = ", ".join(map(repr, task.stop)) or translate("tasks.nothing")
        facts.append(("reply", translate("tasks.limits", max_tokens=task.max_tokens, stop=stop)))
    for one in task.options:
        published = translate("tasks.published", value=one.published) if one.published else ""
        facts.append(("option", f"{one.name} = {' | '.join(one.values)}{published}: {word(one.help)}"))
    return facts


def _names(task: "Description") -> str:
    """How an item of the exam, and an answer to it, is named."""
    rule = translate("tasks.id", columns=translate("tasks.id_else").join(task.id_columns))
    return rule if task.key_column is None else f"{rule}{translate('tasks.id_key', column=task.key_column)}"


def _level(task: "Description", chance: float) -> str:
    """A chance level in the unit of the primary metric."""
    from gwageo.report import numbers

    unit = next((metric.unit for metric in task.metrics if metric.primary), "fraction")
    return numbers.with_unit(chance, unit)


def _hub(task: "Description") -> str | None:
    if task.hub is None:
        return None
    config = f" ({task.hub.config})" if task.hub.config else ""
    gated = translate("tasks.gated") if task.hub.gated else ""
    return translate("tasks.hub", path=f"{task.hub.path}{config}", split=task.hub.split, gated=gated)


def _aligned(facts: "Sequence[tuple[str, str]]") -> "Iterator[tuple[str, str, str]]":
    """Labels in the reader's language with the blanks that line up the values; Hangul is two cells wide."""
    from rich.cells import cell_len

    labels = [translate(f"tasks.label.{name}") for name, _ in facts]
    width = max(10, *map(cell_len, labels)) + 1
    for label, (_, value) in zip(labels, facts, strict=True):
        yield label, " " * (width - cell_len(label)), value
