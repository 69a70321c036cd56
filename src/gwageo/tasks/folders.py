"""Which files of a folder hold an exam's items.

The rule, in this order; names are compared in small letters with `-`, `.` and blanks as `_`:

1. files named like the set (`ko_arc_easy.jsonl`, `ko-arc-easy.parquet`), like the task, or as the source's own file is
   called (`gsm8k.jsonl` for `en-gsm8k`), with or without `_test`, at any depth; or the numbered parts of one such file;
2. files named `test*`, else `validation*`, else `train*`, in a folder whose path ends in the name of the set
   (`ko_arc_easy/test.csv`, `SNU_Ko-ARC/easy/test-00000-of-00002.parquet`); the parts of one such set are read in order.

More than one candidate of a step is an error that lists them.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from gwageo.core import DataError
from gwageo.tasks.base import Task
from gwageo.tasks.files import READERS

_MOST_FILES = 20_000
_SPLITS = ("test", "validation", "train")
_PART = re.compile(r"_\d{5}_of_(\d{5})$")
_LISTED = 12


def choose(folder: Path, task: Task) -> tuple[Path, ...]:
    """The files of a task in a folder: one, or the parts of one set in order.

    Raises:
        DataError: No file or several fit; the sentence lists what was found.
    """
    files = _files(folder)
    fitting = _fitting(files, task)
    if fitting:
        return _parts(fitting, folder) or _one(fitting, folder, task)
    listed = _listing(files, folder) or "no data files"
    raise DataError(
        f"holds no file for {task.name}; expected a name such as {task.data_name}.jsonl, found {listed}",
        file=str(folder),
    )


def holds(folder: Path, task: Task) -> bool:
    """Whether a file of a folder fits a task; several do too, and are refused when they are read."""
    return bool(_fitting(_files(folder), task))


def _fitting(files: Sequence[Path], task: Task) -> list[Path]:
    """The files of the first step of the rule that finds any."""
    names = {task.data_name, plain(task.name), *task.file_names}
    own = [path for path in files if _PART.sub("", plain(path.stem)).removesuffix("_test") in names]
    inside = [path for path in files if _place(path).endswith(task.data_name)]
    splits = ([path for path in inside if plain(path.stem).startswith(split)] for split in _SPLITS)
    return next((found for found in (own, *splits) if found), [])


def plain(name: str) -> str:
    """A name for comparison."""
    return re.sub(r"[\s.\-_]+", "_", name.lower())


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in folder.rglob("*"):
        if path.suffix.lower() in READERS and path.is_file():
            found.append(path)
        if len(found) > _MOST_FILES:
            raise DataError(f"holds more than {_MOST_FILES} data files; name the file itself", file=str(folder))
    return sorted(found)


def _place(path: Path) -> str:
    """The last folders above a file as one name; those above the given folder count too, `data` does not."""
    above = path.resolve().parent.parts[-4:]
    return plain("_".join(part for part in above if part != "data"))


def _parts(files: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """The files if they are numbered parts of one set, else nothing.

    Raises:
        DataError: A part is missing.
    """
    stems = [plain(path.stem) for path in files]
    sets = {(path.parent, _PART.sub("", stem)) for path, stem in zip(files, stems, strict=True)}
    of = [int(found[1]) for found in map(_PART.search, stems) if found]
    if len(of) < len(files) or len(sets) > 1 or len(set(of)) > 1:
        return ()
    if len(files) < of[0]:
        raise DataError(f"holds {len(files)} of the {of[0]} parts of {stems[0][:-15]}", file=str(folder))
    return tuple(files)


def _one(files: Sequence[Path], folder: Path, task: Task) -> tuple[Path, ...]:
    if len(files) > 1:
        raise DataError(
            f"holds {len(files)} files that fit {task.name}: {_listing(files, folder)}; name the one to use",
            file=str(folder),
        )
    return tuple(files)


def _listing(files: Sequence[Path], folder: Path) -> str:
    names = [str(path.relative_to(folder)) for path in files[:_LISTED]]
    return ", ".join(names) + (f" and {len(files) - _LISTED} more" if len(files) > _LISTED else "")
