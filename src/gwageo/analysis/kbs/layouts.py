"""Layouts: which protocol, models and figures each of KBS's tables of results is made of."""

from typing import NamedTuple

from gwageo.analysis.kbs.cells import Standing


class Column(NamedTuple):
    """One metric of one task."""

    task: str
    metric: str


class Grid(NamedTuple):
    """A table with one line a model."""

    protocol: str
    standings: tuple[Standing, ...]
    columns: tuple[Column, ...]

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks of its columns."""
        return tuple(dict.fromkeys(column.task for column in self.columns))


CHOSEN = ("ko-arc-easy", "ko-arc-challenge", "ko-winogrande", "ko-lambada")
LETTERED = tuple(f"{task}-gen" for task in CHOSEN)
RULES = ("acc", "acc_norm", "acc_npsq")
_CHOICE = tuple(Column(task, rule) for task in CHOSEN for rule in RULES)
_LETTER = tuple(Column(task, "exact_match") for task in LETTERED)
_GSM8K = (Column("ko-gsm8k", "exact_match_strict"), Column("ko-gsm8k", "exact_match_flexible"))
_IFEVAL = tuple(
    Column("ko-ifeval", f"{level}_level_{strictness}_acc")
    for strictness in ("strict", "loose")
    for level in ("prompt", "inst")
)
_EQBENCH = (Column("ko-eqbench", "eqbench"), Column("ko-eqbench", "percent_parseable"))

GRIDS: dict[str, Grid] = {
    "kbs-5": Grid("nothink", (), (_GSM8K[0], _EQBENCH[0])),
    "kbs-12": Grid("plain", ("open", "served", "baseline"), _CHOICE),
    "kbs-13": Grid("chat", ("open", "served", "baseline"), _CHOICE),
    "kbs-14": Grid("plain", ("open", "served", "baseline"), (*_GSM8K, *_IFEVAL, *_EQBENCH)),
    "kbs-15": Grid("chat", ("open", "served", "baseline"), (*_GSM8K, *_IFEVAL, *_EQBENCH)),
    "kbs-16": Grid("chat", ("closed",), (*_LETTER, *_GSM8K, *_IFEVAL, *_EQBENCH)),
    "kbs-17": Grid("chat", ("open", "served", "baseline"), _LETTER),
    "kbs-18": Grid("nothink", (), (*_LETTER, *_GSM8K, *_EQBENCH)),
}
FIGURE_3: tuple[Column, ...] = (
    *(Column(task, "acc_npsq") for task in CHOSEN),
    _GSM8K[0],
    _IFEVAL[0],
    _EQBENCH[0],
)
UNITS = {"eqbench": "points", "percent_parseable": "points"}
"""Metrics that are no fractions."""
