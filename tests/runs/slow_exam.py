"""A run of the fake exam in a process of its own, to be killed: python slow_exam.py DIRECTORY DELAY_S ITEMS."""

import sys

from fake_exam import FakeModel, FakeTask, exam
from gwageo.api import Observer, RunInterrupted, Snapshot, evaluate
from gwageo.core import GwageoError


class Lines(Observer):
    def say(self, text: str) -> None:
        print(text, flush=True)

    def advance(self, snapshot: Snapshot) -> None:
        if snapshot.fresh:
            print(f"done {snapshot.done} fresh {snapshot.fresh}", flush=True)


def main() -> int:
    directory, delay, items = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    with exam(FakeTask(), n=items):
        try:
            evaluate(FakeModel(delay_s=delay), "fake", output=directory, progress=Lines())
        except RunInterrupted:
            return 130
        except GwageoError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
