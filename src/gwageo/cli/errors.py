"""From an error to one clean sentence and an exit code."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from gwageo.cli.saying import say
from gwageo.core import ConfigError, DataError, GwageoError, ModelError, RunStopped, StoreError, UserError
from gwageo.messages import retell, translate

FAILED_ITEMS, USER, BROKEN, INTERRUPTED = 1, 2, 3, 130

LEADS: tuple[tuple[type[GwageoError], str], ...] = (
    (ConfigError, "config"),
    (DataError, "data"),
    (UserError, "user"),
    (ModelError, "model"),
    (StoreError, "store"),
    (RunStopped, "stopped"),
    (GwageoError, "user"),
)
"""What stands before a sentence that is told in English only, by the kind of error; the first that fits."""


def sentence(error: GwageoError) -> str:
    """The error in the reader's language; what the catalogue does not know gets a lead-in."""
    known = retell(str(error), "error")
    if known is not None:
        return known
    lead = next(name for kind, name in LEADS if isinstance(error, kind))
    return translate(f"run.lead.{lead}", sentence=error)


def go_on() -> str:
    """What to say when a run is interrupted: the command line of this process, as it can be typed again."""
    return translate("run.go_on", command=shlex.join(["gwageo", *sys.argv[1:]]))


@contextmanager
def clean(how: str = "") -> Iterator[None]:
    """Run a command's body; errors that gwageo raises on purpose end in a sentence on standard error.

    Args:
        how: The sentence for an interrupted command, saying how to go on.
    """
    try:
        yield
    except GwageoError as error:
        say(translate("run.error", sentence=sentence(error)), err=True)
        if isinstance(error, RunStopped):
            say(how, err=True)
            raise typer.Exit(INTERRUPTED) from None
        raise typer.Exit(USER if isinstance(error, UserError) else BROKEN) from None
    except KeyboardInterrupt:
        say(translate("run.stopped", go_on=how).rstrip(), err=True)
        raise typer.Exit(INTERRUPTED) from None
