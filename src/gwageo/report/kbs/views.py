"""Views of KBS by the names that `--as` takes: facts about the suite, and tables of results from runs."""

from collections.abc import Callable, Mapping, Sequence

from gwageo.analysis.extras import need_statistics
from gwageo.analysis.kbs.cells import Cells
from gwageo.analysis.kbs.layouts import GRIDS
from gwageo.core import ConfigError
from gwageo.report.kbs import facts, language, results
from gwageo.report.sheets import Sheet
from gwageo.runs.finished import Finished

FACTS: Mapping[str, Callable[[], list[Sheet]]] = {
    "kbs-1": facts.composition,
    "kbs-2": facts.formats,
    "kbs-7": facts.localisation,
    "kbs-8": facts.instructions,
    "kbs-9": facts.revisions,
    "kbs-10": facts.checkpoints,
    "kbs-11": facts.configuration,
}
"""Made without runs."""
_RESULTS: Mapping[str, Callable[[Cells], list[Sheet]]] = {
    "kbs-3": language.arc,
    "kbs-4": results.rules,
    "kbs-5": results.thinking,
    "kbs-6": results.best,
    "kbs-19": language.every,
    "kbs-fig3": language.tuning,
}
VIEWS = (*(f"kbs-{number}" for number in range(1, 20)), "kbs-fig3")


def sheets(view: str, runs: Sequence[Finished] = ()) -> list[Sheet]:
    """One of KBS's tables; the runs may be unfinished, and are shown as such.

    Raises:
        ConfigError: The runs have nothing that the table shows.
        MissingExtra: scipy or statsmodels is absent.
    """
    if view in FACTS:
        return FACTS[view]()
    need_statistics()
    cells = Cells(runs)
    made = results.grid(cells, view) if view in GRIDS and view not in _RESULTS else _RESULTS[view](cells)
    if not made[0].rows or all(cell is None for row in made[0].rows for cell in row[1:]):
        raise ConfigError(
            f"The runs hold nothing of the table {view!r}; gwageo reproduce {view} --dry-run says what it is made of"
        )
    return made
