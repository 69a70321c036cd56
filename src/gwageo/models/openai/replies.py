"""From a body to an Output. What is not a whole reply is a fault and never graded."""

import json
from collections.abc import Mapping
from typing import Any

from gwageo.core import FinishReason, Output, Usage
from gwageo.models.faults import Fault, said, shortened
from gwageo.models.remote import usage_of

_USAGE = {
    "prompt": ("prompt_tokens",),
    "completion": ("completion_tokens",),
    "reasoning": ("completion_tokens_details", "reasoning_tokens"),
    "cached": ("prompt_tokens_details", "cached_tokens"),
}
_FINISH: Mapping[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "stop_sequence": "stop",
    "end_turn": "stop",
    "tool_calls": "stop",
    "function_call": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
    "refusal": "refusal",
}
REASONING = ("reasoning_content", "reasoning", "thinking")
"""Names under which servers give the reasoning apart: DeepSeek, vLLM and SGLang; OpenRouter; Ollama."""


def tree_of(body: str) -> dict[str, Any]:
    """The JSON object of a body.

    Raises:
        Fault: It is cut, is something else, or tells of an error.
    """
    try:
        tree = json.loads(body)
    except ValueError as error:
        kind = "incomplete" if body.lstrip().startswith("{") else "not_json"
        raise Fault(kind, f"200 with a body that is no whole JSON: {shortened(body[:200]) or 'nothing'}") from error
    if not isinstance(tree, dict):
        raise Fault("not_json", f"200 with {shortened(body[:200])}, expected a JSON object")
    if tree.get("error"):
        raise Fault("error_in_body", f"200 with an error inside: {said(body)[0]}")
    return tree


def first_choice(tree: Mapping[str, Any]) -> Mapping[str, Any]:
    """The one choice of a reply.

    Raises:
        Fault: There is none.
    """
    choices = tree.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise Fault("no_choices", "200 with no choices")
    return choices[0]


def chat_output(tree: Mapping[str, Any]) -> Output:
    """The reply of `/chat/completions`."""
    choice = first_choice(tree)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise Fault("incomplete", "a choice without its message")
    return made(message, choice.get("finish_reason"), usage(tree))


def text_output(tree: Mapping[str, Any]) -> Output:
    """The reply of `/completions`."""
    choice = first_choice(tree)
    if not isinstance(choice.get("text"), str):
        raise Fault("incomplete", "a choice without its text")
    return Output(text=choice["text"], finish_reason=finish(choice.get("finish_reason")), usage=usage(tree))


def made(message: Mapping[str, Any], reason: object, used: Usage) -> Output:
    """An output from a whole message."""
    refusal = message.get("refusal")
    ended = finish(reason)
    thought = next((message[name] for name in REASONING if isinstance(message.get(name), str) and message[name]), None)
    text = _text(message.get("content"))
    if isinstance(refusal, str) and refusal and not text:
        return Output(text=refusal, reasoning=thought, finish_reason="refusal", usage=used)
    return Output(text=text, reasoning=thought, finish_reason=ended, usage=used)


def _text(content: object) -> str:
    """The text of a message; some servers give it in parts."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def finish(reason: object) -> FinishReason:
    """The finish reason in our words.

    Raises:
        Fault: There is none, or one that nobody knows: the reply may be cut.
    """
    if not isinstance(reason, str) or reason not in _FINISH:
        raise Fault("incomplete", f"the reply has no finish reason that is known (it has {reason!r})")
    return _FINISH[reason]


def usage(tree: Mapping[str, Any]) -> Usage:
    """Tokens as the server counted them."""
    return usage_of(tree.get("usage"), _USAGE)
