"""The three ways through a model: one packed row of trees, a walk with a forked cache, sequences side by side."""

import copy
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from gwageo.models.attention import NAME, attending, lay_out, tree_attention
from gwageo.models.tree import Segment, TokenSequence, TokenTree


@dataclass(frozen=True, slots=True)
class Scored:
    """What a path returns."""

    values: list[list[float]]
    """Log-likelihoods in nats, in the shape of the groups."""
    forwarded_tokens: int
    """Tokens that went through the model, padding counted."""


Path = Callable[["Forward", Sequence[TokenTree], Sequence[Sequence[TokenSequence]]], Scored]


class Forward:
    """Forward passes of one causal model that give log-probabilities of chosen tokens at chosen positions."""

    def __init__(self, model: Any) -> None:
        from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

        ALL_ATTENTION_FUNCTIONS.register(NAME, tree_attention)
        self.model = model
        self.dtype: torch.dtype = model.dtype
        self.device: torch.device = model.get_input_embeddings().weight.device
        text = model.config.get_text_config()
        self._vocabulary = int(text.vocab_size)
        inner = getattr(text, "intermediate_size", None) or 4 * text.hidden_size
        # What one token holds at the busiest moment of a layer: streams, queries, keys, values, a gated inner layer.
        self._width = 12 * int(text.hidden_size) + 3 * max(inner if isinstance(inner, list) else [inner])
        # transformers renamed the argument, and the field of the output with it.
        self.cache_name = "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"
        self._configs = list({id(m.config): m.config for m in model.modules() if hasattr(m, "config")}.values())

    def bytes_for(self, tokens: int, scored: int) -> int:
        """Estimate of the memory that a pass over so many tokens takes beside the weights, in bytes."""
        logits = scored * self._vocabulary * (4 if self.dtype.itemsize == 4 else 4 + self.dtype.itemsize)
        return int(tokens * self._width * self.dtype.itemsize + logits)

    @contextmanager
    def tree_attention(self) -> Iterator[None]:
        """Layers inside use tree attention instead of the one that the checkpoint was loaded with."""
        before = [config._attn_implementation for config in self._configs]
        try:
            for config in self._configs:
                config._attn_implementation = NAME
            yield
        finally:
            for config, name in zip(self._configs, before, strict=True):
                config._attn_implementation = name

    def tensor(self, values: Any) -> Tensor:
        """Integers on the model's input device."""
        return torch.tensor(values, device=self.device, dtype=torch.long)


def log_probabilities(logits: Tensor, rows: Sequence[int], targets: Sequence[int]) -> list[float]:
    """Log-probability of each target in the softmax of its row, in float32.

    Args:
        logits: R x vocabulary.
        rows: Row of each wanted value.
        targets: Token of each wanted value.
    """
    # A few rows at a time: the float32 copy of one row is a megabyte for a large vocabulary.
    norms = torch.cat([part.float().logsumexp(-1) for part in torch.split(logits, 16)])
    row = torch.tensor(list(rows), device=logits.device)
    target = torch.tensor(list(targets), device=logits.device)
    values: list[float] = (logits[row, target].float() - norms[row]).double().cpu().tolist()
    return values


def _sums(tree: TokenTree, by_node: dict[tuple[int, int], float]) -> list[float]:
    return [
        sum(by_node[node, target] for node, target in zip(path, targets, strict=True))
        for path, targets in zip(tree.paths, tree.targets, strict=True)
    ]


def _wanted(tree: TokenTree) -> list[tuple[int, int]]:
    """Every (node, target token) whose log-probability is needed, each once, by node."""
    pairs = {
        pair for path, targets in zip(tree.paths, tree.targets, strict=True) for pair in zip(path, targets, strict=True)
    }
    return sorted(pairs)


def tree_path(forward: Forward, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]]) -> Scored:
    """All trees in one row under tree attention. No token is computed twice and nothing is padded."""
    del groups
    pack = lay_out(trees, forward.device)
    wanted = [_wanted(tree) for tree in trees]
    flat = [
        (offset + node, target) for offset, pairs in zip(pack.offsets, wanted, strict=True) for node, target in pairs
    ]
    positions = sorted({position for position, _ in flat})
    # A mask of four dimensions is handed on untouched by transformers; tree attention reads the pack instead.
    mask = torch.zeros(1, 1, 1, 1, device=forward.device, dtype=forward.dtype)
    with forward.tree_attention(), attending(pack):
        output = forward.model(
            input_ids=pack.input_ids,
            position_ids=pack.position_ids,
            attention_mask=mask,
            use_cache=False,
            logits_to_keep=forward.tensor(positions),
        )
    row = {position: index for index, position in enumerate(positions)}
    values = log_probabilities(
        output.logits[0], [row[position] for position, _ in flat], [target for _, target in flat]
    )
    found = iter(values)
    sums = [_sums(tree, {pair: next(found) for pair in pairs}) for tree, pairs in zip(trees, wanted, strict=True)]
    return Scored(sums, pack.input_ids.numel())


PADDING_SHARE = 0.05
"""Padding that siblings may cost when they are walked side by side, as a share of their tree."""


def walk_path(forward: Forward, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]]) -> Scored:
    """Each tree depth-first with the cache forked at every branch; leaves side by side where that pads little."""
    del groups
    walks = [_Walk(forward, tree) for tree in trees]
    return Scored([walk.run() for walk in walks], sum(walk.forwarded for walk in walks))


class _Walk:
    """One walk through one tree."""

    def __init__(self, forward: Forward, tree: TokenTree) -> None:
        self.forward = forward
        self.tree = tree
        self.forwarded = 0
        self.padding_left = int(len(tree) * PADDING_SHARE)
        self.values: dict[tuple[int, int], float] = {}
        self.below: dict[int, list[Segment]] = {}
        for segment in tree.segments:
            self.below.setdefault(segment.parent, []).append(segment)
        self.wanted: dict[int, list[int]] = {}
        for node, target in _wanted(tree):
            self.wanted.setdefault(node, []).append(target)

    def run(self) -> list[float]:
        self._descend(self.below[-1], None)
        return _sums(self.tree, self.values)

    def _descend(self, siblings: list[Segment], cache: Any) -> None:
        batches = self._batches(siblings)
        for index, batch in enumerate(batches):
            # The last batch may use up the cache itself.
            own = cache if cache is None or index == len(batches) - 1 else copy.deepcopy(cache)
            if own is not None and len(batch) > 1:
                own.reorder_cache(torch.zeros(len(batch), dtype=torch.long, device=self.forward.device))
            own = self._step(batch, own)
            below = self.below.get(batch[0].end - 1, [])
            if below:
                self._descend(below, own)

    def _batches(self, siblings: list[Segment]) -> list[list[Segment]]:
        """Segments that end the tree go side by side, of like length; the others alone, and first."""
        leaves = sorted((s for s in siblings if s.end - 1 not in self.below), key=lambda s: s.start - s.end)
        batches = [[segment] for segment in siblings if segment.end - 1 in self.below]
        batch: list[Segment] = []
        for leaf in leaves:
            padding = (batch[0].end - batch[0].start) - (leaf.end - leaf.start) if batch else 0
            if batch and padding <= self.padding_left:
                self.padding_left -= padding
                batch.append(leaf)
            else:
                batch = [leaf]
                batches.append(batch)
        return batches

    def _step(self, batch: list[Segment], cache: Any) -> Any:
        """Feed segments of one parent side by side; keep the values of their wanted nodes."""
        width = max(segment.end - segment.start for segment in batch)
        rows = [list(range(segment.start, segment.end)) for segment in batch]
        first = self.tree.depths[batch[0].start]
        tokens = [[self.tree.tokens[node] for node in row] + [0] * (width - len(row)) for row in rows]
        keep = sorted({column for row in rows for column, node in enumerate(row) if node in self.wanted})
        output = self.forward.model(
            input_ids=self.forward.tensor(tokens),
            position_ids=self.forward.tensor([list(range(first, first + width))] * len(batch)),
            **{self.forward.cache_name: cache},
            use_cache=True,
            logits_to_keep=self.forward.tensor(keep or [0]),
        )
        self.forwarded += width * len(batch)
        column = {position: index for index, position in enumerate(keep)}
        for number, row in enumerate(rows):
            pairs = [(node, column[i], t) for i, node in enumerate(row) for t in self.wanted.get(node, ())]
            if pairs:
                found = log_probabilities(output.logits[number], [c for _, c, _ in pairs], [t for _, _, t in pairs])
                self.values.update({(node, t): value for (node, _, t), value in zip(pairs, found, strict=True)})
        return output[self.forward.cache_name]


def plain_path(forward: Forward, trees: Sequence[TokenTree], groups: Sequence[Sequence[TokenSequence]]) -> Scored:
    """Every sequence by itself, side by side in small batches, padded on the right."""
    sequences = [sequence for group in groups for sequence in group]
    order = sorted(range(len(sequences)), key=lambda index: -len(sequences[index].tokens))
    limit = max(1, sum(len(tree) for tree in trees))
    values: dict[int, float] = {}
    forwarded = start = 0
    while start < len(order):
        width = len(sequences[order[start]].tokens) - 1
        batch = order[start : start + max(1, limit // width)]
        start += len(batch)
        forwarded += width * len(batch)
        values.update(zip(batch, _side_by_side(forward, [sequences[index] for index in batch], width), strict=True))
    found = (values[index] for index in range(len(sequences)))
    return Scored([[next(found) for _ in group] for group in groups], forwarded)


def _side_by_side(forward: Forward, batch: Sequence[TokenSequence], width: int) -> list[float]:
    lengths = [len(sequence.tokens) - 1 for sequence in batch]
    tokens = [list(s.tokens[:-1]) + [0] * (width - n) for s, n in zip(batch, lengths, strict=True)]
    mask = None
    if min(lengths) < width:
        mask = forward.tensor([[1] * n + [0] * (width - n) for n in lengths])
    first = min(n - s.scored for s, n in zip(batch, lengths, strict=True))
    output = forward.model(
        input_ids=forward.tensor(tokens),
        attention_mask=mask,
        use_cache=False,
        logits_to_keep=forward.tensor(list(range(first, width))),
    )
    return [
        sum(log_probabilities(logits, range(n - s.scored - first, n - first), s.targets))
        for s, n, logits in zip(batch, lengths, output.logits, strict=True)
    ]


PATHS: dict[str, Path] = {"tree": tree_path, "walk": walk_path, "plain": plain_path}
