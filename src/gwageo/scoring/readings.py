"""Reading: what was found in a reply, where, by which rule, or why nothing was."""

from dataclasses import dataclass

from gwageo.core import Extraction, Output


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


def silence(output: Output) -> Reading | None:
    """The reading of a reply that cannot hold an answer: withheld by the provider, or blank. None for any other."""
    if output.finish_reason in ("refusal", "content_filter"):
        return Reading("refused")
    if not (output.text or "").strip():
        return Reading("truncated" if output.finish_reason == "length" else "empty")
    return None
