"""`gwageo models`: the models that the publications examined, and the presets that stand for several of them."""

from typing import Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

PANEL = translate("help.panel.options")


def models(
    name: Annotated[
        str | None,
        typer.Argument(
            help=translate("help.models.name"), metavar="[NAME|@PRESET]", callback=given, show_default=False
        ),
    ] = None,
    form: Annotated[str, option("--format", help=translate("help.run.format"), panel=PANEL, metavar="FORM")] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Show the known models, those of a preset, or one."""
    with clean():
        from gwageo.models.known import MARK, preset, presets
        from gwageo.report import known
        from gwageo.report.sheets import render

        if as_json:
            sets = {each: [model.name for model in preset(each)] for each in presets()}
            shown = {} if name is not None and not name.startswith(MARK) else {"presets": sets}
            say_json({"models": known.records(name), **shown})
        else:
            say(render([known.sheet(name)], form), nl=False)
