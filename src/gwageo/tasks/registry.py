"""The table of exams: name to place, loaded on first use, and the suites.

To add an exam, write its file and add one line here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from gwageo.core import UnknownName
from gwageo.tasks.base import Task

TASKS: dict[str, tuple[str, str]] = {
    "ko-arc-easy": ("gwageo.tasks.ko_arc", "EASY"),
    "ko-arc-challenge": ("gwageo.tasks.ko_arc", "CHALLENGE"),
    "ko-winogrande": ("gwageo.tasks.ko_winogrande", "TASK"),
    "ko-lambada": ("gwageo.tasks.ko_lambada", "TASK"),
    "ko-arc-easy-gen": ("gwageo.tasks.ko_arc", "EASY_GEN"),
    "ko-arc-challenge-gen": ("gwageo.tasks.ko_arc", "CHALLENGE_GEN"),
    "ko-winogrande-gen": ("gwageo.tasks.ko_winogrande", "GEN"),
    "ko-lambada-gen": ("gwageo.tasks.ko_lambada", "GEN"),
    "ko-gsm8k": ("gwageo.tasks.ko_gsm8k", "TASK"),
}
"""Name to module and attribute."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of exams. A suite has no averaged score."""

    tasks: tuple[str, ...]
    data: str | None = None
    """The data that this suite always uses; None leaves the choice to the caller."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Items asked per task where a suite asks fewer than there are."""


SUITES: dict[str, Suite] = {
    "quick": Suite(
        ("ko-arc-easy", "ko-arc-challenge", "ko-winogrande", "ko-lambada", "ko-winogrande-gen", "ko-gsm8k"),
        data="bundled",
        limits={"ko-gsm8k": 5},
    ),
}
"""Only suites whose exams all exist."""


def task_names() -> tuple[str, ...]:
    """Every registered task, in the order of the table."""
    return tuple(TASKS)


def load_task(name: str) -> Task:
    """The task of this name; `_` may stand for `-`.

    Raises:
        UnknownName: There is none; the sentence holds the closest names.
    """
    plain = _plain(name)
    if plain not in TASKS:
        raise UnknownName("task", name, TASKS)
    return _load(plain)


def expand(names: Sequence[str]) -> tuple[Task, ...]:
    """The tasks of these names and suites, each once, in the given order.

    Raises:
        UnknownName: A name is neither a task nor a suite.
    """
    found: dict[str, Task] = {}
    for name in names:
        plain = _plain(name)
        if plain not in TASKS and plain not in SUITES:
            raise UnknownName("task or suite", name, [*TASKS, *SUITES])
        for each in SUITES[plain].tasks if plain in SUITES else (plain,):
            found[each] = _load(each)
    return tuple(found.values())


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")


@cache
def _load(name: str) -> Task:
    module, attribute = TASKS[name]
    task = getattr(import_module(module), attribute)
    if not isinstance(task, Task):
        raise TypeError(f"{module}.{attribute} is {task!r}, expected a Task")
    return task
