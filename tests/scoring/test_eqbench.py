"""Emotion scores: how a reply is read, what it is worth, and that no text raises or takes long."""

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.scoring.eqbench import (
    LEVELS,
    PARSERS,
    clipped,
    penalty,
    points,
    random_level,
    read_legacy,
    read_lines,
    read_robust,
)

TWO = ("기쁨", "믿지 않음")
FOUR = ("후련함", "서운함", "미안함", "설렘")


def test_the_published_check_value() -> None:
    given_, reference = (0, 8, 3, 7), (4, 6, 3, 9)
    found = points(dict(zip(FOUR, given_, strict=True)), dict(zip(FOUR, reference, strict=True)))
    assert found == 67.61528072809425


@pytest.mark.parametrize(
    ("difference", "expected"), [(0, 0), (1, 0.17288), (2, 0.54062), (3, 1.50459), (4, 3.25), (5, 4.99541), (6, 6)]
)
def test_the_published_penalties(difference: int, expected: float) -> None:
    assert penalty(difference) == pytest.approx(expected, abs=1e-5)


def test_absurd_scores_fall_far_below_zero_and_are_clipped_beside() -> None:
    reference = dict.fromkeys(FOUR, 0.0)
    assert points(dict.fromkeys(FOUR, 6.0), reference) == pytest.approx(-79.448)
    absurd = {**reference, "설렘": 100.0}
    assert points(absurd, reference) == pytest.approx(-647.7)
    assert points(clipped(absurd), reference) == pytest.approx(100 - 74.77)


@pytest.mark.parametrize(
    ("line", "lines", "legacy"),
    [
        ("기쁨: 5", 5, 5),
        ("기쁨:5", 5, 5),
        ("  기쁨:  9점", 9, 9),
        ("기쁨: 8/10", 8, 8),
        ("기쁨: 4.9", 4, 4),
        ("기쁨 : 5", 5, None),
        ("기쁨\t: 5", 5, None),
        ("**기쁨**: 5", None, None),
        ("- 기쁨: 5", None, None),
        ("기쁨: <3>", None, None),
        ("기쁨: -3", None, None),
        ("기쁨： 5", None, None),
        ("점수는 기쁨: 5", None, None),
        ("기쁨", None, None),
    ],
)
def test_one_line(line: str, lines: float | None, legacy: float | None) -> None:
    assert read_lines(line, ["기쁨"]).scores.get("기쁨") == lines
    assert read_legacy(line, ["기쁨"]).scores.get("기쁨") == legacy


def test_labels_of_several_words_are_read_by_the_lines_parser_only() -> None:
    reply = "기쁨: 3\n믿지 않음: 4"
    assert read_lines(reply, TWO).parseable
    assert read_legacy(reply, TWO).missing == ("믿지 않음",)
    assert not read_lines("기쁨: 3\n믿지  않음: 4", TWO).parseable, "inner blanks must agree exactly"


def test_a_further_label_of_one_word_spoils_the_reply_and_one_of_several_does_not() -> None:
    reply = "기쁨: 3\n믿지 않음: 4"
    assert not read_lines(f"{reply}\n합계: 7", TWO).parseable
    assert read_lines(f"{reply}\n전체 합계: 7", TWO).parseable
    assert read_lines(f"{reply}\n합계 : 7", TWO).parseable


def test_a_label_seen_again_takes_the_later_score() -> None:
    assert read_lines("기쁨: 9\n기쁨: 6", ["기쁨"]).scores == {"기쁨": 6}


@pytest.mark.parametrize(
    "line",
    [
        "기쁨：5",
        "**기쁨**: 5",
        "- 기쁨: 5",
        "1. 기쁨: 5",
        "기쁨 : 5",
        "기쁨: 5점",
        "기쁨 - 5",
        "* **기쁨:** 5",
        "기쁨: ５",
    ],
)
def test_every_spelling_is_read_robustly(line: str) -> None:
    """Practice EQ-01."""
    assert read_robust(line, ["기쁨"]).scores == {"기쁨": 5}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0.0", 0),
        ("8.0", 8),
        ("7.5", 7.5),
        ("10.0", 10),
        ("8.", 8),
        ("8.0점", 8),
        ("8/10", 8),
        ("8 / 10", 8),
        ("10)", 10),
    ],
)
@pytest.mark.parametrize("line", ["기쁨: {}", "2. 기쁨: {}", "- **기쁨**: {}", "12) 기쁨 = {}"])
def test_a_decimal_is_no_number_of_a_list(line: str, written: str, value: float) -> None:
    assert read_robust(line.format(written), ["기쁨"]).scores == {"기쁨": value}


ROWS = [
    "후련함: 0\n서운함: 7.5\n미안함: 3.0\n설렘: 9",
    '{"후련함": 0, "서운함": 7.5, "미안함": 3, "설렘": 9}',
    '```json\n{\n  "후련함": 0,\n  "서운함": 7.5,\n  "미안함": "3",\n  "설렘": 9\n}\n```',
    "{'후련함': 0, '서운함': 7.5, '미안함': 3, '설렘': 9}",
    "| 감정 | 점수 |\n|---|---|\n| 후련함 | 0 |\n| **서운함** | 7.5 |\n| 미안함 | 3점 |\n| 설렘 | 9 |",
    "| 1 | 후련함 | 0 | 덤덤하다 |\n| 2 | 서운함 | 7.5 | 크다 |\n| 3 | 미안함 | 3 | |\n| 4 | 설렘 | 9 | |",
    "후련함: 0, 서운함: 7.5, 미안함: 3, 설렘: 9",
    "후련함: 0; 서운함: 7.5; 미안함: 3; 설렘: 9.",
    "후련함 0점이 아니라\n후련함: 0점, 서운함: 7.5점, 미안함: 3점, 설렘: 9점",
    "후련함: 0 서운함: 7.5 미안함: 3 설렘: 9",
    "**후련함**: 0 / **서운함**: 7.5 / **미안함**: 3 / **설렘**: 9",
]


@pytest.mark.parametrize("reply", ROWS)
def test_four_scores_are_read_however_they_are_laid_out(reply: str) -> None:
    found = read_robust(reply, FOUR)
    assert dict(found.scores) == dict(zip(FOUR, (0, 7.5, 3, 9), strict=True))
    assert found.parseable
    assert found.blocks == 1


@pytest.mark.parametrize(
    "line",
    [
        "기쁨: 11",
        "기쁨: -1",
        "기쁨: 5~7",
        "기쁨: 5점 ~ 7점",
        "기쁨: 5에서 7",
        "기쁨: 5 또는 6",
        "기쁨: 5 → 7",
        "기쁨: 7,5",
        "기쁨: 5/20",
        "| 기쁨 | 3 | 5 |",
        "기쁨: 많이",
        "기쁨",
        "기쁨조: 5",
        "큰기쁨: 5",
        "슬픔 (기쁨: 5보다 낮음)",
        "기쁨: " + "9" * 99,
    ],
)
def test_what_states_no_score_is_not_guessed(line: str) -> None:
    assert not read_robust(line, ["기쁨"]).parseable


@pytest.mark.parametrize("read", [*PARSERS.values(), read_robust])
def test_a_missing_emotion_is_named(read: object) -> None:
    """Practice EQ-03."""
    found = read("후련함: 0\n서운함: 7\n설렘: 3", FOUR)  # type: ignore[operator]
    assert not found.parseable
    assert found.missing == ("미안함",)


def test_the_last_complete_block_counts() -> None:
    """Practice EQ-05; a block that breaks off is passed over."""
    labels = ("기쁨", "슬픔")
    reply = "초안\n기쁨: 9\n슬픔: 1\n\n최종\n기쁨: 6\n슬픔: 2"
    assert read_robust(reply, labels).scores == {"기쁨": 6, "슬픔": 2}
    broken = read_robust(reply + "\n기쁨: 0", labels)
    assert broken.scores == {"기쁨": 6, "슬픔": 2}
    assert broken.span is not None
    assert reply[slice(*broken.span)] == "기쁨: 6\n슬픔: 2"


def test_the_random_level_is_the_mean_over_even_draws() -> None:
    reference = {"기쁨": 3.0, "슬픔": 8.0}
    draws = [points({"기쁨": a, "슬픔": b}, reference) for a in LEVELS for b in LEVELS]
    assert random_level(reference) == pytest.approx(sum(draws) / len(draws))


@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(["기쁨", "믿지 않음", ": ", "5", "\n", " ", "：", "*", "-", "99999999"]), max_size=40
    ).map("".join)
)
def test_no_text_raises_and_every_score_is_finite(text: str) -> None:
    for read in (*PARSERS.values(), read_robust):
        found = read(text, TWO)
        assert found.parseable == (not found.missing and len(found.scores) == 2)
        if found.parseable:
            assert math.isfinite(points(found.scores, {"기쁨": 1, "믿지 않음": 2}))


@pytest.mark.parametrize("piece", ["기쁨", "기쁨: 5\n", "9", " ", "\n", "*", "기쁨 ", "기쁨: ", "\u1112\u1161", "1. "])
def test_hostile_text_takes_little_time(piece: str) -> None:
    text = "기쁨: " + (piece * 100_000)[:100_000]
    for read in (read_lines, read_legacy):
        best = min(_timed(lambda text=text, read=read: read(text, FOUR)) for _ in range(3))
        assert best < 3 * 0.05  # a busy machine stretches processor time too


def _timed(call: object) -> float:
    start = time.process_time()
    call()  # type: ignore[operator]
    return time.process_time() - start
