"""Rules over log-likelihoods: what each metric picks, ties, infinities, and what is no log-likelihood at all."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core import Score
from gwageo.scoring.choice import NOISE_NATS, RULES, Evidence, TieRule, argmax, npsq, score_choices

METRICS = ("acc", "acc_norm", "acc_norm_char", "acc_npsq")
INF = math.inf


def judge(
    conditional: list[float | None],
    unconditional: list[float | None] | None = None,
    *,
    choices: list[str] | None = None,
    gold: int = 0,
    tie: TieRule = "first",
) -> Score:
    names = choices or ["가"] * len(conditional)
    free = unconditional or [-5.0] * len(conditional)
    return score_choices(Evidence(tuple(names), tuple(conditional), tuple(free)), gold, METRICS, tie)


@pytest.mark.parametrize(
    ("unconditional", "picked"),
    [((-20.0, -30.0), 1), ((-20.0, -12.0), 0)],
)
def test_the_worked_examples_of_npsq(unconditional: tuple[float, float], picked: int) -> None:
    """l = (-10, -9): acc picks the second both times, NPSQ the one whose improbability the question removes."""
    evidence = Evidence(("가", "나"), (-10.0, -9.0), unconditional)
    assert argmax(RULES["acc"](evidence))[0] == 1
    assert argmax(RULES["acc_npsq"](evidence))[0] == picked


def test_bytes_and_characters_pick_different_choices() -> None:
    """Per byte -0.667 and -1.75, per character -2.00 and -1.75."""
    evidence = Evidence(("가나다", "abcd"), (-6.0, -7.0), (-9.0, -9.0))
    picked = {name: argmax(RULES[name](evidence))[0] for name in ("acc", "acc_norm", "acc_norm_char")}
    assert picked == {"acc": 0, "acc_norm": 0, "acc_norm_char": 1}


def test_npsq_is_minus_infinity_where_the_choice_needs_no_question() -> None:
    """u = 0 leaves nothing to remove."""
    assert npsq(-1.0, 0.0) == -INF
    assert npsq(-1.0, -INF) == -INF


def test_an_undefined_score_is_flagged_and_never_chosen() -> None:
    score = judge([-2.0, -3.0, -1.0], [-4.0, -4.0, 0.0])
    assert score.metrics["acc_npsq"] == 1.0
    assert score.metrics["acc"] == 0.0
    assert "undefined_score" in score.flags


def test_minus_infinity_is_a_valid_log_likelihood() -> None:
    score = judge([-INF, -2.0, -3.0, -5.0], gold=1)
    assert score.verdict == "right"
    assert score.flags == ("minus_infinity",)


def test_all_minus_infinity_is_a_tie_that_the_first_wins() -> None:
    score = judge([-INF, -INF], gold=0)
    assert score.verdict == "right"
    assert {"tie", "minus_infinity"} <= set(score.flags)


@pytest.mark.parametrize(("tie", "acc"), [("first", 1.0), ("wrong", 0.0)])
def test_a_tie_is_flagged_and_credited_by_the_stated_rule(tie: TieRule, acc: float) -> None:
    score = judge([-1.5, -1.5, -3.0, -4.0], tie=tie)
    assert score.metrics["acc"] == acc
    assert "tie" in score.flags


@pytest.mark.parametrize("invalid", [math.nan, 0.5, INF, None])
@pytest.mark.parametrize("place", [0, 1])
def test_what_is_no_log_likelihood_fails_the_item(invalid: float | None, place: int) -> None:
    """A NaN for the gold choice is never a prediction, in neither list."""
    lists: list[list[float | None]] = [[-1.0, -2.0], [-3.0, -4.0]]
    lists[place][0] = invalid
    score = judge(*lists)
    assert score.verdict == "failed"
    assert not score.metrics
    assert score.flags == ("invalid_logprob",)
    assert "choice 1" in (score.error or "")


def test_a_wrong_number_of_values_fails_the_item() -> None:
    assert score_choices(Evidence(("가", "나"), (-1.0,), (-1.0, -2.0)), 0, METRICS).verdict == "failed"


def test_pmi_takes_the_question_free_value_under_the_same_template_where_there_is_one() -> None:
    """l - u is (10, 3) with the published u and (1, 21) with the matched one."""
    published = Evidence(("가", "나"), (-10.0, -9.0), (-20.0, -12.0))
    matched = Evidence(("가", "나"), (-10.0, -9.0), (-20.0, -12.0), (-11.0, -30.0))
    assert score_choices(published, 0, ("acc_pmi",)).metrics == {"acc_pmi": 1.0}
    score = score_choices(matched, 0, ("acc_pmi", "acc_npsq_matched"))
    assert score.metrics == {"acc_pmi": 0.0, "acc_npsq_matched": 0.0}


@pytest.mark.parametrize(
    ("conditional", "unconditional", "matched", "flags"),
    [
        ([-10.0, -9.0], [-20.0, -12.0], [-11.0, -30.0], ["winner_changes"]),
        ([-10.0, -9.0], [-20.0, -12.0], [-20.0, -12.0], []),
        ([-10.0, -30.0], [-20.0, -0.5], [-20.0, -12.0], ["near_zero_question_free"]),
        ([-10.0, -30.0], [-20.0, -12.0], [-20.0, -0.999], ["near_zero_question_free"]),
        ([-10.0, -30.0], [-20.0, -1.0], [-20.0, -12.0], []),
        ([-10.0, -10.0009], [-20.0, -30.0], [-20.0, -30.0], ["thin_margin"]),
        ([-10.0, -10.0011], [-20.0, -30.0], [-20.0, -30.0], []),
        # l and u differ by far more than the noise, but the two quotients are all but equal: 0.5 and 0.49999.
        ([-10.0, -15.0003], [-20.0, -30.0], [-50.0, -16.0], ["thin_margin"]),
    ],
)
def test_flags_say_how_far_a_prediction_can_be_trusted(
    conditional: list[float], unconditional: list[float], matched: list[float], flags: list[str]
) -> None:
    evidence = Evidence(("가", "나"), tuple(conditional), tuple(unconditional), tuple(matched))
    assert sorted(score_choices(evidence, 0, ("acc", "acc_npsq", "acc_npsq_matched", "acc_pmi")).flags) == flags


@given(st.lists(st.floats(-50, -2), min_size=2, max_size=5, unique=True), st.data())
def test_a_margin_that_is_not_thin_survives_noise(values: list[float], data: st.DataObject) -> None:
    """Whatever moves by less than half the noise, no winner of an item without the flag changes."""
    free = [data.draw(st.floats(-60, -2)) for _ in values]
    score = judge(list(values), list(free))
    if "thin_margin" in score.flags:
        return
    noise = st.floats(-NOISE_NATS / 2.01, NOISE_NATS / 2.01)
    shaken = judge([v + data.draw(noise) for v in values], [u + data.draw(noise) for u in free])
    assert shaken.metrics == score.metrics


VALUES = st.floats(max_value=0, allow_nan=False)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=2, max_size=6), st.data())
def test_any_valid_values_give_every_metric(pairs: list[tuple[float, float]], data: st.DataObject) -> None:
    gold = data.draw(st.integers(0, len(pairs) - 1))
    score = judge([pair[0] for pair in pairs], [pair[1] for pair in pairs], gold=gold)
    assert set(score.metrics) == set(METRICS)
    assert set(score.metrics.values()) <= {0.0, 1.0}


def number(value: Any) -> float:
    return float(value)


def test_the_cases_from_practice_hold(material: Path) -> None:
    """LL-01, LL-02, LL-04, LL-05, LL-07."""
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = {case["id"]: case for case in map(json.loads, lines)}
    assert "tie" in judge([number(v) for v in cases["LL-01"]["input"]["ll"]], tie="wrong").flags
    assert judge([number(v) for v in cases["LL-02"]["input"]["ll"]]).verdict == "failed"
    assert judge([number(v) for v in cases["LL-04"]["input"]["ll"]], gold=1).verdict == "right"
    given = cases["LL-07"]["input"]
    assert judge(list(given["ll_cond"]), list(given["ll_uncond"])).metrics["acc_npsq"] == 1.0
    given, expect = cases["LL-05"]["input"], cases["LL-05"]["expect"]
    evidence = Evidence(tuple(given["choices"]), tuple(given["ll"]), (-9.0, -9.0))
    for metric, name in (("acc", "raw"), ("acc_norm_char", "per_char"), ("acc_norm", "per_byte")):
        assert argmax(RULES[metric](evidence))[0] == expect[name]
