"""The paper's figures beside ours: the same, or different with what is known of the reason."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gwageo.analysis.nolli.counts import Counts, tasks
from gwageo.analysis.nolli.gaps import deficits, non_floor, presentation, scripts
from gwageo.analysis.nolli.groups import GROUPS
from gwageo.analysis.nolli.relations import jamo_and_cipher, kinship_and_overall, tier_order
from gwageo.messages import translate
from gwageo.models import known

REFERENCE = "Gemini 3 Flash"
MADE_HERE = "[gwageo]"
"""Behind a run whose items are not the released ones; of two runs of a model the paper stands beside the other."""
PRINTED = {"percent": 0.06, "number": 0.006}
"""How far a figure may be from a printed one and still round to it."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One figure of the paper beside the one computed from counts."""

    section: str
    what: str
    model: str | None
    """As the paper calls it; None for a figure over all models."""
    unit: str
    """`percent` or `number`."""
    paper: float
    ours: float | None
    """None where a cell is missing."""
    reasons: tuple[str, ...]
    """What speaks for a difference; empty where the two agree, or nothing is known."""

    @property
    def agrees(self) -> bool:
        """Whether our figure rounds to the printed one."""
        return self.ours is not None and abs(self.ours - self.paper) <= PRINTED[self.unit]


@cache
def _document() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("stated.toml").read_text(encoding="utf-8"))


def paper_names(counts: Counts) -> dict[str, str]:
    """The paper's name of a model to its name in a table of counts, as far as it is there."""
    found = {each: _known(each) for each in counts.models}
    ours_first = sorted(found.items(), key=lambda pair: not pair[0].endswith(MADE_HERE))
    return {model.name: each for each, model in ours_first if model is not None}


def _known(name: str) -> known.Known | None:
    """The model that a table or a run means; what items a run took stands in brackets behind it."""
    return known.find(name.partition(" [")[0])


def families(counts: Counts) -> dict[str, str]:
    """The family of every model of a table that is known."""
    found = {each: _known(each) for each in counts.models}
    return {each: model.family for each, model in found.items() if model is not None and model.family is not None}


def reference(counts: Counts) -> str | None:
    """The model that the tiers were calibrated on, as a table calls it."""
    return paper_names(counts).get(REFERENCE)


def compared(counts: Counts) -> tuple[str, ...]:
    """Models above the floor, without the reference, whatever items it took."""
    above = {model: _known(model) for model in non_floor(counts, counts.models)}
    return tuple(model for model, found in above.items() if found is None or found.name != REFERENCE)


def against_paper(counts: Counts) -> tuple[Stated, ...]:
    """Every figure that the paper's text states and a table of counts can give."""
    found = []
    names = paper_names(counts)
    for value in _document()["value"]:
        unit, what = value.get("unit", "percent"), value["what"]
        for name, paper in value.get("of", {None: value.get("value")}).items():
            model = names.get(name) if name else None
            ours = _ours(what, counts, model) if model or name is None else None
            scale = 100 if unit == "percent" else 1
            shown = None if ours is None else ours * scale
            row = Stated(value["section"], what, name, unit, paper, shown, ())
            found.append(row if row.agrees else Stated(*_fields(row), _reasons(what, counts, model, name)))
    return tuple(found)


def _fields(row: Stated) -> tuple[str, str, str | None, str, float, float | None]:
    return row.section, row.what, row.model, row.unit, row.paper, row.ours


def _ours(what: str, counts: Counts, model: str | None) -> float | None:
    if model is None:
        return _OVER_MODELS[what](counts)
    if what in _TASKS:
        average = counts.average(model, _TASKS[what])
        return None if average is None else average.value
    return _OF_A_MODEL[what](counts, model)


_TASKS: dict[str, tuple[str, ...]] = {
    "overall": tasks(),
    "direct_en": GROUPS["direct_en"],
    "direct_ko": GROUPS["direct_ko"],
    "cipher_en": ("cipher_en",),
    "cipher_ko": ("cipher_ko",),
    "kinship": ("kinship_ko",),
}


def _presentation_gap(counts: Counts, model: str) -> float | None:
    found = presentation(counts, [model])
    return found[model].average.difference if model in found else None


def _cipher_gap(counts: Counts, model: str) -> float | None:
    found = scripts(counts, [model], None).get(model, {}).get("cipher")
    return None if found is None else found.gap.difference


def _deficit(group: str) -> Callable[[Counts, str], float | None]:
    def value(counts: Counts, model: str) -> float | None:
        found = deficits(counts, [model]).get(model, {}).get(group)
        return None if found is None else found.points.difference

    return value


def _kinship_bound(side: int) -> Callable[[Counts, str], float | None]:
    def value(counts: Counts, model: str) -> float | None:
        from gwageo.analysis.intervals import wilson

        cells = counts.found(model, ("kinship_ko",))
        return wilson(sum(each.right for each in cells), sum(each.n for each in cells))[side] if cells else None

    return value


_OF_A_MODEL: dict[str, Callable[[Counts, str], float | None]] = {
    "presentation_gap": _presentation_gap,
    "cipher_gap": _cipher_gap,
    "rules_deficit": _deficit("rules"),
    "kinship_deficit": _deficit("kinship"),
    "kinship_low": _kinship_bound(0),
    "kinship_high": _kinship_bound(1),
}


def _r2(counts: Counts) -> float | None:
    found = jamo_and_cipher(counts, compared(counts))
    return None if found is None else found.fit.r2


def _partial(counts: Counts) -> float | None:
    found = jamo_and_cipher(counts, compared(counts))
    return None if found is None else found.given_direct


def _kinship_r(counts: Counts) -> float | None:
    found = kinship_and_overall(counts, compared(counts))
    return None if found is None else found.r


def _falling(counts: Counts, *, ties: bool) -> float | None:
    orders = [tier_order(counts, model) for model in compared(counts)]
    whole = sum(each.tasks for each in orders)
    return sum(each.falling + (each.tied if ties else 0) for each in orders) / whole if whole else None


_OVER_MODELS: dict[str, Callable[[Counts], float | None]] = {
    "jamo_cipher_r2": _r2,
    "jamo_cipher_partial": _partial,
    "kinship_overall_r": _kinship_r,
    "tiers_falling_share": lambda counts: _falling(counts, ties=False),
    "tiers_not_rising_share": lambda counts: _falling(counts, ties=True),
}


def _reasons(what: str, counts: Counts, model: str | None, name: str | None) -> tuple[str, ...]:
    """What is known that can move a figure: cells missing, on other items, or not borne out by stored items."""
    if model is None:
        if name is not None:
            return (translate("sheet.reason.absent", model=name),)
        return (translate("sheet.reason.models", count=len(compared(counts))),)
    wanted = _TASKS.get(what, tasks())
    reasons = []
    missing = len(wanted) * 3 - len(counts.found(model, wanted))
    if missing:
        reasons.append(translate("sheet.reason.missing", count=missing, whole=len(wanted) * 3))
    if other := counts.other_items(model, wanted):
        reasons.append(translate("sheet.reason.other_items", count=other))
    if unsupported := counts.unsupported(model):
        reasons.append(translate("sheet.reason.unsupported", **unsupported._asdict()))
    return tuple(reasons)
