"""What users may add to a body by hand: nothing that gwageo sets and records itself, and nothing secret."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gwageo.core import ConfigError

OWN: Mapping[str, str] = {
    "max_tokens": "--max-tokens",
    "max_completion_tokens": "--max-tokens",
    "temperature": "--temperature",
    "top_p": "--top-p",
    "top_k": "--top-k",
    "seed": "--seed",
    "n": "--repeats",
    "stream": "--stream",
    "reasoning_effort": "--reasoning-effort",
    "chat_template_kwargs": "--chat-template-kwargs",
    "model": "--model",
}
"""Fields that have an option of their own."""
UNTOUCHED = (
    "messages", "prompt", "system", "stop", "stop_sequences", "stream_options", "best_of", "suffix", "echo", "logprobs",
    "prompt_logprobs",
)  # fmt: skip
"""Fields that the exam decides."""
_SECRET = re.compile(
    r"(?:api|access|auth|private|secret)[_-]?key|(?:access|api|auth|bearer|hf|id|refresh|session)[_-]?token|^x-api-key$"
    r"|authori[sz]ation|passw(?:or)?d|secret|credential|bearer|^(?:token|key|cookie|headers|extra_headers)$",
    re.I,
)


def check_added(name: str, fields: Mapping[str, Any], redact: Callable[[str], str]) -> None:
    """Refuse fields that must not be added by hand.

    Args:
        name: The option that they came with.
        fields: As given.
        redact: Takes keys out of a text.

    Raises:
        ConfigError: Names the first field that gwageo sets itself, or that looks like a secret; its value is not told.
    """
    whole = json.dumps(fields, ensure_ascii=False)
    secret = next((key for key in _names(fields) if _SECRET.search(key)), None)
    if secret is not None:
        raise ConfigError(
            f"{name} holds {secret!r}, which looks like a key, and would be kept with the run; "
            "put keys into the environment variable that --api-key-env names"
        )
    if redact(whole) != whole:
        raise ConfigError(
            f"{name} holds what looks like a key, and would be kept with the run; "
            "put keys into the environment variable that --api-key-env names"
        )


def check_body(fields: Mapping[str, Any]) -> None:
    """Refuse fields of `--extra-body` that would replace what gwageo sets and records itself.

    Raises:
        ConfigError: Names the first of them, and the option that sets it.
    """
    for field in fields:
        if field in OWN:
            raise ConfigError(
                f"--extra-body may not set {field!r}, which gwageo sets and records itself; use {OWN[field]} instead"
            )
        if field in UNTOUCHED:
            raise ConfigError(
                f"--extra-body may not set {field!r}, which gwageo sets and records itself, as the exam wants it; "
                "leave it out"
            )


def _names(tree: object) -> Iterator[str]:
    """Every name in a JSON tree."""
    if isinstance(tree, Mapping):
        for name, value in tree.items():
            yield str(name)
            yield from _names(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from _names(value)
