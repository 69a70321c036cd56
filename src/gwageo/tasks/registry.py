"""The table of exams: name to place, loaded on first use, and the suites.

The exams of Nolli follow from its types, languages and tiers and are not written out.

To add an exam, write its file and add one line here. Installed packages add theirs by an entry point (`own`), which is
looked up only where a name is not in the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from gwageo.core import UnknownName
from gwageo.tasks.base import Task
from gwageo.tasks.nolli import PREFIX, exam
from gwageo.tasks.nolli import names as nolli
from gwageo.tasks.own import Exam, load_files, load_plugin, plugins

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
    "ko-eqbench": ("gwageo.tasks.ko_eqbench", "TASK"),
    "ko-ifeval": ("gwageo.tasks.ko_ifeval", "TASK"),
    "en-arc-easy": ("gwageo.tasks.en_arc", "EASY"),
    "en-arc-challenge": ("gwageo.tasks.en_arc", "CHALLENGE"),
    "en-winogrande": ("gwageo.tasks.en_winogrande", "TASK"),
    "en-arc-easy-gen": ("gwageo.tasks.en_arc", "EASY_GEN"),
    "en-arc-challenge-gen": ("gwageo.tasks.en_arc", "CHALLENGE_GEN"),
    "en-winogrande-gen": ("gwageo.tasks.en_winogrande", "GEN"),
    "en-gsm8k": ("gwageo.tasks.en_gsm8k", "TASK"),
    "en-eqbench": ("gwageo.tasks.en_eqbench", "TASK"),
    "en-ifeval": ("gwageo.tasks.en_ifeval", "TASK"),
    "ko-arc-easy-deepl": ("gwageo.tasks.deepl", "ARC_EASY"),
    "ko-arc-challenge-deepl": ("gwageo.tasks.deepl", "ARC_CHALLENGE"),
    "ko-arc-easy-gen-deepl": ("gwageo.tasks.deepl", "ARC_EASY_GEN"),
    "ko-arc-challenge-gen-deepl": ("gwageo.tasks.deepl", "ARC_CHALLENGE_GEN"),
    "ko-gsm8k-deepl": ("gwageo.tasks.deepl", "GSM8K"),
    "ko-eqbench-deepl": ("gwageo.tasks.deepl", "EQBENCH"),
    "ko-math-500": ("gwageo.tasks.ko_math_500", "TASK"),
    "ko-gpqa": ("gwageo.tasks.ko_gpqa", "TASK"),
    "ko-ged-mc:elementary": ("gwageo.tasks.ko_ged_mc", "ELEMENTARY"),
    "ko-ged-mc:middle": ("gwageo.tasks.ko_ged_mc", "MIDDLE"),
    "ko-ged-mc:high": ("gwageo.tasks.ko_ged_mc", "HIGH"),
    "en-math-500": ("gwageo.tasks.en_math_500", "TASK"),
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
    max_tokens: Mapping[str, int] = field(default_factory=dict)
    """Limit of one reply per task where a suite has not the time for the published one."""


_CHOSEN = ("ko-arc-easy", "ko-arc-challenge", "ko-winogrande", "ko-lambada")
_LETTERED = tuple(f"{name}-gen" for name in _CHOSEN)
_GENERATED = ("ko-gsm8k", "ko-ifeval", "ko-eqbench")
_KOLIGHTEVAL = ("ko-ged-mc:elementary", "ko-ged-mc:middle", "ko-ged-mc:high", "ko-gpqa", "ko-math-500")

SUITES: dict[str, Suite] = {
    "quick": Suite(
        ("ko-arc-easy", "ko-arc-challenge", "ko-winogrande", "ko-lambada", "ko-winogrande-gen", "ko-gsm8k"),
        data="bundled",
        limits={"ko-gsm8k": 5},
        max_tokens={"ko-gsm8k": 256},
    ),
    "kbs": Suite((*_CHOSEN, *_GENERATED)),
    "kbs-gen": Suite((*_LETTERED, *_GENERATED)),
    "kbs-en": Suite(("en-arc-easy", "en-arc-challenge", "en-winogrande", "en-gsm8k", "en-eqbench")),
    "kbs-en-gen": Suite(("en-arc-easy-gen", "en-arc-challenge-gen", "en-winogrande-gen", "en-gsm8k", "en-eqbench")),
    "kbs-deepl": Suite(("ko-arc-easy-deepl", "ko-arc-challenge-deepl", "ko-gsm8k-deepl", "ko-eqbench-deepl")),
    "kbs-deepl-gen": Suite(
        ("ko-arc-easy-gen-deepl", "ko-arc-challenge-gen-deepl", "ko-gsm8k-deepl", "ko-eqbench-deepl")
    ),
    "kolighteval": Suite(_KOLIGHTEVAL),
    "nolli": Suite(nolli()),
    "nolli-easy": Suite(nolli("easy")),
    "nolli-medium": Suite(nolli("medium")),
    "nolli-hard": Suite(nolli("hard")),
    "all": Suite((*_CHOSEN, *_LETTERED, *_GENERATED, *_KOLIGHTEVAL, *nolli())),
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
    if plain.startswith(PREFIX):
        return exam(plain)
    if plain not in TASKS and (packed := packaged(plain)) is not None:
        return packed.task
    if plain not in TASKS:
        raise UnknownName("task", name, TASKS)
    return _load(plain)


def packaged(name: str) -> Exam | None:
    """The exam of this name that an installed package offers, or None."""
    entry = None if name in TASKS or name in SUITES else plugins().get(name)
    return None if entry is None else load_plugin(entry)


def expand(names: Sequence[str]) -> tuple[Task, ...]:
    """The tasks of these names and suites, each once, in the given order.

    Raises:
        UnknownName: A name is neither a task nor a suite.
    """
    found: dict[str, Task] = {}
    for name in names:
        plain = _plain(name)
        if plain not in TASKS and plain not in SUITES and not plain.startswith(PREFIX):
            packed = packaged(plain)
            if packed is None:
                raise UnknownName("task or suite", name, [*TASKS, *SUITES, *plugins()])
            found[plain] = packed.task
            continue
        for each in SUITES[plain].tasks if plain in SUITES else (plain,):
            found[each] = exam(each) if each.startswith(PREFIX) else _load(each)
    return tuple(found.values())


def own_exams(paths: Sequence[str]) -> dict[str, Exam]:
    """The exams of task files by name; none may have a name of the table.

    Raises:
        ConfigError: A file cannot be used; it is named.
    """
    return load_files(paths, [*TASKS, *SUITES])


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")


@cache
def _load(name: str) -> Task:
    module, attribute = TASKS[name]
    task = getattr(import_module(module), attribute)
    if not isinstance(task, Task):
        raise TypeError(f"{module}.{attribute} is {task!r}, expected a Task")
    return task
