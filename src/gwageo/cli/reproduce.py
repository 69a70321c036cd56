"""`gwageo reproduce`: a table of the KBS paper, planned, run as far as it is missing, and set beside what is stated."""

from pathlib import Path
from typing import Annotated, get_args

import typer

from gwageo.cli.errors import FAILED_ITEMS, USER, clean, go_on
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

PANEL = translate("help.panel.options")


def reproduce(
    table: Annotated[
        str, typer.Argument(help=translate("help.reproduce.table"), metavar="TABLE", callback=given, show_default=False)
    ],
    models: Annotated[
        str | None, option("--models", help=translate("help.reproduce.models"), panel=PANEL, metavar="M[,M]")
    ] = None,
    limit: Annotated[int | None, option("--limit", help=translate("help.run.limit"), panel=PANEL, metavar="N")] = None,
    data: Annotated[str | None, option("--data", help=translate("help.run.data"), panel=PANEL, metavar="PATH")] = None,
    dtype: Annotated[
        str, option("--dtype", help=translate("help.reproduce.dtype"), panel=PANEL, metavar="D")
    ] = "bfloat16",
    output: Annotated[
        str, option("--output", "-o", help=translate("help.reproduce.output"), panel=PANEL, metavar="DIR")
    ] = "runs/reproduce",
    dry_run: Annotated[bool, typer.Option("--dry-run", help=translate("help.reproduce.dry_run"))] = False,
    form: Annotated[str, option("--format", help=translate("help.run.format"), panel=PANEL, metavar="FORM")] = "table",
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Make a paper's table again."""
    code = 0
    with clean(go_on()):
        from gwageo.cli.console import TerminalObserver
        from gwageo.core import UnknownName
        from gwageo.models.options import DType
        from gwageo.report.sheets import records, render
        from gwageo.report.tables import check_format
        from gwageo.reproducing import Asked, look_ahead
        from gwageo.reproducing import reproduce as make

        if dtype not in get_args(DType):
            raise UnknownName("dtype", dtype, get_args(DType))
        kind = check_format(form)
        names = () if models is None else tuple(name.strip() for name in models.split(",") if name.strip())
        asked = Asked(names, limit, data, Path(output).expanduser(), dtype)  # type: ignore[arg-type]  # checked above
        if dry_run:
            made = look_ahead(table, asked)
        else:
            with TerminalObserver(go_on()) as observer:
                made = make(table, asked, observer)
            code = USER if made.nothing_stands else FAILED_ITEMS if made.failures else 0
        if as_json:
            say_json({"table": table, "sheets": [records(sheet) for sheet in made.sheets]})
        else:
            say(render(made.sheets, kind), nl=False)
    raise typer.Exit(code)
