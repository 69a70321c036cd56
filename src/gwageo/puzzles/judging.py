"""Judging: a reply against an item, by the published reading and by the robust one.

Never raises on a reply, whatever it holds, and reads it in bounded time.
"""

import re
from typing import Any

from gwageo.core import FinishReason, Item, Score, Verdict
from gwageo.core.scores import Extraction
from gwageo.puzzles.registry import load
from gwageo.puzzles.replies import Found, Reply

_PLACEHOLDER = re.compile(
    r"[\[<{(][^\]>})\n]*(?:숫자|좌표|number|digit|coordinate|r1|N\b|here|여기)[^\]>})\n]*[\]>})]", re.IGNORECASE
)


def score(text: str, item: Item, *, finish_reason: FinishReason | None = None) -> Score:
    """Judge a reply.

    The verdict follows `exact_match`, the published reading; `exact_match_robust` stands beside it.

    Args:
        text: The reply without its reasoning.
        item: A made item, or a released one as `read_row` gives it; its metadata names the type.
        finish_reason: `length` tells a cut reply from one without an answer.
    """
    reader = load(str(item.metadata["type"])).reader
    if not text.strip():
        return _without(text, "truncated" if finish_reason == "length" else "empty")
    if finish_reason in ("refusal", "content_filter"):
        return _without(text, "refused")
    gold = reader.canonical(item.gold)
    reply = Reply(text)
    strict, robust = reader.strict(reply, item.gold), reader.robust(reply, item.gold)
    right, robustly = _equals(strict, gold), _equals(robust, gold)
    shown = strict or robust
    verdict, extraction = _outcome(reply, strict, right, finish_reason)
    return Score(
        verdict=verdict,
        metrics={"exact_match": float(right), "exact_match_robust": float(robustly)},
        extraction=extraction,
        extracted=shown.value if shown else None,
        span=(shown.start, shown.end) if shown else None,
        rule=shown.rule if shown else None,
        flags=_flags(strict, robust, right, robustly),
    )


def reward(text: str, item: Item) -> float:
    """What a reply earns in training, from 0 to 1: the robust reading of a declared answer, without partial credit."""
    value = score(text, item).metrics["exact_match_robust"]
    return float(value) if isinstance(value, float) else 0.0


def _equals(found: Found | None, gold: str) -> bool:
    return found is not None and found.value == gold


def _without(text: str, reason: Any) -> Score:
    return Score(verdict=reason, metrics={"exact_match": 0.0, "exact_match_robust": 0.0}, extraction=reason)


def _outcome(
    reply: Reply, strict: Found | None, right: bool, finish_reason: FinishReason | None
) -> tuple[Verdict, Extraction]:
    if right:
        return "right", "ok"
    if finish_reason == "length" and reply.payload is None:
        return "truncated", "truncated"
    if strict is not None:
        return "wrong", "ok"
    echo = reply.payload is not None and _PLACEHOLDER.search(reply.payload.text[:200])
    return "no_answer", "echo" if echo else "no_answer"


def _flags(strict: Found | None, robust: Found | None, right: bool, robustly: bool) -> tuple[str, ...]:
    flags = list(robust.flags if robust else ())
    if robustly and not right:
        flags.append("robust_only")
    if right and not robustly:
        flags.append("strict_only")
    return tuple(dict.fromkeys(flags + list(strict.flags if strict else ())))
