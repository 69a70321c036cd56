"""The journal: durable in one transaction, never a good answer lost, torn rows owed again."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core import Generate, LogLikelihood, Output, Sampling, StoreError, Usage
from gwageo.runs.codec import dump_outputs, load_outputs, prompt_hash
from gwageo.runs.journal import Answer, Journal, Key

KEY = Key("fake", "q1", 0, "hash")
GOOD = Answer(KEY, (Output(text="가"),))
BAD = Answer(KEY, (Output(error="connection lost"),))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite")


def test_an_answer_comes_back_in_another_process(journal: Journal) -> None:
    journal.write([GOOD])
    assert Journal(journal.path).good(KEY, 1) == GOOD


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [(GOOD, BAD, GOOD), (BAD, GOOD, GOOD), (GOOD, Answer(KEY, (Output(text="나"),)), GOOD)],
    ids=["failure after success", "success after failure", "two successes"],
)
def test_a_good_answer_is_never_replaced(journal: Journal, first: Answer, second: Answer, kept: Answer) -> None:
    """RE-03: one row per key, and the good one counts."""
    journal.write([first])
    journal.write([second])
    assert (journal.good(KEY, 1), journal.count()) == (kept, 1)


@pytest.mark.parametrize(
    "output",
    [Output(error="timeout"), Output(loglikelihood=float("nan")), Output(loglikelihood=float("inf"))],
)
def test_what_failed_is_kept_and_owed_again(journal: Journal, output: Output) -> None:
    """RE-07."""
    journal.write([Answer(KEY, (output,))])
    assert journal.read(KEY, 1) is not None
    assert journal.good(KEY, 1) is None


def test_minus_infinity_is_a_good_answer(journal: Journal) -> None:
    journal.write([Answer(KEY, (Output(loglikelihood=float("-inf")),))])
    assert journal.good(KEY, 1) == Answer(KEY, (Output(loglikelihood=float("-inf")),))


@pytest.mark.parametrize("torn", ['[{"logl', "", "7", '[{"text": "가"}]', "[]", "[3]", '{"a": 1}'])
def test_a_torn_row_is_owed_again_and_can_be_answered(journal: Journal, torn: str) -> None:
    """RE-01."""
    journal.write([GOOD, Answer(Key("fake", "q2", 0, "hash"), GOOD.outputs)])
    with sqlite3.connect(journal.path) as store:
        store.execute("UPDATE answers SET outputs = ? WHERE item_id = 'q1'", (torn,))
    assert journal.good(KEY, 1) is None
    assert journal.good(Key("fake", "q2", 0, "hash"), 1) is not None
    journal.write([GOOD])
    assert journal.good(KEY, 1) == GOOD


def test_an_answer_of_another_shape_is_owed_again(journal: Journal) -> None:
    journal.write([GOOD])
    assert journal.good(KEY, 4) is None


def test_another_prompt_is_another_key(journal: Journal) -> None:
    journal.write([GOOD])
    assert journal.good(Key("fake", "q1", 0, "other"), 1) is None


def test_a_batch_is_written_whole_or_not_at_all(journal: Journal) -> None:
    """A disk that fills up in the middle: a clean sentence, and what was there before still is."""
    journal.write([GOOD])
    journal._store.execute("PRAGMA max_page_count = 4")
    many = [Answer(Key("fake", f"q{number}", 0, "hash"), (Output(text="가" * 900),)) for number in range(2, 40)]
    with pytest.raises(StoreError, match="The disk is full"):
        journal.write(many)
    again = Journal(journal.path)
    assert again.count() == 1
    assert again._store.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"not a database, not at all" * 100)
    with pytest.raises(StoreError, match="is damaged"):
        Journal(tmp_path / "journal.sqlite")


def test_a_missing_folder_is_a_clean_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No permission to write"):
        Journal(tmp_path / "absent" / "journal.sqlite")


def test_a_read_only_journal_is_a_clean_sentence(journal: Journal) -> None:
    journal._store.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match="kept"):
        journal.write([GOOD])


def test_commits_reach_the_disk(journal: Journal) -> None:
    """`synchronous` is FULL (2): a commit survives a power cut, not only a killed process."""
    assert journal._store.execute("PRAGMA synchronous").fetchone() == (2,)


numbers = st.none() | st.floats(max_value=0) | st.just(float("-inf"))
texts = st.none() | st.text()
outputs = st.builds(
    Output,
    loglikelihood=numbers,
    text=texts,
    reasoning=texts,
    usage=st.builds(Usage, prompt=st.none() | st.integers(0, 10**6)),
    latency_s=st.none() | st.floats(0, 100),
    error=texts,
    flags=st.lists(st.text()).map(tuple),
)


@given(st.lists(outputs))
def test_outputs_survive_their_text(written: list[Output]) -> None:
    assert load_outputs(dump_outputs(written)) == written


PLAIN = Generate("질문", max_tokens=256)


@pytest.mark.parametrize(
    "other",
    [
        Generate("질문?", max_tokens=256),
        Generate("질문", max_tokens=2048),
        Generate("질문", max_tokens=256, stop=("\n",)),
        Generate("질문", max_tokens=256, sampling=Sampling(temperature=0.7)),
        Generate("질문", max_tokens=256, sampling=Sampling(seed=1)),
        LogLikelihood("질문", "답"),
    ],
)
def test_everything_that_is_sent_is_part_of_the_hash(other: Generate | LogLikelihood) -> None:
    """RE-05."""
    assert prompt_hash([other]) != prompt_hash([PLAIN])


def test_what_is_not_sent_is_no_part_of_the_hash() -> None:
    assert prompt_hash([PLAIN]) == prompt_hash([Generate("질문", 256, reference="7", choices=("가", "나"))])
