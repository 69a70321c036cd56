"""Views by name: which sheets a person asks for with `--as`, from runs or from counts."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gwageo.analysis.extras import need_statistics
from gwageo.analysis.nolli.counts import Counts, count_records, joined, read_counts
from gwageo.analysis.ranking import rank
from gwageo.analysis.summary import COLUMNS as SUMMARY_COLUMNS
from gwageo.analysis.summary import SummaryRow, summarise, summary_rows
from gwageo.core import ConfigError, StoreError, UnknownName
from gwageo.messages import retell, translate
from gwageo.report import nolli, nolli_items, tables, ten
from gwageo.report.kbs import tidy as tidy_layout
from gwageo.report.kbs import views as kbs
from gwageo.report.sheets import Head, Measure, Sheet
from gwageo.runs.directory import read_summary
from gwageo.runs.finished import Finished, read_begun, read_finished, read_runs

AUTO, RANKS = "auto", "ranks"
CSV_KBS = "csv-kbs"
"""A format of its own: the layout of the KBS authors."""
NOLLI_COLUMNS = ("task", "type", "language", "tier", "item_id", "verdict", "metrics")
VIEWS = (AUTO, RANKS, ten.VIEW, ten.OLD_VIEW, *kbs.VIEWS, *nolli.VIEWS, *nolli_items.VIEWS)


def check(view: str) -> None:
    """Refuse a view that does not exist.

    Raises:
        UnknownName: With the closest names.
    """
    if view not in VIEWS:
        raise UnknownName("view", view, VIEWS)


def report(runs: Sequence[str | Path] = (), *, counts: str | Path | None = None, view: str = AUTO) -> list[Sheet]:
    """The figures of finished runs, or a view of them.

    Args:
        runs: Run directories, or folders with runs in them; none for KBS's tables that are facts about the suite.
        counts: A table of counts as CSV instead of runs, for Nolli's views.
        view: `auto` gives the primary figures; otherwise one of `VIEWS`.

    Raises:
        UnknownName: There is no such view.
        UserError: A run or table cannot be used, or a view has nothing to show.
    """
    check(view)
    if view in kbs.VIEWS and counts is None:
        return kbs.sheets(view, read_begun(list(runs)) if runs or view not in kbs.FACTS else ())
    if (counts is None) == (not runs):
        raise ConfigError("gwageo report takes runs or --counts FILE, one of the two")
    if counts is not None:
        return of_counts(read_counts(Path(counts).expanduser()), view)
    finished, others_found = read_finished(runs)
    left = [_left(run, reason) for run, reason in others_found.items()]
    first, *others = of_runs(finished, view)
    return [replace(first, notes=(*first.notes, *left)), *others]


def _left(run: Path, reason: str | None) -> str:
    """That a run of a folder is left out, and why."""
    if reason is None:
        return translate("sheet.note.unfinished", run=run)
    return translate("sheet.note.damaged", run=run, reason=retell(reason, "error") or reason)


def tidy(runs: Sequence[str | Path], view: str = AUTO) -> str:
    """The KBS authors' CSV layout of everything that finished runs hold of their exams.

    Raises:
        ConfigError: No run is named, or a view, which this layout does not depend on.
    """
    if view != AUTO or not runs:
        raise ConfigError(f"--format {CSV_KBS} is a layout of runs; name runs, and leave --as and --counts out")
    return tidy_layout.tidy(read_runs(list(runs)))


def of_counts(counts: Counts, view: str) -> list[Sheet]:
    """A view of a table of counts; `auto` is `nolli-2`.

    Raises:
        UnknownName: There is no such view.
        ConfigError: The view is not made of counts.
    """
    check(view)
    if view in (RANKS, ten.VIEW, ten.OLD_VIEW, *kbs.VIEWS, *nolli_items.VIEWS):
        raise ConfigError(f"The view {view!r} is made of runs, not of counts; leave --counts out")
    return nolli.sheets(counts, "nolli-2" if view == AUTO else view)


def of_runs(runs: Sequence[Finished], view: str) -> list[Sheet]:
    """A view of finished runs.

    Raises:
        UnknownName: There is no such view.
        ConfigError: The runs have nothing that the view shows.
    """
    check(view)
    if view == AUTO:
        return [figures(runs)]
    if view in (ten.VIEW, ten.OLD_VIEW):
        return [_of_ten(runs)]
    if view in kbs.VIEWS:
        return kbs.sheets(view, runs)
    if view == RANKS:
        return [_ranks(runs)]
    by_item = {"nolli-pairs": nolli_items.pairs, "nolli-ciphers": nolli_items.ciphers}
    if view in by_item:
        return [by_item[view](runs)]
    counts = joined([count_records(nolli_name(run), run.records(NOLLI_COLUMNS)) for run in runs])
    if not counts.cells:
        raise ConfigError(
            f"The runs hold no Nolli items, which the view {view!r} is made of; run the suite nolli first"
        )
    more = [make(runs) for make in by_item.values()] if view == "nolli-all" else []
    return [*nolli.sheets(counts, view), *(sheet for sheet in more if sheet.rows)]


def _ranks(runs: Sequence[Finished]) -> Sheet:
    """Every exam that several runs have, with the places that each run may hold."""
    need_statistics()
    heads = (
        *(Head("task"), Head("metric"), Head("unit", file_only=True), Head("model"), Head("value", "measure")),
        *(Head("places", "range"), Head("n", "count")),
    )
    found, left = rank(runs)
    rows = tuple(
        (each.task, each.metric, each.unit, each.name, Measure(each.value, each.unit), each.places, each.items)
        for each in found
    )
    notes = [translate("sheet.note.left_out", task=each.task, name=each.name, reason=each.reason) for each in left]
    if not rows:
        told = "; ".join(notes) or "the runs have no exam in common"
        raise ConfigError(f"The view {RANKS!r} needs two runs of one exam that can be compared: {told}")
    return Sheet(RANKS, translate("sheet.title.ranks"), heads, rows, (translate("sheet.note.ranks"), *notes))


def _of_ten(runs: Sequence[Finished]) -> Sheet:
    found = ten.sheet(ten.Figure.of(row) for run in runs for row in _summary(run))
    if found is None:
        raise ConfigError(
            f"The runs hold no exam of KoLightEval, which the view {ten.VIEW!r} is made of; "
            "run the suite kolighteval first"
        )
    return found


def nolli_name(run: Finished) -> str:
    """The model, with the word that keeps released items and those made here apart."""
    released = any(task.label.endswith("(released)") for task in run.manifest.tasks)
    return f"{run.name} [{'released' if released else 'gwageo'}]"


def figures(runs: Sequence[Finished]) -> Sheet:
    """The figure that each publication leads with, for every run and task, with its interval and all verdicts.

    Below stands what stands below the table of a run. Runs of one model and protocol are told apart by their folders.
    """
    found = [(run, row) for run in runs for row in _summary(run) if row.primary]
    names = [(row.model, row.protocol, row.task) for _, row in found]
    alike = len(set(names)) < len(names)
    heads = (
        *(Head("model"), Head("directory", file_only=not alike), Head("protocol"), Head("task"), Head("marks")),
        *(Head("metric"), Head("unit", file_only=True), Head("value", "measure"), Head("ci95", "measures")),
        *(Head("n", "count"), Head("verdicts"), Head("settings", file_only=True)),
    )
    told = [replace(row, task=f"{row.task} {run.folder}", label=f"{row.label} [{run.folder}]") for run, row in found]
    notes = tables.footnotes(told if alike else [row for _, row in found])
    rows = tuple(_figure(run, row) for run, row in found)
    return Sheet("figures", translate("sheet.title.figures"), heads, rows, notes)


def _summary(run: Finished) -> tuple[SummaryRow, ...]:
    """The rows of the summary; where it is missing or of an older shape, those that the records give."""
    try:
        return summary_rows(read_summary(run.directory))
    except StoreError:
        return summarise(run.manifest, run.records(SUMMARY_COLUMNS))


def _figure(run: Finished, row: SummaryRow) -> tuple[object, ...]:
    return (
        *(row.model, run.folder, row.protocol, row.label, tables.marks(row), row.metric, row.unit),
        *(Measure(row.value, row.unit), Measure(row.ci95, row.unit), row.n, tables.verdict_text(row.verdicts)),
        "; ".join(row.departures),
    )
