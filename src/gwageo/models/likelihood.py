"""The log-likelihood engine: trees are packed into forward passes along one of three paths, and checked.

- `tree`: attention models. A pack of trees is one row under tree attention; every node is computed once.
- `walk`: recurrent and hybrid layers. A tree is walked depth-first; the cache is forked at each branch.
- `plain`: what can do neither. Sequences side by side, padded on the right, nothing shared.

The first pack's result is compared with the plain path on one sequence; where they differ the next path is taken, with
a warning. Running out of memory halves the pack and goes on.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch

from gwageo.models.paths import PATHS, Forward, Path, Scored
from gwageo.models.tree import TokenSequence, TokenTree, build_tree

PathName = Literal["tree", "walk", "plain"]
Values = Sequence[float | None]
"""Log-likelihoods of the sequences of one group, in nats; None where memory did not suffice."""

TOLERANCE_FLOAT32 = 1e-3
"""Largest difference in nats between a path and the plain one; half precision is held to `_tolerance`."""


@dataclass(slots=True)
class Counters:
    """What the engine did, for the run's manifest."""

    sequences: int = 0
    naive_tokens: int = 0
    """Input tokens if every sequence were computed by itself."""
    distinct_tokens: int = 0
    """Distinct tokens of the trees."""
    forwarded_tokens: int = 0
    """Tokens that went through the model, padding counted."""
    packs: int = 0
    halvings: int = 0
    """How often memory ran out and a pack was halved."""
    self_check_difference: float | None = None


class LikelihoodEngine:
    """Scores token sequences with one causal model.

    Args:
        model: A transformers causal language model in evaluation mode.
        path: The path to begin with; None looks at the architecture.
        pack_mb: Memory of one forward pass at most, beside the weights, in MiB.
        pack_tokens: Tokens of one forward pass at most.
    """

    def __init__(
        self, model: Any, *, path: PathName | None = None, pack_mb: int = 512, pack_tokens: int = 1024
    ) -> None:
        self.forward = Forward(model)
        self.pack_bytes = pack_mb * 2**20
        self.pack_tokens = pack_tokens
        self.counters = Counters()
        self.path: PathName = path or natural_path(model)
        self._checked = self.path == "plain"

    def score(self, groups: Sequence[Sequence[TokenSequence]]) -> list[Values]:
        """Log-likelihoods of every continuation, in the shape of the groups."""
        trees = [build_tree(group) for group in groups]
        # Trees of like size together: packs fill evenly, and the padded paths pad little.
        order = sorted(range(len(trees)), key=lambda index: -len(trees[index]))
        results: dict[int, Values] = {}
        for pack in self._packs(trees, order):
            scored = self._run(trees, groups, pack)
            results.update(zip(pack, scored, strict=True))
        for tree, group in zip(trees, groups, strict=True):
            self.counters.sequences += len(group)
            self.counters.naive_tokens += sum(len(sequence.tokens) - 1 for sequence in group)
            self.counters.distinct_tokens += tree.distinct
        return [results[index] for index in range(len(trees))]

    def _packs(self, trees: Sequence[TokenTree], order: Sequence[int]) -> Iterator[list[int]]:
        """Fill packs in order, up to the budgets of tokens and memory; a larger tree is a pack of its own."""
        pack: list[int] = []
        tokens = scored = 0
        for index in order:
            more_tokens, more_scored = len(trees[index]), len(trees[index].scored_nodes)
            cost = self.forward.bytes_for(tokens + more_tokens, scored + more_scored)
            if pack and (tokens + more_tokens > self.pack_tokens or cost > self.pack_bytes):
                yield pack
                pack, tokens, scored = [], 0, 0
            pack.append(index)
            tokens, scored = tokens + more_tokens, scored + more_scored
        if pack:
            yield pack

    def _run(
        self, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]], pack: list[int]
    ) -> list[Values]:
        """One pack along the current path; half of it at a time where memory runs out."""
        some_trees, some_groups = [trees[i] for i in pack], [groups[i] for i in pack]
        try:
            if not self._checked:
                return self._first(some_trees, some_groups)
            return list(self._along(self.path, some_trees, some_groups))
        except (torch.OutOfMemoryError, RuntimeError) as error:
            if not _is_out_of_memory(error):
                raise
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        self.counters.halvings += 1
        if len(pack) == 1:
            return [self._one_by_one(groups[pack[0]])]
        self.pack_tokens = max(1, sum(len(trees[i]) for i in pack) // 2)
        half = len(pack) // 2
        return self._run(trees, groups, pack[:half]) + self._run(trees, groups, pack[half:])

    def _one_by_one(self, group: Sequence[TokenSequence]) -> Values:
        """The last resort for an item whose tree does not fit: each sequence alone; None where even that does not."""
        values: list[float | None] = []
        for sequence in group:
            try:
                values.append(self._along("plain", [build_tree([sequence])], [[sequence]])[0][0])
            except (torch.OutOfMemoryError, RuntimeError) as error:
                if not _is_out_of_memory(error):
                    raise
                values.append(None)
        return values

    def _along(
        self, name: PathName, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]]
    ) -> list[list[float]]:
        path: Path = PATHS[name]
        with torch.inference_mode():
            scored: Scored = path(self.forward, trees, groups)
        self.counters.packs += 1
        self.counters.forwarded_tokens += scored.forwarded_tokens
        return scored.values

    def _first(self, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]]) -> list[Values]:
        """The first pack: take the first path whose values equal the plain path's on some of its sequences."""
        while self.path != "plain":
            try:
                values = self._along(self.path, trees, groups)
                trouble = self._trouble(values, groups)
            except (RuntimeError, ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
                # Whatever an architecture makes of a mask or a cache that it was not written for.
                if _is_out_of_memory(error):
                    raise
                trouble = f"failed ({type(error).__name__}: {error})"
            if not trouble:
                self._checked = True
                return list(values)
            following: PathName = "walk" if self.path == "tree" else "plain"
            warnings.warn(
                f"Log-likelihood by the {self.path} path {trouble}; going on by the {following} path", stacklevel=2
            )
            self.path = following
        self._checked = True
        return list(self._along("plain", trees, groups))

    def _trouble(self, values: Sequence[Sequence[float]], groups: Sequence[Sequence[TokenSequence]]) -> str | None:
        """How the values differ from the plain path's on one sequence of the first group; None where they do not."""
        index = _telling(groups[0])
        chosen = [groups[0][index]]
        want = self._along("plain", [build_tree(chosen)], [chosen])[0][0]
        difference = abs(values[0][index] - want)
        self.counters.self_check_difference = difference
        if difference <= self._tolerance(want) or values[0][index] == want:
            return None
        return f"differs by {difference:.3g} nats from the plain path"

    def _tolerance(self, value: float) -> float:
        return TOLERANCE_FLOAT32 if self.forward.dtype == torch.float32 else max(0.25, 0.02 * abs(value))


def natural_path(model: Any) -> PathName:
    """`walk` for models that carry a recurrent state, else `tree`."""
    if getattr(model, "_is_stateful", False):
        return "walk"
    config = model.config.get_text_config()
    kinds = set(getattr(config, "layer_types", None) or getattr(config, "layers_block_type", None) or ())
    attention = {kind for kind in kinds if "linear" not in kind and "attention" in kind}
    return "tree" if kinds == attention else "walk"


def _is_out_of_memory(error: Exception) -> bool:
    """CUDA has its own class; the CPU and MPS allocators raise a RuntimeError that says so."""
    words = str(error).lower()
    return isinstance(error, torch.OutOfMemoryError) or "out of memory" in words or "can't allocate memory" in words


def _telling(group: Sequence[TokenSequence]) -> int:
    """The sequence to check: the shortest, since the longest comes first in the row and would forgive any mask."""
    return min(range(len(group)), key=lambda index: len(group[index].tokens))
