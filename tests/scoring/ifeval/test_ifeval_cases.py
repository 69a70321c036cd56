"""The given cases of instruction following: the repaired outcome of each, and what the published rules make of it."""

import json
from pathlib import Path
from typing import Any

from gwageo.scoring.ifeval.rules import build
from gwageo.scoring.ifeval.table import KOREAN

PUBLISHED = {
    "IF-01": [True],
    "IF-03": [True, True],
    "IF-04": [False, False],
    "IF-06": [True],
    "IF-08": [False],
    "IF-10": [False, True, False],
    "IF-12": [True, False, True],
    "IF-13": [True],
    "IF-15": [True],
    "IF-16": [True, True, True],
    "IF-18": [True, True],
    "IF-20": [False],
}
"""By the published rules; IF-01 and IF-18 are crashes or draws there, for which the defined outcome stands."""


def given(case: dict[str, Any]) -> list[tuple[str, dict[str, Any], str]]:
    """Instruction, arguments and reply of every part of a case."""
    parts = case["input"].get("cases", [case["input"]])
    return [
        (part["instruction"], part["kwargs"], reply)
        for part in parts
        for reply in part.get("responses", [part.get("response")])
    ]


def wanted(case: dict[str, Any], count: int) -> list[bool]:
    expect = case["expect"]
    if "all_followed" in expect:
        return [bool(expect["all_followed"])] * count
    followed = expect["followed"]
    return followed if isinstance(followed, list) else [followed]


def test_every_case_has_the_right_outcome_repaired_and_the_published_one_beside_it(material: Path) -> None:
    lines = (material / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["component"] == "ifeval_checker"]
    assert {case["id"] for case in cases} == set(PUBLISHED)
    for case in cases:
        parts = given(case)
        built = [(build(name, kwargs, KOREAN), reply) for name, kwargs, reply in parts]
        assert [one.follows_repaired(reply) for one, reply in built] == wanted(case, len(parts)), case["id"]
        assert [one.follows(reply) for one, reply in built] == PUBLISHED[case["id"]], case["id"]


def test_a_zero_threshold_gives_one_verdict_a_hundred_times() -> None:
    """IF-01: nothing is drawn at random."""
    kwargs = {"keyword": "바다", "frequency": 0, "relation": "이상"}
    verdicts = {build("keywords:frequency", kwargs, KOREAN).follows("산이 좋다.") for _ in range(100)}
    assert verdicts == {True}


def test_the_other_spelling_of_an_initial_counts_the_same() -> None:
    """IF-18: a doubled initial is none of the plain letter, and finals do not count."""
    for letter in ("ㅎ", "\N{HANGUL CHOSEONG HIEUH}"):
        kwargs = {"letter": letter, "let_frequency": 3, "let_relation": "이상"}
        assert build("keywords:ko_letter_frequency", kwargs, KOREAN).follows_repaired("하늘 호수 해")
        assert not build("keywords:ko_letter_frequency", kwargs, KOREAN).follows_repaired("하늘 좋 놓")
