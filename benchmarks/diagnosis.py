"""Does the diagnosis find what was planted, and keep silent where nothing was?

    python benchmarks/diagnosis.py [--runs 30] [--clean 30]

Made-up runs of four exams, each with one planted cause, over a model of some ability; and clean runs. Claims: the
planted cause is named first in at least nine of ten, and clean runs have at most one symptom in ten. The exit code is 1
where a claim fails. Every run is seeded.
"""

import argparse
import sys
from collections import Counter
from typing import Any, get_args

from gwageo.analysis.diagnosing import Cause, symptoms
from gwageo.core.rng import Stream

Rows = list[dict[str, Any]]
KOREAN = "문제를 차근차근 읽고 조건을 하나씩 살펴보겠습니다. 남은 수를 더하면 값이 나옵니다."
ENGLISH = "First we read the problem and look at each condition in turn, then we add what is left to find the value."
LETTERS = "ABCD"


class Run:
    """A run of a model that knows a share of the answers."""

    def __init__(self, seed: int) -> None:
        self.draw = Stream("diagnosis", seed)
        self.ability = self.draw.between(35, 85)
        self.size = self.draw.between(60, 150)

    def share(self, low: int, high: int) -> int:
        return self.draw.between(low, high)

    def number_row(self, index: int) -> dict[str, Any]:
        gold = str(self.draw.between(2, 5000))
        said = gold if self.draw.chance(self.ability, 100) else str(self.draw.between(2, 5000))
        metrics = ("exact_match_strict", "exact_match_flexible")
        return _row("ko-gsm8k", index, f"{KOREAN}\n정답: {said}", said, gold, metrics)

    def letter_row(self, index: int) -> dict[str, Any]:
        gold = self.draw.choice(LETTERS)
        said = gold if self.draw.chance(self.ability, 100) else self.draw.choice(LETTERS)
        metrics = ("exact_match", "exact_match_robust")
        return _row("ko-arc-easy-gen", index, f"{KOREAN}\n정답: {said}", said, gold, metrics)

    def choice_row(self, index: int) -> dict[str, Any]:
        gold = self.draw.between(0, 3)
        said = gold if self.draw.chance(self.ability, 100) else self.draw.between(0, 3)
        row = _row("ko-arc-easy", index, None, str(said), str(gold), ("acc", "acc_norm"))
        scores = [-5.0 if place == said else -20.0 - place for place in range(4)]
        return {**row, "gold": str(gold), "extraction": None, "loglikelihoods": scores}

    def rows(self) -> Rows:
        return [
            make(index) for make in (self.number_row, self.letter_row, self.choice_row) for index in range(self.size)
        ]

    def choices(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Choices of different lengths; which is shortest has nothing to do with which is right."""
        draw = Stream("choices", self.size, self.ability)
        names = (f"ko-arc-easy-{index}" for index in range(self.size))
        return {"ko-arc-easy": {name: tuple("가" * draw.between(2, 30) for _ in LETTERS) for name in names}}


def _row(task: str, index: int, reply: str | None, said: str, gold: str, metrics: tuple[str, str]) -> dict[str, Any]:
    right = said == gold
    return {
        "task": task, "language": "ko", "item_id": f"{task}-{index}", "verdict": "right" if right else "wrong",
        "extraction": "ok", "extracted": said, "metrics": dict.fromkeys(metrics, float(right)), "gold": f'"{gold}"',
        "response": reply, "reasoning": None, "loglikelihoods": None, "flags": [], "finish_reason": "stop",
    }  # fmt: skip


def lost(row: dict[str, Any], verdict: str, extraction: str, reply: str | None, **more: Any) -> None:
    metrics = dict.fromkeys(row["metrics"], 0.0)
    row |= {"verdict": verdict, "extraction": extraction, "extracted": None, "metrics": metrics, "response": reply}
    row |= more


def some(run: Run, rows: Rows, task: str, low: int, high: int) -> Rows:
    """A drawn share of the rows of a task."""
    share = run.share(low, high)
    return [row for row in rows if row["task"] == task and run.draw.chance(share, 100)]


def plant(cause: Cause, run: Run, rows: Rows) -> tuple[Rows, Rows]:
    """The rows with the cause in them, and those of another model to look at beside."""
    beside: Rows = []
    task = "ko-gsm8k"
    if cause == "failed_calls":
        for row in some(run, rows, task, 12, 40):
            row.update(verdict="failed", metrics={}, response=None, extraction=None, extracted=None)
    elif cause == "empty_replies":
        for row in some(run, rows, task, 20, 60):
            lost(row, "empty", "empty", "")
    elif cause == "refusals":
        for row in some(run, rows, task, 15, 50):
            lost(row, "refused", "refused", "죄송하지만 도와드릴 수 없습니다.", finish_reason="refusal")
    elif cause == "truncation":
        for row in some(run, rows, task, 20, 60):
            lost(row, "truncated", "truncated", KOREAN * 20, finish_reason="length")
    elif cause == "format_mismatch":
        for row in some(run, rows, task, 40, 90):
            if row["verdict"] == "right":
                row.update(verdict="wrong", metrics={"exact_match_strict": 0.0, "exact_match_flexible": 1.0})
    elif cause == "unreadable_answers":
        for row in some(run, rows, task, 30, 70):
            lost(row, "no_answer", "no_answer", KOREAN)
    elif cause == "copied_example":
        for row in some(run, rows, "ko-arc-easy-gen", 15, 50):
            lost(row, "no_answer", "echo", "정답: $LETTER")
    elif cause == "same_answer":
        for row in some(run, rows, task, 60, 95):
            lost(row, "wrong", "ok", f"{KOREAN}\n정답: 42", extracted="42")
            row["extracted"] = "42"
    elif cause == "english_reasoning":
        for row in some(run, rows, task, 50, 95):
            row["response"] = f"{ENGLISH}\n정답: {row['extracted']}"
    elif cause == "position_bias":
        for row in some(run, rows, "ko-arc-easy-gen", 45, 80):
            gold = row["gold"].strip('"')
            row.update(extracted="A", verdict="right" if gold == "A" else "wrong",
                       metrics={name: float(gold == "A") for name in row["metrics"]})  # fmt: skip
    elif cause == "length_bias":
        texts = run.choices()["ko-arc-easy"]
        for row in some(run, rows, "ko-arc-easy", 55, 90):
            own = texts[row["item_id"]]
            said = min(range(4), key=lambda each: (len(own[each]), each))
            row["loglikelihoods"] = [-5.0 if each == said else -20.0 for each in range(4)]
            row["metrics"] = {"acc": float(str(said) == row["gold"]), "acc_norm": float(str(said) == row["gold"])}
    elif cause == "thinking_not_honoured":
        for row in some(run, rows, task, 40, 95):
            row["flags"] = ["thinking_not_honoured"]
            row["reasoning"] = KOREAN
    else:
        for row in some(run, rows, task, 45, 95):
            row["response"] = f"{KOREAN} 이 문항의 번호는 {row['item_id']}입니다.\n정답: {row['extracted']}"
            beside.append(dict(row))
    return rows, beside


def named_first(cause: Cause | None, seed: int) -> Cause | None:
    """The first symptom of a run with a planted cause, or of a clean one."""
    run = Run(seed)
    rows = run.rows()
    beside: Rows = []
    if cause is not None:
        rows, beside = plant(cause, run, rows)
    found = symptoms(rows, choices=run.choices(), others=[beside])
    return found[0].cause if found else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--clean", type=int, default=30)
    arguments = parser.parse_args()
    causes: tuple[Cause, ...] = get_args(Cause)
    hits: Counter[Cause] = Counter()
    planted: Counter[Cause] = Counter()
    for seed in range(arguments.runs):
        cause = causes[seed % len(causes)]
        planted[cause] += 1
        hits[cause] += named_first(cause, seed) == cause
    false = sum(named_first(None, 1000 + seed) is not None for seed in range(arguments.clean))
    print("| cause | planted | named first |\n| --- | ---: | ---: |")
    for cause in causes:
        print(f"| {cause} | {planted[cause]} | {hits[cause]} |")
    print(f"\n{hits.total()} of {arguments.runs} named first; {false} of {arguments.clean} clean runs with a symptom")
    sys.exit(0 if hits.total() >= 0.9 * arguments.runs and false <= 0.1 * arguments.clean else 1)


if __name__ == "__main__":
    main()
