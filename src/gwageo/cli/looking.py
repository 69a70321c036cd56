"""`gwageo audit`, `gwageo rescore`, `gwageo versions`: looks at runs that exist. No model is loaded."""

from pathlib import Path
from typing import Annotated

import typer

from gwageo.cli.errors import clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

PANEL = translate("help.panel.options")
MOST = 20
"""Rows that are shown of each kind."""

Runs = Annotated[list[str], typer.Argument(help=translate("help.look.runs"), metavar="RUN...", callback=given)]
Form = Annotated[str, option("--format", help=translate("help.run.format"), panel=PANEL, metavar="FORM")]
Most = Annotated[int, option("--show", help=translate("help.look.show"), panel=PANEL, metavar="N")]
AsJson = Annotated[bool, typer.Option("--json", help=translate("help.common.json"))]


def audit(runs: Runs, form: Form = "table", most: Most = MOST, as_json: AsJson = False) -> None:
    """List rows that a person should look at."""
    with clean():
        from gwageo.api import audit as look
        from gwageo.report.looking import audit_dict, audit_text
        from gwageo.report.tables import check_format

        kind = check_format(form)
        found = [look(Path(run)) for run in runs]
        if as_json:
            say_json({"runs": [audit_dict(one) for one in found]})
            return
        for one in found:
            say(audit_text(one, kind, most), nl=False)


def rescore(
    runs: Runs,
    apply: Annotated[bool, typer.Option("--apply", help=translate("help.look.apply"), rich_help_panel=PANEL)] = False,
    data: Annotated[str | None, option("--data", help=translate("help.look.data"), panel=PANEL, metavar="PATH")] = None,
    form: Form = "table",
    most: Most = MOST,
    as_json: AsJson = False,
) -> None:
    """Judge the answers of finished runs again."""
    with clean():
        from gwageo.api import rescore as again
        from gwageo.report.looking import rescoring_dict, rescoring_text
        from gwageo.report.tables import check_format

        kind = check_format(form)
        found = []
        for run in runs:
            found.append(again(Path(run), data=data, apply=apply))
            if not as_json:
                say(rescoring_text(found[-1], kind, most), nl=False)
        if as_json:
            say_json({"runs": [rescoring_dict(one) for one in found]})


def versions(
    runs: Runs,
    group: Annotated[
        list[str] | None, option("--group", help=translate("help.look.group"), panel=PANEL, metavar="NAME=M,M")
    ] = None,
    form: Form = "table",
    as_json: AsJson = False,
) -> None:
    """Lay English, raw DeepL and Korean versions side by side."""
    with clean():
        from gwageo.api import compare_runs
        from gwageo.core.canonical import plain
        from gwageo.report.looking import versions_text
        from gwageo.report.tables import check_format

        kind = check_format(form)
        rows = compare_runs(runs, _groups(group or []))
        if as_json:
            say_json({"rows": plain(list(rows))})
        else:
            say(versions_text(rows, kind), nl=False)


def _groups(given_: list[str]) -> dict[str, tuple[str, ...]]:
    """`NAME=M,M` texts as a mapping.

    Raises:
        ConfigError: A text has no name or no models.
    """
    from gwageo.core import ConfigError

    found: dict[str, tuple[str, ...]] = {}
    for text in given_:
        name, _, models = text.partition("=")
        names = tuple(model.strip() for model in models.split(","))
        if not name.strip() or not all(names):
            raise ConfigError(f"--group takes NAME=MODEL,MODEL, but got {text!r}")
        found[name.strip()] = names
    return found
