"""A nightly run: every cell of a file, one after the other; a cell that fails is named and never stops the rest.

`nightly.json` in the output folder says after every cell what has been done; the runs lie beside it.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from gwageo.analysis.summary import SummaryRow
from gwageo.api import Evaluation, Observer, Place, examine, load_model
from gwageo.core import ConfigError, GwageoError, StoreError
from gwageo.core.canonical import plain
from gwageo.messages import retell, translate
from gwageo.models.base import Model
from gwageo.models.shared import SharedModel
from gwageo.report.nightly import CellReport, shots_name
from gwageo.runs.directory import MANIFEST, write_json
from gwageo.runs.manifest import now
from gwageo.runs.nightly import ModelEntry, NightlyCell, NightlyFile, cells, nightly_of, read_nightly, write_nightly

__all__ = ["SUMMARY", "CellResult", "Night", "cells", "nightly_of", "read_nightly", "run_nightly", "write_nightly"]

SUMMARY = "nightly.json"
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class CellResult:
    """One cell: its run, or why there is none."""

    model: str
    protocol: str
    shots: str
    """A number, or `published`."""
    tasks: tuple[str, ...]
    evaluation: Evaluation | None = None
    failure: str | None = None
    """Why the cell has no result; None where it has one."""

    @property
    def rows(self) -> tuple[SummaryRow, ...]:
        """The figures of its run; none where it failed."""
        return self.evaluation.rows if self.evaluation else ()

    @property
    def report(self) -> CellReport:
        """What the summary table shows of it."""
        return CellReport(self.model, self.protocol, self.shots, self.tasks, self.rows, self.failure)

    def as_dict(self) -> dict[str, Any]:
        """What nightly.json says of it."""
        run = None if self.evaluation is None else self.evaluation.as_dict()
        return {
            "model": self.model,
            "protocol": self.protocol,
            "shots": self.shots,
            "tasks": list(self.tasks),
            "failure": self.failure,
            "run": run,
            "rows": plain(list(self.rows)),
        }


@dataclass(frozen=True, slots=True)
class Night:
    """What became of every cell."""

    name: str
    folder: Path
    cells: tuple[CellResult, ...]

    @property
    def failures(self) -> tuple[CellResult, ...]:
        """The cells without a result."""
        return tuple(cell for cell in self.cells if cell.failure is not None)

    @property
    def failed(self) -> bool:
        """Whether a cell, or an answer in one, failed."""
        return bool(self.failures) or any(cell.evaluation.failed for cell in self.cells if cell.evaluation)

    @property
    def nothing_ran(self) -> bool:
        """Whether no cell has a result."""
        return len(self.failures) == len(self.cells)

    def as_dict(self) -> dict[str, Any]:
        """The content of nightly.json."""
        return {
            "schema_version": SCHEMA_VERSION,
            "name": self.name,
            "written": now(),
            "cells": [cell.as_dict() for cell in self.cells],
        }


def run_nightly(file: NightlyFile, output: str | Path | None = None, progress: Observer | None = None) -> Night:
    """Run every cell of a nightly file. Called again, it goes on where it stopped and skips what is finished.

    Args:
        file: The validated file.
        output: Folder of the runs and of nightly.json; None is the file's own.
        progress: Who listens.

    Raises:
        RunInterrupted: SIGINT or SIGTERM came; nightly.json says what was done before.
        ConfigError: The folder is a file, or holds something else than nightly runs; no cell has begun.
        StoreError: The folder cannot be made or written; no cell has begun where that can be told before.
    """
    observer = progress or Observer()
    folder = Path(output).expanduser() if output is not None else file.folder
    _make(folder)
    night = Night(file.name, folder, ())
    for result in _results(file, folder, observer):
        night = Night(file.name, folder, (*night.cells, result))
        write_json(folder / SUMMARY, night.as_dict())
    return night


def _make(folder: Path) -> None:
    """Make the folder, before hours of work need it; one with other things in it is none to write into."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        inside = sorted(folder.iterdir())
    except FileExistsError as error:
        raise ConfigError(f"{folder} is a file; give -o a directory") from error
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be made: {error.strerror}; give -o a directory that you may write"
        ) from error
    if not os.access(folder, os.W_OK):
        raise StoreError(f"{folder} cannot be written; give -o a directory that you may write")
    strange = [] if (folder / SUMMARY).exists() else [each for each in inside if not (each / MANIFEST).is_file()]
    if strange:
        raise ConfigError(
            f"{folder} is not empty and holds no nightly runs (it has {strange[0].name!r}); give -o another directory"
        )


def _results(file: NightlyFile, folder: Path, observer: Observer) -> Iterator[CellResult]:
    """Cell by cell; the weights of a model are dropped before the next one's are loaded."""
    every = list(cells(file))
    number = 0
    for entry, group in groupby(every, key=lambda cell: cell.entry):
        model = _model(entry)
        try:
            for cell in group:
                number += 1
                observer.say(
                    translate(
                        "nightly.cell_one" if cell.shots == "1" else "nightly.cell",
                        number=number,
                        total=len(every),
                        model=entry.name,
                        protocol=cell.config.protocol.name,
                        shots=shots_name(cell.shots),
                    )
                )
                yield _result(cell, model, folder, observer)
        finally:
            if isinstance(model, Model):
                model.close()


def _model(entry: ModelEntry) -> Model | GwageoError:
    """The model, not yet loaded, or why there is none."""
    try:
        return SharedModel(load_model(entry.name, entry.options))
    except GwageoError as error:
        return error


def _result(cell: NightlyCell, model: Model | GwageoError, folder: Path, observer: Observer) -> CellResult:
    names = cell.entry.name, cell.config.protocol.name, cell.shots, cell.config.tasks
    try:
        if isinstance(model, GwageoError):
            raise model
        (evaluation,) = examine([cell.config], Place(base=folder, keyed=True), observer, model=model)
    except GwageoError as error:
        reason = str(error)
    except Exception as error:  # a fault of one cell, whatever it is, must not cost the night
        reason = f"{type(error).__name__}: {error}"
    else:
        return CellResult(*names, evaluation=evaluation)
    observer.say(translate("nightly.cell_failed", reason=retell(reason, "error") or reason))
    return CellResult(*names, failure=reason)
