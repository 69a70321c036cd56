"""How long the analysis of many models takes, from counts and from records.

    python benchmarks/analysis.py [--models 20]

Target: 20 models x 75 cells x 100 items in 5 s. Measured apart: the table of sizes, which makes its own puzzles.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from gwageo.analysis.nolli.counts import Counts, count_records, joined, tasks
from gwageo.core.rng import Stream
from gwageo.puzzles import TIERS
from gwageo.report import nolli
from gwageo.report.sheets import render

ITEMS = 100


def rows(model: int) -> Iterator[dict[str, Any]]:
    """Records of one model of some ability."""
    draw = Stream("analysis", model)
    ability = draw.between(15, 90)
    for task in tasks():
        name, _, language = task.rpartition("_")
        for place, tier in enumerate(TIERS):
            for item in range(ITEMS):
                right = float(draw.chance(max(2, ability - 20 * place), 100))
                yield {
                    "type": name, "language": language, "tier": tier, "item_id": f"{tier}-{item}",
                    "verdict": "right" if right else "wrong", "metrics": {"exact_match": right},
                }  # fmt: skip


def timed(name: str, work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    found = work()
    seconds = time.perf_counter() - began
    print(f"{name}: {seconds:.2f} s", flush=True)
    return found, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=20)
    arguments = parser.parse_args()
    made = {f"model-{number}": list(rows(number)) for number in range(arguments.models)}
    print(f"{arguments.models} models, {sum(map(len, made.values())):,} records")
    counts, counting = timed("counting", lambda: joined([count_records(name, each) for name, each in made.items()]))
    seconds = counting
    for make in nolli.VIEWS["nolli-all"]:
        if make is not nolli.levers:
            _, took = timed(make.__name__, lambda make=make: _rendered(make, counts))  # type: ignore[misc]
            seconds += took
    timed("levers (not counted)", lambda: nolli.levers(counts))
    print(f"\nanalysis: {seconds:.2f} s, target 5 s")
    sys.exit(0 if seconds <= 5 else 1)


def _rendered(make: Callable[[Counts], Any], counts: Counts) -> str:
    return render([make(counts)], "table")


if __name__ == "__main__":
    main()
