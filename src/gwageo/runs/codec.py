"""Requests and outputs as text: what is hashed as a prompt, and what is kept in the journal."""

import json
import re
from collections.abc import Sequence
from typing import Any

from gwageo.core import Generate, Output, Request, Usage
from gwageo.core.canonical import digest, dumps
from gwageo.core.requests import as_mapping

# Only baselines read these; they are never sent, so they are no part of what was asked.
UNSENT = ("reference", "choices")


def as_sent(request: Request) -> dict[str, Any]:
    """The request without the fields that never leave the house."""
    kind = "generate" if isinstance(request, Generate) else "loglikelihood"
    return {"kind": kind} | {key: value for key, value in as_mapping(request).items() if key not in UNSENT}


def prompt_hash(requests: Sequence[Request]) -> str:
    """SHA-256 over everything that is sent for one item: prompts, stop strings, limits, sampling, template switches."""
    return digest([as_sent(request) for request in requests])


HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, as a server may send it in JSON; no file takes it as text."""


def dump_outputs(outputs: Sequence[Output]) -> str:
    """Outputs as canonical JSON; infinity and NaN become texts, halves of characters their escapes."""
    return HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", dumps(list(outputs)))


def load_outputs(text: str) -> list[Output]:
    """Outputs from their canonical JSON.

    Raises:
        ValueError, KeyError, TypeError: The text is torn or is not a list of outputs.
    """
    entries = json.loads(text)
    if not isinstance(entries, list):
        raise TypeError("outputs are kept as a list")
    return [_output(entry) for entry in entries]


def _output(entry: dict[str, Any]) -> Output:
    number = entry["loglikelihood"]
    return Output(
        **entry
        | {
            "loglikelihood": None if number is None else float(number),
            "usage": Usage(**entry["usage"]),
            "flags": tuple(entry["flags"]),
        }
    )
