"""A comparison of two runs as sheets: settings first, then results, then what flipped."""

from gwageo.analysis.comparing import Compared, RunComparison
from gwageo.messages import entries, translate, word
from gwageo.report.sheets import Head, Measure, Sheet


def sheets(found: RunComparison, most: int) -> list[Sheet]:
    """All of it; at most so many flipped items of each task and direction."""
    return [settings(found), results(found), flips(found, most)]


def settings(found: RunComparison) -> Sheet:
    """What was asked differently."""
    rows = tuple((each.what, in_words(each.what), word(each.a), word(each.b)) for each in found.settings)
    heads = (
        Head("field", file_only=True),
        Head("setting"),
        Head("a", "text", f"A: {found.a}"),
        Head("b", "text", f"B: {found.b}"),
    )
    notes = () if rows else (translate("sheet.note.same_settings"),)
    return Sheet("settings", translate("sheet.title.settings"), heads, rows, notes)


def in_words(name: str) -> str:
    """A dotted name in words; what no entry knows, such as a task's name, stands behind a colon or for itself."""
    known, head, rest = entries("setting"), name, ""
    while head and f"setting.{head}" not in known:
        head, _, last = head.rpartition(".")
        rest = f"{last}.{rest}" if rest else last
    words = translate(f"setting.{head}") if head else ""
    return ": ".join(filter(None, (words, rest)))


def results(found: RunComparison) -> Sheet:
    """Task by task, over the items that both have judged; the outcome is by the corrected p."""
    heads = (
        *(Head("task"), Head("metric"), Head("unit", file_only=True)),
        *(
            Head("a", "measure", "A"),
            Head("b", "measure", "B"),
            Head("difference", "measure"),
            Head("ci95", "measures"),
        ),
        *(Head("p", "p", file_only=True), Head("p_holm", "p"), Head("outcome", "word")),
        *(Head("smallest_margin", "measure"), Head("margin", "number", file_only=True), Head("pairs", "count")),
        *(Head("only_a", "count", file_only=True), Head("only_b", "count", file_only=True)),
        *(Head("lost", "count"), Head("gained", "count")),
    )
    notes = [_margin(found)]
    notes += [
        translate("sheet.note.lost", task=each.task, a=each.only_a, b=each.only_b)
        for each in found.tasks
        if each.only_a or each.only_b
    ]
    notes += [
        translate("sheet.note.clustered", task=each.task, pairs=each.pairs, clusters=each.result.clusters)
        for each in found.tasks
        if each.result.clusters is not None
    ]
    notes += [translate("sheet.note.refused", task=task, reason=reason) for task, reason in found.refused]
    rows = tuple(_result(each, found.margin) for each in found.tasks)
    return Sheet("compared", translate("sheet.title.compared"), heads, rows, tuple(notes))


def _margin(found: RunComparison) -> str:
    """What the margin is, and what each run had fixed before it began."""
    margin = f"{found.margin * 100:g}"
    if found.margin_fixed:
        return translate("sheet.note.margin_fixed", margin=margin)
    a, b = ("–" if each is None else f"±{each:g}" for each in found.fixed)
    return translate("sheet.note.margin_open", margin=margin, a=a, b=b)


def _result(each: Compared, margin: float) -> tuple[object, ...]:
    result, unit = each.result, each.unit
    return (
        *(each.task, each.metric, unit, Measure(result.a, unit), Measure(result.b, unit)),
        *(Measure(result.difference, unit, signed=True), Measure(result.ci95, unit), result.p, each.p_holm),
        *(result.outcome, Measure(result.smallest_margin, unit), margin, each.pairs, each.only_a, each.only_b),
        *(len(each.lost), len(each.gained)),
    )


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
