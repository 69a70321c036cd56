"""The commands and their help. Whatever is heavy is imported inside a command, so that --help stays quick."""

from typing import Annotated

import typer

import gwageo
from gwageo.cli.run import run
from gwageo.cli.score import score
from gwageo.cli.tasks import tasks

app = typer.Typer(
    name="gwageo",
    help="gwageo (과거): examine language models in Korean.",
    epilog="Exit codes: 0 done · 1 done, but some answers failed · 2 your mistake · 3 model or disk · 130 interrupted",
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
        bool, typer.Option("--version", help="Show the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    del version


app.command()(run)
app.command()(tasks)
app.command()(score)
