"""Nolli's analysis on the authors' counts: the figures that the paper states, and tables that cannot be."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.analysis.intervals import wilson
from gwageo.analysis.nolli.ciphers import (
    Attempt,
    baselines,
    constant_shift,
    dice,
    distance,
    failures,
    similarity,
    stream,
)
from gwageo.analysis.nolli.counts import Cell, Counts, count_records, read_counts, tasks
from gwageo.analysis.nolli.difficulty import SIZES, direction, growth
from gwageo.analysis.nolli.gaps import deficits, heterogeneity, non_floor, presentation, scripts
from gwageo.analysis.nolli.groups import DIRECT, GROUPS
from gwageo.analysis.nolli.relations import jamo_and_cipher, kinship_and_overall, tier_order
from gwageo.analysis.nolli.stated import against_paper, compared, families, reference
from gwageo.core import DataError
from gwageo.messages import retell, speaking
from gwageo.puzzles import TIERS, TYPES
from gwageo.report.nolli import sheets

DEEPSEEK = "openrouter_deepseek_deepseek-v4-flash"


@pytest.fixture(scope="module")
def counts(material: Path) -> Counts:
    return read_counts(material / "data" / "nolli" / "accuracy.csv")


def even(share: float, **of: float) -> Counts:
    """Every cell with the same share of 100, but for the tasks named."""
    cells = {("m", task, tier): Cell(100, round(100 * of.get(task, share))) for task in tasks() for tier in TIERS}
    return Counts(cells)


def test_there_are_25_tasks_and_every_type_has_a_group_and_a_size() -> None:
    assert len(tasks()) == 25
    assert sorted({task for group in GROUPS.values() for task in group}) == sorted(tasks())
    assert set(SIZES) == set(TYPES)


def test_wilson_as_the_paper_prints_it() -> None:
    assert wilson(207, 300) == pytest.approx((0.636, 0.740), abs=5e-4)
    assert wilson(137, 300) == pytest.approx((0.401, 0.513), abs=5e-4)


def test_deepseek_s_gaps(counts: Counts) -> None:
    assert presentation(counts, [DEEPSEEK])[DEEPSEEK].average.difference == pytest.approx(0.05, abs=5e-4)
    assert scripts(counts, [DEEPSEEK], None)[DEEPSEEK]["cipher"].gap.difference == pytest.approx(0.687, abs=5e-4)


def test_jamo_predicts_cipher_over_the_eleven_models_that_have_both(counts: Counts) -> None:
    found = jamo_and_cipher(counts, compared(counts), families(counts))
    assert found is not None
    assert (len(found.models), round(found.fit.r2, 2)) == (11, 0.91)
    assert found.without_model[0] <= found.fit.r2 <= found.without_model[1]


def test_presentation_language_is_equivalent_for_every_model_compared(counts: Counts) -> None:
    found = presentation(counts, compared(counts))
    assert {each.average.outcome for each in found.values()} <= {"equivalent", "both"}
    assert all(each.p_holm < 0.001 for each in found.values())


def test_the_reference_has_72_of_75_cells_in_band_and_falls_everywhere(counts: Counts) -> None:
    model = reference(counts)
    assert model is not None
    order = tier_order(counts, model)
    assert (order.tasks, order.falling) == (25, 25)


def test_the_reference_is_known_in_a_run_and_released_items_come_first() -> None:
    cells = {
        (f"openai:gemini-3-flash-preview [{items}]", "cipher_ko", tier): Cell(9, 3)
        for items in ("released", "gwageo")
        for tier in TIERS
    }
    assert reference(Counts(cells)) == "openai:gemini-3-flash-preview [released]"


def test_the_reference_is_compared_with_nobody_whatever_items_it_took(counts: Counts) -> None:
    base = reference(counts)
    again = {(f"{base} [gwageo]", *key[1:]): cell for key, cell in counts.cells.items() if key[0] == base}
    both = Counts({**counts.cells, **again})
    assert len(both.models) == len(counts.models) + 1
    assert compared(both) == compared(counts)


def test_the_reasons_of_a_difference_are_in_the_reader_s_language() -> None:
    with speaking("ko"):
        reasons = [reason for row in against_paper(even(0.5)) for reason in row.reasons]
    assert "GPT-5.5: 이 표에 없음" in reasons
    assert not any("not in this table" in reason or "compared here" in reason for reason in reasons)


def test_models_whose_counts_are_not_borne_out_are_marked(counts: Counts) -> None:
    marked = [model for model in counts.models if counts.unsupported(model)]
    assert len(marked) == 5
    assert counts.unsupported("Qwen3.5-397B-A17B") == (63, 63)


def test_every_difference_from_the_paper_s_own_averages_has_a_reason(counts: Counts) -> None:
    rows = [row for row in against_paper(counts) if row.what == "overall"]
    assert sum(row.agrees for row in rows) == 5
    assert all(row.agrees or row.reasons for row in rows)


def test_a_model_with_missing_cells_has_no_average(counts: Counts) -> None:
    exaone = "LGAI-EXAONE_EXAONE-4.0-32B"
    assert len(counts.found(exaone, tasks())) == 32
    assert counts.average(exaone, tasks()) is None
    assert counts.average(exaone, ("cipher_en",)) is not None


def test_the_kinship_deficit_does_not_close(counts: Counts) -> None:
    found = deficits(counts, compared(counts))
    assert all(each["kinship"].points.difference > 0 for each in found.values())
    fit = kinship_and_overall(counts, compared(counts))
    assert fit is not None
    assert fit.p > 0.5


def test_an_equivalent_mean_does_not_hide_a_type() -> None:
    """Sudoku 40 points apart, the seven others 5 points the other way."""
    shifted = {f"{name}_ko": 0.555 for name in DIRECT} | {"sudoku_ko": 0.1}
    found = presentation(even(0.5, **shifted), ["m"])["m"]
    assert found.average.outcome in ("equivalent", "both")
    assert found.spread.beyond == found.spread.surely == ("sudoku",)
    assert found.spread.p < 0.001


def test_like_gaps_are_not_called_unlike() -> None:
    found = presentation(even(0.5), ["m"])["m"]
    assert heterogeneity(found.types).q == pytest.approx(0)
    assert heterogeneity(found.types).p == pytest.approx(1)


def test_models_below_the_floor_are_not_compared() -> None:
    assert non_floor(even(0.02), ["m"]) == ()
    assert non_floor(even(0.03), ["m"]) == ("m",)


def test_floor_and_ceiling_are_flagged() -> None:
    low = deficits(even(0.5, kinship_ko=0.02), ["m"])["m"]["kinship"]
    high = deficits(even(0.5, kinship_ko=0.99), ["m"])["m"]["kinship"]
    assert (low.floor, low.ceiling, high.floor, high.ceiling) == (True, False, False, True)
    assert high.log_odds < 0 < low.log_odds


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_a_score_that_is_the_same_everywhere_is_no_deficit_on_any_scale(share: float) -> None:
    for each in deficits(even(share), ["m"])["m"].values():
        assert each.points.difference == pytest.approx(0)
        assert each.log_odds == pytest.approx(0)


def test_gaps_at_the_end_of_the_scale_keep_their_weight() -> None:
    """Their intervals end at 100 points, which says nothing of their variance."""
    far = presentation(even(0.0, **{f"{name}_en": 1.0 for name in DIRECT}), ["m"])["m"]
    assert far.spread.q == pytest.approx(0)
    assert all(each.ci95[1] == 1 > each.difference - each.stderr for each in far.types.values())


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("m,cipher_ko,easy,10,12", "column 'correct': is 12, expected a whole number from 0 to n \\(10\\)"),
        ("m,cipher_ko,easy,0,0", "column 'n': is 0, expected a whole number from 1"),
        ("m,cipher_ko,easy,ten,1", "'ten', expected a whole number"),
        ("m,cypher_ko,easy,10,1", "'cypher_ko', expected a Nolli task such as array_formula_en"),
        ("m,cipher_ko,simple,10,1", "row 2, column 'tier': is 'simple', expected one of easy, medium, hard"),
        ("m,cipher_ko,easy,10,1\nm,cipher_ko,easy,10,2", "row 3: the table has m cipher_ko easy twice"),
        ("", "no rows"),
        (",cipher_ko,easy,10,1", "row 2, column 'model': is ''"),
        ("m,cipher_ko,easy,10,1,5", "row 2: has 6 cells, the heading has 5"),
        ("m,cipher_ko,easy,1000000001,1", "is 1000000001, expected a whole number from 1 to"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_row(tmp_path: Path, row: str, problem: str) -> None:
    (tmp_path / "c.csv").write_text("model,task,tier,n,correct\n" + row, encoding="utf-8")
    with pytest.raises(DataError, match=problem) as caught:
        read_counts(tmp_path / "c.csv")
    assert_korean(caught.value)


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("per_item_correct", "-1", "column 'per_item_correct': is -1"),
        ("accuracy", "0.9", "column 'accuracy': is 0.9, but 3 of 9 is 0.3333"),
        ("accuracy", "nan", "is nan, but 3 of 9"),
        ("accuracy", "high", "'high', expected a number"),
        ("accuracy", "0.333", None),
        ("accuracy", "33.3", None),
    ],
)
def test_a_further_column_that_contradicts_the_counts_is_refused(
    tmp_path: Path, column: str, value: str, problem: str | None
) -> None:
    path = tmp_path / "c.csv"
    path.write_text(f"model,task,tier,n,correct,{column}\nm,cipher_ko,easy,9,3,{value}\n", encoding="utf-8")
    if problem is None:
        assert read_counts(path).cells == {("m", "cipher_ko", "easy"): Cell(9, 3)}
        return
    with pytest.raises(DataError, match=problem) as caught:
        read_counts(path)
    assert_korean(caught.value)


@pytest.fixture
def usual_cells() -> Iterator[None]:
    """The length of a cell that Python reads by itself; files of items raise it for the whole process."""
    before = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(before)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"model,task,n,correct\n", "row 1, column 'tier': the column is missing; the columns are 'model', 'task'"),
        (b"", "holds no rows"),
        ("모델".encode("cp949"), "is not UTF-8"),
        (b"model,task,tier,n,correct\nm,cipher_ko,easy,9," + b"3" * 140_000, "is not a table: field larger"),
        (None, "does not exist"),
    ],
    ids=["column", "empty", "encoding", "cell", "absent"],
)
@pytest.mark.usefixtures("usual_cells")
def test_a_file_that_is_no_table_of_counts_is_refused(tmp_path: Path, content: bytes | None, problem: str) -> None:
    if content is not None:
        (tmp_path / "c.csv").write_bytes(content)
    with pytest.raises(DataError, match=problem) as caught:
        read_counts(tmp_path / "c.csv")
    assert_korean(caught.value)


def test_a_folder_is_no_table_of_counts(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder") as caught:
        read_counts(tmp_path)
    assert_korean(caught.value)


def assert_korean(error: DataError) -> None:
    """The catalogue knows every part of the sentence."""
    with speaking("ko"):
        told = retell(str(error), "error")
    assert told is not None, str(error)
    assert not re.search(r"\b(?:is|has|expected|the|row|column)\b", told), told


def test_a_row_is_counted_as_an_editor_does(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("model,task,tier,n,correct\n\nm,cipher_ko,easy,9,10\n", encoding="utf-8")
    with pytest.raises(DataError, match="row 3"):
        read_counts(tmp_path / "c.csv")


def test_names_with_hyphens_and_the_prefix_are_the_same_tasks(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(
        "model,task,tier,n,correct\nm,nolli/number-baseball-ko,easy,9,3\n", encoding="utf-8"
    )
    assert read_counts(tmp_path / "c.csv").cells == {("m", "number_baseball_ko", "easy"): Cell(9, 3)}


def test_records_count_each_item_once_and_leave_failures_out() -> None:
    row = {"type": "jamo", "language": "ko", "tier": "easy", "verdict": "right"}
    records = [
        {**row, "item_id": "a", "metrics": {"exact_match": 1.0}},
        {**row, "item_id": "a", "metrics": {"exact_match": 1.0}},
        {**row, "item_id": "b", "metrics": {"exact_match": 0.0}, "verdict": "wrong"},
        {**row, "item_id": "c", "metrics": {}, "verdict": "failed"},
    ]
    assert count_records("m", records).cells == {("m", "jamo_ko", "easy"): Cell(2, 1)}


@pytest.mark.parametrize(
    ("means", "expected"),
    [((9, 12, 14), "grows"), ((20, 22, 8), "shrinks"), ((81, 81, 81), "not_monotone"), ((10, 20, 10), "not_monotone")],
)
def test_the_direction_of_a_size(means: tuple[float, float, float], expected: str) -> None:
    assert direction(means) == expected


def test_sizes_are_measured_on_items_made_afresh() -> None:
    found = growth("sat_puzzles", count=3)
    assert (found.size, found.means, found.direction) == ("variables", (9.0, 11.0, 14.0), "grows")
    assert found.features["clauses"][0] < found.features["clauses"][2]


def test_similarity_is_over_jamo() -> None:
    assert stream("값A") == "ㄱㅏㅄA"
    assert similarity("하늘", "하늘") == 1
    assert similarity("하늘", "하들") == pytest.approx(4 / 5)
    assert dice("하늘", "늘하") == 1


@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert distance(a, b) <= max(len(a), len(b))


def test_a_constant_shift_of_initials_is_seen() -> None:
    assert constant_shift("나다", "가나") is False  # ㄱ to ㄴ is two places, ㄴ to ㄷ one
    assert constant_shift("까따", "가다")
    assert not constant_shift("가다", "가다")


def test_failures_are_summed_up() -> None:
    found = failures([Attempt("하늘", "하들", "바다"), Attempt("바다", "하늘", "바다")])
    assert found is not None
    assert (found.n, found.echoes, found.length_difference) == (2, 0.5, 0)
    assert failures([]) is None


def test_the_paper_s_baselines_come_out_on_the_released_items(material: Path) -> None:
    """0.16 between unrelated plaintexts and 0.07 to the ciphertext in the paper; ours are a little higher."""
    import json

    from gwageo.puzzles import load

    items = []
    for tier in TIERS:
        path = material / "data" / "nolli" / "released" / f"cipher_ko_{tier}.jsonl"
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            items.append((row["answer"], load("cipher").parse(row["question"]).ciphertext))
    found = baselines(items)
    assert found.unrelated == pytest.approx(0.17, abs=0.02)
    assert found.ciphertext == pytest.approx(0.08, abs=0.02)


def test_cells_with_few_items_are_told() -> None:
    few = Counts({("m", "cipher_ko", tier): Cell(4, 1) for tier in TIERS})
    (sheet,) = sheets(few, "nolli-G")
    assert "m: 3 cells have fewer than 100 items, the smallest 4" in sheet.notes
