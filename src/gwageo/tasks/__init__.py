"""The exams: one short file per benchmark, the table of their names, and where their items come from."""

from gwageo.tasks.base import Card, Hub, Metric, Option, Paper, RowError, Settings, Task
from gwageo.tasks.registry import SUITES, Suite, expand, load_task, task_names
from gwageo.tasks.sources import ItemSet, read_items

__all__ = [
    "SUITES",
    "Card",
    "Hub",
    "ItemSet",
    "Metric",
    "Option",
    "Paper",
    "RowError",
    "Settings",
    "Suite",
    "Task",
    "expand",
    "load_task",
    "read_items",
    "task_names",
]
