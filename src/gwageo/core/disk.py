"""Files that cannot be written: why, and taking away what was begun without hiding the reason."""

from contextlib import suppress
from pathlib import Path


def take_away(path: Path) -> None:
    """Delete a file if it is there and can be deleted; never raises an `OSError`."""
    with suppress(OSError):
        path.unlink()


def exists(path: Path) -> bool:
    """Whether something stands there; nothing does under a name that no file can have."""
    try:
        path.stat()
    except (OSError, ValueError):
        return False
    return True


def why(error: OSError, path: Path) -> str:
    """Why a file could not be written: what stands where a folder should be, else what the system says."""
    for parent in path.parents:
        if exists(parent):
            if not parent.is_dir():
                return f"{parent} is a file, not a folder"
            break
    return error.strerror or str(error)
