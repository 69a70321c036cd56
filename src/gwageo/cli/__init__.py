"""The command line: thin commands over `gwageo.api`.

Exit codes: 0 done; 1 done, but some answers failed; 2 a mistake of the caller; 3 the model or the run directory
failed; 130 interrupted. Bugs keep their traceback.
"""

import sys

from gwageo.cli.app import app

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process."""
    app(prog_name="gwageo" if sys.argv[0].endswith("__main__.py") else None)
