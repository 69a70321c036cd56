"""Do both languages ask the same puzzle? Every pair rendered twice, and both questions read back.

    python benchmarks/pairs.py [--count 1000] [--task sudoku] [--workers 2]

The claim: of every directly translated type and tier, the English and the Korean question read back as one and the
same puzzle, which is the one that was made, with one solution and one answer. The exit code is 1 where a pair differs.
"""

import argparse
import sys
from dataclasses import dataclass

from gwageo.puzzles import TIERS, TYPES, load, made
from gwageo.puzzles.base import Tier
from gwageo.puzzles.workers import in_order


@dataclass(frozen=True, slots=True)
class Job:
    """A type and tier, and how much of it."""

    type: str
    tier: Tier
    seed: int
    count: int


PAIRED = [name for name in TYPES if load(name).paired and len(load(name).languages) > len(load(name).twins) + 1]
"""The directly translated types."""


def different(job: Job) -> list[str]:
    """The pairs of a cell that do not hold."""
    kind, named = load(job.type), []
    for index in range(job.count):
        made_one = made(job.type, "en", job.tier, seed=job.seed, index=index)
        for language in kind.languages:
            read = kind.parse(kind.render(made_one.puzzle, language))
            if read != made_one.puzzle or kind.solver.solve(read).found != (made_one.solution,):
                named.append(f"{job.type} {job.tier} s{job.seed} {index}: the {language} question asks something else")
    return named


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--task", action="append", choices=PAIRED)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    jobs = [Job(name, tier, arguments.seed, arguments.count) for name in arguments.task or PAIRED for tier in TIERS]
    print("| type | tier | pairs | alike |\n| --- | --- | --- | --- |")
    named: list[str] = []
    for job, found in zip(jobs, in_order(different, jobs, arguments.workers), strict=True):
        print(f"| {job.type} | {job.tier} | {job.count} | {job.count - len(found)} |", flush=True)
        named += found
    print("\n".join(["", f"{len(named)} questions differ", *named]))
    sys.exit(1 if named else 0)


if __name__ == "__main__":
    main()
