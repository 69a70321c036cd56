"""One process per run directory: a file lock that names its holder."""

import fcntl
import os
import socket
from pathlib import Path
from types import TracebackType

from gwageo.core import RunLocked, StoreError
from gwageo.core.disk import take_away

NAME = "lock"


class RunLock:
    """Holds `lock` in a run directory until released; the kernel releases it when the process dies."""

    def __init__(self, directory: Path) -> None:
        """Take the lock.

        Raises:
            RunLocked: Another process has it; its process id and host are in the sentence.
            StoreError: The directory cannot be written.
        """
        self._path = directory / NAME
        try:
            self._file = self._take()
        except PermissionError as error:
            raise StoreError(
                f"No permission to write in {directory}; give -o a directory that you may write"
            ) from error
        except OSError as error:
            raise StoreError(f"{directory} cannot be locked: {error.strerror}") from error

    def _take(self) -> int:
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                holder = os.read(file, 200).decode(errors="replace").strip() or "another process"
                os.close(file)
                raise RunLocked(
                    f"{self._path.parent} is being worked on by {holder}; wait for it, or give -o another directory"
                ) from error
            # A holder deletes the file before it lets go: what we locked may no longer be the file of that name.
            if self._path.exists() and self._path.stat().st_ino == os.fstat(file).st_ino:
                os.truncate(file, 0)
                os.write(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
                return file
            os.close(file)

    def release(self) -> None:
        """Let go, and take the file away."""
        if self._file >= 0:
            take_away(self._path)
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> "RunLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
