"""A run's directory: found or made, locked, and written so that no file is ever seen half-done."""

import json
import os
import re
import secrets
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gwageo.core import ConfigError, StoreError
from gwageo.core.canonical import plain
from gwageo.core.disk import take_away
from gwageo.runs import lock
from gwageo.runs.config import check_same
from gwageo.runs.manifest import SCHEMA_VERSION, Manifest, new_manifest
from gwageo.runs.plan import Plan

MANIFEST, JOURNAL, RECORDS, SUMMARY = "run.json", "journal.sqlite", "records.parquet", "summary.json"
DEFAULT_BASE = Path("runs")
_LISTED = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is to lie; at most one of the two is set, and with none the default base is used."""

    output: Path | None = None
    """A directory of this name: made if absent, gone on with if it holds a run of the same configuration."""
    resume: Path | None = None
    """A directory that must hold a run already."""
    base: Path = DEFAULT_BASE
    keyed: bool = False
    """Name the directory by the configuration, so that the same one always finds its run again, finished or not."""

    def __post_init__(self) -> None:
        if self.output is not None and self.resume is not None:
            raise ConfigError("Give either -o for a run's directory or --resume for one that exists, not both")


@dataclass(slots=True)
class RunDirectory:
    """An open run directory. Close it to let other processes in."""

    path: Path
    manifest: Manifest
    lock: lock.RunLock
    fresh: bool
    """Whether this process made it."""

    @property
    def records(self) -> Path:
        """The records file; it stands when the run is finished."""
        return self.path / RECORDS

    @property
    def journal(self) -> Path:
        """The journal."""
        return self.path / JOURNAL

    def save(self, manifest: Manifest) -> None:
        """Keep a new state of the manifest."""
        self.manifest = manifest
        write_json(self.path / MANIFEST, manifest.model_dump(mode="json"))

    def has_summary(self) -> bool:
        """Whether a summary stands that can be read."""
        try:
            return isinstance(json.loads((self.path / SUMMARY).read_text(encoding="utf-8")), dict)
        except (OSError, ValueError):
            return False

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        """Put the summary in place."""
        write_json(self.path / SUMMARY, summary)

    def close(self) -> None:
        """Let other processes in."""
        self.lock.release()

    def discard(self) -> None:
        """Take away a directory that this process made and in which nothing was answered."""
        for name in (MANIFEST, JOURNAL):
            take_away(self.path / name)
        self.close()
        with suppress(OSError):  # not ours alone: something else lies in it
            self.path.rmdir()


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write strict JSON through a temporary file, so that readers see the old or the new and never a part.

    Raises:
        StoreError: The file could not be written; the old one still stands.
    """
    part = path.with_name(path.name + ".part")
    text = json.dumps(plain(content), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        take_away(part)
        raise StoreError(
            f"{path} could not be written: {error.strerror}; what stood there before still stands"
        ) from error


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run directory.

    Raises:
        ConfigError: There is no run in the directory.
        StoreError: Its manifest cannot be read by this version.
    """
    file = path / MANIFEST
    try:
        text = file.read_text(encoding="utf-8")
        version = json.loads(text).get("schema_version")
    except FileNotFoundError as error:
        below = sorted(str(each.parent) for each in path.glob(f"*/{MANIFEST}"))
        hint = f"; there are runs below it: {', '.join(below[:_LISTED])}" if below else ""
        raise ConfigError(f"There is no run in {path}: it has no {MANIFEST}{hint}") from error
    except (OSError, ValueError, AttributeError) as error:
        raise StoreError(f"{file} cannot be read: {error}") from error
    if version != SCHEMA_VERSION:
        raise StoreError(
            f"{file} has schema version {version!r} and this gwageo reads {SCHEMA_VERSION}; use the one that made it"
        )
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise StoreError(f"{file} is not the manifest of a run: {error.errors()[0]['msg']}") from error


def read_summary(path: Path) -> list[dict[str, Any]]:
    """The rows of a run's summary.

    Raises:
        StoreError: It is missing or cannot be read.
    """
    file = path / SUMMARY
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{file} cannot be read: {error}") from error
    return list(rows)


def summary_of(manifest: Manifest, rows: Any) -> dict[str, Any]:
    """What a summary file holds: the figures, and of a model behind a server what its requests came to."""
    traffic = {"traffic": manifest.facts} if "requests" in manifest.facts else {}
    return {"run_id": manifest.run_id, "rows": rows, **traffic}


def open_directory(plan: Plan, place: Place) -> RunDirectory:
    """Find or make the directory of a planned run, and lock it.

    Raises:
        ConfigError: The directory holds another run, or other files.
        RunLocked: Another process works on the run.
        StoreError: The directory cannot be written.
    """
    given = place.resume or place.output
    path = given or _under(plan, place)
    named = None if given or place.keyed else path.name
    if place.resume is not None:
        read_manifest(path)
    fresh = not path.exists()
    _make(path)
    hold = lock.RunLock(path)
    try:
        return _locked(plan, path, hold, fresh, named)
    except BaseException:
        hold.release()
        raise


def _locked(plan: Plan, path: Path, hold: lock.RunLock, fresh: bool, named: str | None) -> RunDirectory:
    """The run in a directory, or a new one; its id is the directory's name where gwageo has `named` it."""
    if (path / MANIFEST).exists():
        manifest = read_manifest(path)
        check_same(manifest.identity, plan.identity, path)
        return RunDirectory(path, manifest, hold, fresh=False)
    strange = sorted(
        entry.name for entry in path.iterdir() if entry.name not in (lock.NAME, JOURNAL, MANIFEST + ".part")
    )
    if strange:
        raise ConfigError(f"{path} is not empty and holds no run (it has {strange[0]!r}); give -o another directory")
    directory = RunDirectory(path, new_manifest(plan, named or default_name(plan)), hold, fresh)
    directory.save(directory.manifest)
    return directory


def _make(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ConfigError(f"{path} is a file; give -o a directory") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be made: {error.strerror}; give -o a directory that you may write") from error


def default_name(plan: Plan) -> str:
    """`<UTC>-<model>-<protocol>-<4 hex>`, with nothing in it that a file system minds."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    return f"{stamp}-{_model_name(plan)}-{plan.config.protocol.name}-{secrets.token_hex(2)}"


def keyed_name(plan: Plan) -> str:
    """`<model>-<protocol>-<shots>-<8 hex of the configuration hash>`: new weights or items make another name."""
    shots = plan.config.settings.shots
    named = "published" if shots is None else str(shots)
    return f"{_model_name(plan)}-{plan.config.protocol.name}-{named}-{plan.config_hash[:8]}"


def _model_name(plan: Plan) -> str:
    """The model's name; letters of any script stay, composed, as every file system takes them."""
    name = unicodedata.normalize("NFC", plan.config.model)
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[-60:]


def _under(plan: Plan, place: Place) -> Path:
    if place.keyed:
        return place.base / keyed_name(plan)
    return _unfinished(plan, place.base) or place.base / default_name(plan)


def _unfinished(plan: Plan, base: Path) -> Path | None:
    """The newest unfinished run of the same configuration under the default base."""
    found: list[tuple[str, str, Path]] = []
    for file in base.glob(f"*/{MANIFEST}"):
        with suppress(StoreError, ConfigError):  # a directory that cannot be read is none that can be gone on with
            manifest = read_manifest(file.parent)
            if manifest.finished is None and manifest.config_hash == plan.config_hash:
                found.append((manifest.created, manifest.run_id, file.parent))
    return max(found)[2] if found else None
