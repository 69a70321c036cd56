"""Files that cannot be written: why, and taking away what was begun without hiding the reason."""

from contextlib import suppress
from pathlib import Path


def take_away(path: Path) -> None:
    """Delete a file if it is there and can be deleted; never raises an `OSError`."""
    with suppress(OSError):
        path.unlink()


def why(error: OSError, path: Path) -> str:
    """Why a file could not be written: what stands where a folder should be, else what the system says."""
    for parent in path.parents:
        if parent.is_dir():
            break
        if parent.exists():
            return f"{parent} is a file, not a folder"
    return error.strerror or str(error)
