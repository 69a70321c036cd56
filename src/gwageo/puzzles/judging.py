"""Judging: a reply against an item, by the published reading and by the robust one.

Never raises on a reply, whatever it holds, and reads it in bounded time.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from gwageo.core import FinishReason, Item, Output, Score, Verdict
from gwageo.core.reasoning import answer_part
from gwageo.core.scores import Extraction
from gwageo.puzzles.registry import load
from gwageo.puzzles.replies import Found, Reply
from gwageo.puzzles.rows import read_row
from gwageo.puzzles.standing import stands

_THOUGHT = re.compile(r"<(think|thinking|thought)>(?:(?!</?\1>).)*+(?:</\1>|\Z)", re.DOTALL)
_OPTION = re.compile(r"^\s*\(?([A-Z])[):.]\s*(\S.*?)\s*$", re.MULTILINE)
_PLACEHOLDER = re.compile(
    r"[\[<{(][^\]>})\n]*(?:숫자|좌표|number|digit|coordinate|r1|N\b|here|여기)[^\]>})\n]*[\]>})]", re.IGNORECASE
)


def score(text: str | None, item: Item | Mapping[str, Any], *, finish_reason: FinishReason | None = None) -> Score:
    """Judge a reply.

    `exact_match` is the published reading of the whole reply, `exact_match_robust` stands beside it. The verdict is the
    published reading's too, but of the answer alone: what the reply's reasoning says is no answer.

    Args:
        text: The reply; what is no text counts as an empty one.
        item: A made or released item, or its plain row.
        finish_reason: `length` tells a cut reply from one without an answer.
    """
    item = item if isinstance(item, Item) else read_row(item, 1, "row")
    reader = load(str(item.metadata["type"])).reader
    text = text if isinstance(text, str) else ""
    if not text.strip():
        return _without(text, "truncated" if finish_reason == "length" else "empty")
    if finish_reason in ("refusal", "content_filter"):
        return _without(text, "refused")
    gold = reader.canonical(item.gold)
    start, missed = answer_part(Output(text=text, finish_reason=finish_reason))
    answer = _blank(start) + text[start:]
    published = reader.strict(Reply(text), item.gold)
    strict = reader.strict(Reply(answer), item.gold) if start else published
    said = Reply(_without_thoughts(answer), _options(item))
    robust = reader.robust(said, item.gold)
    robust = robust if robust and stands(said, robust) else None
    right, robustly = _equals(published, gold), _equals(robust, gold)
    shown = strict or robust
    verdict, extraction = _outcome(Reply(answer), strict, _equals(strict, gold), finish_reason, missed)
    return Score(
        verdict=verdict,
        metrics={"exact_match": float(right), "exact_match_robust": float(robustly)},
        extraction="ok" if shown else extraction,
        extracted=shown.value if shown else None,
        span=(shown.start, shown.end) if shown else None,
        rule=shown.rule if shown else None,
        flags=_flags(published, robust, right, robustly),
    )


def reward(text: str | None, item: Item | Mapping[str, Any]) -> float:
    """What a reply earns in training, from 0 to 1: the robust reading of a declared answer, without partial credit."""
    value = score(text, item).metrics["exact_match_robust"]
    return float(value) if isinstance(value, float) else 0.0


def _without_thoughts(answer: str) -> str:
    """The answer with later blocks of thoughts blanked too; every character keeps its place."""
    return _THOUGHT.sub(lambda match: _blank(len(match.group())), answer)


def _blank(length: int) -> str:
    """Blanks that end in a line end, so that what follows begins a line."""
    return " " * (length - 1) + "\n" if length else ""


def _options(item: Item) -> dict[str, str]:
    """Letter to text of the options that a question offers, in a field of their own or as its lines."""
    given = item.fields.get("choices") or item.metadata.get("options")
    if isinstance(given, Mapping):
        return {str(letter): str(text) for letter, text in given.items()}
    return dict(_OPTION.findall(str(item.fields.get("question", ""))))


def _equals(found: Found | None, gold: str) -> bool:
    return found is not None and found.value == gold


def _without(text: str, reason: Any) -> Score:
    return Score(verdict=reason, metrics={"exact_match": 0.0, "exact_match_robust": 0.0}, extraction=reason)


def _outcome(
    reply: Reply,
    strict: Found | None,
    right: bool,
    finish_reason: FinishReason | None,
    missed: Literal["truncated", "no_answer"] | None,
) -> tuple[Verdict, Extraction]:
    """Verdict and extraction of the answer behind any reasoning; `missed` where the reply is reasoning alone."""
    if missed is not None:
        return missed, missed
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
