"""`gwageo run`: examine a model. The one long function is the list of options, which typer reads from a signature."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.values import assignments, given, listed, option
from gwageo.core import Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gwageo.api import Evaluation, RunConfig

EXAM, MODEL, RESULT = "Exam", "Model", "Result"


def run(
    context: typer.Context,
    tasks: Annotated[
        list[str] | None,
        typer.Argument(
            help="Tasks and suites; none is the quick suite.", metavar="[TASKS]...", callback=given, show_default=False
        ),
    ] = None,
    model: Annotated[
        str,
        option(
            "--model",
            "-m",
            help="embedded, hf:ORG/NAME, a folder, or baseline:gold|random|first.",
            panel=MODEL,
            metavar="M",
        ),
    ] = "embedded",
    protocol: Annotated[
        str,
        option(
            "--protocol",
            "-p",
            help="plain, chat, nothink; several with commas make a run each.",
            panel=EXAM,
            metavar="P[,P]",
        ),
    ] = "plain",
    data: Annotated[
        str | None,
        option("--data", help="File or folder with the items, in the published columns.", panel=EXAM, metavar="PATH"),
    ] = None,
    limit: Annotated[
        int | None, option("--limit", help="The first N items of each task.", panel=EXAM, metavar="N")
    ] = None,
    shots: Annotated[
        int | None,
        option("--shots", help="Demonstrations per item, instead of the published number.", panel=EXAM, metavar="N"),
    ] = None,
    shot_seed: Annotated[
        int,
        option("--shot-seed", help="Seed of the draw of demonstrations (1234 as published).", panel=EXAM, metavar="S"),
    ] = 1234,
    shot_data: Annotated[
        str | None,
        option(
            "--shot-data",
            help="File or folder that demonstrations come from, instead of the test items.",
            panel=EXAM,
            metavar="PATH",
        ),
    ] = None,
    shot_ids: Annotated[
        str | None,
        option("--shot-ids", help="These demonstrations for every item, in this order.", panel=EXAM, metavar="ID,ID"),
    ] = None,
    few_shot: Annotated[
        str,
        option("--few-shot", help="Demonstrations under chat: turns, or one text.", panel=EXAM, metavar="turns|text"),
    ] = "turns",
    choice: Annotated[
        list[str] | None,
        option("--option", help="A task's option; `gwageo tasks NAME` lists them.", panel=EXAM, metavar="NAME=VALUE"),
    ] = None,
    repeats: Annotated[int, option("--repeats", help="Ask each item N times.", panel=EXAM, metavar="N")] = 1,
    seed: Annotated[int, option("--seed", help="Seed of the model's own draws.", panel=MODEL, metavar="S")] = 0,
    concurrency: Annotated[
        int | None, option("--concurrency", help="Calls in flight at once.", panel=MODEL, metavar="N")
    ] = None,
    dtype: Annotated[
        str, option("--dtype", help="auto, float32, bfloat16, float16.", panel=MODEL, metavar="D")
    ] = "auto",
    device: Annotated[str, option("--device", help="auto, cpu, cuda, cuda:1, mps.", panel=MODEL, metavar="D")] = "auto",
    device_map: Annotated[
        str | None, option("--device-map", help="Spread over devices, for example auto.", panel=MODEL, metavar="MAP")
    ] = None,
    revision: Annotated[
        str | None, option("--revision", help="Branch, tag or commit on the hub.", panel=MODEL, metavar="R")
    ] = None,
    adapter: Annotated[
        str | None, option("--adapter", help="Folder or hub name of a LoRA adapter.", panel=MODEL, metavar="A")
    ] = None,
    context_length: Annotated[
        int | None, option("--context-length", help="Tokens of one sequence at most.", panel=MODEL, metavar="N")
    ] = None,
    pack_mb: Annotated[
        int | None,
        option("--pack-mb", help="Memory of one forward pass beside the weights, in MiB.", panel=MODEL, metavar="N"),
    ] = None,
    trust_remote_code: Annotated[
        bool,
        typer.Option(
            "--trust-remote-code", help="Run code of the checkpoint; needs --revision.", rich_help_panel=MODEL
        ),
    ] = False,
    output: Annotated[
        str | None, option("--output", "-o", help="The run's directory.", panel=RESULT, metavar="DIR")
    ] = None,
    resume: Annotated[
        str | None,
        option("--resume", help="Go on with this run; failed answers are asked again.", panel=RESULT, metavar="RUN"),
    ] = None,
    form: Annotated[
        str, option("--format", help="table, md, csv, json, latex.", panel=RESULT, metavar="FORM")
    ] = "table",
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object on standard output.", rich_help_panel=RESULT)
    ] = False,
) -> None:
    """Examine a model. The same command goes on after an interruption."""
    with clean(_go_on()):
        from gwageo.api import make_config, stored_config
        from gwageo.models.options import ModelOptions
        from gwageo.tasks.base import Settings

        loading = ModelOptions(
            dtype=dtype,  # type: ignore[arg-type]  # checked by name when the configuration is made
            device=device,
            device_map=device_map,
            revision=revision,
            adapter=adapter,
            context_length=context_length,
            pack_mb=pack_mb,
            trust_remote_code=trust_remote_code,
            seed=seed,
        )
        fields = {
            "model": model,
            "model_options": loading,
            "tasks": tuple(tasks or ["quick"]),
            "data": data,
            "limit": limit,
            "repeats": repeats,
            "concurrency": concurrency,
            "settings": Settings(shots, shot_seed, assignments(choice or []), shot_data, listed(shot_ids)),
        }
        if resume is not None and _only_resume(context):
            configs = [stored_config(resume)]
        else:
            configs = [make_config(**fields, protocol=one) for one in _protocols(protocol, few_shot)]
        evaluations = _examine(configs, output, resume, form)
        _show(evaluations, form, as_json=as_json)
    raise typer.Exit(FAILED_ITEMS if any(one.failed for one in evaluations) else 0)


def _go_on() -> str:
    """What to say when a run is interrupted: the command line of this process, as it can be typed again."""
    return f"Nothing that was answered is lost; go on with: {shlex.join(['gwageo', *sys.argv[1:]])}"


def _protocols(text: str, few_shot: str) -> list[Protocol]:
    """`plain,chat` as protocols, each once."""
    from gwageo.api import few_shot_form, protocol_name

    form = few_shot_form(few_shot)
    return [Protocol(protocol_name(name.strip()), form) for name in dict.fromkeys(text.split(","))]


def _only_resume(context: typer.Context) -> bool:
    """Whether nothing on the command line says what to ask: then the run itself does."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    typed = {name for name, source in sources.items() if source is not None and source.name != "DEFAULT"}
    return typed <= {"resume", "form", "as_json"}


def _examine(
    configs: "Sequence[RunConfig]", output: str | None, resume: str | None, form: str
) -> "tuple[Evaluation, ...]":
    from gwageo.api import Place, examine
    from gwageo.cli.console import TerminalObserver
    from gwageo.report.tables import check_format

    check_format(form)
    place = Place(Path(output) if output else None, Path(resume) if resume else None)
    with TerminalObserver(_go_on()) as observer:
        return examine(configs, place, observer)


def _show(evaluations: "tuple[Evaluation, ...]", form: str, *, as_json: bool) -> None:
    """The result on standard output."""
    from gwageo.report.tables import WIDE, check_format, json_text, render, terminal

    rows = [row for one in evaluations for row in one.rows]
    if as_json:
        runs = [{**one.as_dict(), "rows": json.loads(json_text(one.rows))} for one in evaluations]
        typer.echo(json.dumps({"runs": runs}, ensure_ascii=False, allow_nan=False))
    elif form == "table":
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
        typer.echo(terminal(rows, width, colour=sys.stdout.isatty()), nl=False)
    else:
        typer.echo(render(rows, check_format(form)), nl=False)
