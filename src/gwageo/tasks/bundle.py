"""A bundle: a folder with item sets for machines without a connection, and the list that says what they are.

The list (`gwageo-data.json`) keeps of every set its origin, revision, licence and SHA-256, so that a run on a cluster
names the same source as a run beside the hub, and a damaged copy is refused.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from gwageo.core import DataError, StoreError
from gwageo.core.disk import take_away, why
from gwageo.core.version import VERSION

LIST = "gwageo-data.json"
SCHEMA_VERSION = 1
TOKENIZER = "tokenizer"
"""Folder of the tokenizer inside a bundle."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item set of a bundle."""

    file: str
    rows: int
    sha256: str
    """Of the file."""
    origin: str
    """In words, for people."""
    kind: Literal["hub", "file", "bundled", "made"]
    revision: str | None
    """Of the hub set; None where it is unknown or was local."""
    licence: str
    tasks: tuple[str, ...]
    """The exams that the set serves."""


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """The tokenizer of a bundle."""

    model: str
    fingerprint: str
    folder: str = TOKENIZER


@dataclass(frozen=True, slots=True)
class Bundle:
    """What lies in a bundle."""

    sets: Mapping[str, Entry]
    """By the name of the set."""
    tokenizer: Tokenizer | None = None
    resources: tuple[str, ...] = ()
    """Files that graders need beside the items."""


def read_bundle(folder: Path) -> Bundle | None:
    """What a folder says of itself; None where it is no bundle.

    Raises:
        DataError: It has a list that cannot be read.
    """
    path = folder / LIST
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema_version"] != SCHEMA_VERSION:
            raise ValueError(f"schema version {content['schema_version']!r}, expected {SCHEMA_VERSION}")
        sets = {name: Entry(**{**entry, "tasks": tuple(entry["tasks"])}) for name, entry in content["sets"].items()}
        tokenizer = None if content["tokenizer"] is None else Tokenizer(**content["tokenizer"])
        return Bundle(sets, tokenizer, tuple(content["resources"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"is no list of a bundle ({error}); fetch the data again", file=str(path)) from error


def write_bundle(folder: Path, bundle: Bundle) -> None:
    """Put the list in place, whole or not at all."""
    content: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "gwageo": VERSION, **asdict(bundle)}
    write_text(folder / LIST, json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> str:
    """Write a file through a temporary one.

    Returns:
        The SHA-256 of what was written.

    Raises:
        StoreError: It could not be written; what stood there before still stands.
    """
    raw = text.encode("utf-8")
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(raw)
        part.replace(path)
    except OSError as error:
        take_away(part)
        raise StoreError(f"{path} could not be written: {why(error, path)}") from error
    return hashlib.sha256(raw).hexdigest()


def check_whole(path: Path, entry: Entry) -> None:
    """Refuse a file that is not the one that was bundled.

    Raises:
        DataError: Its content is another; the sentence says what to do.
    """
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != entry.sha256:
        raise DataError(
            f"is not what was bundled (its SHA-256 begins {found[:12]}, expected {entry.sha256[:12]}); copy it again, "
            f"or take {LIST} away to use the file as it is",
            file=str(path),
        )
