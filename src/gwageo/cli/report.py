"""`gwageo report`: the figures of finished runs, as a paper's table or as they are."""

from typing import Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import room, say, say_json
from gwageo.cli.values import option
from gwageo.messages import translate

PANEL = translate("help.panel.options")


def report(
    runs: Annotated[
        list[str] | None, typer.Argument(help=translate("help.report.runs"), metavar="RUN...", show_default=False)
    ] = None,
    counts: Annotated[
        str | None, option("--counts", help=translate("help.report.counts"), panel=PANEL, metavar="FILE")
    ] = None,
    view: Annotated[str, option("--as", help=translate("help.report.view"), panel=PANEL, metavar="VIEW")] = "auto",
    form: Annotated[
        str, option("--format", help=translate("help.report.format"), panel=PANEL, metavar="FORM")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Show what runs came to."""
    with clean():
        from gwageo.api import report as look
        from gwageo.report.sheets import records, render
        from gwageo.report.views import CSV_KBS, tidy

        if form == CSV_KBS and not as_json:
            say(tidy(runs or () if counts is None else (), view), nl=False)
            return
        sheets = look(runs or (), counts=counts, view=view)
        if as_json:
            say_json({"sheets": [records(sheet) for sheet in sheets]})
        else:
            say(render(sheets, form, width=room()), nl=False)
