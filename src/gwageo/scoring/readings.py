"""Reading: what was found in a reply, where, by which rule, or why nothing was."""

from dataclasses import dataclass

from gwageo.core import Extraction, Output

_WINDOW = 30_000
"""Characters from the end in which a robust reading looks: far more than any token limit here allows, and it bounds
the time."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer that a reply states."""

    extraction: Extraction
    value: str | None = None
    """The answer; None unless `extraction` is `ok`."""
    span: tuple[int, int] | None = None
    """Where it stands in the reply, in characters."""
    rule: str | None = None
    """The name of the rule that found it."""
    flags: tuple[str, ...] = ()


def window_start(reply: str, answer_start: int) -> int:
    """From where on a robust reading looks: the last stated answer wins, so the end of a very long reply is enough."""
    return max(answer_start, len(reply) - _WINDOW)


def moved(span: tuple[int, int] | None, by: int) -> tuple[int, int] | None:
    """A span in a text that begins later."""
    return None if span is None else (span[0] + by, span[1] + by)


def silence(output: Output) -> Reading | None:
    """The reading of a reply that cannot hold an answer: withheld by the provider, or blank. None for any other."""
    if output.finish_reason in ("refusal", "content_filter"):
        return Reading("refused")
    if not (output.text or "").strip():
        return Reading("truncated" if output.finish_reason == "length" else "empty")
    return None
