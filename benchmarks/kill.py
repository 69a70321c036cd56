"""Kill a run many times and look at what is left: answers lost, answers asked twice, and the final records.

Every life of the run is a process of its own, ended by SIGKILL at a random moment after it has begun to ask. A witness
around the model notes each item before it is asked, so that a question asked again after its answer was kept is seen.

    python benchmarks/kill.py                                   # fast: the gold baseline, slowed down
    python benchmarks/kill.py --model embedded --limit 6        # the real model
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gwageo.api import evaluate, load_model
from gwageo.core import Output, Request
from gwageo.models.base import Group, Model
from gwageo.runs.codec import prompt_hash
from gwageo.runs.directory import JOURNAL, RECORDS
from gwageo.runs.journal import Journal
from gwageo.runs.records import CLOCK, read_records


class Witness(Model):
    """Notes what is asked, durably and before it is asked; slows the model down."""

    def __init__(self, model: Model, log: Path, delay_s: float, batch_items: int) -> None:
        self._model, self._log, self._delay_s = model, log, delay_s
        self.name, self.batch_items = model.name, batch_items

    def identity(self) -> Mapping[str, Any]:
        return self._model.identity()

    def refuses(self, request: Request) -> str | None:
        return self._model.refuses(request)

    def load(self) -> None:
        self._model.load()

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        with self._log.open("a") as log:
            log.writelines(f"{prompt_hash(group)}\n" for group in groups)
            log.flush()
            os.fsync(log.fileno())
        await asyncio.sleep(self._delay_s)
        return await self._model.answer(groups)


@dataclass(frozen=True, slots=True)
class Life:
    """What one process left behind."""

    seconds: float
    before: int
    """Answers kept when it began."""
    after: int
    """Answers kept when it was dead."""
    asked: int
    lost: int
    """Answers kept before that are gone."""
    repeated: int
    """Items asked although their answer was kept."""


def kept(directory: Path) -> set[str]:
    """Prompt hashes of the answers in the journal."""
    if not (directory / JOURNAL).exists():
        return set()
    journal = Journal(directory / JOURNAL)
    try:
        return {row[0] for row in journal._store.execute("SELECT prompt_hash FROM answers WHERE failed = 0")}
    finally:
        journal.close()


def lines(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def begin(arguments: argparse.Namespace, directory: Path, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, "--child", str(directory), str(log), *sys.argv[1:]]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL if arguments.kills else None)


def live(arguments: argparse.Namespace, directory: Path, log: Path, chance: random.Random) -> Life:
    """One life, to a violent end."""
    began, before, asked = time.monotonic(), kept(directory), len(lines(log))
    process = begin(arguments, directory, log)
    batches = chance.randint(1, arguments.batches)
    while process.poll() is None and len(lines(log)) - asked < batches * arguments.batch_items:
        time.sleep(0.005)
    time.sleep(chance.uniform(0, arguments.delay_s))
    process.kill()
    process.wait()
    return tell(time.monotonic() - began, before, kept(directory), lines(log)[asked:])


def tell(seconds: float, before: set[str], after: set[str], asked: list[str]) -> Life:
    repeated = sum(name in before for name in asked)
    return Life(seconds, len(before), len(after), len(asked), len(before - after), repeated)


def finish(arguments: argparse.Namespace, directory: Path, log: Path) -> Life:
    """The last life, to the end."""
    began, before, asked = time.monotonic(), kept(directory), len(lines(log))
    assert begin(arguments, directory, log).wait() == 0, "the last process did not finish"
    return tell(time.monotonic() - began, before, kept(directory), lines(log)[asked:])


def content(directory: Path) -> list[dict[str, Any]]:
    rows = read_records(directory / RECORDS)
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in rows]


def child(arguments: argparse.Namespace) -> None:
    directory, log = arguments.child
    model = Witness(load_model(arguments.model), Path(log), arguments.delay_s, arguments.batch_items)
    evaluate(model, arguments.tasks.split(","), data=arguments.data, limit=arguments.limit, output=directory)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="baseline:gold")
    parser.add_argument("--tasks", default="quick", help="with commas")
    parser.add_argument("--data")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--batch-items", type=int, default=2)
    parser.add_argument("--batches", type=int, default=3, help="batches asked in one life at most before the kill")
    parser.add_argument("--delay-s", type=float, default=0.05, help="added to each call")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    arguments = parse()
    if arguments.child:
        child(arguments)
        return
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        broken, whole, log = Path(folder, "broken"), Path(folder, "whole"), Path(folder, "asked")
        lives = [live(arguments, broken, log, chance) for _ in range(arguments.kills)]
        lives.append(finish(arguments, broken, log))
        unbroken = finish(arguments, whole, Path(folder, "asked-whole"))
        asked = Counter(lines(log))
        figures = {
            "model": arguments.model,
            "kills": arguments.kills,
            "answers": unbroken.after,
            "asked_in_all": asked.total(),
            "lost": sum(life.lost for life in lives),
            "repeated_though_kept": sum(life.repeated for life in lives),
            "in_flight_at_a_kill": asked.total() - len(asked),
            "records_equal": content(broken) == content(whole),
            "seconds_broken": round(sum(life.seconds for life in lives), 1),
            "seconds_unbroken": round(unbroken.seconds, 1),
        }
    show(lives, figures, as_json=arguments.json)
    sys.exit(0 if figures["records_equal"] and not figures["lost"] and not figures["repeated_though_kept"] else 1)


def show(lives: Sequence[Life], figures: dict[str, Any], *, as_json: bool) -> None:
    if not as_json:
        print("life  seconds  kept before  kept after  asked  lost  repeated")
        for number, life in enumerate(lives, 1):
            numbers = f"{life.before:11d}  {life.after:10d}  {life.asked:5d}  {life.lost:4d}  {life.repeated:8d}"
            print(f"{number:4d}  {life.seconds:7.1f}  {numbers}")
    print(json.dumps(figures, indent=None if as_json else 2))


if __name__ == "__main__":
    main()
