"""Exams whose texts must not be published: their prompts stay out of plans, previews and reports.

GPQA's authors ask that its items never stand in plain text where a crawler may find them. A run's own directory keeps
the replies, since they are judged again from there; nothing shows the questions or copies them elsewhere unless the
environment variable is set.
"""

import os

from gwageo.tasks.base import Task

SWITCH = "GWAGEO_SHOW_PRIVATE"
"""Set to 1, this environment variable shows the texts."""


def hidden(task: Task) -> bool:
    """Whether the texts of an exam's items are withheld."""
    return task.private and os.environ.get(SWITCH) != "1"


def withheld(task: Task) -> str:
    """What stands in place of a prompt."""
    return f"⟨the items of {task.name} must not be published; {SWITCH}=1 shows them⟩"
