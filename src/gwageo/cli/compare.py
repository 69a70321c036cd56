"""`gwageo compare`: two runs, what differs in them and whether it shows."""

import sys
from typing import Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

PANEL = translate("help.panel.options")


def compare(
    a: Annotated[str, typer.Argument(help=translate("help.compare.a"), metavar="A", callback=given)],
    b: Annotated[str, typer.Argument(help=translate("help.compare.b"), metavar="B", callback=given)],
    margin: Annotated[
        float | None, option("--margin", help=translate("help.compare.margin"), panel=PANEL, metavar="POINTS")
    ] = None,
    metric: Annotated[
        str | None, option("--metric", help=translate("help.compare.metric"), panel=PANEL, metavar="M")
    ] = None,
    most: Annotated[int, option("--show", help=translate("help.compare.show"), panel=PANEL, metavar="N")] = 5,
    form: Annotated[str, option("--format", help=translate("help.run.format"), panel=PANEL, metavar="FORM")] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Compare two finished runs."""
    with clean():
        from gwageo.api import compare as look
        from gwageo.report.comparing import sheets
        from gwageo.report.sheets import records, render

        found = look(a, b, margin=margin, metric=metric)
        if as_json:
            say_json({"sheets": [records(sheet) for sheet in sheets(found, sys.maxsize)]})
        else:
            say(render(sheets(found, most), form), nl=False)
