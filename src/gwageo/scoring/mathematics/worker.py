"""The worker: lines of JSON in, lines of JSON out, until the input ends.

The process that is started loads the libraries and then forks a child that does the work; killed, the child is replaced
within milliseconds by another that has the libraries too.

A text on a line of its own announces a step that may hang; an object is the answer. The parent kills a worker that
takes too long; memory is limited here, and so is the time in case the parent is gone.
"""

import json
import os
import warnings
from typing import Any

MEMORY = 3 * 2**29
"""Address space, in bytes; the libraries alone take a fifth."""
FORSAKEN_S = 30
"""A worker that works on one step for longer has no parent any more."""


def _limit() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def main() -> None:
    """Keep a child at work until one has seen the end of the input."""
    _limit()
    warnings.simplefilter("ignore")
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints must not look like an answer
    from gwageo.scoring.mathematics import extracting  # noqa: F401  - loaded once, before there are children

    while True:
        child = os.fork()
        if child == 0:
            _serve(answers)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            return


def _serve(place: int) -> None:
    """Answer requests; the first line names the process, behind whatever a killed one has left unfinished."""
    from gwageo.scoring.mathematics.extracting import judge, readable, verify

    answers = os.fdopen(place, "w", encoding="ascii", buffering=1)

    def write(value: Any) -> None:
        _watch()
        answers.write(json.dumps(value) + "\n")

    kinds = {"judge": judge, "verify": verify, "readable": readable}
    answers.write("\n")
    write({"ready": os.getpid()})
    for line in os.fdopen(0, encoding="utf-8", closefd=False):
        request = json.loads(line)
        try:
            answer = kinds[request["kind"]](request, write)
        except (RecursionError, MemoryError) as error:
            answer = {"late": True, "error": type(error).__name__}
        write(answer)


def _watch() -> None:
    """End this process should a step take for ever and nobody be there to end it."""
    import signal

    if hasattr(signal, "alarm"):
        signal.alarm(FORSAKEN_S)


if __name__ == "__main__":
    main()
