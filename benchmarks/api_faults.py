"""A server with faults: 10 % each of 429, 500, dropped connections, cut JSON, stalled bodies. Nothing may be lost.

python benchmarks/api_faults.py                      # 2,000 items
python benchmarks/api_faults.py --items 10000 --share 0.02
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from api_stand import STEP, command, server, timed, write_exam

from gwageo.runs.directory import RECORDS, read_manifest
from gwageo.runs.records import read_records


def examine(folder: Path, items: int, share: float, timeout_s: float) -> dict[str, Any]:
    exam, run = write_exam(folder, items), folder / "run"
    with server(fault_share=share) as url:
        took = timed(command(exam, url, run, "--concurrency", "64", "--timeout", str(timeout_s)), folder / "cache")
    verdicts: Counter[str] = Counter()
    misplaced = 0
    for row in read_records(run / RECORDS):
        verdicts[row["verdict"]] += 1
        own = f"#### {STEP * (int(row['item_id']) + 1)}"
        misplaced += row["response"] is not None and row["response"] != own
        assert row["verdict"] != "failed" or row["error"]
    facts = read_manifest(run).facts
    told = {name: facts[name] for name in ("requests", "faults", "given_up", "concurrency")}
    figures = {"items": items, "seconds": round(took.seconds, 1), "code": took.code}
    return {**figures, "verdicts": dict(verdicts), "wrong_pairings": misplaced, **told}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--timeout-s", type=float, default=2.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        figures = examine(Path(name), arguments.items, arguments.share, arguments.timeout_s)
    print(json.dumps(figures, indent=2))
    ended = sum(figures["verdicts"].values()) == arguments.items
    sys.exit(0 if ended and not figures["wrong_pairings"] else 1)


if __name__ == "__main__":
    main()
