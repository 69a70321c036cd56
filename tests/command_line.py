"""The real command in a process of its own, with the packages of this one."""

import os
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path if entry),
    "COLUMNS": "100",
    "NO_COLOR": "1",
}


def python(*arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python and wait for it."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=where, env=ENVIRONMENT)


def gwageo(*arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line and wait for it."""
    return python("-m", "gwageo", *arguments, where=where)
