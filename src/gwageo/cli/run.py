"""`gwageo run`: examine a model. The one long function is the list of options, which typer reads from a signature."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean, go_on
from gwageo.cli.exam import configurations, nightly_path
from gwageo.cli.night import print_nightly, run_night
from gwageo.cli.saying import room, say, say_json
from gwageo.cli.values import given, option
from gwageo.core.canonical import plain
from gwageo.messages import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gwageo.api import Evaluation, RunConfig

EXAM, MODEL, SERVER, RESULT = (translate(f"help.panel.{name}") for name in ("exam", "model", "server", "result"))


def run(
    context: typer.Context,
    tasks: Annotated[
        list[str] | None,
        typer.Argument(help=translate("help.run.tasks"), metavar="[TASKS]...", callback=given, show_default=False),
    ] = None,
    task_file: Annotated[
        list[str] | None,
        option(
            "--task-file",
            help=translate("help.common.task_file"),
            panel=EXAM,
            metavar="FILE",
        ),
    ] = None,
    model: Annotated[
        str,
        option(
            "--model",
            "-m",
            help=translate("help.run.model"),
            panel=MODEL,
            metavar="M",
        ),
    ] = "embedded",
    protocol: Annotated[
        str,
        option(
            "--protocol",
            "-p",
            help=translate("help.run.protocol"),
            panel=EXAM,
            metavar="P[,P]",
        ),
    ] = "plain",
    data: Annotated[
        str | None,
        option("--data", help=translate("help.run.data"), panel=EXAM, metavar="PATH"),
    ] = None,
    limit: Annotated[int | None, option("--limit", help=translate("help.run.limit"), panel=EXAM, metavar="N")] = None,
    shots: Annotated[
        int | None,
        option("--shots", help=translate("help.run.shots"), panel=EXAM, metavar="N"),
    ] = None,
    shot_seed: Annotated[
        int,
        option("--shot-seed", help=translate("help.run.shot_seed"), panel=EXAM, metavar="S"),
    ] = 1234,
    shot_data: Annotated[
        str | None,
        option(
            "--shot-data",
            help=translate("help.run.shot_data"),
            panel=EXAM,
            metavar="PATH",
        ),
    ] = None,
    shot_ids: Annotated[
        str | None,
        option("--shot-ids", help=translate("help.run.shot_ids"), panel=EXAM, metavar="ID,ID"),
    ] = None,
    few_shot: Annotated[
        str,
        option("--few-shot", help=translate("help.run.few_shot"), panel=EXAM, metavar="turns|text"),
    ] = "turns",
    choice: Annotated[
        list[str] | None,
        option("--option", help=translate("help.run.option"), panel=EXAM, metavar="NAME=VALUE"),
    ] = None,
    repeats: Annotated[int, option("--repeats", help=translate("help.run.repeats"), panel=EXAM, metavar="N")] = 1,
    margin: Annotated[
        float | None, option("--margin", help=translate("help.run.margin"), panel=EXAM, metavar="POINTS")
    ] = None,
    seed: Annotated[int, option("--seed", help=translate("help.run.seed"), panel=MODEL, metavar="S")] = 0,
    max_tokens: Annotated[
        int | None,
        option("--max-tokens", help=translate("help.run.max_tokens"), panel=EXAM, metavar="N"),
    ] = None,
    think_budget: Annotated[
        int | None,
        option("--think-budget", help=translate("help.run.think_budget"), panel=EXAM, metavar="N"),
    ] = None,
    temperature: Annotated[
        float, option("--temperature", help=translate("help.run.temperature"), panel=EXAM, metavar="T")
    ] = 0.0,
    top_p: Annotated[float | None, option("--top-p", help=translate("help.run.top_p"), panel=EXAM)] = None,
    top_k: Annotated[int | None, option("--top-k", help=translate("help.run.top_k"), panel=EXAM)] = None,
    recommended: Annotated[
        bool,
        typer.Option("--recommended-sampling", help=translate("help.run.recommended_sampling"), rich_help_panel=EXAM),
    ] = False,
    concurrency: Annotated[
        int | None, option("--concurrency", help=translate("help.run.concurrency"), panel=MODEL, metavar="N")
    ] = None,
    dtype: Annotated[str, option("--dtype", help=translate("help.run.dtype"), panel=MODEL, metavar="D")] = "auto",
    device: Annotated[str, option("--device", help=translate("help.run.device"), panel=MODEL, metavar="D")] = "auto",
    device_map: Annotated[
        str | None, option("--device-map", help=translate("help.run.device_map"), panel=MODEL, metavar="MAP")
    ] = None,
    revision: Annotated[
        str | None, option("--revision", help=translate("help.run.revision"), panel=MODEL, metavar="R")
    ] = None,
    adapter: Annotated[
        str | None, option("--adapter", help=translate("help.run.adapter"), panel=MODEL, metavar="A")
    ] = None,
    context_length: Annotated[
        int | None, option("--context-length", help=translate("help.run.context_length"), panel=MODEL, metavar="N")
    ] = None,
    pack_mb: Annotated[
        int | None,
        option("--pack-mb", help=translate("help.run.pack_mb"), panel=MODEL, metavar="N"),
    ] = None,
    trust_remote_code: Annotated[
        bool,
        typer.Option("--trust-remote-code", help=translate("help.run.trust_remote_code"), rich_help_panel=MODEL),
    ] = False,
    base_url: Annotated[
        str | None, option("--base-url", help=translate("help.run.base_url"), panel=SERVER, metavar="URL")
    ] = None,
    api_key_env: Annotated[
        str | None, option("--api-key-env", help=translate("help.run.api_key_env"), panel=SERVER, metavar="NAME")
    ] = None,
    timeout_s: Annotated[
        float, option("--timeout", help=translate("help.run.timeout"), panel=SERVER, metavar="S")
    ] = 600.0,
    stream: Annotated[
        bool, typer.Option("--stream", help=translate("help.run.stream"), rich_help_panel=SERVER, show_default=False)
    ] = False,
    reasoning_effort: Annotated[
        str | None, option("--reasoning-effort", help=translate("help.run.reasoning_effort"), panel=SERVER, metavar="E")
    ] = None,
    extra_body: Annotated[
        str | None, option("--extra-body", help=translate("help.run.extra_body"), panel=SERVER, metavar="JSON")
    ] = None,
    chat_template_kwargs: Annotated[
        str | None,
        option("--chat-template-kwargs", help=translate("help.run.chat_template_kwargs"), panel=SERVER, metavar="JSON"),
    ] = None,
    client_stop: Annotated[
        bool,
        typer.Option(
            "--client-stop", help=translate("help.run.client_stop"), rich_help_panel=SERVER, show_default=False
        ),
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option("--no-cache", help=translate("help.run.no_cache"), rich_help_panel=SERVER, show_default=False),
    ] = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help=translate("help.run.batch"), rich_help_panel=SERVER, show_default=False),
    ] = False,
    max_cost: Annotated[
        float | None, option("--max-cost", help=translate("help.run.max_cost"), panel=SERVER, metavar="USD")
    ] = None,
    max_total_tokens: Annotated[
        int | None, option("--max-total-tokens", help=translate("help.run.max_total_tokens"), panel=SERVER, metavar="N")
    ] = None,
    prices: Annotated[
        str | None, option("--prices", help=translate("help.run.prices"), panel=SERVER, metavar="FILE")
    ] = None,
    output: Annotated[
        str | None, option("--output", "-o", help=translate("help.run.output"), panel=RESULT, metavar="DIR")
    ] = None,
    resume: Annotated[
        str | None,
        option("--resume", help=translate("help.run.resume"), panel=RESULT, metavar="RUN"),
    ] = None,
    form: Annotated[str, option("--format", help=translate("help.run.format"), panel=RESULT, metavar="FORM")] = "table",
    print_config: Annotated[
        bool,
        typer.Option("--print-config", help=translate("help.run.print_config"), rich_help_panel=RESULT),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help=translate("help.common.json"), rich_help_panel=RESULT)
    ] = False,
) -> None:
    """Examine a model. The same command goes on after an interruption."""
    with clean(go_on()):
        path = nightly_path(context)
        if path is None:
            code = _run(configurations(context), context.params)
        elif print_config:
            print_nightly(path)
            code = 0
        else:
            code = run_night(path, output, form, as_json=as_json)
    raise typer.Exit(code)


def _run(configs: "list[RunConfig]", asked: dict[str, Any]) -> int:
    """Run configurations, or print them as a nightly file; the exit code."""
    if asked["print_config"]:
        from gwageo.nightly import nightly_of, write_nightly

        say(write_nightly(nightly_of(configs, asked["output"])), nl=False)
        return 0
    evaluations = _examine(configs, asked["output"], asked["resume"], asked["form"])
    _show(evaluations, asked["form"], as_json=asked["as_json"])
    return FAILED_ITEMS if any(one.failed for one in evaluations) else 0


def _examine(
    configs: "Sequence[RunConfig]", output: str | None, resume: str | None, form: str
) -> "tuple[Evaluation, ...]":
    from gwageo.api import Place, examine
    from gwageo.cli.console import TerminalObserver
    from gwageo.report.tables import check_format

    check_format(form)
    place = Place(Path(output) if output else None, Path(resume) if resume else None)
    with TerminalObserver(go_on()) as observer:
        return examine(configs, place, observer)


def _show(evaluations: "tuple[Evaluation, ...]", form: str, *, as_json: bool) -> None:
    """The result on standard output; several protocols stand side by side behind it."""
    from gwageo.report import matrix, sheets, ten
    from gwageo.report.tables import check_format, json_text, render, terminal

    rows = [row for one in evaluations for row in one.rows]
    several = matrix.side_by_side(rows) if len(evaluations) > 1 else None
    if as_json:
        runs = [{**one.as_dict(), "rows": json.loads(json_text(one.rows))} for one in evaluations]
        beside = {} if several is None else {"side_by_side": plain(matrix.records(several))}
        say_json({"runs": runs, **beside})
    elif form == "json" and several is not None:
        both = {"rows": json.loads(json_text(rows)), "side_by_side": plain(matrix.records(several))}
        say_json(both, indent=2)
    else:
        colour = form == "table" and sys.stdout.isatty()
        shown = terminal(rows, room(), colour=colour) if form == "table" else render(rows, check_format(form))
        typer.echo(shown, nl=False)  # cells are made visible where they are drawn; colours stay
        if several is not None and form in matrix.RENDERERS:
            typer.echo("\n" + matrix.render(several, check_format(form)), nl=False)
        figures = map(ten.Figure.of, rows)
        own_table = ten.sheet(figures) if form in matrix.RENDERERS and form != "json" else None
        if own_table is not None:
            typer.echo("\n" + sheets.render([own_table], form, width=room()), nl=False)
