"""From text pairs to token sequences: where a continuation begins, one start token, what is cut.

The rules are those of the harness that the KBS authors ran (kbs 4): white space at the end of the context moves to the
front of the continuation; the whole and the context are encoded, and the continuation's tokens are those beyond the
context's length. Two cases that have no answer there are settled and flagged: a continuation that merges into the
context's last token altogether is encoded by itself, and the start token survives when a long context is cut.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gwageo.models.tree import TokenSequence


@dataclass(frozen=True, slots=True)
class EncodedPair:
    """A pair as tokens, or the reason why it cannot be scored."""

    sequence: TokenSequence | None
    flags: tuple[str, ...] = ()
    """`empty_context`, `boundary_merge`, `over_length`."""
    error: str | None = None


class PairEncoder:
    """Encodes (context, continuation) pairs for one tokenizer.

    Args:
        tokenizer: A transformers tokenizer.
        context_length: Input tokens of one sequence at most.
    """

    def __init__(self, tokenizer: Any, context_length: int) -> None:
        self.tokenizer = tokenizer
        self.context_length = context_length
        self.start = _start_tokens(tokenizer)
        """What the tokenizer puts before a text of its own accord: one BOS, or nothing."""
        self.bos_text: str | None = tokenizer.bos_token
        self.lone_start = _first(tokenizer.bos_token_id, tokenizer.eos_token_id)
        """The token that stands for an empty context; None where the tokenizer has neither BOS nor EOS."""

    def texts(self, texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Tokens of each distinct text, with exactly one start token where the tokenizer wants one."""
        distinct = list(dict.fromkeys(texts))
        encoded = self._bare(distinct)
        return {
            text: tokens if self._begins_with_bos(text) else self.start + tokens
            for text, tokens in zip(distinct, encoded, strict=True)
        }

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> list[EncodedPair]:
        """Encode pairs of context and continuation; texts that occur often are encoded once."""
        moved = [move_white_space(context, continuation) for context, continuation in pairs]
        known = self.texts(
            text for context, continuation in moved if context for text in (context, context + continuation)
        )
        alone = list(
            dict.fromkeys(
                continuation for context, continuation in moved if self._needs_alone(context, continuation, known)
            )
        )
        bare = dict(zip(alone, self._bare(alone), strict=True))
        return [self._pair(context, continuation, known, bare) for context, continuation in moved]

    def _needs_alone(self, context: str, continuation: str, known: dict[str, tuple[int, ...]]) -> bool:
        return not context or len(known[context + continuation]) <= len(known[context])

    def _pair(
        self, context: str, continuation: str, known: dict[str, tuple[int, ...]], bare: dict[str, tuple[int, ...]]
    ) -> EncodedPair:
        flags: list[str] = []
        head: tuple[int, ...]
        if not context:
            if self.lone_start is None:
                return EncodedPair(
                    None, error="the context is empty and the tokenizer has neither a BOS nor an EOS token"
                )
            head, tail = (self.lone_start,), bare[continuation]
            flags.append("empty_context")
        else:
            head, whole = known[context], known[context + continuation]
            if whole[: len(head)] != head:
                flags.append("boundary_merge")
            if len(whole) > len(head):
                head, tail = whole[: len(head)], whole[len(head) :]
            else:
                tail = bare[continuation]
        if not tail:
            return EncodedPair(None, tuple(flags), f"the continuation {continuation!r} has no tokens")
        return self._fit(head, tail, flags)

    def _fit(self, head: tuple[int, ...], tail: tuple[int, ...], flags: list[str]) -> EncodedPair:
        """Cut the context from the left to the window; the start token and the continuation stay whole."""
        excess = len(head) + len(tail) - 1 - self.context_length
        if excess > 0:
            start = head[: len(self.start)] if self.start and head[: len(self.start)] == self.start else head[:0]
            if len(head) - len(start) < excess or len(head) <= excess:
                room = f"the context length of {self.context_length} leaves room for"
                problem = f"the continuation has {len(tail)} tokens, more than {room}"
                return EncodedPair(None, (*flags, "over_length"), problem)
            head = start + head[len(start) + excess :]
            flags.append("over_length")
        return EncodedPair(TokenSequence(head + tail, len(tail)), tuple(flags))

    def _begins_with_bos(self, text: str) -> bool:
        return bool(self.bos_text) and text.startswith(str(self.bos_text))

    def _bare(self, texts: list[str]) -> list[tuple[int, ...]]:
        """Tokens without any that the tokenizer adds."""
        if not texts:
            return []
        return [tuple(ids) for ids in self.tokenizer(texts, add_special_tokens=False)["input_ids"]]


def move_white_space(context: str, continuation: str) -> tuple[str, str]:
    """White space at the end of the context moves to the front of the continuation."""
    kept = context.rstrip()
    return kept, context[len(kept) :] + continuation


def _start_tokens(tokenizer: Any) -> tuple[int, ...]:
    """What stands before the text when the tokenizer adds its special tokens; what it adds behind is never wanted."""
    bare = tokenizer("가", add_special_tokens=False)["input_ids"]
    full = tokenizer("가")["input_ids"]
    for start in range(len(full) - len(bare) + 1):
        if full[start : start + len(bare)] == bare:
            return tuple(full[:start])
    return ()


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)
