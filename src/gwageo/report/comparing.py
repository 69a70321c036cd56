"""A comparison of two runs as sheets: settings first, then results, then what flipped."""

from gwageo.analysis.comparing import Compared, RunComparison
from gwageo.messages import translate
from gwageo.report import numbers
from gwageo.report.sheets import Head, Sheet


def sheets(found: RunComparison, most: int) -> list[Sheet]:
    """All of it; at most so many flipped items of each task and direction."""
    return [settings(found), results(found), flips(found, most)]


def settings(found: RunComparison) -> Sheet:
    """What was asked differently."""
    rows = tuple((each.what, each.a, each.b) for each in found.settings)
    heads = (Head("setting"), Head("a", "text", f"A: {found.a}"), Head("b", "text", f"B: {found.b}"))
    notes = () if rows else (translate("sheet.note.same_settings"),)
    return Sheet("settings", translate("sheet.title.settings"), heads, rows, notes)


def results(found: RunComparison) -> Sheet:
    """Task by task, over the items that both have judged."""
    heads = (
        *(Head("task"), Head("metric"), Head("a", "text", "A"), Head("b", "text", "B")),
        *(Head("difference"), Head("ci95_text"), Head("p_holm", "p"), Head("outcome", "word"), Head("smallest_margin")),
        *(Head("pairs", "count"), Head("lost", "count"), Head("gained", "count")),
    )
    margin = f"{found.margin * 100:g}"
    notes = [translate("sheet.note.margin_fixed" if found.margin_fixed else "sheet.note.margin_open", margin=margin)]
    notes += [
        translate("sheet.note.lost", task=each.task, a=each.only_a, b=each.only_b)
        for each in found.tasks
        if each.only_a or each.only_b
    ]
    notes += [translate("sheet.note.refused", task=task, reason=reason) for task, reason in found.refused]
    return Sheet("compared", translate("sheet.title.compared"), heads, tuple(map(_result, found.tasks)), tuple(notes))


def _result(each: Compared) -> tuple[object, ...]:
    result, unit = each.result, each.unit
    return (
        *(each.task, each.metric, numbers.figure(result.a, unit), numbers.figure(result.b, unit)),
        *(_signed(result.difference, unit), numbers.interval(result.ci95, unit), each.p_holm, result.outcome),
        *(numbers.figure(result.smallest_margin, unit), each.pairs, len(each.lost), len(each.gained)),
    )


def _signed(difference: float, unit: str) -> str:
    shown = numbers.figure(difference, unit)
    return shown if shown.startswith("-") else f"+{shown}"


def flips(found: RunComparison, most: int) -> Sheet:
    """Items on which only one of the two is better."""
    heads = (Head("task"), Head("item"), Head("a", "number", "A"), Head("b", "number", "B"))
    rows: list[tuple[object, ...]] = []
    left = 0
    for task in found.tasks:
        for each in (task.lost, task.gained):
            rows += [(task.task, flip.item, flip.a, flip.b) for flip in each[:most]]
            left += max(0, len(each) - most)
    notes = (translate("sheet.note.more_flips", count=left),) if left else ()
    return Sheet("flips", translate("sheet.title.flips"), heads, tuple(rows), notes)
