"""What commands print: texts with nothing in them that steers a terminal, and JSON that stays what it is."""

import json
import shutil
import sys
from typing import Any

import typer


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text for people."""
    from gwageo.report.visible import visible

    typer.echo(visible(text), err=err, nl=nl)


def say_json(value: Any, *, indent: int | None = None) -> None:
    """Print strict JSON on standard output."""
    from gwageo.report.visible import visible_json

    typer.echo(visible_json(json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)))


def room() -> int:
    """Cells of a line on standard output: those of the terminal, or as many as a table may need elsewhere."""
    from gwageo.report.drawing import WIDE

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
