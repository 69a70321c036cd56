"""The audit of many made items: every question read back and solved afresh, cell by cell.

    python benchmarks/soundness.py [--count 1000] [--task sudoku] [--workers 2]

The claim: all of them are sound, in every cell. The exit code is 1 where one is not; each such item is named.
"""

import argparse
import sys
import time
from dataclasses import dataclass

from gwageo.puzzles import check, make
from gwageo.puzzles.suite import Cell, choose
from gwageo.puzzles.workers import in_order


@dataclass(frozen=True, slots=True)
class Job:
    """A cell and how much of it."""

    cell: Cell
    seed: int
    count: int


@dataclass(frozen=True, slots=True)
class Told:
    """What the audit says of a cell."""

    cell: str
    items: int
    sound: int
    making_s: float
    """CPU seconds."""
    audit_s: float
    named: tuple[str, ...]


def audit(job: Job) -> Told:
    cell, began = job.cell, time.process_time()
    items = list(make(cell.type, cell.language, cell.tier, seed=job.seed, count=job.count))
    made = time.process_time()
    findings = [check(item) for item in items]
    named = tuple(f"{each.id} {each.state}: {each.reason}" for each in findings if each.state != "sound")
    return Told(cell.name, len(items), len(items) - len(named), made - began, time.process_time() - made, named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--task", action="append", default=[])
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    jobs = [Job(cell, arguments.seed, arguments.count) for cell in choose(arguments.task)]
    print("| cell | items | sound | making, CPU s | audit, CPU s |\n| --- | --- | --- | --- | --- |")
    named: list[str] = []
    for told in in_order(audit, jobs, arguments.workers):
        times = f"{told.making_s:.1f} | {told.audit_s:.1f}"
        print(f"| {told.cell} | {told.items} | {told.sound} | {times} |", flush=True)
        named += told.named
    print("\n".join(["", f"{len(named)} items are not sound", *named]))
    sys.exit(1 if named else 0)


if __name__ == "__main__":
    main()
