"""The Nolli paper's tables and analyses as sheets, from counts."""

from collections.abc import Callable, Mapping, Sequence

from gwageo.analysis.averages import Average
from gwageo.analysis.contrasts import Contrast
from gwageo.analysis.extras import need_statistics
from gwageo.analysis.nolli.counts import Counts, tasks
from gwageo.analysis.nolli.difficulty import growths
from gwageo.analysis.nolli.gaps import MARGIN, Presentation, deficits, presentation, scripts
from gwageo.analysis.nolli.groups import CHANCE, DIRECT, FLOOR, RULES, SCRIPT, named
from gwageo.analysis.nolli.relations import jamo_and_cipher, kinship_and_overall, tier_order
from gwageo.analysis.nolli.stated import Stated, against_paper, compared, families, reference
from gwageo.core import UnknownName
from gwageo.messages import translate
from gwageo.puzzles import TIERS
from gwageo.puzzles.base import Tier
from gwageo.report.numbers import with_unit
from gwageo.report.sheets import Head, Sheet
from gwageo.tasks.nolli import COUNT

BANDS: dict[Tier, tuple[float, float]] = {"easy": (0.65, 0.85), "medium": (0.40, 0.60), "hard": (0.15, 0.35)}
"""Where the reference model's score of a tier lies."""
UNSUPPORTED, OTHER_ITEMS, INCOMPLETE = "‡", "§", "…"


def sheets(counts: Counts, view: str) -> list[Sheet]:
    """A view by name: `nolli-2`, `nolli-3`, `nolli-5`, `nolli-D`, `nolli-G` or `nolli-all`.

    Raises:
        UnknownName: There is no such view.
        MissingExtra: scipy or statsmodels is absent.
    """
    if view not in VIEWS:
        raise UnknownName("view", view, VIEWS)
    need_statistics()
    return [make(counts) for make in VIEWS[view]]


def marked(counts: Counts, model: str) -> str:
    """A model with the marks of its footnotes."""
    marks = UNSUPPORTED if counts.unsupported(model) else ""
    return f"{model} {marks}{OTHER_ITEMS if counts.other_items(model, tasks()) else ''}".rstrip()


def marks(counts: Counts) -> tuple[str, ...]:
    """What the marks mean, model by model."""
    notes = []
    for model in counts.models:
        if found := counts.unsupported(model):
            notes.append(f"{UNSUPPORTED} {translate('sheet.note.unsupported', model=model, **found._asdict())}")
        if other := counts.other_items(model, tasks()):
            notes.append(f"{OTHER_ITEMS} {translate('sheet.note.other_items', model=model, count=other)}")
        sizes = [cell.n for cell in counts.found(model, tasks()) if cell.n < COUNT]
        if sizes:
            notes.append(translate("sheet.note.few", model=model, cells=len(sizes), least=min(sizes), whole=COUNT))
    return tuple(notes)


def overview(counts: Counts) -> Sheet:
    """Table 2: accuracy by task group over all tiers, with the differences of the languages."""
    heads = [Head("model")]
    for group in ("direct", *SCRIPT):
        heads += [Head(f"{group}_en", "percent"), Head(f"{group}_ko", "percent"), Head(f"{group}_gap", "gap")]
    heads += [*(Head(name, "percent") for name in ("cultural", "jamo", "overall")), Head("ci95", "interval")]
    known = {model: counts.average(model, tasks()) for model in counts.models}
    best = sorted(counts.models, key=lambda model: -(each.value if (each := known[model]) else -1))
    notes = _incomplete(counts) + marks(counts)
    rows = tuple(_overview_row(counts, model, known[model]) for model in best)
    return Sheet("nolli-2", translate("sheet.title.nolli_2"), tuple(heads), rows, notes)


def _overview_row(counts: Counts, model: str, overall: Average | None) -> tuple[object, ...]:
    row: list[object] = [marked(counts, model)]
    for types in (DIRECT, *((name,) for name in SCRIPT)):
        english, korean = (_value(counts, model, named(types, language)) for language in ("en", "ko"))
        row += [english, korean, None if english is None or korean is None else english - korean]
    row += [_value(counts, model, named((*RULES, "kinship"), "ko")), _value(counts, model, ("jamo_ko",))]
    return (*row, None, None) if overall is None else (*row, overall.value, overall.ci95)


def _incomplete(counts: Counts) -> tuple[str, ...]:
    """Models of which cells are missing."""
    whole = len(tasks()) * len(TIERS)
    found = {model: len(counts.found(model, tasks())) for model in counts.models}
    return tuple(
        translate("sheet.note.incomplete", model=model, cells=cells, whole=whole)
        for model, cells in found.items()
        if cells < whole
    )


def levers(counts: Counts) -> Sheet:
    """Table 3: whether a salient size grows from tier to tier, measured on items made afresh."""
    del counts
    tiers = (Head(tier, "number") for tier in TIERS)
    heads = (Head("type"), Head("measure", "word"), *tiers, Head("direction", "word"))
    order = ("grows", "not_monotone", "shrinks")
    found = sorted(growths(), key=lambda each: order.index(each.direction))
    rows = tuple((each.type, each.size, *each.means, each.direction) for each in found)
    counted = {name: sum(each.direction == name for each in found) for name in order}
    return Sheet("nolli-3", translate("sheet.title.nolli_3"), heads, rows, (translate("sheet.note.levers", **counted),))


def calibration(counts: Counts) -> Sheet:
    """Table 5: the reference model's score of every task and tier, and whether it lies in its band."""
    model = reference(counts)
    heads = (Head("task"), *(Head(tier, "percent") for tier in TIERS), Head("in_band", "count"))
    if model is None:
        return Sheet("nolli-5", translate("sheet.title.nolli_5"), heads, (), (translate("sheet.note.no_reference"),))
    rows, inside, cells = [], 0, 0
    for task in tasks():
        shares = {tier: _cell(counts, model, task, tier) for tier in TIERS}
        held = sum(share is not None and _in_band(share, tier) for tier, share in shares.items())
        inside, cells = inside + held, cells + sum(share is not None for share in shares.values())
        rows.append((task, *shares.values(), held))
    note = translate("sheet.note.bands", inside=inside, cells=cells)
    return Sheet("nolli-5", translate("sheet.title.nolli_5"), heads, tuple(rows), (note,))


def _in_band(share: float, tier: Tier) -> bool:
    low, high = BANDS[tier]
    return low <= share <= high


def orders(counts: Counts) -> Sheet:
    """Appendix D and figure 3: on how many tasks of each model the score falls from tier to tier."""
    counted = (Head(name, "count") for name in ("tasks", "falling", "tied"))
    heads = (Head("model"), *counted, Head("share", "percent"))
    rows = []
    for model in counts.models:
        order = tier_order(counts, model)
        share = (order.falling + order.tied) / order.tasks if order.tasks else None
        rows.append((marked(counts, model), order.tasks, order.falling, order.tied, share))
    return Sheet("nolli-D", translate("sheet.title.nolli_d"), heads, tuple(rows), marks(counts))


def everything(counts: Counts) -> Sheet:
    """Appendix G: every task of every model, tier by tier."""
    heads = (Head("task"), Head("model"), *(Head(tier, "percent") for tier in TIERS))
    rows = tuple(
        (task, marked(counts, model), *(_cell(counts, model, task, tier) for tier in TIERS))
        for task in tasks()
        for model in counts.models
        if any((model, task, tier) in counts.cells for tier in TIERS)
    )
    return Sheet("nolli-G", translate("sheet.title.nolli_g"), heads, rows, marks(counts))


def equivalence(counts: Counts) -> Sheet:
    """The effect of the presentation language on direct translations, and whether some type hides behind the mean."""
    heads = (
        *(Head("model"), Head("gap", "gap"), Head("ci90", "gap_interval"), Head("p_equivalent_holm", "p")),
        *(Head("outcome", "word"), Head("heterogeneity_p", "p"), Head("i2", "percent"), Head("beyond")),
    )
    rows = [
        (
            *(marked(counts, model), found.average.difference, found.average.ci90, found.p_holm),
            *(found.average.outcome, found.spread.p, found.spread.i2, _beyond(found)),
        )
        for model, found in presentation(counts, compared(counts)).items()
    ]
    note = translate("sheet.note.margin", margin=f"{MARGIN * 100:.0f}", models=len(rows))
    return Sheet("presentation", translate("sheet.title.presentation"), heads, tuple(rows), (note,))


def _beyond(found: Presentation) -> str:
    """Types with a gap larger than the margin; those that lie beyond it for sure have a sign."""
    told = (
        f"{name} {found.types[name].difference * 100:+.1f}{'!' if name in found.spread.surely else ''}"
        for name in found.spread.beyond
    )
    return ", ".join(told)


def type_gaps(counts: Counts) -> Sheet:
    """English less Korean, type by type."""
    found = presentation(counts, compared(counts))
    heads = (Head("type"), *(Head(model, "gap", model) for model in found))
    rows = [(name, *(_gap_of(each.types, name) for each in found.values())) for name in DIRECT]
    return Sheet("gaps", translate("sheet.title.gaps"), heads, tuple(rows))


def _gap_of(types: Mapping[str, Contrast], name: str) -> float | None:
    return types[name].difference if name in types else None


def script_gaps(counts: Counts) -> Sheet:
    """Cipher and Cryptarithmetic: gaps, the same less the reference's, and whether English leaves room to fall."""
    base = reference(counts)
    heads = (
        *(Head("model"), Head("type"), Head("english", "percent"), Head("korean", "percent"), Head("gap", "gap")),
        *(Head("ci95", "gap_interval"), Head("residual", "gap"), Head("headroom", "word")),
    )
    rows = [
        (marked(counts, model), name, each.gap.a, each.gap.b, each.gap.difference, each.gap.ci95, each.residual,
         "yes" if each.headroom else "no")
        for model, found in scripts(counts, compared(counts), base).items()
        for name, each in found.items()
    ]  # fmt: skip
    note = translate("sheet.note.floor", floor=f"{FLOOR * 100:.0f}")
    return Sheet("scripts", translate("sheet.title.scripts"), heads, tuple(rows), (note,))


def korean_only(counts: Counts) -> Sheet:
    """Deficits on rules and on kinship words, in points and on log-odds."""
    sizes = (Head("deficit", "gap"), Head("ci95", "gap_interval"), Head("log_odds", "number"))
    heads = (Head("model"), Head("group", "word"), *sizes, Head("pressed", "word"))
    rows = []
    surplus = dict.fromkeys(("rules", "kinship"), 0)
    for model, found in deficits(counts, compared(counts)).items():
        for group, each in found.items():
            points, pressed = each.points, "floor" if each.floor else "ceiling" if each.ceiling else "no"
            surplus[group] += points.difference < 0
            rows.append((marked(counts, model), group, points.difference, points.ci95, each.log_odds, pressed))
    chance = ", ".join(f"{name} {with_unit(share, 'fraction')}" for name, share in CHANCE.items())
    notes = (translate("sheet.note.surplus", **surplus), translate("sheet.note.chance", chance=chance))
    return Sheet("deficits", translate("sheet.title.deficits"), heads, tuple(rows), notes)


def over_models(counts: Counts) -> Sheet:
    """Jamo Composition and Korean Cipher; kinship and the whole."""
    heads = (Head("relation", "word"), Head("figure", "word"), Head("value", "number"), Head("from_to"))
    models = compared(counts)
    rows: list[tuple[object, ...]] = []
    found = jamo_and_cipher(counts, models, families(counts))
    if found is not None:
        name = "jamo_cipher"
        rows += [
            (name, "models", len(found.models), None),
            (name, "r2", found.fit.r2, None),
            (name, "slope", found.fit.slope, None),
            (name, "partial", found.given_direct, None),
            (name, "spearman", found.rank, None),
            (name, "r2_log_odds", None if found.on_log_odds is None else found.on_log_odds.r2, None),
            (name, "without_model", None, _from_to(found.without_model)),
            (name, "without_family", None, _from_to(found.without_family)),
        ]
    fit = kinship_and_overall(counts, models)
    if fit is not None:
        rows += [("kinship_overall", "r", fit.r, None), ("kinship_overall", "p_value", fit.p, None)]
    return Sheet("relations", translate("sheet.title.relations"), heads, tuple(rows))


def _from_to(bounds: tuple[float, float] | None) -> str | None:
    return None if bounds is None else translate("number.interval", low=f"{bounds[0]:.2f}", high=f"{bounds[1]:.2f}")


def beside_paper(counts: Counts) -> Sheet:
    """Every figure that the paper's text states, beside ours, with what is known of a difference."""
    figures = (Head("paper", "number"), Head("ours", "number"))
    heads = (Head("section"), Head("figure", "word"), Head("model"), *figures, Head("verdict", "word"), Head("reason"))
    found = against_paper(counts)
    rows = tuple(
        (
            each.section,
            each.what,
            each.model,
            float(each.paper),
            each.ours,
            _verdict(each),
            "; ".join(each.reasons) or None,
        )
        for each in found
    )
    note = translate("sheet.note.paper", agreeing=sum(each.agrees for each in found), figures=len(found))
    return Sheet("paper", translate("sheet.title.paper"), heads, rows, (note,))


def _verdict(figure: Stated) -> str:
    return "missing" if figure.ours is None else "agrees" if figure.agrees else "differs"


def _value(counts: Counts, model: str, group: Sequence[str]) -> float | None:
    average = counts.average(model, group)
    return None if average is None else average.value


def _cell(counts: Counts, model: str, task: str, tier: Tier) -> float | None:
    cell = counts.cells.get((model, task, tier))
    return None if cell is None else cell.right / cell.n


VIEWS: dict[str, tuple[Callable[[Counts], Sheet], ...]] = {
    "nolli-2": (overview,),
    "nolli-3": (levers,),
    "nolli-5": (calibration,),
    "nolli-D": (orders,),
    "nolli-G": (everything,),
    "nolli-all": (
        *(overview, equivalence, type_gaps, script_gaps, korean_only, over_models),
        *(levers, calibration, orders, beside_paper),
    ),
}
"""View to the sheets that make it."""
