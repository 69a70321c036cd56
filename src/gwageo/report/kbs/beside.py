"""The paper's stated figures beside ours, as a sheet."""

from collections.abc import Iterable, Iterator, Sequence

from gwageo.analysis.kbs.cells import Cells, Key
from gwageo.analysis.kbs.needs import KOLIGHTEVAL
from gwageo.analysis.kbs.stated import Beside, beside
from gwageo.messages import translate
from gwageo.report.kbs.remarks import few, remarks
from gwageo.report.kbs.results import told
from gwageo.report.sheets import Head, Sheet
from gwageo.runs.finished import Finished

_GROUPS = {"open": "all_open", "closed": "closed", "korean": "korean"}


PUBLISHED = {"dtype": "bfloat16", "torch": "2.9.0", "transformers": "5.6.2"}
"""Of local checkpoints, as the paper names it."""


def sheets(view: str, runs: Sequence[Finished]) -> list[Sheet]:
    """One line per stated figure; none where the paper's text states nothing of a table."""
    cells = Cells(runs)
    found = beside(cells, view)
    title = translate("kbs.title.beside", table=view)
    heads = (
        *(Head("section"), Head("figure"), Head("task"), Head("metric"), Head("protocol"), Head("of"), Head("paper")),
        *(Head("ours"), Head("ci95", "number_interval"), Head("verdict", "word"), Head("lacking", "count")),
    )
    settings = "kbs.note.settings_lighteval" if view == KOLIGHTEVAL else "kbs.note.settings"
    notes = _notes(cells, found, settings) if found else (translate("kbs.note.nothing_stated"),)
    return [Sheet(f"{view}-beside", title, heads, tuple(map(_row, found)), notes)]


def _notes(cells: Cells, found: Sequence[Beside], settings: str) -> tuple[str, ...]:
    """How to read the verdicts, what differs from the paper's settings, and which of its models are not here."""
    keys = [key for row in found for key in row.keys if row.ours is not None]
    notes = [translate("kbs.note.verdicts")]
    if keys:
        differs = (*remarks(cells, keys), *_loading(cells, keys))
        notes += [translate(settings), *(differs or (translate("kbs.note.same"),))]
    lacking = dict.fromkeys(model for row in found for model in row.lacking)
    return (*notes, *([translate("kbs.note.lacking", models=", ".join(lacking))] if lacking else ()))


def _loading(cells: Cells, keys: Iterable[Key]) -> Iterator[str]:
    """How local checkpoints were loaded where the paper loaded them otherwise."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for key in keys:
        if (cell := cells.by_key.get(key)) is not None and "torch" in cell.run.manifest.packages:
            manifest = cell.run.manifest
            here = {"dtype": manifest.config.model_options.dtype, **manifest.packages}
            for name, published in PUBLISHED.items():
                if name in here and here[name].partition("+")[0] != published:
                    found.setdefault((name, here[name]), {})[key.model] = None
    for (name, value), models in found.items():
        yield translate("kbs.note.loaded", name=name, here=value, paper=PUBLISHED[name], models=few(list(models)))


def _row(row: Beside) -> tuple[object, ...]:
    return (row.section, translate(f"kbs.kind.{row.kind}"), row.column.task, row.column.metric, row.protocol, _of(row),
            _number(row.paper), _number(row.ours), row.ci95, row.verdict, len(row.lacking))  # fmt: skip


def _of(row: Beside) -> str | None:
    if row.what == "closed_less_open":
        return translate("kbs.group.closed_less_open")
    return told(_GROUPS.get(row.what, row.what)) or None


def _number(value: float | str | None) -> str | None:
    return f"{value:.2f}" if isinstance(value, float) else value
