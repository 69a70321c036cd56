"""KBS's tables that are facts about the suite: from the exams, the instruction types and the registry of models."""

from collections.abc import Sequence
from typing import Any

from gwageo.analysis.kbs.needs import CLOSED_EQBENCH
from gwageo.messages import translate
from gwageo.models.known import preset
from gwageo.report.sheets import Head, Sheet
from gwageo.scoring.ifeval.table import ENGLISH, KOREAN
from gwageo.tasks.base import Task
from gwageo.tasks.generative import GenerativeTask
from gwageo.tasks.registry import SUITES, TASKS, expand, load_task

_BUILT = {"ko-lambada": "built", "ko-ifeval": "both"}
"""How a benchmark came to be, where it is not adapted from an English one."""
STAGES = ("editing", "localisation", "review")
POOL = {"ko-arc-challenge": 1172}
"""Items that were revised, where five were left out later."""
REVISED = ("ko-arc-easy", "ko-arc-challenge", "ko-gsm8k", "ko-eqbench", "ko-winogrande")
RULES = ("places", "species", "industry", "science", "key")
ADAPTED = frozenset(
    {
        *("keywords:frequency", "keywords:forbidden_words", "keywords:letter_frequency"),
        *("language:response_language", "length_constraints:number_paragraphs", "length_constraints:number_words"),
        *("detectable_content:postscript", "detectable_format:number_bullet_lists"),
        *("detectable_format:constrained_response", "detectable_format:number_highlighted_sections"),
        *("detectable_format:multiple_sections", "detectable_format:json_format", "detectable_format:title"),
        *("combination:repeat_prompt", "change_case:capital_word_frequency"),
    }
)
"""Types with an English name whose rule, arguments or words were changed for Korean."""


def composition() -> list[Sheet]:
    """Table 1."""
    heads = (Head("benchmark"), Head("capability"), Head("items", "count"), Head("construction"), Head("licence"),
             Head("source"))  # fmt: skip
    rows = tuple(
        (task.card.title, _capability(task), task.card.size, translate(f"kbs.built.{_BUILT.get(task.name, 'adapted')}"),
         task.card.licence, task.hub.path if task.hub else None)
        for task in _suite()
    )  # fmt: skip
    total = sum(task.card.size or 0 for task in _suite())
    return [_sheet("kbs-1", heads, rows, translate("kbs.note.total", total=f"{total:,}"))]


def formats() -> list[Sheet]:
    """Table 2."""
    heads = (Head("benchmark"), Head("open_format"), Head("closed_format"), Head("metrics"))
    rows = []
    for task in _suite():
        lettered = f"{task.name}-gen" in TASKS
        ways = [task.kind, *(["letter"] if lettered else [])]
        metrics = [metric.name for each in (task, *([load_task(f"{task.name}-gen")] if lettered else []))
                   for metric in each.metrics if _published(metric.name)]  # fmt: skip
        told = ", ".join(translate(f"kbs.format.{way}") for way in ways)
        rows.append((task.card.title, told, translate(f"kbs.format.{ways[-1]}"), ", ".join(dict.fromkeys(metrics))))
    return [_sheet("kbs-2", heads, tuple(rows))]


def localisation() -> list[Sheet]:
    """Table 7, in our own words."""
    heads = (Head("source_has"), Head("korean_has"))
    rows = tuple((translate(f"kbs.rule.{rule}.source"), translate(f"kbs.rule.{rule}.korean")) for rule in RULES)
    return [_sheet("kbs-7", heads, rows, translate("kbs.note.own_words"))]


def instructions() -> list[Sheet]:
    """Table 8."""
    heads = (Head("group", "text", translate("sheet.head.instruction_group")), Head("english_types", "count"),
             Head("korean_types", "count"), Head("new_types"), Head("adapted_types"))  # fmt: skip
    groups = dict.fromkeys(name.partition(":")[0] for name in KOREAN.rules)
    rows = tuple((group, *_types(group)) for group in groups)
    note = translate("kbs.note.types", english=len(ENGLISH.rules), korean=len(KOREAN.rules))
    return [_sheet("kbs-8", heads, rows, note)]


def _types(group: str) -> tuple[Any, ...]:
    korean = [name for name in KOREAN.rules if name.startswith(f"{group}:")]
    english = [name for name in ENGLISH.rules if name.startswith(f"{group}:")]
    new = [name.partition(":")[2] for name in korean if name not in english]
    adapted = [name.partition(":")[2] for name in korean if name in ADAPTED]
    return len(english), len(korean), ", ".join(new) or None, ", ".join(adapted) or None


def revisions() -> list[Sheet]:
    """Table 9: which benchmarks and stages it has. The published text holds none of its numbers."""
    heads = (Head("benchmark"), Head("items", "count"), *(Head(stage, "text") for stage in STAGES))
    rows = tuple(
        (task.card.title, POOL.get(task.name, task.card.size), *(None for _ in STAGES))
        for task in map(load_task, REVISED)
    )
    return [_sheet("kbs-9", heads, rows, translate("kbs.note.revisions"))]


def checkpoints() -> list[Sheet]:
    """Table 10."""
    heads = (
        *(Head("group", "word", translate("sheet.head.model_group")), Head("developer"), Head("model")),
        *(Head("size", "text", translate("sheet.head.parameters")), Head("stage", "word"), Head("checkpoint")),
    )
    rows = tuple(
        (model.group, model.developer, model.name, model.size, model.stage, (model.run or "").removeprefix("hf:"))
        for model in preset("@kbs-table10")
    )
    return [_sheet("kbs-10", heads, rows)]


def configuration() -> list[Sheet]:
    """Table 11."""
    heads = (Head("task"), Head("shots", "count"), Head("max_tokens", "count"), Head("stop"), Head("metrics"))
    rows = []
    for task in expand([*SUITES["kbs"].tasks, *SUITES["kbs-gen"].tasks]):
        generated = isinstance(task, GenerativeTask)
        limit = task.max_tokens if isinstance(task, GenerativeTask) else None
        stop = ", ".join(map(repr, task.stop)) if isinstance(task, GenerativeTask) else ""
        metrics = ", ".join(metric.name for metric in task.metrics if _published(metric.name))
        rows.append((task.name, task.shots, limit, stop if generated and stop else None, metrics))
    return [_sheet("kbs-11", heads, tuple(rows), translate("kbs.note.closed_limit", tokens=f"{CLOSED_EQBENCH:,}"))]


def _suite() -> tuple[Task, ...]:
    return expand(SUITES["kbs"].tasks)


def _capability(task: Task) -> str:
    return translate(f"kbs.capability.{task.name.removeprefix('ko-').partition('-')[0]}")


def _published(metric: str) -> bool:
    """Whether a metric is one that the paper reports."""
    reported = ("acc", "acc_norm", "acc_npsq", "exact_match", "exact_match_strict", "exact_match_flexible", "eqbench",
                "percent_parseable")  # fmt: skip
    return metric in reported or metric.endswith(("_level_strict_acc", "_level_loose_acc"))


def _sheet(name: str, heads: Sequence[Head], rows: tuple[tuple[Any, ...], ...], *notes: str) -> Sheet:
    return Sheet(name, translate(f"kbs.title.{name.replace('-', '_')}"), tuple(heads), rows, notes)
