"""`gwageo tasks`: what there is, and everything about one task."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.values import given, option

if TYPE_CHECKING:
    from gwageo.tasks.describe import Description

PANEL = "Options"


def tasks(
    name: Annotated[
        str | None,
        typer.Argument(help="A task, or `new`; none lists them all.", callback=given, show_default=False),
    ] = None,
    new_name: Annotated[
        str | None,
        typer.Argument(help="Behind `new`: what the task is called.", callback=given, show_default=False),
    ] = None,
    protocol: Annotated[
        str, option("--protocol", "-p", help="How its prompt is shown: plain, chat, nothink.", panel=PANEL, metavar="P")
    ] = "plain",
    task_file: Annotated[
        list[str] | None,
        option("--task-file", help="A task of your own: TOML, or Python, which is run.", panel=PANEL, metavar="FILE"),
    ] = None,
    kind: Annotated[
        str, option("--kind", help="For `new`: choice, cloze, letter, number.", panel=PANEL, metavar="K")
    ] = "choice",
    output: Annotated[
        str, option("--output", "-o", help="For `new`: the folder of its files.", panel=PANEL, metavar="DIR")
    ] = ".",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Show what there is, or everything about one task; `new NAME` writes one of your own that runs at once."""
    with clean():
        if name == "new":
            _new(new_name, kind, output)
        elif new_name is not None:
            raise typer.BadParameter(f"got {new_name!r} behind a task; only `new` takes a second word")
        elif name is None:
            _list(task_file or [], as_json=as_json)
        else:
            _show(name, protocol, task_file or [], as_json=as_json)


def _new(name: str | None, kind: str, folder: str) -> None:
    from gwageo.messages import translate
    from gwageo.tasks.skeleton import write_skeleton

    if name is None:
        raise typer.BadParameter("`new` needs a name, for example: gwageo tasks new my-exam")
    toml, rows = write_skeleton(name, kind, folder)
    typer.echo(translate("data.written", toml=toml, rows=rows))
    typer.echo(f"gwageo run --task-file {toml} --model baseline:gold")


def _list(task_files: list[str], *, as_json: bool) -> None:
    from gwageo.tasks.own import plugins
    from gwageo.tasks.registry import SUITES, load_task, own_exams, task_names

    found = [load_task(name) for name in (*task_names(), *plugins())]
    found += [exam.task for exam in own_exams(task_files).values()]
    suites = {name: list(suite.tasks) for name, suite in SUITES.items()}
    if as_json:
        listed = [{"name": task.name, "title": task.card.title, "size": task.card.size} for task in found]
        typer.echo(json.dumps({"tasks": listed, "suites": suites}, ensure_ascii=False))
        return
    width = max(len(task.name) for task in found)
    for task in found:
        size = "" if task.card.size is None else f" ({task.card.size:,} items)"
        typer.echo(f"{task.name:{width}}  {task.card.title}{size}: {task.card.summary}")
    typer.echo("")
    for name, members in suites.items():
        typer.echo(f"suite {name}: {', '.join(members)}")
    typer.echo("\ngwageo tasks NAME tells everything about one task.")


def _show(name: str, protocol: str, task_files: list[str], *, as_json: bool) -> None:
    from gwageo.api import find_exam, protocol_name
    from gwageo.core import Protocol
    from gwageo.core.canonical import plain
    from gwageo.tasks.describe import describe

    exam = find_exam(name, task_files)
    description = describe(exam.task, Protocol(protocol_name(protocol)), exam.data or "bundled")
    if as_json:
        typer.echo(json.dumps(plain(description), ensure_ascii=False))
    else:
        typer.echo("\n".join(lines(description, "gwageo's own quick items" if exam.data is None else exam.data)))


def lines(task: "Description", items: str) -> list[str]:
    """The description of a task for a person; `items` says which ones the prompt is of."""
    from gwageo.report import numbers

    hub = task.hub
    place = f"{hub.path}{f' ({hub.config})' if hub.config else ''}, split {hub.split}" if hub else "none"
    shown = [
        f"{task.name} (version {task.version}): {task.card.title} · {task.card.title_ko}",
        task.card.summary,
        task.card.summary_ko,
        "",
        f"source     {task.card.source}",
        f"hub        {place}{', gated' if hub and hub.gated else ''}",
        f"licence    {task.card.licence}",
        f"items      {'unknown' if task.card.size is None else f'{task.card.size:,}'}",
        f"columns    {', '.join(task.columns)}",
        f"shots      {task.shots}",
        f"metrics    {', '.join(metric.name + (' (primary)' if metric.primary else '') for metric in task.metrics)}",
        f"chance     {'none' if task.chance is None else numbers.figure(task.chance, 'fraction') + ' %'}",
    ]
    if task.max_tokens is not None:
        shown.append(
            f"reply      at most {task.max_tokens} tokens, stops at {', '.join(map(repr, task.stop)) or 'nothing'}"
        )
    for one in task.options:
        values = " | ".join(one.values) + (f" (published: {one.published})" if one.published else "")
        shown.append(f"option     {one.name} = {values}: {one.help}")
    for prompt in task.prompts:
        shown += ["", f"--- {prompt.title}, first of {items} ---", prompt.text]
    return shown
