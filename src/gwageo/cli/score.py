"""`gwageo score`: judge answers that came from elsewhere."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import assignments, given, option
from gwageo.messages import translate

if TYPE_CHECKING:
    from gwageo.api import Judged
    from gwageo.tasks.base import Task

PANEL = translate("help.panel.options")


def score(
    answers: Annotated[str, typer.Argument(help=translate("help.score.answers"), callback=given)],
    task: Annotated[str, option("--task", help=translate("help.score.task"), panel=PANEL, metavar="T")],
    data: Annotated[
        str | None, option("--data", help=translate("help.score.data"), panel=PANEL, metavar="PATH")
    ] = None,
    task_file: Annotated[
        list[str] | None,
        option("--task-file", help=translate("help.common.task_file"), panel=PANEL, metavar="FILE"),
    ] = None,
    choice: Annotated[
        list[str] | None, option("--option", help=translate("help.score.option"), panel=PANEL, metavar="NAME=VALUE")
    ] = None,
    output: Annotated[
        str | None,
        option("--output", "-o", help=translate("help.score.output"), panel=PANEL, metavar="FILE"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.score.json"))] = False,
) -> None:
    """Judge answers that came from elsewhere. No model is loaded."""
    with clean():
        from gwageo.api import find_exam, judge_answers
        from gwageo.tasks.answers import check_output, write_scored

        exam = find_exam(task, task_file or ())
        if output is not None:
            check_output(output, exam.task, answers, data or exam.data, *(task_file or ()))
        judged = judge_answers(answers, task, data=data, options=assignments(choice or []), task_files=task_file or ())
        if output is not None:
            write_scored(output, judged)
        elif not as_json:
            for row in judged.rows:
                say_json(row)
        figures = _figures(exam.task, judged)
        _tell(figures, as_json=as_json)
    raise typer.Exit(FAILED_ITEMS if figures["verdicts"].get("failed") else 0)


def _figures(exam: "Task", judged: "Judged") -> dict[str, Any]:
    from gwageo.analysis.intervals import estimate
    from gwageo.core.canonical import plain
    from gwageo.tasks.answers import metrics_of

    metrics = {}
    for metric in metrics_of(exam):
        found = estimate([row[metric.name] for row in judged.rows if row[metric.name] is not None], metric.top)
        metrics[metric.name] = {**plain(found), "unit": metric.unit}
    verdicts = Counter(row["verdict"] for row in judged.rows)
    return {
        "task": exam.name,
        "n": len(judged.rows),
        "verdicts": dict(verdicts),
        "flags": dict(sorted(Counter(flag for row in judged.rows for flag in row["flags"]).items())),
        "reasons": dict(Counter(row["error"] for row in judged.rows if "error" in row).most_common()),
        "metrics": metrics,
        "notes": list(judged.notes),
    }


def _tell(figures: dict[str, Any], *, as_json: bool) -> None:
    """The figures: one object for programs on standard output, or lines for people on standard error."""
    from gwageo.report import numbers
    from gwageo.report.tables import counted, reasons, told, verdict_text

    if as_json:
        say_json(figures)
        return
    for name, one in figures["metrics"].items():
        bounds = numbers.interval(one["ci95"] and tuple(one["ci95"]), one["unit"])
        line = translate(
            "run.score.figure",
            task=figures["task"],
            metric=name,
            value=numbers.with_unit(one["value"], one["unit"]),
            interval=bounds,
            n=one["n"],
        )
        say(line, err=True)
    remarks = [*counted(figures["verdicts"], figures["flags"]), *reasons(figures["reasons"])]
    for line in (verdict_text(figures["verdicts"]), *remarks, *map(told, figures["notes"])):
        say(line, err=True)
