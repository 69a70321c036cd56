"""A million items into Parquet shards, killed on the way: time, memory, and whether the kills left a trace.

    python benchmarks/million.py                    # jamo, two workers, three kills, and once without kills
    python benchmarks/million.py --count 100000

The claim: a million jamo items in 5 minutes with two workers, under 500 MB in all, and after three kills the same
digest as without. A kill ends the leading process by SIGKILL in the middle of its work; its workers end by themselves.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Life:
    """One process with its workers, from start to end."""

    seconds: float
    cpu_seconds: float
    """Of all its processes; too little where it was killed."""
    peak_mb: float
    """Largest proportional memory of the process and its workers together."""


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def memory_mb(pid: int) -> float:
    """Resident memory of a family, each shared page counted once (Linux)."""
    total = 0
    for each in family(pid):
        try:
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):  # ended in the meantime
            continue
    return total / 1000


def command(arguments: argparse.Namespace, folder: Path) -> list[str]:
    request = ["--task", arguments.task, "--count", str(arguments.count), "--seed", str(arguments.seed)]
    work = ["--workers", str(arguments.workers), "--shards", "--shard-size", str(arguments.shard_size)]
    return [sys.executable, "-m", "gwageo", "nolli", "make", *request, *work, "-o", str(folder)]


def live(arguments: argparse.Namespace, folder: Path, until: int | None = None) -> Life:
    """One life: to the end, or to a kill once there are `until` shards and half a second has passed."""
    began, before, peak = time.monotonic(), os.times(), 0.0
    process = subprocess.Popen(command(arguments, folder), stderr=subprocess.PIPE, text=True)
    while process.poll() is None:
        peak = max(peak, memory_mb(process.pid))
        if until is not None and len(list(folder.glob("*.parquet"))) >= until:
            time.sleep(0.5)
            process.kill()
        time.sleep(0.2)
    assert process.stderr is not None
    said = process.stderr.read()
    assert until is not None or process.returncode == 0, said
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Life(time.monotonic() - began, cpu, peak)


def content(folder: Path) -> str:
    """One digest of the bytes of all files."""
    total = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        total.update(f"{path.name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="jamo-ko-hard")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--shard-size", type=int, default=10_000)
    parser.add_argument("--folder", help="where the shards go for the time of the measurement")
    return parser.parse_args()


def main() -> None:
    arguments = parse()
    shards = -(-arguments.count // arguments.shard_size)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as place:
        broken, whole = Path(place, "broken"), Path(place, "whole")
        kills = [shards * number // (arguments.kills + 1) for number in range(1, arguments.kills + 1)]
        lives = [live(arguments, broken, until) for until in kills] + [live(arguments, broken)]
        unbroken = live(arguments, whole)
        same = content(broken) == content(whole)
        figures = {
            "task": arguments.task,
            "items": arguments.count,
            "workers": arguments.workers,
            "kills": arguments.kills,
            "seconds_killed": round(sum(life.seconds for life in lives), 1),
            "seconds_unbroken": round(unbroken.seconds, 1),
            "cpu_seconds_unbroken": round(unbroken.cpu_seconds, 1),
            "peak_mb": round(max(life.peak_mb for life in [*lives, unbroken])),
            "disk_mb": round(sum(path.stat().st_size for path in whole.iterdir()) / 1e6),
            "digests_equal": same,
            "digest": content(whole),
        }
    print(json.dumps(figures, indent=2))
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
