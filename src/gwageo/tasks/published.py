"""Are the data sets whole: rows, columns and key balance of what is there, beside what was published.

The published facts of a set stand here in one table; the number of rows is on the exam's card.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gwageo.core import Item, UserError
from gwageo.tasks.base import Task
from gwageo.tasks.ifeval import COLUMNS
from gwageo.tasks.ko_ifeval import SIZES
from gwageo.tasks.ko_lambada import swapped
from gwageo.tasks.mathematics import COLUMNS as MATH_COLUMNS
from gwageo.tasks.placed import COLUMNS as PLACED_COLUMNS
from gwageo.tasks.sources import Source, item_set, open_source

BALANCE_TOLERANCE = 0.05
"""How far a key's share may lie from an even one. With the 1,167 rows of the smallest set, drawing evenly gives a
standard error of 1.3 to 1.5 points, so this is more than three of them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What was published of a set."""

    columns: tuple[str, ...]
    keys: tuple[str, ...] = ()
    """The keys, evenly used; empty where there are none."""
    key: Callable[[Item], str] = lambda item: str(item.gold)
    """The key of an item."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Published number of items per key, where they are not evenly used."""


def _letter_shown(item: Item) -> str:
    return "B" if swapped(str(item.fields["text"])) else "A"


_ARC = Facts(
    ("id", "question", "choices", "answerKey"), ("A", "B", "C", "D"), lambda item: str(item.fields["answerKey"])
)
_MATH = Facts((*MATH_COLUMNS, "subject", "level"))
PUBLISHED: dict[str, Facts] = {
    "ko_arc_easy": _ARC,
    "ko_arc_challenge": _ARC,
    "ko_winogrande": Facts(
        ("sentence", "option1", "option2", "answer"), ("1", "2"), lambda item: str(item.fields["answer"])
    ),
    "ko_lambada": Facts(("index", "text", "answer", "candidate"), ("A", "B"), _letter_shown),
    "ko_gsm8k": Facts(("question", "answer")),
    "ko_eqbench": Facts(("prompt", "reference_answer", "reference_answer_fullscale")),
    "ko_ifeval": Facts(COLUMNS, key=lambda item: str(item.metadata["subset"]), counts=SIZES),
    "en_ifeval": Facts(COLUMNS),
    "en_arc_easy": Facts(("id", "question", "answerKey")),
    "en_arc_challenge": Facts(("id", "question", "answerKey")),
    "en_winogrande": Facts(("sentence", "option1", "option2", "answer")),
    "en_gsm8k": Facts(("question", "answer")),
    "en_eqbench": Facts(("prompt", "reference_answer_fullscale")),
    "ko_math_500": _MATH,
    "en_math_500": _MATH,
    "ko_gpqa": Facts(PLACED_COLUMNS),
    **{f"ko_ged_mc_{level}": Facts(("Domain", *PLACED_COLUMNS)) for level in ("elementary", "middle", "high")},
}
"""Name of a set to its facts."""
PUBLISHED |= {
    f"{name}_deepl": PUBLISHED[name] for name in ("ko_arc_easy", "ko_arc_challenge", "ko_gsm8k", "ko_eqbench")
}


HUB = "hub"
"""The origin of a set that could not be had from there."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one set holds, beside what was published."""

    name: str
    origin: str
    rows: int | None
    """None where the set could not be read."""
    expected_rows: int | None
    columns: tuple[str, ...]
    keys: Mapping[str, int]
    problems: tuple[str, ...]
    """How it differs, a sentence each; empty where it does not."""

    @property
    def unreached(self) -> bool:
        """Whether the hub did not give it, so that nothing is known of it."""
        return self.rows is None and self.origin == HUB


def check_set(task: Task, data: str | None = None) -> Finding:
    """Compare the set of an exam with what was published; never raises on a set that cannot be had."""
    facts = PUBLISHED.get(task.data_name)
    try:
        source = open_source(task, data)
        items = item_set(task, source).items
    except UserError as error:
        return Finding(task.data_name, str(data or HUB), None, task.card.size, (), {}, (str(error),))
    columns = _columns(source)
    keys = Counter(facts.key(item) for item in items) if facts and (facts.keys or facts.counts) else Counter()
    problems = [*_row_problems(len(items), task.card.size)]
    if facts is not None:
        problems += [*_column_problems(columns, facts), *_key_problems(keys, facts, len(items))]
    shown = {key: keys[key] for key in sorted(keys)}
    return Finding(task.data_name, source.origin, len(items), task.card.size, columns, shown, tuple(problems))


def _columns(source: Source) -> tuple[str, ...]:
    """Columns in the order in which they come up."""
    return tuple(dict.fromkeys(name for part in source.parts for row in part.rows.rows for name in row.cells))


def _row_problems(rows: int, expected: int | None) -> list[str]:
    return [] if expected in (None, rows) else [f"{rows:,} rows, published are {expected:,}"]


def _column_problems(columns: Sequence[str], facts: Facts) -> list[str]:
    missing = [name for name in facts.columns if name not in columns]
    return [f"no column {', '.join(map(repr, missing))}"] if missing else []


def _key_problems(keys: Mapping[str, int], facts: Facts, rows: int) -> list[str]:
    if facts.counts:
        return [
            f"{keys.get(key, 0):,} items are {key}, published are {count:,}"
            for key, count in facts.counts.items()
            if keys.get(key, 0) != count
        ]
    strange = [key for key in sorted(keys) if key not in facts.keys]
    found = [f"the unpublished key {key!r} in {keys[key]} of {rows} items" for key in strange]
    for key in facts.keys:
        share = keys.get(key, 0) / rows
        if abs(share - 1 / len(facts.keys)) > BALANCE_TOLERANCE:
            found.append(f"key {key} has {share:.1%} of the items, published is near {1 / len(facts.keys):.0%}")
    return found
