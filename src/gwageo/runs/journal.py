"""Journal: every answer on disk, in one transaction per batch, before anything is judged.

One row per answered item, repeat and prompt. A good answer is never replaced; a failure is, and is owed again.
A row with another prompt hash, or one that cannot be read, counts as not answered: it stays, and is asked again.
"""

import math
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gwageo.core import Output, StoreError
from gwageo.runs.codec import dump_outputs, load_outputs

SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    task TEXT NOT NULL,
    item_id TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    prompt_hash TEXT NOT NULL,
    failed INTEGER NOT NULL,
    outputs TEXT NOT NULL,
    answered REAL NOT NULL,
    PRIMARY KEY (task, item_id, repeat, prompt_hash)
) WITHOUT ROWID
"""
WRITE = """
INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET failed = excluded.failed, outputs = excluded.outputs, answered = excluded.answered
WHERE answers.failed = 1
"""
READ = "SELECT failed, outputs FROM answers WHERE task = ? AND item_id = ? AND repeat = ? AND prompt_hash = ?"
DISOWN = "UPDATE answers SET failed = 1 WHERE task = ? AND item_id = ? AND repeat = ? AND prompt_hash = ?"


@dataclass(frozen=True, slots=True)
class Key:
    """What one row answers."""

    task: str
    item_id: str
    repeat: int
    prompt_hash: str

    @property
    def row(self) -> tuple[str, str, int, str]:
        """The key's columns."""
        return (self.task, self.item_id, self.repeat, self.prompt_hash)


@dataclass(frozen=True, slots=True)
class Answer:
    """One item's outputs, in the order of its requests."""

    key: Key
    outputs: tuple[Output, ...]

    @property
    def failed(self) -> bool:
        """Whether a request got no usable answer, so that the item is owed again."""
        return any(output.failed or _invalid(output.loglikelihood) for output in self.outputs)


def _invalid(loglikelihood: float | None) -> bool:
    return loglikelihood is not None and (math.isnan(loglikelihood) or loglikelihood == math.inf)


class Journal:
    """The transactional record of one run's answers. One thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        """Open or make the journal.

        Raises:
            StoreError: The file cannot be opened, or is damaged.
        """
        self.path = path
        with self._guard():
            self._store = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            # Rollback journal, not WAL: run directories lie on network file systems too.
            self._store.execute("PRAGMA journal_mode = DELETE")
            self._store.execute("PRAGMA synchronous = FULL")
            self._store.execute(SCHEMA)

    def write(self, answers: Iterable[Answer]) -> None:
        """Put the answers on disk, all or none; they are durable when this returns.

        Raises:
            StoreError: The disk is full or read-only; what was written before stays intact.
        """
        now = time.time()
        rows = [(*one.key.row, int(one.failed), dump_outputs(one.outputs), now) for one in answers]
        with self._guard(), self._transaction():
            self._store.executemany(WRITE, rows)

    def read(self, key: Key, expected: int) -> Answer | None:
        """The answer to a key, a failure included; None where there is none that can be read.

        Args:
            key: Whose answer.
            expected: How many outputs it must hold.
        """
        with self._guard():
            row = self._store.execute(READ, key.row).fetchone()
        if row is None:
            return None
        outputs: list[Output] = []
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            outputs = load_outputs(row[1])
        if len(outputs) != expected:
            with self._guard():
                self._store.execute(DISOWN, key.row)
            return None
        return Answer(key, tuple(outputs))

    def good(self, key: Key, expected: int) -> Answer | None:
        """The answer to a key if it need not be asked again."""
        answer = self.read(key, expected)
        return None if answer is None or answer.failed else answer

    def count(self) -> int:
        """Number of rows."""
        with self._guard():
            return int(self._store.execute("SELECT count(*) FROM answers").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._store.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._store.execute("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors, a full disk among them.
            if self._store.in_transaction:
                self._store.execute("ROLLBACK")
            raise

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self._sentence(error)) from error

    def _sentence(self, error: sqlite3.Error) -> str:
        kept = "what was answered before is kept, and the same command goes on from there"
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return f"The disk is full: {self.path} cannot grow. Free some space; {kept}"
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            return f"No permission to write {self.path}. Make it writable or give -o another directory; {kept}"
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return f"{self.path} is damaged ({error}). Try `sqlite3 FILE .recover`, or move it away to start over"
        return f"{self.path} could not be read or written ({error}); {kept}"
