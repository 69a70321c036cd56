"""The token tree: sequences that share prefixes, each shared token held once.

A node is one input token after a given history. Sequences of an exam item share nearly all of theirs (the
demonstrations, the question), so a forward pass over the nodes does the work of a pass over every sequence. The last
token of a sequence is predicted but never fed in, so it is no node unless another sequence goes on from it.

    context "질문: ... 답변:" with the continuations " 물", " 불"      nodes: the context, and nothing else
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """Tokens of one request: a context to condition on and a continuation to score."""

    tokens: tuple[int, ...]
    """Context and continuation, in order."""
    scored: int
    """How many tokens at the end are the continuation; at least 1 and less than the whole."""

    @property
    def targets(self) -> tuple[int, ...]:
        """The continuation's tokens."""
        return self.tokens[-self.scored :]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of nodes `start <= node < end` of which each is the only way on from the one before."""

    start: int
    end: int
    parent: int
    """The node from which the segment goes on; -1 at a root."""


@dataclass(slots=True)
class TokenTree:
    """A tree (or forest) over sequences. Parents come before children; the longest sequence is nodes 0, 1, 2, ..."""

    tokens: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """Parent of each node, -1 at a root."""
    depths: list[int] = field(default_factory=list)
    """Position of each node in its sequence, from 0."""
    paths: list[list[int]] = field(default_factory=list)
    """For each sequence, in the given order, the nodes whose predictions are scored."""
    targets: list[tuple[int, ...]] = field(default_factory=list)
    """For each sequence, the tokens that those nodes should predict."""
    segments: list[Segment] = field(default_factory=list)
    """All nodes as runs, in order of their nodes."""
    spine: int = 0
    """Number of nodes of the longest sequence: they come first, in order."""
    distinct: int = 0
    """Distinct (history, token) pairs of the sequences: the nodes, and the last tokens that are no node."""

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def scored_nodes(self) -> list[int]:
        """Nodes of which a prediction is wanted, ascending, each once."""
        return sorted({node for path in self.paths for node in path})


def build_tree(sequences: Sequence[TokenSequence]) -> TokenTree:
    """Merge sequences into one tree.

    Args:
        sequences: At least one; order is kept in `paths` and `targets`.
    """
    tree = TokenTree(paths=[[] for _ in sequences], targets=[sequence.targets for sequence in sequences])
    children: list[dict[int, int]] = [{}]  # children[node + 1]: token -> node; children[0] holds the roots
    for index in sorted(range(len(sequences)), key=lambda i: -len(sequences[i].tokens)):
        sequence = sequences[index]
        path = _insert(tree, children, sequence.tokens[:-1])
        tree.paths[index] = path[-sequence.scored :]
    ends = {(tree.paths[i][-1], sequence.tokens[-1]) for i, sequence in enumerate(sequences)}
    tree.distinct = len(tree) + sum(token not in children[node + 1] for node, token in ends)
    tree.spine = next((n for n, parent in enumerate(tree.parents) if parent != n - 1), len(tree))
    tree.segments = list(_segments(tree.parents))
    return tree


def _insert(tree: TokenTree, children: list[dict[int, int]], tokens: Sequence[int]) -> list[int]:
    """Walk down as far as the tokens are known, grow the rest; the nodes passed."""
    node, path = -1, []
    for depth, token in enumerate(tokens):
        known = children[node + 1].get(token)
        if known is None:
            known = len(tree.tokens)
            tree.tokens.append(token)
            tree.parents.append(node)
            tree.depths.append(depth)
            children.append({})
            children[node + 1][token] = known
        node = known
        path.append(node)
    return path


def _segments(parents: Sequence[int]) -> Iterator[Segment]:
    """Cut the nodes where a node does not follow the one before, or where another branch leaves it."""
    branching = {parent for node, parent in enumerate(parents) if parent != node - 1}
    start = 0
    for node in range(1, len(parents) + 1):
        if node == len(parents) or parents[node] != node - 1 or node - 1 in branching:
            yield Segment(start, node, parents[start])
            start = node
