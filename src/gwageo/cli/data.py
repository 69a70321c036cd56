"""`gwageo data`: are the sets whole, and a bundle of them for machines without a connection."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.values import given, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gwageo.tasks.published import Finding

PANEL = "Options"

data = typer.Typer(name="data", help="Check the data sets, or bundle them for offline machines.", no_args_is_help=True)


@data.command()
def fetch(
    tasks: Annotated[list[str], typer.Argument(help="Tasks and suites.", metavar="TASKS...", callback=given)],
    output: Annotated[str, option("--output", "-o", help="The folder of the bundle.", panel=PANEL, metavar="DIR")],
    source: Annotated[
        str | None,
        option("--data", help="Take the items from here instead of the hub.", panel=PANEL, metavar="PATH"),
    ] = None,
    model: Annotated[
        str | None, option("--model", "-m", help="Put this model's tokenizer in, too.", panel=PANEL, metavar="M")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Bundle items, a tokenizer and what graders need; then every exam runs with --data DIR and no connection."""
    with clean():
        from gwageo.api import fetch_data
        from gwageo.core.canonical import plain

        found = fetch_data(tasks, output, data=source, model=model)
        if as_json:
            typer.echo(json.dumps(plain(found), ensure_ascii=False))
            return
        for name, entry in found.sets.items():
            at = f", revision {entry.revision}" if entry.revision else ""
            typer.echo(f"{name}: {entry.rows:,} rows, {entry.licence}, from {entry.origin}{at}")
        if found.tokenizer is not None:
            typer.echo(f"tokenizer: {found.tokenizer.model} in {Path(output) / found.tokenizer.folder}")
        typer.echo(f"graders: {', '.join(found.resources) or 'need nothing beside the items'}")
        typer.echo(f"Examine without a connection: gwageo run {' '.join(_runnable(tasks))} --data {output}")


def _runnable(names: "Sequence[str]") -> list[str]:
    """The names with suites that always use their own items written out, since these take no --data."""
    from gwageo.tasks.registry import SUITES

    return [each for name in names for each in (SUITES[name].tasks if name in SUITES else [name])]


@data.command()
def check(
    tasks: Annotated[
        list[str] | None,
        typer.Argument(help="Tasks and suites; none is all.", metavar="[TASKS]...", callback=given, show_default=False),
    ] = None,
    source: Annotated[
        str | None, option("--data", help="File or folder; none is the hub.", panel=PANEL, metavar="PATH")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Compare rows, columns and key balance with what was published. Exit code 1 where something differs."""
    with clean():
        from gwageo.api import check_data
        from gwageo.core.canonical import plain

        findings = check_data(tasks or [], data=source)
        if as_json:
            typer.echo(json.dumps({"sets": plain(findings)}, ensure_ascii=False))
        else:
            typer.echo("\n".join(lines(findings)))
    raise typer.Exit(FAILED_ITEMS if any(one.problems for one in findings) else 0)


def lines(findings: "Sequence[Finding]") -> list[str]:
    """The findings as a table, and below it how sets differ."""
    head = ("set", "rows", "published", "keys", "state")
    body = [
        (
            one.name,
            "–" if one.rows is None else f"{one.rows:,}",
            "–" if one.expected_rows is None else f"{one.expected_rows:,}",
            ", ".join(f"{key} {count / (one.rows or 1):.1%}" for key, count in one.keys.items()) or "–",
            "differs" if one.problems else "as published",
        )
        for one in findings
    ]
    widths = [max(len(row[column]) for row in (head, *body)) for column in range(len(head))]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in (head, *body)
    ]
    return [*table, *(f"{one.name}: {problem}" for one in findings for problem in one.problems)]
