"""Files of puzzles: rows to items and back, and the audit of a whole file, ours or the released JSONL.

Reading goes row by row, so that a file may be larger than memory. A row that cannot be used is named by its line and
does not stop the others. In Parquet, whose columns hold one kind of thing, answers and nested columns are JSON texts.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from gwageo.core import DataError, Item, StoreError
from gwageo.core.disk import take_away, why
from gwageo.puzzles import parquet
from gwageo.puzzles.audit import Finding, check
from gwageo.puzzles.repeats import Repeat, Repeats
from gwageo.puzzles.rows import read_row, row_of

ENDINGS = (".jsonl", ".parquet")


@dataclass(frozen=True, slots=True)
class Broken:
    """A row that is no item."""

    line: int
    """Counted from 1; in Parquet the row."""
    id: str
    """Its own id, or `line 7` where it has none."""
    reason: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audit says about a file."""

    n: int
    sound: int
    ambiguous: int
    wrong: int
    unreadable: int
    """Questions that are not understood, rows that are no items, and files of a folder that cannot be read."""
    items: tuple[Finding, ...]
    """One for every row, in order, and one behind the rows of a file that cannot be read to its end."""
    duplicates: tuple[Repeat, ...] = ()
    """Rows that repeat the id or the question of an earlier one."""


def items(path: str | Path) -> Iterator[Item | Broken]:
    """The items of a file, row by row, with a `Broken` in the place of a row that is none.

    Raises:
        DataError: The file cannot be read at all, or holds no rows.
    """
    place = Path(path)
    none = True
    for line, row in _rows(place):
        none = False
        yield row if isinstance(row, Broken) else _item(row, line, place)
    if none:
        raise DataError("holds no rows", file=str(place))


def check_file(path: str | Path) -> Audit:
    """Solve every item of a file, or of all files in a folder, from the text of its question.

    A file of a folder that cannot be read is a finding under its name, and does not stop the others.

    Raises:
        DataError: The one file cannot be read at all or holds no rows, or the folder holds no files of items.
    """
    repeats = Repeats()
    findings = tuple(each for file, name in _files(Path(path)) for each in _findings(file, name, repeats))
    counts = Counter(finding.state for finding in findings)
    return Audit(
        n=len(findings),
        sound=counts["sound"],
        ambiguous=counts["ambiguous"],
        wrong=counts["wrong"],
        unreadable=counts["unreadable"],
        items=findings,
        duplicates=tuple(repeats.found),
    )


def _files(place: Path) -> list[tuple[Path, str]]:
    """The files to check, each with what names it in front of a line: nothing where there is but one."""
    _find(place)
    if not place.is_dir():
        return [(place, "")]
    files = sorted(file for file in place.rglob("*") if file.suffix in ENDINGS and not file.name.startswith("."))
    if not files:
        raise DataError(f"is a folder without files that end in {' or '.join(ENDINGS)}", file=str(place))
    return [(file, f"{file.relative_to(place).as_posix()}, ") for file in files]


def _findings(file: Path, name: str, repeats: Repeats) -> Iterator[Finding]:
    try:
        for each in items(file):
            yield _finding(each, name, repeats)
    except DataError as error:
        if not name:
            raise
        yield Finding(name.removesuffix(", "), "unreadable", str(error).removeprefix(f"{file}: "))


def _finding(each: Item | Broken, file: str, repeats: Repeats) -> Finding:
    if not isinstance(each, Broken):
        repeats.see(each)
        return check(each)
    line = f"line {each.line}"
    if each.id == line:
        return Finding(f"{file}{line}", "unreadable", each.reason)
    return Finding(each.id, "unreadable", f"{file}{line}: {each.reason}")


def _item(row: Mapping[str, Any], line: int, path: Path) -> Item | Broken:
    try:
        return read_row(row, line, path.name)
    except DataError as error:
        name = row.get("id")
        reason = str(error).removeprefix(f"{path.name}, row {line}").lstrip(",: ")  # the line is told once
        return Broken(line, str(name) if name not in (None, "") else f"line {line}", reason)


def _rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Broken]]:
    _find(path)
    if path.suffix not in ENDINGS:
        raise DataError(f"the ending is {path.suffix!r}, expected one of {', '.join(ENDINGS)}", file=str(path))
    try:
        yield from _jsonl(path) if path.suffix == ".jsonl" else parquet.read(path)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def _find(path: Path) -> None:
    """Refuse a name under which nothing can be read."""
    try:
        path.stat()
    except FileNotFoundError as error:
        raise DataError("does not exist", file=str(path)) from error
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def _jsonl(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Broken]]:
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, 1):
            if raw.strip():
                yield number, _line(raw, number)


def _line(raw: bytes, number: int) -> Mapping[str, Any] | Broken:
    try:
        row = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Broken(number, f"line {number}", "is not UTF-8")
    except (ValueError, RecursionError) as error:
        return Broken(number, f"line {number}", f"is not JSON ({error})")
    if not isinstance(row, dict):
        return Broken(
            number, f"line {number}", f"holds {type(row).__name__}, expected an object with id, question, ..."
        )
    return row


def as_line(item: Item) -> str:
    """The item as a line of JSONL, without the line end."""
    return json.dumps(row_of(item), ensure_ascii=False)


def write(path: str | Path, lines: Iterable[str]) -> int:
    """Write lines of JSONL to a file, as Parquet where its ending says so; the file appears when it is whole.

    Returns:
        How many there were.

    Raises:
        StoreError: The file cannot be written.
        DataError: Its ending is unknown.
    """
    place = Path(path)
    if place.suffix not in ENDINGS:
        raise DataError(f"the ending is {place.suffix!r}, expected one of {', '.join(ENDINGS)}", file=str(place))
    with replacing(place) as part:
        if place.suffix == ".parquet":
            return parquet.write(part, lines)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            return _write_lines(file, lines)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A name to write under, which becomes the file once the block ends well; else nothing stays."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")  # a process that is about to end may still write its own
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        part.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {why(error, path)}") from error
    finally:
        take_away(part)


@contextmanager
def writing(path: str | Path) -> Iterator[Callable[[Iterable[str]], int]]:
    """Write lines to a JSONL file bit by bit; it appears when the block ends well. Yields what takes lines.

    Raises:
        StoreError: The file cannot be written.
    """
    with replacing(Path(path)) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda lines: _write_lines(file, lines)


def _write_lines(file: TextIO, lines: Iterable[str]) -> int:
    count = 0
    for line in lines:
        file.write(line + "\n")
        count += 1
    return count
