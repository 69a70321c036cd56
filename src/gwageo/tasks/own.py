"""Tasks of one's own: from one file (TOML without code, or Python), or from an installed package.

A Python file is run: its code is the user's own, like any script that they start. It defines `TASK` or `TASKS`, and may
name its items with `DATA`, a path beside it. A package offers its tasks under the entry point group `gwageo.tasks`.
"""

import hashlib
import sys
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from gwageo.core import ConfigError, UserError
from gwageo.tasks.base import Task
from gwageo.tasks.own_toml import read_toml

GROUP = "gwageo.tasks"


@dataclass(frozen=True, slots=True)
class Exam:
    """A task of one's own."""

    task: Task
    data: str | None
    """Its items, unless others are given; None where they must be, or come from the task's hub set."""
    definition: str
    """What it was made from, for the run's identity: SHA-256 of the file, or package and version."""


def load_file(path: str | Path) -> tuple[Exam, ...]:
    """The tasks of one file.

    Raises:
        ConfigError: The file is missing, of an unknown kind, raises, or defines no task; one sentence with its place.
    """
    place = Path(path).expanduser()
    if not place.is_file():
        raise ConfigError(f"--task-file {str(path)!r} is no file; give a .toml or .py file with a task")
    definition = f"sha256:{hashlib.sha256(place.read_bytes()).hexdigest()}"
    if place.suffix == ".toml":
        task, data = read_toml(place)
        return (Exam(task, data, definition),)
    if place.suffix == ".py":
        module = _module(place)
        return tuple(Exam(task, _data(module, place), definition) for task in _tasks(module, place))
    raise ConfigError(f"--task-file {str(path)!r} ends in {place.suffix!r}, expected .toml or .py")


def load_files(paths: Iterable[str | Path], taken: Sequence[str]) -> dict[str, Exam]:
    """The tasks of several files by name.

    Args:
        paths: The files.
        taken: Names that gwageo's own tasks and suites have.

    Raises:
        ConfigError: A file cannot be used, or a name is taken.
    """
    found: dict[str, Exam] = {}
    for path in paths:
        for exam in load_file(path):
            name = exam.task.name
            if name in taken or name in found:
                other = "another task file" if name in found else "a task or suite of gwageo"
                raise ConfigError(f"{path}: the name {name!r} belongs to {other}; choose another")
            found[name] = exam
    return found


class _Source(SourceFileLoader):
    """Reads the file itself: bytecode kept beside it may be of an older one, and is none of gwageo's to leave there."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile what the file holds now."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _module(path: Path) -> ModuleType:
    """Run a Python file as a module of its own."""
    name = f"gwageo_task_file_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path, loader=_Source(name, str(path)))
    if spec is None or spec.loader is None:
        raise ConfigError(f"{path} cannot be loaded as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        raise ConfigError(f"{error.filename}, line {error.lineno}: {type(error).__name__}: {error.msg}") from error
    except (Exception, SystemExit) as error:  # the user's code may raise anything
        del sys.modules[name]
        what = str(error).strip().partition("\n")[0]
        raise ConfigError(
            f"{path}, line {_line(error, path)}: {type(error).__name__}{f': {what}' if what else ''}; the file was run "
            "to find its task, and stopped there"
        ) from error
    return module


def _line(error: BaseException, path: Path) -> int:
    """The last line of the file that the error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    return next(
        (frame.lineno or 0 for frame in reversed(frames) if Path(frame.filename).resolve() == path.resolve()), 0
    )


def _tasks(module: ModuleType, path: Path) -> tuple[Task, ...]:
    found = getattr(module, "TASKS", None) or [getattr(module, "TASK", None)]
    if not isinstance(found, (list, tuple)) or not all(isinstance(each, Task) for each in found):
        names = [name for name in vars(module) if not name.startswith("_")]
        raise ConfigError(
            f"{path} defines no task: expected TASK, a gwageo.tasks.Task, or TASKS, a list of them; it defines "
            f"{', '.join(names[:8]) or 'nothing'}"
        )
    return tuple(found)


def _data(module: ModuleType, path: Path) -> str | None:
    data = getattr(module, "DATA", None)
    if data is not None and not isinstance(data, (str, Path)):
        raise ConfigError(f"{path}: DATA cannot be {data!r:.60}: expected a path")
    return None if data is None else str(path.parent / data)


def plugins() -> dict[str, EntryPoint]:
    """The tasks that installed packages offer, by name, not yet loaded."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def load_plugin(entry: EntryPoint) -> Exam:
    """The task behind an entry point: a `Task`, or an `Exam` that brings its items.

    Raises:
        UserError: The package's code raises, or offers something else.
    """
    package = entry.dist.name if entry.dist else entry.module
    definition = f"{package} {entry.dist.version}" if entry.dist else package
    try:
        found = entry.load()
    except Exception as error:  # the package's code may raise anything
        raise UserError(
            f"The task {entry.name!r} of the package {package} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    exam = found if isinstance(found, Exam) else Exam(found, None, definition)
    if not isinstance(exam.task, Task) or exam.task.name != entry.name:
        raise UserError(
            f"The package {package} offers {entry.value} as the task {entry.name!r}, but that is {found!r:.80}; "
            "expected a gwageo.tasks.Task of this name"
        )
    return Exam(exam.task, exam.data, f"{definition}, version {exam.task.version}")
