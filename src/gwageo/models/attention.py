"""Attention over a pack of token trees: every node sees its ancestors and itself, within the layer's window.

Registered with transformers as the attention named `NAME`. A model whose layers ask transformers for their attention
function runs on it unchanged; the pack in work is set around the forward pass with `attending`. A pack is one row:
trees lie one behind another, and each block of it attends only within itself, so the cost grows with the sum of
the blocks' squares and not with the square of the pack.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from gwageo.models.tree import TokenTree

NAME = "gwageo_tree"

# Small trees share a block up to this many tokens: fewer kernel calls cost more than the masked-out products.
BLOCK_TOKENS = 256


@dataclass(slots=True)
class Block:
    """Neighbouring trees of a pack that attend together: rows `start <= i < end`."""

    start: int
    end: int
    spine: int
    """The first `spine` rows are one chain, so plain causal attention serves them."""
    visible: Tensor
    """Bool, (end - start - spine) x (end - start): what each further row may see."""
    positions: Tensor
    """Position of each row in its sequence, (end - start)."""
    deepest: int
    """The largest position, kept as a number: asking the device for it in every layer would wait for the device."""
    windowed: dict[int, tuple[Tensor | None, Tensor]] = field(default_factory=dict)
    """Masks by window size, made at the first layer that has it: for the spine (None: causal serves), for the rest."""

    def masks(self, window: int | None) -> tuple[Tensor | None, Tensor]:
        """The masks of the spine and of the rest under a sliding window of `window` tokens."""
        if window is None or self.deepest < window:
            return None, self.visible
        if window not in self.windowed:
            distance = self.positions[:, None] - self.positions[None, :]
            near = distance < window
            spine = None
            if self.spine > window:
                head = distance[: self.spine, : self.spine]
                spine = (head >= 0) & near[: self.spine, : self.spine]
            self.windowed[window] = (spine, self.visible & near[self.spine :])
        return self.windowed[window]


@dataclass(frozen=True, slots=True)
class Pack:
    """Trees laid out in one row, with the blocks in which they attend."""

    input_ids: Tensor
    """1 x N."""
    position_ids: Tensor
    """1 x N."""
    blocks: tuple[Block, ...]
    offsets: tuple[int, ...]
    """Where each tree's node 0 lies in the row."""


def lay_out(trees: Sequence[TokenTree], device: "torch.device | str") -> Pack:
    """Put trees one behind another."""
    offsets, blocks, start = [], [], 0
    run: list[TokenTree] = []
    for tree in trees:
        if run and sum(map(len, run)) + len(tree) > BLOCK_TOKENS:
            blocks.append(_block(run, start - sum(map(len, run)), device))
            run = []
        offsets.append(start)
        run.append(tree)
        start += len(tree)
    blocks.append(_block(run, start - sum(map(len, run)), device))
    tokens = [token for tree in trees for token in tree.tokens]
    depths = [depth for tree in trees for depth in tree.depths]
    return Pack(
        input_ids=torch.tensor([tokens], device=device),
        position_ids=torch.tensor([depths], device=device),
        blocks=tuple(blocks),
        offsets=tuple(offsets),
    )


def _block(trees: Sequence[TokenTree], start: int, device: "torch.device | str") -> Block:
    size, spine = sum(map(len, trees)), trees[0].spine
    visible = torch.zeros(size, size, dtype=torch.bool)
    offset = 0
    for tree in trees:
        for segment in tree.segments:
            first, last = offset + segment.start, offset + segment.end
            if segment.parent >= 0:
                visible[first:last] = visible[offset + segment.parent]
            visible[first:last, first:last] = torch.ones(last - first, last - first, dtype=torch.bool).tril()
        offset += len(tree)
    depths = [depth for tree in trees for depth in tree.depths]
    positions = torch.tensor(depths, device=device)
    return Block(start, start + size, spine, visible[spine:].to(device), positions, max(depths))


_pack: ContextVar[Pack | None] = ContextVar("pack", default=None)


@contextmanager
def attending(pack: Pack) -> Iterator[None]:
    """Forward passes inside attend along this pack."""
    token = _pack.set(pack)
    try:
        yield
    finally:
        _pack.reset(token)


def tree_attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    sliding_window: int | None = None,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    **kwargs: Any,
) -> tuple[Tensor, None]:
    """One layer's attention in the form that transformers asks for.

    Args:
        module: The attention layer.
        query: 1 x heads x N x dim.
        key: 1 x key heads x N x dim.
        value: 1 x key heads x N x dim of values.
        attention_mask: Ignored; the pack says who sees whom.
        scaling: Factor of the scores; None is 1/sqrt(dim).
        sliding_window: Tokens that a row may look back, itself included; None is all.
        softcap: Bound that a tanh puts on the scores (Gemma 2).
        s_aux: One logit per head that takes part in the softmax and has no value (gpt-oss).
        kwargs: What other attention functions read.

    Returns:
        1 x N x heads x dim, and no weights.
    """
    pack = _pack.get()
    if pack is None:
        raise RuntimeError("tree attention was called outside of a pack")
    if value.shape[1] != query.shape[1]:
        groups = query.shape[1] // value.shape[1]
        key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
    attend = _Attend(scaling if scaling is not None else query.shape[-1] ** -0.5, softcap, s_aux)
    out = query.new_empty(1, query.shape[2], query.shape[1], value.shape[-1])
    for block in pack.blocks:
        first, middle, last = block.start, block.start + block.spine, block.end
        spine_mask, rest_mask = block.masks(sliding_window)
        spine = slice(first, middle)
        out[:, spine] = attend(query[:, :, spine], key[:, :, spine], value[:, :, spine], spine_mask)
        if middle < last:
            rows, seen = slice(middle, last), slice(first, last)
            out[:, rows] = attend(query[:, :, rows], key[:, :, seen], value[:, :, seen], rest_mask)
    return out, None


@dataclass(frozen=True, slots=True)
class _Attend:
    """Attention of some rows to some keys under a mask; None is causal."""

    scaling: float
    softcap: float | None
    sinks: Tensor | None

    def __call__(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        if self.softcap is None and self.sinks is None:
            out = scaled_dot_product_attention(
                query, key, value, attn_mask=mask, is_causal=mask is None, scale=self.scaling
            )
            return out.transpose(1, 2)
        return self._by_hand(query, key, value, mask).transpose(1, 2)

    def _by_hand(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """What the fused kernels have no word for: capped scores, and a sink in the softmax."""
        scores = (query @ key.transpose(2, 3)).float() * self.scaling
        if self.softcap is not None:
            scores = torch.tanh(scores / self.softcap) * self.softcap
        if mask is None:
            mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
        scores = scores.masked_fill(~mask, float("-inf"))
        if self.sinks is not None:
            sinks = self.sinks.float().reshape(1, -1, 1, 1).expand(1, -1, scores.shape[-2], 1)
            scores = torch.cat([scores, sinks], dim=-1)
        weights = scores.softmax(-1)[..., : key.shape[2]]
        return weights.to(value.dtype) @ value
