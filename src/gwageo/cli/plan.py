"""`gwageo plan`: what a run with the same arguments would send. Nothing is asked, and no weights are loaded."""

import functools
from typing import TYPE_CHECKING, Any

import typer

from gwageo.cli.errors import clean
from gwageo.cli.exam import configurations, nightly_path
from gwageo.cli.run import run
from gwageo.cli.saying import say, say_json

if TYPE_CHECKING:
    from gwageo.api import Outlook


@functools.wraps(run)  # typer reads the options from it: they are those of `run`, and stand in one place
def plan(context: typer.Context, **asked: Any) -> None:
    """Show what a run would send."""
    with clean():
        found = _outlooks(context)
        if asked["as_json"]:
            from gwageo.report.outlook import as_dict

            say_json({"plans": [as_dict(one) for one in found]})
        else:
            from gwageo.report.outlook import lines

            say("\n\n".join("\n".join(lines(one)) for one in found))


def _outlooks(context: typer.Context) -> "tuple[Outlook, ...]":
    from gwageo.api import look_ahead_at

    path = nightly_path(context)
    if path is None:
        return look_ahead_at(configurations(context))
    from gwageo.nightly import cells, read_nightly

    return tuple(outlook for cell in cells(read_nightly(path)) for outlook in look_ahead_at([cell.config]))
