"""The log-likelihood engine equals one sequence at a time, on every architecture, along every path."""

import warnings
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("torch")
import torch
from tiny import ARCHITECTURES, VOCABULARY, reference, tiny_model

from gwageo.models.likelihood import LikelihoodEngine, PathName, natural_path
from gwageo.models.tree import TokenSequence

RECURRENT = {"qwen3.5", "qwen3.5-moe"}


def exam(seed: int, items: int = 5) -> list[list[TokenSequence]]:
    """Groups like those of an exam: a shared trunk, a question and a question-free twin, choices of several lengths."""
    draw = torch.Generator().manual_seed(seed)

    def tokens(low: int, high: int) -> tuple[int, ...]:
        n = int(torch.randint(low, high, (1,), generator=draw))
        return tuple(torch.randint(3, VOCABULARY, (n,), generator=draw).tolist())

    groups = []
    for _ in range(items):
        trunk, question, header = (1, *tokens(5, 40)), tokens(3, 20), tokens(1, 3)
        choices = [tokens(1, 9) for _ in range(4)]
        contexts = (trunk + question + header, trunk + header)
        groups.append([TokenSequence(context + choice, len(choice)) for context in contexts for choice in choices])
    return groups


def close(got: Sequence[Sequence[float | None]], want: Sequence[Sequence[float]]) -> bool:
    return all(
        g is not None and abs(g - w) < 1e-3
        for gs, ws in zip(got, want, strict=True)
        for g, w in zip(gs, ws, strict=True)
    )


def references(model: Any, groups: Sequence[Sequence[TokenSequence]]) -> list[list[float]]:
    return [[reference(model, s.tokens, s.scored) for s in group] for group in groups]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_natural_path_equals_the_reference_within_a_thousandth_of_a_nat(architecture: str) -> None:
    model, groups = tiny_model(architecture), exam(seed=1)
    engine = LikelihoodEngine(model, pack_tokens=256)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = engine.score(groups)
    assert close(got, references(model, groups))
    assert engine.path == ("walk" if architecture in RECURRENT else "tree")
    counters = engine.counters
    self_check = counters.forwarded_tokens - counters.distinct_tokens
    assert self_check < 2 * max(len(s.tokens) for group in groups for s in group)


@pytest.mark.parametrize("path", ["tree", "walk", "plain"])
@pytest.mark.parametrize("architecture", ["gemma3", "llama"])
def test_every_path_gives_the_same(architecture: str, path: PathName) -> None:
    model, groups = tiny_model(architecture), exam(seed=2, items=3)
    engine = LikelihoodEngine(model, path=path)
    assert close(engine.score(groups), references(model, groups))
    assert engine.path == path


def test_plain_path_serves_recurrent_models() -> None:
    model, groups = tiny_model("qwen3.5"), exam(seed=3, items=2)
    assert close(LikelihoodEngine(model, path="plain").score(groups), references(model, groups))


def test_recurrent_models_are_walked() -> None:
    assert natural_path(tiny_model("qwen3.5")) == "walk"
    assert natural_path(tiny_model("gemma4")) == "tree"


@pytest.mark.parametrize("architecture", ["gemma3", "qwen3.5"])
def test_forwarded_tokens_stay_near_the_distinct_ones(architecture: str) -> None:
    """At most 1.05 per distinct token in a tree, padding counted; 1.10 in a walk. The self-check comes once on top."""
    engine = LikelihoodEngine(tiny_model(architecture))
    engine.score(exam(seed=4, items=1))
    before = engine.counters.forwarded_tokens, engine.counters.distinct_tokens
    engine.score(exam(seed=5, items=8))
    forwarded, distinct = engine.counters.forwarded_tokens - before[0], engine.counters.distinct_tokens - before[1]
    assert forwarded <= distinct * (1.10 if architecture in RECURRENT else 1.05)


def test_tree_attention_sees_a_planted_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the mask wrong, the self-check would warn and the values would still be right."""
    model, groups = tiny_model("llama"), exam(seed=6, items=2)
    monkeypatch.setattr("gwageo.models.attention._block", _blind_block)
    engine = LikelihoodEngine(model)
    with pytest.warns(UserWarning, match="tree path differs by .* nats from the plain path; going on by the walk path"):
        got = engine.score(groups)
    assert engine.path == "walk"
    assert close(got, references(model, groups))


def _blind_block(trees: Any, start: int, device: Any) -> Any:
    from gwageo.models.attention import Block

    size = sum(map(len, trees))
    everything = torch.ones(size, size, dtype=torch.bool).tril()
    depths = [depth for tree in trees for depth in tree.depths]
    return Block(start, start + size, 0, everything, torch.tensor(depths), max(depths))


def test_a_model_that_does_neither_takes_the_plain_path() -> None:
    class Stubborn(torch.nn.Module):
        """Ignores masks that are not its own and keeps no cache."""

        def __init__(self) -> None:
            super().__init__()
            self.inner = tiny_model("llama")
            self.config, self.dtype = self.inner.config, torch.float32

        def get_input_embeddings(self) -> Any:
            return self.inner.get_input_embeddings()

        def forward(
            self, input_ids: Any, attention_mask: Any = None, use_cache: Any = None, logits_to_keep: Any = 0
        ) -> Any:
            return self.inner(
                input_ids=input_ids, attention_mask=attention_mask, use_cache=False, logits_to_keep=logits_to_keep
            )

    model, groups = Stubborn(), exam(seed=7, items=2)
    engine = LikelihoodEngine(model)
    with pytest.warns(UserWarning, match="failed") as caught:
        got = engine.score(groups)
    assert [path for path in ("walk", "plain") if any(f"by the {path} path" in str(w.message) for w in caught)]
    assert engine.path == "plain"
    assert close(got, references(model.inner, groups))


class _Scarce(LikelihoodEngine):
    """Memory for a limited number of sequences or nodes at once."""

    limit = 10**9

    def _along(self, name: PathName, trees: Any, groups: Any) -> Any:
        if sum(len(tree) for tree in trees) > self.limit:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 1 bytes.")
        return super()._along(name, trees, groups)


def test_out_of_memory_halves_the_pack_and_goes_on() -> None:
    model, groups = tiny_model("llama"), exam(seed=8, items=6)
    engine = _Scarce(model)
    engine.limit = 150
    assert close(engine.score(groups), references(model, groups))
    assert engine.counters.halvings > 0


def test_an_item_too_large_for_memory_fails_alone() -> None:
    model, groups = tiny_model("llama"), exam(seed=9, items=2)
    long = [TokenSequence((1, *range(3, 303)), 2)]
    engine = _Scarce(model)
    engine.limit = 200
    got = engine.score([groups[0], long, groups[1]])
    assert got[1] == [None]
    assert close([got[0], got[2]], references(model, [groups[0], groups[1]]))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(
                st.lists(st.integers(3, 6), min_size=1, max_size=12),
                st.lists(st.integers(3, 6), min_size=1, max_size=4),
            ),
            min_size=1,
            max_size=6,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_any_forest_of_sequences_is_scored_like_its_members(forest: list[list[tuple[list[int], list[int]]]]) -> None:
    """Few symbols, so that sequences share, repeat, contain and continue one another in every way."""
    groups = [[TokenSequence((*head, *tail), len(tail)) for head, tail in group] for group in forest]
    for path in ("tree", "walk"):
        engine = LikelihoodEngine(MODEL, path=path, pack_tokens=20)
        assert close(engine.score(groups), references(MODEL, groups))
        assert engine.path == path


MODEL = tiny_model("gemma3")
