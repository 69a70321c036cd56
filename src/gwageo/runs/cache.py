"""Replies that were paid for, shared between runs: one SQLite file, keyed by everything that can change a reply.

A key is the SHA-256 of server, request as it is sent, and number of the repeat. Failed replies are never kept. Several
processes may use one file at once. A file of another version is refused by name: it is never read by rules that are not
its own.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from gwageo.core import ConfigError, Output, Request, StoreError
from gwageo.core.canonical import digest
from gwageo.models.remote import RemoteModel
from gwageo.runs.codec import as_sent, dump_outputs, load_outputs

VERSION = 1
"""Of the file and of the rule that makes keys."""
_MARK = 0x67776167  # "gwag": tells our files from any other SQLite file
_BUSY_S = 60.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    model TEXT NOT NULL,
    output TEXT NOT NULL,
    saved TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """One reply on its way into the cache."""

    key: str
    server: str
    model: str
    output: Output


def reply_key(model: RemoteModel, request: Request, repeat: int) -> str:
    """What a reply is kept under.

    The model's identity says server, name and everything that is added to its requests.

    Example: greedy and sampled requests, two limits, two servers, two repeats all have different keys.
    """
    asked = {"version": VERSION, "model": model.identity(), "asked": as_sent(request), "repeat": repeat}
    return digest(asked)


class ReplyCache:
    """The file. Reading happens in the event loop, writing in a thread: each has a connection of its own."""

    def __init__(self, path: Path) -> None:
        """Open or make the file.

        Raises:
            ConfigError: It was made by another version, or is something else.
            StoreError: It cannot be opened.
        """
        self.path = path
        with self._guard():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._reader, self._writer = self._connect(), self._connect()
            self._once_free(self._prepare)

    def _connect(self) -> sqlite3.Connection:
        store = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        store.execute("PRAGMA synchronous = FULL")
        return store

    @staticmethod
    def _once_free(work: Callable[[], None]) -> None:
        """Do it when no other process is changing the form of the file; SQLite does not wait for that by itself."""
        until = time.monotonic() + _BUSY_S
        while True:
            try:
                return work()
            except sqlite3.OperationalError as error:
                busy = (error.sqlite_errorcode or 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                if not busy or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def _prepare(self) -> None:
        """Make the table in a new file, or look whether the file is one of ours and of this version."""
        # Readers never wait for writers. On file systems without shared memory SQLite keeps its rollback journal.
        self._writer.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            self._look()

    def _look(self) -> None:
        mark, version = (self._number(name) for name in ("application_id", "user_version"))
        tables = self._writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if tables and mark != _MARK:
            raise ConfigError(f"{self.path} is no cache of replies; move it away, or give --no-cache")
        if tables and version != VERSION:
            raise ConfigError(
                f"{self.path} is a cache of version {version}, and this gwageo reads version {VERSION}; "
                "move it away, or give --no-cache"
            )
        self._writer.execute(_SCHEMA)
        self._writer.execute(f"PRAGMA application_id = {_MARK}")
        self._writer.execute(f"PRAGMA user_version = {VERSION}")

    def _number(self, name: str) -> int:
        return int(self._writer.execute(f"PRAGMA {name}").fetchone()[0])

    def get(self, key: str) -> Output | None:
        """The reply under a key; None where there is none that can be read."""
        with self._guard():
            row = self._reader.execute("SELECT output FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            (output,) = load_outputs(row[0])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None  # asked again, and the new reply stands beside nothing: see `put`
        return replace(output, reused=True)

    def put(self, replies: Sequence[Kept]) -> None:
        """Keep replies; they are on disk when this returns. Failed ones are left out.

        Raises:
            StoreError: The disk is full or read-only.
        """
        rows = [
            (one.key, one.server, one.model, dump_outputs([replace(one.output, reused=False)]))
            for one in replies
            if not one.output.failed
        ]
        with self._guard(), self._transaction():
            self._writer.executemany(
                "INSERT OR REPLACE INTO replies (key, server, model, output) VALUES (?, ?, ?, ?)", rows
            )

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._writer.close()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"The cache of replies {self.path} could not be read or written ({error}); what was answered is kept "
                "in the run, and the same command goes on from there. --no-cache does without it"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._writer.execute("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors, a full disk among them.
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
