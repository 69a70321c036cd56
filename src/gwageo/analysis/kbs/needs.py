"""Needs: what must have been run for each of KBS's tables, and for KoLightEval's, in the published settings."""

from typing import NamedTuple

from gwageo.analysis.kbs.language import ARC, EQBENCH, GSM8K, WINOGRANDE, Benchmark
from gwageo.analysis.kbs.layouts import CHOSEN, FIGURE_3, GRIDS, LETTERED
from gwageo.analysis.kbs.stated import paper_models
from gwageo.core import ProtocolName
from gwageo.models import known
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import SUITES, load_task

CLOSED_EQBENCH = 1024
"""Tokens of one reply to Ko-EQ-Bench for closed models."""
KOLIGHTEVAL = "kolighteval-A1"
"""The one table of KoLightEval's report."""
PROVIDERS = ("openai:", "anthropic:")
"""Kinds of models behind a paid interface."""


class Need(NamedTuple):
    """A set of tasks that the paper's models take under one protocol."""

    protocol: ProtocolName
    tasks: tuple[str, ...]
    closed: bool = False
    """Whether closed models take it, or open ones."""
    preset: str | None = None
    """A preset of models of either kind instead."""

    @property
    def models(self) -> tuple[str, ...]:
        """The paper's models, by the names of the registry."""
        if self.preset is not None:
            return tuple(model.name for model in known.preset(self.preset))
        return paper_models(self.protocol, closed=self.closed)

    def fits(self, model: str) -> bool:
        """Whether a model can take its part: closed or open, with a template under chat, with a switch of thinking.

        Args:
            model: As `--model` takes it.
        """
        found = known.find(model)
        if self.preset is not None:
            return found is None or found.template is not False
        closed = model.startswith(PROVIDERS) if found is None or found.group is None else found.group == "closed"
        if closed != self.closed:
            return False
        if found is None or self.protocol == "plain":
            return True
        return found.template is not False if self.protocol == "chat" else found.thinking is not None


def _versions(*benchmarks: Benchmark) -> tuple[str, ...]:
    return tuple(task for one in benchmarks for version in one.versions for task in one.tasks(version))


_FIGURE = tuple(dict.fromkeys(column.task for column in FIGURE_3))
NEEDS: dict[str, tuple[Need, ...]] = {
    "kbs-3": (Need("chat", _versions(ARC)),),
    "kbs-4": (Need("plain", CHOSEN), Need("chat", CHOSEN)),
    "kbs-5": (Need("chat", GRIDS["kbs-5"].tasks), Need("nothink", GRIDS["kbs-5"].tasks)),
    "kbs-6": (Need("chat", LETTERED), Need("chat", LETTERED, closed=True)),
    "kbs-12": (Need("plain", GRIDS["kbs-12"].tasks),),
    "kbs-13": (Need("chat", GRIDS["kbs-13"].tasks),),
    "kbs-14": (Need("plain", GRIDS["kbs-14"].tasks),),
    "kbs-15": (Need("chat", GRIDS["kbs-15"].tasks),),
    "kbs-16": (Need("chat", GRIDS["kbs-16"].tasks, closed=True),),
    "kbs-17": (Need("chat", GRIDS["kbs-17"].tasks),),
    "kbs-18": (Need("nothink", GRIDS["kbs-18"].tasks),),
    "kbs-19": (Need("chat", _versions(ARC, GSM8K, WINOGRANDE, EQBENCH)),),
    "kbs-fig3": (Need("plain", _FIGURE),),
    KOLIGHTEVAL: (Need("chat", SUITES["kolighteval"].tasks, preset="@kolighteval-6"),),
}
"""By table; those that are facts about the suite need nothing."""


def settings(task: str, *, closed: bool) -> Settings:
    """The published settings of a task, where gwageo's own differ."""
    options = {option.name: option.published for option in load_task(task).options if option.published is not None}
    return Settings(options=options, max_tokens=CLOSED_EQBENCH if closed and task == "ko-eqbench" else None)


def wanted(view: str) -> dict[Need, tuple[str, ...]]:
    """Every need of a table with the models of the paper, as `--model` takes them.

    Table 5 compares those that can turn thinking off, and figure 3 pairs of one family and size.
    """
    found = {}
    for need in NEEDS[view]:
        chosen = paper_models("nothink") if view == "kbs-5" else need.models
        models = [model for name in chosen if (model := known.find(name)) is not None]
        if view == "kbs-fig3":
            models = [model for model in models if model.family == "Qwen" and _paired(model, models)]
        found[need] = tuple(model.run or model.name for model in models)
    return found


def _paired(model: known.Known, models: list[known.Known]) -> bool:
    stages = {other.stage for other in models if (other.family, other.size) == (model.family, model.size)}
    return stages == {"base", "instruct"}
