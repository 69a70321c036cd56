"""KBS's tables of results: models by figures (12 to 18), scoring rules (4), thinking off (5), the best models (6)."""

from collections.abc import Sequence
from typing import Any

from gwageo.analysis.kbs.cells import Cells, Key, Standing
from gwageo.analysis.kbs.layouts import CHOSEN, GRIDS, LETTERED, RULES, UNITS, Column, Grid
from gwageo.analysis.kbs.leaders import gap, leader
from gwageo.analysis.kbs.means import mean
from gwageo.messages import translate
from gwageo.report.kbs.remarks import fewer, no_mean, remarks, value
from gwageo.report.sheets import Head, Sheet

ALL, CHAT = "open", "chat_subset"
BOTH = ("chat", "nothink")
BEST: tuple[Standing, Standing] = ("open", "closed")


def grid(cells: Cells, name: str) -> list[Sheet]:
    """One line a model, and below it the means over groups of models."""
    layout = GRIDS[name]
    models = cells.models(layout.protocol, layout.tasks, *layout.standings)
    heads = (Head("model"), _group_head(), Head("items", "range"), *map(_head, layout.columns))
    rows = tuple(_row(cells, model, layout) for model in models)
    keys = [Key(model, layout.protocol, task) for model in models for task in layout.tasks]
    main = Sheet(name, translate(f"kbs.title.{_id(name)}"), heads, rows, remarks(cells, keys))
    means = _averages(cells, name, layout, models)
    return [main, means] if means.rows else [main]


def _row(cells: Cells, model: str, layout: Grid) -> tuple[Any, ...]:
    values = [value(cells, Key(model, layout.protocol, column.task), column.metric) for column in layout.columns]
    items = [
        cells.by_key[key].entry.items
        for task in layout.tasks
        if (key := Key(model, layout.protocol, task)) in cells.by_key
    ]
    return model, told(cells.group(model)), (min(items), max(items)), *values


def _averages(cells: Cells, name: str, layout: Grid, models: Sequence[str]) -> Sheet:
    """Means over every group, and the best model of each column."""
    heads = (
        *(Head("task"), Head("metric"), _group_head(), Head("models", "count"), Head("value", "number")),
        *(Head("ci95", "number_interval"), Head("items", "count"), Head("best"), Head("best_value", "number")),
    )
    rows: list[tuple[Any, ...]] = []
    notes: list[str] = []
    for column in layout.columns:
        for group, members in groups(cells, models).items():
            taking = [model for model in members if Key(model, layout.protocol, column.task) in cells.by_key]
            found = mean(cells, taking, layout.protocol, [column.task], column.metric)
            best = leader(cells, taking, layout.protocol, column)
            if taking:
                rows.append((column.task, column.metric, told(group), len(taking), found.value, found.ci95,
                             found.items or None, *(best or (None, None))))  # fmt: skip
                note = no_mean(found, told(group), f"{column.task} {column.metric}")
                notes += [note] if note else []
                notes += [fewer(told(group), column.task, members, taking)] if len(taking) < len(members) else []
    title = translate("kbs.title.means", table=translate(f"kbs.title.{_id(name)}"))
    return Sheet(f"{name}-means", title, heads, tuple(rows), (translate("kbs.note.means"), *dict.fromkeys(notes)))


def groups(cells: Cells, models: Sequence[str]) -> dict[str, list[str]]:
    """Every group of models with a mean of its own; baselines are in none."""
    found: dict[str, list[str]] = {}
    for model in models:
        if cells.standing(model) != "baseline":
            found.setdefault(cells.group(model), []).append(model)
    every = [model for model in models if cells.standing(model) == "open"]
    known = [model for model in every if (registered := cells.model(model)) is not None and registered.template]
    if len(found) > 1 and every:
        found[f"all_{ALL}"] = every
    if known and len(known) < len(every):
        found[CHAT] = known
    return found


def rules(cells: Cells) -> list[Sheet]:
    """Table 4: means over open models under the three scoring rules."""
    heads = [Head("task"), Head("protocol"), Head("models", "count")]
    for rule in RULES:
        heads += [Head(rule, "number", rule), Head(f"{rule}_ci95", "number_interval", translate("sheet.head.ci95"))]
    rows: list[tuple[Any, ...]] = []
    notes: list[str] = []
    keys: list[Key] = []
    for task in CHOSEN:
        for protocol in ("plain", "chat"):
            models = cells.models(protocol, [task], "open")
            keys += [Key(model, protocol, task) for model in models]
            found = [mean(cells, models, protocol, [task], rule) for rule in RULES]
            if models:
                figures = [part for each in found for part in (each.value, each.ci95)]
                rows.append((task, protocol, len(models), *figures))
                why = no_mean(found[0], told(f"all_{ALL}"), f"{task} ({protocol})")
                notes += [why] if why else []
    said = (translate("kbs.note.means"), *notes, *remarks(cells, keys))
    return [Sheet("kbs-4", translate("kbs.title.kbs_4"), tuple(heads), tuple(rows), said)]


def thinking(cells: Cells) -> list[Sheet]:
    """Table 5: default chat beside thinking off."""
    layout = GRIDS["kbs-5"]
    models = cells.models("nothink", layout.tasks)
    heads = [Head("model")]
    for column in layout.columns:
        for protocol in BOTH:
            heads.append(Head(f"{column.task}_{protocol}", "number", f"{short(column)} {protocol}"))
    rows = tuple(
        (
            model,
            *(
                value(cells, Key(model, protocol, column.task), column.metric)
                for column in layout.columns
                for protocol in BOTH
            ),
        )
        for model in models
    )
    keys = [Key(model, protocol, task) for model in models for protocol in BOTH for task in layout.tasks]
    return [Sheet("kbs-5", translate("kbs.title.kbs_5"), tuple(heads), rows, remarks(cells, keys))]


def best(cells: Cells) -> list[Sheet]:
    """Table 6: the best open and the best closed model on the tasks whose answer is a letter, and their gap."""
    heads = (Head("task"), Head("best_open"), Head("open_value", "number"), Head("best_closed"),
             Head("closed_value", "number"), Head("gap", "number"), Head("ci95", "number_interval"))  # fmt: skip
    rows = []
    keys = []
    for task in LETTERED:
        column = Column(task, "exact_match")
        opened, closed = (leader(cells, cells.models("chat", [task], each), "chat", column) for each in BEST)
        keys += [Key(model, "chat", task) for model in cells.models("chat", [task], *BEST)]
        ahead = gap(cells, opened, closed, "chat", column)
        rows.append((task, *(opened or (None, None)), *(closed or (None, None)), *(ahead or (None, None))))
    notes = (translate("kbs.note.gap"), *remarks(cells, keys))
    return [Sheet("kbs-6", translate("kbs.title.kbs_6"), heads, tuple(rows), notes)]


def _head(column: Column) -> Head:
    return Head(f"{column.task}:{column.metric}", "number", short(column))


def short(column: Column) -> str:
    """A heading that leaves out what all of them share.

    Example:
        >>> short(Column("ko-arc-easy", "acc_npsq"))
        'arc-easy acc_npsq'
    """
    name = column.task.removeprefix("ko-").removesuffix("-gen")
    metric = column.metric.replace("exact_match_", "").replace("_level", "").replace("percent_", "")
    return name if column.metric in ("exact_match", *UNITS) and metric != "parseable" else f"{name} {metric}"


def _group_head() -> Head:
    return Head("group", "text", translate("sheet.head.model_group"))


def told(group: str) -> str:
    """A group in words; a family is a name."""
    known = ("korean", "multilingual", "closed", "open", "served", "baseline", f"all_{ALL}", CHAT)
    return translate(f"kbs.group.{group}") if group in known else group


def _id(name: str) -> str:
    return name.replace("-", "_")
