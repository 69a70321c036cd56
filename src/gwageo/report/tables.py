"""Result tables: terminal, Markdown, CSV, JSON and LaTeX from the same summary rows.

Text formats share one list of columns; CSV and JSON give the full numbers, one column per verdict.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from gwageo.analysis.summary import SummaryRow
from gwageo.core import VERDICTS, UnknownName, Verdict
from gwageo.core.canonical import plain
from gwageo.messages import retell, translate, word
from gwageo.report import drawing, numbers
from gwageo.report.drawing import Column, Table

Format = Literal["table", "md", "csv", "json", "latex"]

WIDE = drawing.WIDE
MARK = "*"
TRUNCATED_MARK = "†"
SETTINGS_MARK = "‡"
"""A setting was not what it was asked to be."""
HEAD = ("task", "metric", "value", "stderr", "ci95", "chance", "n", "protocol", "shots", "verdicts")
NARROW_HEAD = ("task", "metric", "value", "stderr", "ci95", "n")
MOST_OF_A_REASON = 200
"""Characters of a reason of failure that a table shows; records keep it whole."""
TRUST = (
    "winner_changes",
    "near_zero_question_free",
    "thin_margin",
    "thinking_not_honoured",
    "out_of_range",
    "pattern_time_out",
    "math_time_out",
    "math_span_too_long",
    "think_budget_spent",
    "control_token",
)
"""Flags of items that say how far a figure can be trusted."""
SETTINGS = ("other_model", "temperature_forced", "max_tokens_ignored", "stop_ignored", "stop_on_client")
"""Flags of items that were not asked as they should have been; `*_not_sent` are others."""
NOT_SENT = "_not_sent"
TOLD_APART = (f"temperature{NOT_SENT}", f"stop{NOT_SENT}", f"stop_sequences{NOT_SENT}")
NUMBERS = frozenset({"value", "stderr", "ci95", "chance", "n", "shots"})


NAMED_TASKS = 6
"""Tasks that a remark names one by one at most."""


def columns(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns with their headings in the reader's language."""
    return tuple(Column(translate(f"table.head.{name}"), name in NUMBERS) for name in names)


def table(rows: Sequence[SummaryRow]) -> Table:
    """The cells and footnotes of a result table."""
    models = list(dict.fromkeys(row.model for row in rows))
    body = []
    seen: set[tuple[str, str, str]] = set()
    for row in rows:
        key = (row.model, row.task, row.protocol)
        body.append(_cells(row, first=key not in seen, several=len(models) > 1))
        seen.add(key)
    return Table(", ".join(models), columns(HEAD), tuple(body), footnotes(rows))


def _cells(row: SummaryRow, *, first: bool, several: bool) -> tuple[str, ...]:
    return (
        task_name(row, several=several) if first else "",
        metric_name(row),
        numbers.figure(row.value, row.unit),
        numbers.figure(row.stderr, row.unit),
        numbers.interval(row.ci95, row.unit),
        numbers.figure(row.chance if row.unit == "fraction" or row.primary else None, row.unit),
        str(row.n),
        protocol_name(row),
        str(row.shots),
        verdict_text(row.verdicts) if first else "",
    )


def task_name(row: SummaryRow, *, several: bool = False) -> str:
    """The task as tables show it: with its model where there are several, and the marks of its footnotes."""
    name, signs = _label(row, several=several), marks(row)
    return f"{name} {signs}" if signs else name


def marks(row: SummaryRow) -> str:
    """The signs of a task's footnotes."""
    return (
        (MARK if row.departures else "")
        + (TRUNCATED_MARK if row.verdicts["truncated"] else "")
        + (SETTINGS_MARK if in_vain(row.verdicts, row.flags) else "")
    )


def protocol_name(row: SummaryRow) -> str:
    """The protocol, and what became of thinking that it turned off."""
    return f"{row.protocol} ({translate(f'table.off.{row.thinking_off}')})" if row.thinking_off else row.protocol


def metric_name(row: SummaryRow) -> str:
    """The metric with its printed unit."""
    return f"{row.metric} ({numbers.unit_name(row.unit)})"


def verdict_text(verdicts: Mapping[Verdict, int] | Mapping[str, int]) -> str:
    """The verdicts that occurred, with their counts; all others are 0.

    Example:
        >>> verdict_text({"right": 3, "wrong": 2, "failed": 0})
        'right 3, wrong 2'
    """
    found = [f"{translate(f'table.verdict.{name}')} {verdicts[name]}" for name in VERDICTS if verdicts.get(name)]
    return ", ".join(found) or translate("table.verdict.none")


def footnotes(rows: Sequence[SummaryRow]) -> tuple[str, ...]:
    """Every remark once, with the tasks that it holds for, in the order in which they come up.

    Where a task was taken by several models or under several protocols, it is said for which of them.
    """
    remarks: dict[str, list[SummaryRow]] = {}
    cells = list({(row.model, row.task, row.protocol): row for row in reversed(rows)}.values())[::-1]
    for row in reversed(cells):
        for remark in _remarks(row):
            remarks.setdefault(remark, []).insert(0, row)
    return tuple(f"{_together(_named(found, cells))}: {remark}" for remark, found in reversed(remarks.items()))


def _named(found: Sequence[SummaryRow], cells: Sequence[SummaryRow]) -> list[str]:
    """Names of cells of a table: the label, and what tells it from cells of that label for which the remark is not."""
    several = len({row.model for row in cells}) > 1
    names: dict[str, list[str]] = {}
    everywhere: dict[str, set[str]] = {}
    for row in cells:
        everywhere.setdefault(_label(row, several=several), set()).add(row.protocol)
    for row in found:
        names.setdefault(_label(row, several=several), []).append(row.protocol)
    return [
        name if set(protocols) == everywhere[name] else f"{name} ({', '.join(dict.fromkeys(protocols))})"
        for name, protocols in names.items()
    ]


def _label(row: SummaryRow, *, several: bool) -> str:
    return f"{row.model} · {row.label}" if several else row.label


def _together(labels: Sequence[str]) -> str:
    """Labels in a row; of a long row the first ones and a count."""
    if len(labels) <= NAMED_TASKS:
        return ", ".join(labels)
    shown = labels[: NAMED_TASKS - 1]
    return translate("table.and_more", labels=", ".join(shown), count=len(labels) - len(shown))


def _remarks(row: SummaryRow) -> list[str]:
    found = [f"{MARK} {told(departure)}" for departure in row.departures]
    if row.verdicts["truncated"]:
        share = numbers.share(row.verdicts["truncated"], sum(row.verdicts.values()))
        found.append(f"{TRUNCATED_MARK} {translate('table.foot.truncated', share=share)}")
    found += [f"{SETTINGS_MARK} {sentence}" for sentence in in_vain(row.verdicts, row.flags)]
    found += reasons(row.reasons)
    if row.thinking_off == "honoured":  # the other states are told by a flag and by a warning
        found.append(translate("table.foot.honoured"))
    found += counted(row.verdicts, {**row.flags, "tie": row.ties, "over_length": row.over_length})
    return [*found, *map(told, row.notes)][::-1]


def reasons(found: Mapping[str, int]) -> list[str]:
    """The most frequent reason of failure with its count, as a sentence; none where nothing failed."""
    if not found:
        return []
    reason, count = max(found.items(), key=lambda pair: pair[1])
    shown = " ".join((retell(reason, "error") or reason).split())
    cut = shown if len(shown) <= MOST_OF_A_REASON else shown[:MOST_OF_A_REASON] + "…"
    return [translate("table.foot.reason", count=count, reason=cut)]


def counted(verdicts: Mapping[str, int], flags: Mapping[str, int]) -> list[str]:
    """What happened to some of the answers and says how far a figure can be trusted, a sentence each."""
    total = sum(verdicts.values())
    unfit = flags.get("did_not_fit", 0)
    counts = {
        "failed": verdicts.get("failed", 0),
        "ties": flags.get("tie", 0),
        **{flag: flags.get(flag, 0) for flag in TRUST},
        "did_not_fit": unfit,
        "over_length": flags.get("over_length", 0) - unfit,
    }
    return [
        translate(f"table.foot.{name}", share=numbers.share(count, total)) for name, count in counts.items() if count
    ]


def in_vain(verdicts: Mapping[str, int], flags: Mapping[str, int]) -> list[str]:
    """Settings that a server did not get or did not keep, a sentence each with the number of replies."""
    total = sum(verdicts.values())
    found = [
        translate(f"table.foot.{name}", share=numbers.share(flags[name], total)) for name in SETTINGS if flags.get(name)
    ]
    forced = flags.get("temperature_forced", 0)
    for flag, count in flags.items():
        left = count - forced if flag == f"temperature{NOT_SENT}" else count
        if flag.endswith(NOT_SENT) and left > 0:
            name = flag if flag in TOLD_APART else "setting_not_sent"
            setting = flag.removesuffix(NOT_SENT)
            found.append(translate(f"table.foot.{name}", setting=setting, share=numbers.share(left, total)))
    return found


def told(note: str) -> str:
    """A departure or note of a run in the reader's language, where it is known, with long lists of ids cut."""
    return retell(note, "note", few=numbers.few) or note


def origin_text(origin: str) -> str:
    """Where items come from, in the reader's language."""
    return word(retell(origin, "note") or origin)


def check_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UnknownName: There is no such format.
    """
    for known in RENDERERS:
        if name == known:
            return known
    raise UnknownName("format", name, RENDERERS)


def render(rows: Sequence[SummaryRow], kind: Format) -> str:
    """The rows in one format, ending in a line break."""
    return RENDERERS[kind](rows)


def terminal(rows: Sequence[SummaryRow], width: int = WIDE, *, colour: bool = False) -> str:
    """A table with rules. Where it does not fit the width, what holds for a whole task goes below; no number is cut."""
    content = table(rows)
    if drawing.width(content) <= width:
        return drawing.terminal(content, colour=colour)
    places = [HEAD.index(name) for name in NARROW_HEAD]
    narrow = replace(
        content,
        columns=columns(NARROW_HEAD),
        body=tuple(tuple(cells[place] for place in places) for cells in content.body),
        footnotes=(*_settings_lines(rows), *content.footnotes),
    )
    return drawing.terminal(narrow, colour=colour, heavy=False)


def _settings_lines(rows: Sequence[SummaryRow]) -> tuple[str, ...]:
    """Protocol, shots and verdicts of each task, as lines."""
    lines = [
        translate(
            "table.foot.settings_one" if row.shots == 1 else "table.foot.settings",
            label=row.label,
            protocol=protocol_name(row),
            shots=row.shots,
            verdicts=verdict_text(row.verdicts),
        )
        for row in rows
    ]
    return tuple(dict.fromkeys(lines))


def markdown(rows: Sequence[SummaryRow]) -> str:
    """A table for a README or an issue."""
    return drawing.markdown(table(rows))


def latex(rows: Sequence[SummaryRow]) -> str:
    """A `tabular` for a paper, with booktabs rules."""
    return drawing.latex(table(rows))


def flat(row: SummaryRow) -> dict[str, Any]:
    """A row with full numbers and one column per verdict, for CSV."""
    return {
        "model": row.model,
        "task": row.label,
        "metric": row.metric,
        "value": row.value,
        "unit": row.unit,
        "n": row.n,
        "stderr": row.stderr,
        "ci95_low": row.ci95[0] if row.ci95 else None,
        "ci95_high": row.ci95[1] if row.ci95 else None,
        "ci_method": row.ci_method,
        "chance": row.chance,
        "protocol": row.protocol,
        "shots": row.shots,
        "thinking_off": row.thinking_off,
        **row.verdicts,
        "ties": row.ties,
        "over_length": row.over_length,
        "departures": "; ".join(row.departures),
        "notes": "; ".join(row.notes),
    }


FIELDS = (
    *("model", "task", "metric", "value", "unit", "n", "stderr", "ci95_low", "ci95_high", "ci_method", "chance"),
    *("protocol", "shots", "thinking_off", *VERDICTS, "ties", "over_length", "departures", "notes"),
)
"""The columns of CSV."""


def comma_separated(rows: Sequence[SummaryRow]) -> str:
    """Full numbers, one line per row."""
    return csv_text([flat(row) for row in rows], FIELDS)


def csv_text(records: Sequence[Mapping[str, Any]], fields: Sequence[str]) -> str:
    """Records under the same heading whatever they hold; the names are for programs and the same in every language."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


def json_text(rows: Sequence[SummaryRow]) -> str:
    """The rows as strict JSON, as summary.json has them."""
    return json.dumps(plain(list(rows)), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


RENDERERS: dict[Format, Callable[[Sequence[SummaryRow]], str]] = {
    "table": terminal,
    "md": markdown,
    "csv": comma_separated,
    "json": json_text,
    "latex": latex,
}
