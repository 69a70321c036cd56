"""From an error to one clean sentence and an exit code."""

import shlex
import sys
from collections.abc import Iterator, Sequence
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


LIMITS = ("--max-cost", "--max-total-tokens")
"""Options at which a run stops by itself; the same command with them would stop at once."""


def go_on() -> str:
    """What to say when a run is interrupted: the command line of this process, as it can be typed again."""
    return translate("run.go_on", command=shlex.join(["gwageo", *sys.argv[1:]]))


def go_on_beyond() -> str:
    """What to say when a run has stopped at its limit: the command line without the limit."""
    return translate("run.go_on_beyond", command=shlex.join(["gwageo", *_unlimited(sys.argv[1:])]))


def _unlimited(words: Sequence[str]) -> Iterator[str]:
    left = iter(words)
    for each in left:
        if each in LIMITS:
            next(left, None)  # its value
        elif each.partition("=")[0] not in LIMITS:
            yield each


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
            say(go_on_beyond() if how else how, err=True)
            raise typer.Exit(INTERRUPTED) from None
        raise typer.Exit(USER if isinstance(error, UserError) else BROKEN) from None
    except KeyboardInterrupt:
        say(translate("run.stopped", go_on=how).rstrip(), err=True)
        raise typer.Exit(INTERRUPTED) from None
