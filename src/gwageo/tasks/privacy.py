"""Exams whose texts must not be published: their prompts stay out of plans, previews and reports.

GPQA's authors ask that its items never stand in plain text where a crawler may find them. A run's own directory keeps
the replies, since they are judged again from there; nothing shows the questions or copies them elsewhere unless the
environment variable is set.
"""

import os
import re

from gwageo.core import Item
from gwageo.tasks.base import RowError, Task

SWITCH = "GWAGEO_SHOW_PRIVATE"
"""Set to 1, this environment variable shows the texts."""


CELL = "⟨withheld⟩"
"""What stands in an error in place of a cell."""
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_.:-]{0,63}")


def hidden(task: Task) -> bool:
    """Whether the texts of an exam's items are withheld."""
    return task.private and os.environ.get(SWITCH) != "1"


def withheld(task: Task) -> str:
    """What stands in place of a prompt."""
    return f"⟨the items of {task.name} must not be published; {SWITCH}=1 shows them⟩"


def problem(task: Task, error: RowError) -> str:
    """What is wrong with a row, without what its cells say where they must not be shown."""
    return error.problem.replace(error.shown, CELL) if error.shown and hidden(task) else error.problem


def check_id(task: Task, item: Item) -> None:
    """Refuse an id that may be a text: ids stand in every record and report.

    Raises:
        RowError: The exam's texts must not be shown, and the id holds more than an id does.
    """
    if task.private and not _ID.fullmatch(item.id):
        raise RowError(
            f"is {item.id!r:.80}, expected an id of at most 64 letters, digits and the signs _ . : -",
            "id",
            shown=f"{item.id!r:.80}",
        )
