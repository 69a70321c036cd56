"""Pairs become tokens by the published rule: the continuation is what lies beyond the context's tokens."""

from typing import Any

import pytest

pytest.importorskip("transformers")
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import tiny_tokenizer

from gwageo.models.tokens import PairEncoder

TOKENIZER = tiny_tokenizer()
ENCODER = PairEncoder(TOKENIZER, context_length=64)
WIDE = PairEncoder(TOKENIZER, context_length=10_000)
BOS, EOS = TOKENIZER.bos_token_id, TOKENIZER.eos_token_id


def encode(context: str, continuation: str, encoder: PairEncoder = ENCODER) -> Any:
    return encoder.pairs([(context, continuation)])[0]


def longest_match_tokenizer(vocabulary: dict[str, int]) -> Any:
    """Case LL-09: tokens by longest match, so that a continuation can vanish into the context's last token."""
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    merges = [(word[0], word[1]) for word in vocabulary if len(word) == 2]
    return PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(models.BPE({**vocabulary, "</s>": 9}, merges)), eos_token="</s>"
    )


def test_white_space_at_the_end_of_the_context_moves_to_the_continuation() -> None:
    assert encode("질문: \n", "물").sequence == encode("질문:", " \n물").sequence


def test_a_context_of_white_space_alone_is_an_empty_context() -> None:
    assert encode(" \n", "물").sequence == encode("", " \n물").sequence


def test_an_empty_context_is_one_start_token() -> None:
    pair = encode("", " 물")
    assert pair.sequence.tokens[0] == BOS
    assert pair.sequence.tokens[1:] == tuple(TOKENIZER(" 물", add_special_tokens=False)["input_ids"])
    assert pair.sequence.scored == len(pair.sequence.tokens) - 1
    assert pair.flags == ("empty_context",)


def test_without_a_bos_the_end_of_text_token_starts_an_empty_context() -> None:
    encoder = PairEncoder(tiny_tokenizer(bos=False), context_length=64)
    assert encode("", "물", encoder).sequence.tokens[0] == EOS
    assert encode("질문", "물", encoder).sequence.tokens[0] != EOS


@pytest.mark.parametrize("context", ["질문: 물은?\n답변:", "<s>질문: 물은?\n답변:", ""])
def test_exactly_one_start_token(context: str) -> None:
    """A rendered chat text brings its own BOS; it is not doubled."""
    tokens = encode(context, " 물").sequence.tokens
    assert tokens.count(BOS) == 1
    assert tokens[0] == BOS


def test_a_continuation_that_merges_into_the_context_is_encoded_by_itself_and_flagged() -> None:
    encoder = PairEncoder(longest_match_tokenizer({"답": 0, "A": 1, "답A": 2}), context_length=8)
    pair = encode("답", "A", encoder)
    assert pair.sequence.tokens == (0, 1)
    assert pair.sequence.scored == 1
    assert pair.flags == ("boundary_merge",)


def test_a_merge_that_leaves_tokens_over_follows_the_published_rule_and_is_flagged() -> None:
    """The whole is cut behind as many tokens as the context alone has, wherever the merge fell."""
    encoder = PairEncoder(longest_match_tokenizer({"답": 0, "A": 1, "답A": 2, "B": 3}), context_length=8)
    pair = encode("답", "AB", encoder)
    assert pair.sequence.tokens == (2, 3)
    assert pair.sequence.scored == 1
    assert pair.flags == ("boundary_merge",)


def test_a_long_context_is_cut_from_the_left_behind_the_start_token() -> None:
    context, continuation = "가나다라 " * 40 + "끝:", " 물입니다"
    pair = encode(context, continuation)
    whole = TOKENIZER(context + continuation)["input_ids"]
    assert pair.flags == ("over_length",)
    assert len(pair.sequence.tokens) == 64 + 1
    assert pair.sequence.tokens == (BOS, *whole[-64:])
    assert pair.sequence.scored == encode("끝:", continuation).sequence.scored


def test_a_sequence_that_just_fits_is_not_cut() -> None:
    context = "가" * 20
    whole = len(TOKENIZER(context + " 물")["input_ids"])
    assert encode(context, " 물", PairEncoder(TOKENIZER, whole - 1)).flags == ()
    assert encode(context, " 물", PairEncoder(TOKENIZER, whole - 2)).flags == ("over_length",)


def test_a_continuation_longer_than_the_window_is_an_error_and_never_cut() -> None:
    pair = encode("질문:", " 물" * 80)
    assert pair.sequence is None
    assert "context length of 64" in pair.error


def test_an_empty_continuation_is_an_error() -> None:
    assert "no tokens" in encode("질문:", "").error


TEXT = st.text(st.sampled_from("질문답변 :\n가A1.é🙂"), max_size=20)


@settings(max_examples=200, deadline=None)
@given(TEXT, TEXT)
def test_a_pair_says_its_text_again_and_scores_at_least_one_token(context: str, continuation: str) -> None:
    pair = encode(context, continuation, WIDE)
    if pair.sequence is None:
        assert not continuation + context[len(context.rstrip()) :]
        return
    sequence = pair.sequence
    assert 1 <= sequence.scored < len(sequence.tokens)
    said = TOKENIZER.decode(sequence.tokens, skip_special_tokens=True)
    assert said == context + continuation


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(TEXT, TEXT), max_size=6))
def test_pairs_encode_the_same_together_as_alone(pairs: list[tuple[str, str]]) -> None:
    assert ENCODER.pairs(pairs) == [encode(*pair) for pair in pairs]
