"""The commands and their help. Whatever is heavy is imported inside a command, so that --help stays quick."""

from typing import Annotated

import typer

import gwageo
from gwageo.cli.compare import compare
from gwageo.cli.data import data
from gwageo.cli.diagnose import diagnose
from gwageo.cli.errors import clean
from gwageo.cli.looking import audit, rescore, versions
from gwageo.cli.models import models
from gwageo.cli.nolli import nolli
from gwageo.cli.plan import plan
from gwageo.cli.report import report
from gwageo.cli.reproduce import reproduce
from gwageo.cli.run import run
from gwageo.cli.score import score
from gwageo.cli.tasks import tasks
from gwageo.messages import speak, translate

app = typer.Typer(
    name="gwageo",
    help=translate("help.app"),
    epilog=translate("help.exit_codes"),
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gwageo {gwageo.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help=translate("help.root.version"), callback=_version, is_eager=True)
    ] = False,
    lang: Annotated[
        str | None, typer.Option("--lang", help=translate("help.lang"), metavar="L", show_default=False)
    ] = None,
) -> None:
    del version
    if lang is not None:  # taken from the line before it comes here, unless another program makes the call
        with clean():
            speak(lang)


app.command(help=translate("help.run.command"))(run)
app.command("plan", help=translate("help.plan.command"))(plan)
app.command(help=translate("help.tasks.command"))(tasks)
app.command(help=translate("help.models.command"))(models)
app.command(help=translate("help.score.command"))(score)
app.command(help=translate("help.report.command"))(report)
app.command(help=translate("help.reproduce.command"))(reproduce)
app.command(help=translate("help.compare.command"))(compare)
app.command(help=translate("help.diagnose.command"))(diagnose)
app.command(help=translate("help.look.audit"))(audit)
app.command(help=translate("help.look.rescore"))(rescore)
app.command(help=translate("help.look.versions"))(versions)
app.add_typer(data)
app.add_typer(nolli)
