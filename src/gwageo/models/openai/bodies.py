"""From a request to the body that is sent. A field that the server does not take is left out, and named."""

from collections.abc import Mapping
from typing import Any

from gwageo.core import Chat, Generate
from gwageo.models.options import ModelOptions

OFFICIAL = "https://api.openai.com/v1"
OPTIONAL = (
    "temperature",
    "top_p",
    "top_k",
    "seed",
    "stop",
    "reasoning_effort",
    "chat_template_kwargs",
    "stream_options",
)
"""Fields without which a request still makes sense; leaving one out is recorded."""
LIMITS = ("max_tokens", "max_completion_tokens")
"""Two names for one limit; servers know one or both."""


def body_of(request: Generate, model: str, options: ModelOptions, *, official: bool) -> dict[str, Any]:
    """What is asked of the server, as it is asked first.

    Args:
        request: The request.
        model: The model's name there.
        options: What the user adds.
        official: Whether the server is OpenAI's own, which takes no fields beside its documented ones.
    """
    prompt = request.prompt
    chat = isinstance(prompt, Chat)
    body: dict[str, Any] = {"model": model}
    if isinstance(prompt, Chat):
        body["messages"] = [{"role": each.role, "content": each.content} for each in prompt.messages]
    else:
        body["prompt"] = prompt
    body[LIMITS[1] if official and chat else LIMITS[0]] = request.max_tokens
    body |= _drawing(request)
    if request.stop:
        body["stop"] = list(request.stop)
    if isinstance(prompt, Chat):
        body |= _thinking(prompt, options, official=official)
    if options.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body | dict(options.extra_body)


def _drawing(request: Generate) -> dict[str, Any]:
    sampling = request.sampling
    named = {"top_p": sampling.top_p, "top_k": sampling.top_k, "seed": sampling.seed}
    temperature = {} if sampling.recommended else {"temperature": sampling.temperature}
    return temperature | {name: value for name, value in named.items() if value is not None}


def _thinking(prompt: Chat, options: ModelOptions, *, official: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    template = dict(options.chat_template_kwargs)
    if prompt.thinking is not None and not official:
        template = {"enable_thinking": prompt.thinking, **template}
    if template:
        fields["chat_template_kwargs"] = template
    effort = options.reasoning_effort or ("none" if official and prompt.thinking is False else None)
    return fields | ({} if effort is None else {"reasoning_effort": effort})


def without(body: Mapping[str, Any], dropped: Mapping[str, str]) -> dict[str, Any]:
    """The body as this server takes it: dropped fields left out, the limit under the name that it knows."""
    fields = {name: value for name, value in body.items() if name not in dropped or name in LIMITS}
    for old, new in (LIMITS, LIMITS[::-1]):
        if old in dropped and old in fields:
            fields[new] = fields.pop(old)
    return fields
