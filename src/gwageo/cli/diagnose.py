"""`gwageo diagnose`: why a score is low."""

from pathlib import Path
from typing import Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

PANEL = translate("help.panel.options")


def diagnose(
    run: Annotated[str, typer.Argument(help=translate("help.compare.a"), metavar="RUN", callback=given)],
    beside: Annotated[
        list[str] | None, option("--beside", help=translate("help.diagnose.beside"), panel=PANEL, metavar="RUN")
    ] = None,
    data: Annotated[str | None, option("--data", help=translate("help.look.data"), panel=PANEL, metavar="PATH")] = None,
    form: Annotated[str, option("--format", help=translate("help.run.format"), panel=PANEL, metavar="FORM")] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Look for causes that lower a score and are no lack of ability."""
    with clean():
        from gwageo.api import diagnose as look
        from gwageo.core.canonical import plain
        from gwageo.report.diagnosing import sheets
        from gwageo.report.sheets import render

        found = look(run, beside=beside or (), data=data)
        if as_json:
            say_json({"symptoms": plain(list(found))})
        else:
            say(render(sheets(found, Path(run).name), form), nl=False)
