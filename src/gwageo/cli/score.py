"""`gwageo score`: judge answers that came from elsewhere."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.values import assignments, given, option

if TYPE_CHECKING:
    from gwageo.api import Judged

PANEL = "Options"


def score(
    answers: Annotated[
        str, typer.Argument(help="JSONL with id and response, or loglikelihoods and unconditional.", callback=given)
    ],
    task: Annotated[str, option("--task", help="The exam that was taken.", panel=PANEL, metavar="T")],
    data: Annotated[
        str | None, option("--data", help="Its items; none is the published set.", panel=PANEL, metavar="PATH")
    ] = None,
    choice: Annotated[
        list[str] | None, option("--option", help="An option of the exam.", panel=PANEL, metavar="NAME=VALUE")
    ] = None,
    output: Annotated[
        str | None,
        option(
            "--output", "-o", help="Where the judged rows go; none is standard output.", panel=PANEL, metavar="FILE"
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as one JSON object on standard output.")] = False,
) -> None:
    """Judge answers that came from elsewhere. No model is loaded."""
    with clean():
        from gwageo.api import judge_answers
        from gwageo.tasks.answers import write_scored

        judged = judge_answers(answers, task, data=data, options=assignments(choice or []))
        if output is not None:
            write_scored(output, judged)
        elif not as_json:
            for row in judged.rows:
                typer.echo(json.dumps(row, ensure_ascii=False, allow_nan=False))
        figures = _figures(task, judged)
        _tell(figures, as_json=as_json)
    raise typer.Exit(FAILED_ITEMS if figures["verdicts"].get("failed") else 0)


def _figures(task: str, judged: "Judged") -> dict[str, Any]:
    from gwageo.analysis.intervals import estimate
    from gwageo.api import load_task
    from gwageo.core.canonical import plain

    exam = load_task(task)
    metrics = {}
    for metric in exam.metrics:
        found = estimate([row[metric.name] for row in judged.rows if row[metric.name] is not None])
        metrics[metric.name] = {**plain(found), "unit": metric.unit}
    verdicts = Counter(row["verdict"] for row in judged.rows)
    return {
        "task": exam.name,
        "n": len(judged.rows),
        "verdicts": dict(verdicts),
        "metrics": metrics,
        "notes": list(judged.notes),
    }


def _tell(figures: dict[str, Any], *, as_json: bool) -> None:
    """The figures: one object for programs on standard output, or lines for people on standard error."""
    from gwageo.report import numbers
    from gwageo.report.tables import verdict_text

    if as_json:
        typer.echo(json.dumps(figures, ensure_ascii=False, allow_nan=False))
        return
    for name, one in figures["metrics"].items():
        value = f"{numbers.figure(one['value'], one['unit'])} {numbers.unit_name(one['unit'])}"
        bounds = numbers.interval(one["ci95"] and tuple(one["ci95"]), one["unit"])
        typer.echo(f"{figures['task']} {name}: {value} (95 % interval {bounds}, n {one['n']})", err=True)
    for line in (verdict_text(figures["verdicts"]), *figures["notes"]):
        typer.echo(line, err=True)
