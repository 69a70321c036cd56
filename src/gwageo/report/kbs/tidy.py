"""The KBS authors' tidy layout: one CSV line per model, version, kind, task, prompt format and metric.

Values are fractions, and EQ-Bench's are points, as the harness writes them. A model of which nobody can tell whether it
is open has the source `served`. Unfinished runs have no line. Exams on other items than the published ones keep the
mark that says so: `ko-gsm8k (quick)`.
"""

import csv
import io
from collections.abc import Sequence

from gwageo.analysis.kbs.cells import Cells
from gwageo.runs.finished import Finished
from gwageo.tasks.registry import SUITES, TASKS, load_task

COLUMNS = ("source", "model", "version", "eval_type", "task", "prompt_format", "metric", "value")
FORMATS = {"plain": "plain", "chat": "chat", "nothink": "chat_nothink"}
TASK_NAMES = frozenset(
    task
    for suite in ("kbs", "kbs-gen", "kbs-en", "kbs-en-gen", "kbs-deepl", "kbs-deepl-gen")
    for task in SUITES[suite].tasks
)


def tidy(runs: Sequence[Finished]) -> str:
    """The CSV text of every exam of KBS that the runs hold."""
    cells = Cells(runs)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    order = {name: number for number, name in enumerate(TASKS)}
    known = [key for key in cells.by_key if key.task in TASK_NAMES]
    for key in sorted(known, key=lambda each: (each.model, each.protocol, order[each.task])):
        for metric, row in cells.by_key[key].rows.items():
            if row["value"] is not None:
                writer.writerow(
                    (cells.standing(key.model), key.model, version(key.task), kind(key.task),
                     cells.by_key[key].entry.label, FORMATS[key.protocol], metric, row["value"])
                )  # fmt: skip
    return out.getvalue()


def version(task: str) -> str:
    """`ko`, `deepl` or `en`.

    Example:
        >>> version("ko-gsm8k-deepl"), version("en-gsm8k"), version("ko-gsm8k")
        ('deepl', 'en', 'ko')
    """
    return "deepl" if task.endswith("-deepl") else "en" if task.startswith("en-") else "ko"


def kind(task: str) -> str:
    """`logprob-mcqa`, `generative-mcqa` or `generation`."""
    if load_task(task).kind == "loglikelihood":
        return "logprob-mcqa"
    return "generative-mcqa" if "-gen" in task else "generation"
