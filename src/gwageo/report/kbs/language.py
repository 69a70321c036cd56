"""KBS's comparisons of languages (tables 3 and 19) and of base with instruction-tuned models (figure 3)."""

from collections.abc import Sequence
from typing import Any

from gwageo.analysis.kbs.cells import Cells, Key
from gwageo.analysis.kbs.language import ARC, EQBENCH, GSM8K, WINOGRANDE, Benchmark, compare, members
from gwageo.analysis.kbs.layouts import FIGURE_3, Column
from gwageo.analysis.versions import VERSIONS
from gwageo.messages import translate
from gwageo.models.known import Known, models
from gwageo.report.kbs.remarks import missing, remarks, value
from gwageo.report.kbs.results import short
from gwageo.report.kbs.results import told as in_words
from gwageo.report.sheets import UNFINISHED, Head, Sheet

PROTOCOL = "chat"
BARS = 30
"""Blocks of a full bar."""
EIGHTHS = " ▏▎▍▌▋▊▉"


def arc(cells: Cells) -> list[Sheet]:
    """Table 3: ARC in three versions."""
    return [_sheet(cells, "kbs-3", [ARC])]


def every(cells: Cells) -> list[Sheet]:
    """Table 19: all benchmarks that have versions."""
    return [_sheet(cells, "kbs-19", [ARC, GSM8K, WINOGRANDE, EQBENCH])]


def _sheet(cells: Cells, name: str, benchmarks: Sequence[Benchmark]) -> Sheet:
    heads = (Head("benchmark"), Head("group", "text", translate("sheet.head.model_group")), Head("models", "count"),
             Head("items", "count"), Head("english", "number"), Head("deepl", "number", "DeepL"),
             Head("kbs", "number", "KBS"), Head("kbs_less_deepl", "number"),
             Head("kbs_less_deepl_ci95", "number_interval", translate("sheet.head.ci95")),
             Head("kbs_less_english", "number"),
             Head("kbs_less_english_ci95", "number_interval", translate("sheet.head.ci95")))  # fmt: skip
    rows: list[tuple[Any, ...]] = []
    notes: list[str] = [translate("kbs.note.versions")]
    keys: list[Key] = []
    for benchmark in benchmarks:
        grouped: dict[str, list[str]] = {}
        for model in members(cells, benchmark, PROTOCOL):
            grouped.setdefault(cells.group(model), []).append(model)
        for group, names in grouped.items():
            found = compare(cells, names, benchmark, PROTOCOL)
            told = in_words(group)
            notes += [missing(told, benchmark.name, found.missing)] if found.missing else []
            gaps = [part for version in VERSIONS[1::-1] for part in found.gaps.get(version, (None, None))]
            values = [found.values.get(version) for version in VERSIONS]
            rows.append((benchmark.name, told, len(names), found.items or None, *values, *gaps))
            tasks = [task for version in benchmark.versions for task in benchmark.tasks(version)]
            keys += [Key(model, PROTOCOL, task) for model in names for task in tasks]
    title = translate(f"kbs.title.{name.replace('-', '_')}")
    return Sheet(name, title, heads, tuple(rows), (*notes, *remarks(cells, keys)))


def tuning(cells: Cells) -> list[Sheet]:
    """Figure 3: base and instruction-tuned models of one family and size under plain prompting, with bars."""
    pairs = _pairs(cells)
    heads = (Head("family"), Head("size", "text", translate("sheet.head.parameters")), Head("stage", "word"),
             *(Head(f"{column.task}:{column.metric}", "number", short(column)) for column in FIGURE_3))  # fmt: skip
    rows = tuple(
        (model.family, model.size, model.stage, *(_plain(cells, model, column) for column in FIGURE_3))
        for pair in pairs
        for model in pair
    )
    keys = [Key(model.name, "plain", column.task) for pair in pairs for model in pair for column in FIGURE_3]
    table = Sheet("kbs-fig3", translate("kbs.title.kbs_fig3"), heads, rows, remarks(cells, keys))
    return [table, _chart(cells, pairs)]


def _pairs(cells: Cells) -> list[tuple[Known, Known]]:
    begun = set(cells.models("plain", [column.task for column in FIGURE_3]))
    here = [model for model in models() if model.name in begun]
    return [
        (base, tuned)
        for base in here
        for tuned in here
        if (base.family, base.size) == (tuned.family, tuned.size)
        and (base.stage, tuned.stage) == ("base", "instruct")
        and base.group == tuned.group
    ]


def _plain(cells: Cells, model: Known, column: Column) -> Any:
    return value(cells, Key(model.name, "plain", column.task), column.metric)


def _chart(cells: Cells, pairs: Sequence[tuple[Known, Known]]) -> Sheet:
    """A bar for every figure, all on one scale from 0 to 100."""
    heads = (Head("task"), Head("size", "text", translate("sheet.head.parameters")), Head("stage", "word"),
             Head("chart", "text"), Head("value", "number"))  # fmt: skip
    rows = [
        (short(column), model.size, model.stage, bar(found), found)
        for column in FIGURE_3
        for pair in pairs
        for model in pair
        if (found := _plain(cells, model, column)) is not None
    ]
    return Sheet("kbs-fig3-chart", translate("kbs.title.chart"), heads, tuple(rows))


def bar(found: float | str) -> str:
    """A bar of blocks for a figure from 0 to 100; one outside, or unfinished, is drawn at the nearer end.

    Example:
        >>> bar(10.0), bar(-3.0), bar(5.0)
        ('███', '', '█▌')
    """
    if found == UNFINISHED or not isinstance(found, int | float):
        return ""
    eighths = round(min(max(found, 0.0), 100.0) / 100 * BARS * 8)
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
