"""Data errors that one may live with: rows that can be read, but whose answer cannot be judged as it stands.

An exam finds them (`Task.flaws`), the reader of the source names file and row, and the option `data_errors` decides:
stop (the default), skip and count, or keep.
"""

from collections.abc import Sequence

from gwageo.core import DataError, Item
from gwageo.tasks.base import Option, Settings, Task

FLAW = "data_error"
"""The key under which an item's metadata holds what is wrong with it, with file and row."""
DATA_ERRORS = Option(
    "data_errors",
    ("stop", "skip", "keep"),
    "Rows whose answer cannot be judged as it stands: stop refuses the set, skip leaves them out and counts them, "
    "keep asks and judges them all the same.",
)
_NAMED = 5


def without_flaws(task: Task, items: Sequence[Item], settings: Settings) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items to be asked, and the notes on those that have flaws.

    Raises:
        DataError: There are such items, and the settings do not say what to do with them.
    """
    flawed = [item for item in items if FLAW in item.metadata]
    if not flawed:
        return tuple(items), ()
    told = _listed([str(item.metadata[FLAW]) for item in flawed])
    mode = task.option(settings, DATA_ERRORS.name)
    if mode == "stop":
        raise DataError(
            f"{len(flawed)} of {len(items)} rows cannot be judged: {told}; give --option data_errors=skip to leave them "
            "out and count them, or data_errors=keep to ask them all the same",
            file=task.name,
        )
    kept = tuple(items) if mode == "keep" else tuple(item for item in items if FLAW not in item.metadata)
    if not kept:
        raise DataError(f"no row is left: {told}", file=task.name)
    done = "were kept" if mode == "keep" else "were left out"
    return kept, (f"{len(flawed)} of {len(items)} rows with data errors {done}: {told}.",)


def _listed(problems: Sequence[str]) -> str:
    more = f"; and {len(problems) - _NAMED} more" if len(problems) > _NAMED else ""
    return "; ".join(problems[:_NAMED]) + more
