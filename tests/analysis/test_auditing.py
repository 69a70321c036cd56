"""The audit: what a person should look at, counted first, with the text around."""

import json
from pathlib import Path
from typing import Any

import pytest

import gwageo
from gwageo.analysis.auditing import COLUMNS, audit, disagreeing, first_of_each, gold_in_tail, suspicions
from gwageo.report.looking import audit_text
from gwageo.report.tables import Format
from saying_model import Says


@pytest.mark.parametrize(
    ("response", "gold", "found"),
    [
        ("계산하면\n모두 1,200개입니다.", "1200", "1,200"),
        ("모두 １２００개", "1200", "１２００"),
        ("답은 12.50이다", "12.5", None),
        ("답은 12.0이다", "12", "12.0"),
        ("답은 312이다", "12", None),
        ("답은 12,000이다", "12", None),
        ("C가 아니라 CD입니다", "D", None),
        ("**D**입니다", "D", "D"),
        ("정답은 서울특별시이다.", "서울특별시", "서울특별시"),
        ("D\n하나\n둘\n\n셋", "D", None),
        ("D\n하나\n\n\n둘  \n", "D", "D"),
        ("", "D", None),
    ],
)
def test_the_gold_in_the_last_lines_is_found_as_a_word_of_its_own(response: str, gold: str, found: str | None) -> None:
    place = gold_in_tail(response, gold)
    assert (place and response[slice(*place)]) == found


def test_a_decomposed_gold_is_found_where_it_begins() -> None:
    place = gold_in_tail("정답은 \u1109\u1165\u110b\u116e\u11af이다.", "서울")
    assert place is not None
    assert place[0] == 4


def row(**fields: Any) -> dict[str, Any]:
    plain = {"task": "t", "item_id": "1", "repeat": 0, "verdict": "wrong", "extraction": "ok", "extracted": "A",
             "span_start": 0, "span_end": 1, "rule": "marker",
             "metrics": {"exact_match": 0.0, "exact_match_robust": 0.0},
             "gold": '"B"', "response": "A", "reasoning": None, "finish_reason": "stop", "flags": []}  # fmt: skip
    assert set(plain) == set(COLUMNS)
    return plain | fields


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({}, []),
        ({"response": "A인 줄 알았는데\nB"}, ["gold_in_tail"]),
        ({"response": "B", "verdict": "right"}, []),
        ({"response": "B", "verdict": "failed"}, []),
        ({"extraction": "ambiguous", "response": "A나 C"}, ["ambiguous"]),
        ({"metrics": {"exact_match": 0.0, "exact_match_robust": 1.0}}, ["readings_differ"]),
        ({"gold": '{"a": 1}', "response": "a"}, []),
        ({"gold": "18000", "response": "18,000원", "metrics": {"exact_match_strict": 0.0, "exact_match_robust": 1.0}},
         ["gold_in_tail", "readings_differ"]),
    ],
)  # fmt: skip
def test_a_record_is_suspected_for_what_it_shows(fields: dict[str, Any], kinds: list[str]) -> None:
    assert [one.kind for one in suspicions(row(**fields))] == kinds


def test_a_reply_of_reasoning_alone_is_shown_as_such() -> None:
    lost = row(response="", reasoning="<think>답은 B인가", metrics={"exact_match": 1.0, "exact_match_robust": 0.0})
    assert [one.around for one in suspicions(lost)] == ["⟨<think>답은 B인가⟩"]


def test_second_readings_are_compared_with_the_published_metric_of_their_name() -> None:
    metrics = {"exact_match_strict": 0.0, "exact_match_flexible": 1.0, "exact_match_robust": 1.0, "inst": 0.5,
               "inst_repaired": 0.5, "eqbench": 10.0, "eqbench_robust": 20.0}  # fmt: skip
    assert disagreeing(metrics) == ["exact_match_strict", "eqbench"]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Three replies: gold at the end but several letters named, a bold letter, and a plain one."""
    says = Says("A와 B입니다", "**A**", "정답: A")
    gwageo.evaluate(says, "ko-winogrande-gen", data="bundled", limit=3, output=tmp_path / "run")
    return tmp_path / "run"


def test_counts_come_first_and_rows_have_the_text_around(run: Path) -> None:
    found = audit(run)
    counts = found.counts["ko-winogrande-gen"]
    assert counts["n"] == 3
    assert sum(value for name, value in counts.items() if name != "n") == len(found.suspects) > 0
    text = audit_text(found, "table", 20)
    assert text.index("replies") < text.index("text around")
    assert "A와 B입니다" in text


def test_only_so_many_rows_of_each_kind_are_shown_and_the_rest_is_counted(run: Path) -> None:
    found = audit(run)
    kept, left = first_of_each([*found.suspects, *found.suspects], 1)
    assert len(kept) + left == 2 * len(found.suspects)
    assert left > 0


@pytest.mark.parametrize("form", ["md", "csv", "json", "latex"])
def test_every_format_has_the_rows(run: Path, form: Format) -> None:
    assert "winogrande" in audit_text(audit(run), form, 20)


def test_texts_of_private_sets_are_withheld(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GPQA: replies quote the questions."""
    rows = [{"id": "1", "Question": "비밀 질문?", "Correct Answer": "가", "Incorrect Answer 1": "나",
             "Incorrect Answer 2": "다", "Incorrect Answer 3": "라"}]  # fmt: skip
    path = tmp_path / "ko_gpqa.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    gwageo.evaluate(Says("비밀 질문의 답은 A나 B입니다. 정답: A와 B"), "ko-gpqa", data=path, output=tmp_path / "run")
    monkeypatch.delenv("GWAGEO_SHOW_PRIVATE", raising=False)
    found = audit(tmp_path / "run")
    assert found.withheld == ("ko-gpqa",)
    assert found.suspects
    forms: tuple[Format, ...] = ("table", "csv", "json")
    for form in forms:
        assert "비밀" not in audit_text(found, form, 20)
    monkeypatch.setenv("GWAGEO_SHOW_PRIVATE", "1")
    assert "비밀" in audit_text(audit(tmp_path / "run"), "table", 20)
