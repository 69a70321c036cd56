"""The command line: thin commands over `gwageo.api`.

Exit codes: 0 done; 1 done, but some answers failed; 2 a mistake of the caller; 3 the model or the run directory
failed; 130 interrupted. Bugs keep their traceback.
"""

import gc
import os
import sys
import warnings

from gwageo.cli.language import use_language
from gwageo.cli.saying import say
from gwageo.core import UnknownName

__all__ = ["main"]


def _warn(message: Warning | str, category: type[Warning], *where: object, **more: object) -> None:
    """Warnings to the user as a sentence; what libraries tell their own developers is left out."""
    del where, more
    if issubclass(category, UserWarning):
        say(f"gwageo: {message}", err=True)


def main() -> None:
    """Run the command line of this process."""
    try:
        arguments = use_language(sys.argv[1:], os.environ)
    except UnknownName as error:
        say(f"gwageo: {error}", err=True)
        raise SystemExit(2) from None
    warnings.showwarning = _warn
    from gwageo.cli.app import app  # its help is made in the language that is now spoken

    try:
        app(arguments, prog_name="gwageo" if sys.argv[0].endswith("__main__.py") else None)
    finally:
        gc.freeze()  # else the end of the process looks once more through all that was imported: 0.2 s with an SDK
