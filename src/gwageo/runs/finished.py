"""A finished run, read back: its manifest, and its records when they are asked for."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.core import PROTOCOLS, ConfigError, StoreError
from gwageo.runs.directory import MANIFEST, RECORDS, read_manifest
from gwageo.runs.manifest import Manifest
from gwageo.runs.records import read_records, row_count

DEEP = 3
"""Folders in which runs are looked for: suites of nights, nights, models, protocols."""


@dataclass(frozen=True, slots=True)
class Finished:
    """One run."""

    directory: Path
    manifest: Manifest

    @property
    def model(self) -> str:
        """The model as the user wrote it."""
        return self.manifest.config.model

    @property
    def name(self) -> str:
        """Model and protocol, for a reader."""
        return f"{self.model} ({self.manifest.config.protocol.name})"

    @property
    def folder(self) -> str:
        """The name of its directory, with the one above where it is named after its protocol alone."""
        path = self.directory.resolve()
        return f"{path.parent.name}/{path.name}" if path.name in PROTOCOLS else path.name

    def records(self, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """Every row, a group at a time."""
        return read_records(self.directory / RECORDS, columns)


def read_run(path: str | Path) -> Finished:
    """A run that came to its end.

    Raises:
        ConfigError: There is no run in the directory, or it is not finished.
        StoreError: Its files cannot be read by this version, or its records lack rows.
    """
    directory = Path(path).expanduser()
    manifest = read_manifest(directory)
    if manifest.finished is None:
        raise ConfigError(
            f"The run in {directory} is not finished, and half a run is no result; "
            f"finish it with: gwageo run --resume {directory}"
        )
    rows, whole = row_count(directory / RECORDS), manifest.config.repeats * sum(task.items for task in manifest.tasks)
    if rows != whole:
        raise StoreError(
            f"{directory / RECORDS} holds {rows} rows, expected {whole}; delete it and run the same command again, "
            "which makes it anew from the journal"
        )
    return Finished(directory, manifest)


def read_runs(paths: Sequence[str | Path]) -> list[Finished]:
    """Runs, or all runs below a folder; each once."""
    return [read_run(each) for each in _directories(paths)]


def read_finished(paths: Sequence[str | Path]) -> tuple[list[Finished], dict[Path, str | None]]:
    """Runs that are named, and those below a folder that have come to their end.

    Returns:
        The runs; and the others below a folder, with what is wrong with them, or None where they are not finished.

    Raises:
        ConfigError: There is no run in a directory, or one that is named, or all, are not finished.
        StoreError: The files of a run cannot be read by this version.
    """
    named = {Path(each).expanduser() for each in paths}
    found: list[Finished] = []
    left: dict[Path, str | None] = {}
    for directory in _directories(paths):
        try:
            if directory in named or read_manifest(directory).finished is not None:
                found.append(read_run(directory))
            else:
                left[directory] = None
        except StoreError as error:
            if directory in named:
                raise
            left[directory] = str(error)
    return found or [read_run(each) for each in left], left


def read_begun(paths: Sequence[str | Path]) -> list[Finished]:
    """The same, with those that have not come to their end: their manifest has no `finished`.

    Raises:
        ConfigError: There is no run in a directory.
        StoreError: A manifest cannot be read by this version.
    """
    return [Finished(each, read_manifest(each)) for each in _directories(paths)]


def _directories(paths: Sequence[str | Path]) -> list[Path]:
    found = [run for path in paths for run in _below(Path(path).expanduser(), DEEP) or [Path(path).expanduser()]]
    once: dict[Path, Path] = {}
    for each in found:
        once.setdefault(each.resolve(), each)
    return list(once.values())


def _below(folder: Path, deep: int) -> list[Path]:
    """The folder if it is a run, or the runs in it."""
    inside: list[Path] = []
    with suppress(OSError):  # a file, or a folder of somebody else
        if (folder / MANIFEST).is_file():
            return [folder]
        inside = sorted(each for each in folder.iterdir() if each.is_dir()) if deep else []
    return [run for each in inside for run in _below(each, deep - 1)]
