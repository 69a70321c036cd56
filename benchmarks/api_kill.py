"""Kill an API run many times and count what was lost, what was paid twice, and whether the records are the same.

The server notes every question when it comes and when its reply has been sent. A reply that was kept and asked again
is a fault; one that was on its way when the process died must be asked again, and is counted by itself.

    python benchmarks/api_kill.py                        # 50 kills over 2,000 items
    python benchmarks/api_kill.py --kills 3 --items 300
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from api_stand import STEP, command, server, start, timed, write_exam

from gwageo.runs.directory import JOURNAL, RECORDS
from gwageo.runs.journal import Journal
from gwageo.runs.records import CLOCK, read_records


def kept(directory: Path) -> set[str]:
    """Numbers of the items whose answers are in the journal."""
    if not (directory / JOURNAL).exists():
        return set()
    journal = Journal(directory / JOURNAL)
    try:
        rows = journal._store.execute("SELECT item_id FROM answers WHERE failed = 0").fetchall()
    finally:
        journal.close()
    return {str(STEP * (int(row[0]) + 1)) for row in rows}


def asked(log: Path, sign: str = "asked") -> list[str]:
    lines = log.read_text().splitlines() if log.exists() else []
    return [line.split()[1] for line in lines if line.startswith(sign)]


def content(directory: Path) -> list[dict[str, Any]]:
    rows = read_records(directory / RECORDS)
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--latency-s", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        figures = kill_many(arguments, Path(name))
    print(json.dumps(figures, indent=2))
    good = figures["records_equal"] and not figures["lost"] and not figures["kept_and_asked_again"]
    sys.exit(0 if good else 1)


def kill_many(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    chance = random.Random(arguments.seed)
    exam, log, run = write_exam(folder, arguments.items), folder / "log", folder / "run"
    lost = again = 0
    in_flight: list[int] = []
    with server(latency_s=arguments.latency_s, log=log) as url:
        line = command(exam, url, run, "--concurrency", str(arguments.concurrency))
        share = max(1, arguments.items // (arguments.kills + 2))
        for _ in range(arguments.kills):
            before, seen = kept(run), len(asked(log))
            process = start(line, folder / "cache")
            goal = seen + chance.randint(1, 2 * share)
            while process.poll() is None and len(asked(log)) < goal:
                time.sleep(0.005)
            time.sleep(chance.uniform(0, arguments.latency_s))
            process.kill()
            process.wait()
            after, now = kept(run), asked(log)[seen:]
            lost += len(before - after)
            again += sum(number in before for number in now)
            in_flight.append(len(set(now) - after))
        before, seen = kept(run), len(asked(log))
        timed(line, folder / "cache")
        again += sum(number in before for number in asked(log)[seen:])
        times = Counter(asked(log))
        whole = command(exam, url, folder / "whole", "--concurrency", str(arguments.concurrency), "--no-cache")
        assert timed(whole, folder / "cache").code == 0
    return {
        "items": arguments.items,
        "kills": arguments.kills,
        "lost": lost,
        "kept_and_asked_again": again,
        "on_their_way_at_a_kill": sum(in_flight),
        "most_on_their_way": max(in_flight, default=0),
        "asked_twice_in_all": times.total() - len(times),
        "records_equal": content(run) == content(folder / "whole"),
    }


if __name__ == "__main__":
    main()
