"""A model behind Anthropic's Messages API. It takes chats only; thinking is off unless a budget is given for it.

Where it differs from others: `max_tokens` counts the thinking too, stop strings of white space alone are not taken, and
temperature cannot be set while the model thinks. What is left out for it is flagged on every reply.
"""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

from gwageo.core import Chat, FinishReason, Generate, LogLikelihood, Output, Request, Usage
from gwageo.models.faults import Fault, said
from gwageo.models.openai.replies import tree_of
from gwageo.models.remote import count, note_served
from gwageo.models.sdk import SdkModel, Told

LEAST_BUDGET = 1024
"""Tokens of thinking that the API takes at least."""
_FINISH: Mapping[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


class AnthropicModel(SdkModel):
    """A model behind Anthropic's API."""

    kind = "anthropic"
    official_address = "https://api.anthropic.com"
    key_variable = "ANTHROPIC_API_KEY"
    example = "claude-sonnet-4-5"
    who = "A model behind Anthropic's API"
    optional = ("temperature", "top_p", "top_k", "stop_sequences", "thinking")
    models_path = "/v1/models?limit=1000"
    used = ("base_url", "api_key_env", "timeout_s", "stream", "extra_body", "client_stop", "seed")

    def new_client(self, sdk: Any, key: str) -> Any:
        """See `SdkModel.new_client`. The SDK sends a bearer; servers of others may know `x-api-key` only."""
        return sdk.AsyncAnthropic(
            api_key=key,
            base_url=self.address,
            max_retries=0,
            timeout=self.options.timeout_s,
            http_client=sdk.DefaultAioHttpClient(),
            default_headers=None if self.official else {"x-api-key": key},
        )

    def refuses(self, request: Request) -> str | None:
        """What cannot be asked of this API."""
        if isinstance(request, LogLikelihood):
            return "Anthropic's API gives no log-likelihoods; ask for its -gen form instead"
        if not isinstance(request.prompt, Chat):
            return "Anthropic's API takes chats only; use --protocol chat"
        if request.prompt.suffix:
            return "an API has no place for the beginning of a reply"
        budget = request.think_budget
        if budget is not None and "thinking" in self.options.extra_body:
            return "--think-budget and the field 'thinking' of --extra-body ask for two things; leave one of them out"
        if budget is not None and not LEAST_BUDGET <= budget < request.max_tokens:
            return (
                f"--think-budget {budget} must be at least {LEAST_BUDGET} and below the limit of the whole reply, "
                f"which is {request.max_tokens}; raise --max-tokens"
            )
        return None

    def body_of(self, request: Generate) -> dict[str, Any]:
        """See `SdkModel.body_of`."""
        if not isinstance(request.prompt, Chat):
            raise TypeError("a text without turns was refused before the run")
        turns = request.prompt.messages
        body: dict[str, Any] = {
            "model": self.served_name,
            "max_tokens": request.max_tokens,
            "messages": [{"role": each.role, "content": each.content} for each in turns if each.role != "system"],
        }
        if system := "\n\n".join(each.content for each in turns if each.role == "system"):
            body["system"] = system
        if stops := [stop for stop in request.stop if stop.strip()]:
            body["stop_sequences"] = stops
        if not self._thinks(request) and not request.sampling.recommended:
            body["temperature"] = request.sampling.temperature
        if request.think_budget is not None:
            body["thinking"] = {"type": "enabled", "budget_tokens": request.think_budget}
        for name in ("top_p", "top_k"):
            if (value := getattr(request.sampling, name)) is not None:
                body[name] = value
        if self.options.stream:
            body["stream"] = True
        return body | dict(self.options.extra_body)

    async def reply(self, request: Generate, body: dict[str, Any]) -> Told:
        """See `SdkModel.reply`."""
        async with self.exchange():
            if body.get("stream"):
                about = await self._streamed(body)
            else:
                about = tree_of((await self.connected().post("/v1/messages", cast_to=self._plain, body=body)).text)
            return message_output(about), about

    def _thinks(self, request: Generate) -> bool:
        """Whether thinking is asked for, by its budget or by hand."""
        added = self.options.extra_body.get("thinking")
        by_hand = isinstance(added, Mapping) and added.get("type") != "disabled"
        return request.think_budget is not None or by_hand

    def unsent(self, request: Generate) -> tuple[str, ...]:
        """See `SdkModel.unsent`: this API has no seed, no stop strings of white space, and thinks at temperature 1."""
        flags = []
        if any(not stop.strip() for stop in request.stop):
            flags.append("stop_not_sent")
        if self._thinks(request) and not request.sampling.recommended:
            flags += ["temperature_not_sent", "temperature_forced"]
        if request.sampling.temperature > 0 and request.sampling.seed is not None:
            flags.append("seed_not_sent")
        return tuple(flags)

    async def submit_batch(self, requests: Mapping[str, Request], mark: str) -> str:
        """See `SdkModel.submit_batch`."""
        del mark  # this API keeps none
        entries = [{"custom_id": key, "params": self.batch_body(request)} for key, request in requests.items()]
        async with self.exchange():
            batch = await self.connected().messages.batches.create(requests=entries)
        return str(batch.id)

    async def find_batch(self, mark: str) -> str | None:
        """See `SdkModel.find_batch`: a batch submitted in the moment of a crash cannot be known again here."""
        del mark
        return None

    async def collect_batch(self, name: str) -> dict[str, Output] | None:
        """See `SdkModel.collect_batch`."""
        async with self.exchange():
            batch = await self.connected().messages.batches.retrieve(name)
            if batch.processing_status != "ended":
                return None
            path = f"/v1/messages/batches/{name}/results"
            response = await self.connected().get(path, cast_to=self._plain)
        return dict(map(self._batched, response.text.splitlines()))

    def _batched(self, line: str) -> tuple[str, Output]:
        entry = json.loads(line)
        result = entry.get("result") or {}
        if result.get("type") != "succeeded":
            words = said(json.dumps(result.get("error") or result))[0]
            return entry["custom_id"], Output(error=f"batch: {self._redact(words)}")
        try:
            output = message_output(result["message"])
        except Fault as fault:
            return entry["custom_id"], Output(error=str(fault))
        flags = note_served(self.served_name, result["message"].get("model"), self.served)
        return entry["custom_id"], replace(output, flags=(*output.flags, *flags))

    async def _streamed(self, body: dict[str, Any]) -> dict[str, Any]:
        create = self.connected().messages.with_streaming_response.create
        async with create(model="", max_tokens=1, messages=[], extra_body=body) as response:
            return await gathered(response.iter_lines())


def message_output(tree: Mapping[str, Any]) -> Output:
    """The reply of `/v1/messages`.

    Raises:
        Fault: It has no content, or no stop reason that is known.
    """
    blocks, reason = tree.get("content"), tree.get("stop_reason")
    if not isinstance(blocks, list):
        raise Fault("no_choices", "200 with no content")
    if not isinstance(reason, str) or reason not in _FINISH:
        raise Fault("incomplete", f"the reply has no stop reason that is known (it has {reason!r})")
    return Output(
        text=_joined(blocks, "text"),
        reasoning=_joined(blocks, "thinking") or None,
        finish_reason=_FINISH[reason],
        usage=message_usage(tree.get("usage")),
    )


def _joined(blocks: list[Any], name: str) -> str:
    found = [each.get(name) for each in blocks if isinstance(each, dict) and each.get("type") == name]
    return "".join(each for each in found if isinstance(each, str))


def message_usage(counts: object) -> Usage:
    """Usage in our words: Anthropic's input tokens are those that were not in its cache."""
    if not isinstance(counts, Mapping):
        return Usage()
    fresh, read, written = (
        count(counts.get(name)) for name in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    )
    details = counts.get("output_tokens_details")
    thought = count(details.get("thinking_tokens")) if isinstance(details, Mapping) else None
    prompt = None if fresh is None else fresh + (read or 0) + (written or 0)
    return Usage(prompt, count(counts.get("output_tokens")), thought, read)


async def gathered(lines: AsyncIterator[str]) -> dict[str, Any]:
    """The whole message of a stream.

    Raises:
        Fault: The stream ends without `message_stop`, or tells of an error.
    """
    message: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    async for line in lines:
        name, _, data = line.partition(":")
        if name != "data":
            continue
        event = tree_of(data.strip())
        match event.get("type"):
            case "message_start":
                message = dict(event["message"])
            case "content_block_start":
                blocks[event["index"]] = dict(event["content_block"])
            case "content_block_delta":
                _extend(blocks.setdefault(event["index"], {}), event["delta"])
            case "message_delta":
                message |= event["delta"]
                message["usage"] = {**(message.get("usage") or {}), **(event.get("usage") or {})}
            case "message_stop":
                return message | {"content": [blocks[index] for index in sorted(blocks)]}
    raise Fault("incomplete", "the stream ended without message_stop")


def _extend(block: dict[str, Any], delta: Mapping[str, Any]) -> None:
    for name in ("text", "thinking"):
        if isinstance(delta.get(name), str):
            block[name] = (block.get(name) or "") + delta[name]
