"""`gwageo run FILE.yaml`: every cell of a nightly file, and the summary across them."""

from gwageo.cli.errors import FAILED_ITEMS, USER, go_on
from gwageo.cli.saying import say, say_json


def run_night(path: str, output: str | None, form: str, *, as_json: bool) -> int:
    """Run a nightly file and show its summary on standard output; the exit code."""
    from gwageo.cli.console import TerminalObserver
    from gwageo.messages import translate
    from gwageo.nightly import SUMMARY, read_nightly, run_nightly
    from gwageo.report.nightly import render
    from gwageo.report.tables import check_format

    kind, file = check_format(form), read_nightly(path)
    with TerminalObserver(go_on()) as observer:
        night = run_nightly(file, output, observer)
        observer.say(translate("nightly.written", path=night.folder / SUMMARY))
    if as_json:
        say_json(night.as_dict())
    else:
        say(render(night.name, [cell.report for cell in night.cells], kind), nl=False)
    return USER if night.nothing_ran else FAILED_ITEMS if night.failed else 0


def print_nightly(path: str) -> None:
    """The validated file as it is understood, on standard output."""
    from gwageo.nightly import read_nightly, write_nightly

    say(write_nightly(read_nightly(path)), nl=False)
