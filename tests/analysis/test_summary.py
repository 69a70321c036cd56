"""Summary rows: what counts in n, what leaves the mean, what is counted beside it."""

from typing import Any

import pytest

from gwageo.analysis.summary import SummaryRow, failed_count, summarise
from gwageo.core.canonical import dumps
from gwageo.runs.config import RunConfig
from gwageo.runs.manifest import Manifest, MetricEntry, TaskEntry

METRICS = (
    MetricEntry(name="acc", unit="fraction", primary=True),
    MetricEntry(name="inst", unit="fraction", primary=False),
)


def manifest(*tasks: str) -> Manifest:
    entries = tuple(
        TaskEntry(
            name=name, label=f"{name} (quick)", version=1, metrics=METRICS, items=3, origin="f", kind="bundled",
            digest="0", revision=None, shots=5, chance=0.25, departures=("tie=wrong instead of first",),
            notes=("a note",),
        )
        for name in tasks
    )  # fmt: skip
    return Manifest(
        run_id="r",
        created="",
        gwageo="0",
        python="3",
        platform="",
        config=RunConfig(),
        config_hash="",
        identity={},
        tasks=entries,
    )


def row(item: str, verdict: str, acc: float | None = None, flags: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    metrics = {} if acc is None else {"acc": acc}
    return {"task": "t", "item_id": item, "verdict": verdict, "metrics": metrics, "flags": list(flags), **more}


def acc(records: list[dict[str, Any]]) -> SummaryRow:
    return summarise(manifest("t"), records)[0]


def test_failed_items_leave_the_mean_and_stand_beside_it() -> None:
    found = acc([row("a", "right", 1.0), row("b", "wrong", 0.0), row("c", "failed")])
    assert (found.value, found.n, found.verdicts["failed"]) == (0.5, 2, 1)


@pytest.mark.parametrize("verdict", ["no_answer", "truncated", "empty", "refused"])
def test_everything_else_counts_in_n(verdict: str) -> None:
    found = acc([row("a", "right", 1.0), row("b", verdict, 0.0)])
    assert (found.value, found.n, found.verdicts[verdict]) == (0.5, 2, 1)


def test_repeats_of_an_item_count_as_one_item() -> None:
    found = acc([row("a", "right", 1.0), row("a", "wrong", 0.0), row("b", "right", 1.0), row("b", "failed")])
    assert (found.value, found.n) == (0.75, 2)


def test_flags_are_counted() -> None:
    found = acc([row("a", "right", 1.0, ("tie",)), row("b", "wrong", 0.0, ("tie", "over_length"))])
    assert (found.ties, found.over_length, dict(found.flags)) == (2, 1, {"over_length": 1, "tie": 2})


def test_order_of_records_does_not_matter() -> None:
    records = [row(str(number), "right", number / 7) for number in range(50)]
    assert acc(records) == acc(records[::-1])


def test_lists_are_pooled_over_their_parts() -> None:
    records = [
        {"task": "t", "item_id": "a", "verdict": "wrong", "metrics": {"inst": 1.0, "inst#n": 2.0}, "flags": []},
        {"task": "t", "item_id": "b", "verdict": "wrong", "metrics": {"inst": 0.0, "inst#n": 1.0}, "flags": []},
    ]
    found = summarise(manifest("t"), records)[1]
    assert found.value == pytest.approx(2 / 3)
    assert found.ci_method == "wilson_clustered"


def test_a_part_of_which_nothing_was_asked_has_no_row() -> None:
    parts = tuple(MetricEntry(name=f"acc:{part}", unit="fraction", primary=False) for part in ("asked", "not asked"))
    whole = manifest("t")
    with_parts = whole.model_copy(
        update={"tasks": (whole.tasks[0].model_copy(update={"metrics": (*METRICS, *parts)}),)}
    )
    record = {**row("a", "right"), "metrics": {"acc": 1.0, "acc:asked": 1.0, "acc:asked#n": 1.0}}
    found = {each.metric: (each.value, each.n) for each in summarise(with_parts, [record])}
    assert found == {"acc": (1.0, 1), "inst": (None, 0), "acc:asked": (1.0, 1)}


def test_parts_are_pooled_over_repeats_before_items() -> None:
    """Item a was parsed once of two times and item b both times: three parts."""
    records = [
        {**row("a", "scored"), "metrics": {"inst": 0.9, "inst#n": 1.0}},
        {**row("a", "no_answer"), "metrics": {"inst": 0.0, "inst#n": 0.0}},
        {**row("b", "scored"), "metrics": {"inst": 0.3, "inst#n": 1.0}},
        {**row("b", "scored"), "metrics": {"inst": 0.6, "inst#n": 1.0}},
    ]
    assert summarise(manifest("t"), records)[1].value == pytest.approx((0.9 + 0.3 + 0.6) / 3)


def test_a_task_without_records_has_a_row_without_value() -> None:
    found = acc([])
    assert (found.value, found.n, found.ci95) == (None, 0, None)


def test_settings_stand_in_every_row() -> None:
    found = acc([row("a", "right", 1.0)])
    assert (found.protocol, found.shots, found.chance) == ("plain", 5, 0.25)
    assert (found.departures, found.notes, found.label) == (("tie=wrong instead of first",), ("a note",), "t (quick)")


def test_failures_count_once_however_many_metrics() -> None:
    assert failed_count(summarise(manifest("t"), [row("a", "failed")])) == 1


def test_rows_are_strict_json() -> None:
    """LL-04."""
    assert "NaN" not in dumps(list(summarise(manifest("t"), [row("a", "failed")])))


def test_items_of_one_cluster_tell_less_than_as_many_of_their_own() -> None:
    """Sudoku items that are one puzzle turned about: always right or wrong together here."""
    alone = [row(str(number), "right", float(number % 4 < 2)) for number in range(40)]
    together = [{**each, "cluster": str(number % 4)} for number, each in enumerate(alone)]
    one, other = acc(alone), acc(together)
    assert (one.value, one.n) == (other.value, other.n) == (0.5, 40)
    assert one.ci95 is not None
    assert other.ci95 is not None
    assert other.ci95[1] - other.ci95[0] > 2 * (one.ci95[1] - one.ci95[0])
    assert (one.ci_method, other.ci_method) == ("wilson", "wilson_clustered")
