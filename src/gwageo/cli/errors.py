"""From an error to one clean sentence and an exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from gwageo.core import GwageoError, UserError

FAILED_ITEMS, USER, BROKEN, INTERRUPTED = 1, 2, 3, 130


@contextmanager
def clean(go_on: str = "") -> Iterator[None]:
    """Run a command's body; errors that gwageo raises on purpose end in a sentence on standard error.

    Args:
        go_on: The sentence for an interrupted command, saying how to go on.
    """
    try:
        yield
    except GwageoError as error:
        typer.echo(f"gwageo: {error}", err=True)
        raise typer.Exit(USER if isinstance(error, UserError) else BROKEN) from None
    except KeyboardInterrupt:
        typer.echo(f"gwageo: stopped. {go_on}".rstrip(), err=True)
        raise typer.Exit(INTERRUPTED) from None
