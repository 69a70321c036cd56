"""Agreement of the strict reading with the flags that were stored beside real replies.

    GWAGEO_TEST_DATA=../shared python benchmarks/agreement.py [MODEL ...]

Reads `data/nolli/responses/*.jsonl.gz` and the released items under that folder. One line a model: flagged rows, rows
in which `exact_match` says the same, and the ids of those in which it does not.
"""

import gzip
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from gwageo.core import Item
from gwageo.puzzles import score
from gwageo.puzzles.rows import read_row

DATA = Path(os.environ.get("GWAGEO_TEST_DATA", "../shared")) / "data" / "nolli"


def released() -> dict[str, Item]:
    """Every released item by id."""
    items = {}
    for file in sorted((DATA / "released").glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            item = read_row(json.loads(line), number)
            items[item.id] = item
    return items


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """Stored replies that carry a flag."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row.get("correct") is not None:
                yield row


def main() -> None:
    """Print the table."""
    items = released()
    wanted = sys.argv[1:]
    for file in sorted((DATA / "responses").glob("*.jsonl.gz")):
        name = file.name.removesuffix(".jsonl.gz")
        if "superseded" in name or (wanted and not any(word in name for word in wanted)):
            continue
        flagged, other = 0, []
        for row in rows(file):
            item = items.get(str(row["id"]))
            if item is None:
                continue
            if row.get("gold_at_scoring") is not None:
                item = replace(item, gold=row["gold_at_scoring"])
            flagged += 1
            if bool(score(row["response"] or "", item).metrics["exact_match"]) != bool(row["correct"]):
                other.append(str(row["id"]))
        print(json.dumps({"model": name, "flagged": flagged, "agree": flagged - len(other), "differ": other}))


if __name__ == "__main__":
    main()
