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
        str | None, typer.Argument(help="A task; none lists them all.", callback=given, show_default=False)
    ] = None,
    protocol: Annotated[
        str, option("--protocol", "-p", help="How its prompt is shown: plain, chat, nothink.", panel=PANEL, metavar="P")
    ] = "plain",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Show what there is, or everything about one task: source, licence, size, metrics, chance level, a prompt."""
    with clean():
        if name is None:
            _list(as_json=as_json)
        else:
            _show(name, protocol, as_json=as_json)


def _list(*, as_json: bool) -> None:
    from gwageo.tasks.registry import SUITES, load_task, task_names

    found = [load_task(name) for name in task_names()]
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


def _show(name: str, protocol: str, *, as_json: bool) -> None:
    from gwageo.api import load_task, protocol_name
    from gwageo.core import Protocol
    from gwageo.core.canonical import plain
    from gwageo.tasks.describe import describe

    description = describe(load_task(name), Protocol(protocol_name(protocol)))
    if as_json:
        typer.echo(json.dumps(plain(description), ensure_ascii=False))
    else:
        typer.echo("\n".join(lines(description)))


def lines(task: "Description") -> list[str]:
    """The description of a task for a person."""
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
        shown += ["", f"--- {prompt.title}, first of gwageo's own quick items ---", prompt.text]
    return shown
