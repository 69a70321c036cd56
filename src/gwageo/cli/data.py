"""`gwageo data`: are the sets whole, and a bundle of them for machines without a connection."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import retell, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gwageo.tasks.bundle import Bundle
    from gwageo.tasks.published import Finding

PANEL = translate("help.panel.options")

data = typer.Typer(name="data", help=translate("help.data.command"), no_args_is_help=True)


@data.command(help=translate("help.fetch.command"))
def fetch(
    tasks: Annotated[list[str], typer.Argument(help=translate("help.fetch.tasks"), metavar="TASKS...", callback=given)],
    output: Annotated[str, option("--output", "-o", help=translate("help.fetch.output"), panel=PANEL, metavar="DIR")],
    source: Annotated[
        str | None,
        option("--data", help=translate("help.fetch.data"), panel=PANEL, metavar="PATH"),
    ] = None,
    model: Annotated[
        str | None, option("--model", "-m", help=translate("help.fetch.model"), panel=PANEL, metavar="M")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Bundle items, a tokenizer and what graders need; then every exam runs with --data DIR and no connection."""
    with clean():
        from gwageo.api import fetch_data
        from gwageo.core.canonical import plain

        found = fetch_data(tasks, output, data=source, model=model)
        if as_json:
            say_json(plain(found))
            return
        say("\n".join(told(found, output, _runnable(tasks))))


def told(found: "Bundle", folder: str, tasks: "Sequence[str]") -> list[str]:
    """What lies in a bundle, and how to use it."""
    from gwageo.report.tables import origin_text

    lines = []
    for name, entry in found.sets.items():
        at = translate("data.at", revision=entry.revision) if entry.revision else ""
        rows, origin = f"{entry.rows:,}", origin_text(entry.origin)
        lines.append(translate("data.set", name=name, rows=rows, licence=entry.licence, origin=origin, at=at))
    if found.tokenizer is not None:
        place = Path(folder) / found.tokenizer.folder
        lines.append(translate("data.tokenizer", model=found.tokenizer.model, folder=place))
    if not found.resources:
        lines.append(translate("data.graders"))
    command = shlex.join(["gwageo", "run", *tasks, "--data", folder])
    return [*lines, translate("data.offline", command=command)]


def _runnable(names: "Sequence[str]") -> list[str]:
    """The names with suites that always use their own items written out, since these take no --data."""
    from gwageo.tasks.registry import SUITES

    return [each for name in names for each in (SUITES[name].tasks if name in SUITES else [name])]


@data.command(help=translate("help.check.command"))
def check(
    tasks: Annotated[
        list[str] | None,
        typer.Argument(help=translate("help.check.tasks"), metavar="[TASKS]...", callback=given, show_default=False),
    ] = None,
    source: Annotated[
        str | None, option("--data", help=translate("help.check.data"), panel=PANEL, metavar="PATH")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Compare rows, columns and key balance with what was published. Exit code 1 where something differs."""
    with clean():
        from gwageo.api import check_data
        from gwageo.core.canonical import plain

        findings = check_data(tasks or [], data=source)
        if as_json:
            say_json({"sets": plain(findings)})
        else:
            say("\n".join(lines(findings)))
    raise typer.Exit(FAILED_ITEMS if any(one.problems for one in findings) else 0)


def lines(findings: "Sequence[Finding]") -> list[str]:
    """The findings as a table, and below it how sets differ."""
    from rich.cells import cell_len

    head = tuple(translate(f"data.head.{name}") for name in ("set", "rows", "published", "keys", "state"))
    body = [
        (
            one.name,
            "–" if one.rows is None else f"{one.rows:,}",
            "–" if one.expected_rows is None else f"{one.expected_rows:,}",
            ", ".join(f"{key} {count / (one.rows or 1):.1%}" for key, count in one.keys.items()) or "–",
            translate("data.unreached" if one.unreached else "data.differs" if one.problems else "data.same"),
        )
        for one in findings
    ]
    widths = [max(cell_len(row[column]) for row in (head, *body)) for column in range(len(head))]
    table = [
        "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, *body)
    ]
    return [
        *table,
        *(f"{one.name}: {_problem(each)}" for one in findings if not one.unreached for each in one.problems),
        *_unreached(findings),
    ]


def _problem(sentence: str) -> str:
    return retell(sentence, "note") or retell(sentence, "error") or sentence


def _unreached(findings: "Sequence[Finding]") -> list[str]:
    """Why the hub gave nothing, once for all sets that it did not give: the reason is the same."""
    lost = [one for one in findings if one.unreached]
    return [f"{', '.join(one.name for one in lost)}: {_problem(lost[0].problems[0])}"] if lost else []
