"""A model behind an OpenAI-compatible server: chats go to `/chat/completions`, plain texts to `/completions`."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gwageo.core import Chat, Generate, LogLikelihood, Output, Request
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused, said
from gwageo.models.openai.bodies import LIMITS, OFFICIAL, OPTIONAL, body_of, without
from gwageo.models.openai.likelihood import NoProof, PromptScorer, prove
from gwageo.models.openai.replies import chat_output, first_choice, text_output, tree_of
from gwageo.models.openai.streaming import gather
from gwageo.models.options import ModelOptions
from gwageo.models.remote import note_served
from gwageo.models.sdk import SdkModel, Told

_CHAT, _TEXT = "/chat/completions", "/completions"


class OpenAIModel(SdkModel):
    """A model behind an OpenAI-compatible server."""

    kind = "openai"
    official_address = OFFICIAL
    key_variable = "OPENAI_API_KEY"
    example = "gpt-4.1-mini"
    who = "A model behind an OpenAI-compatible server"
    optional = (*OPTIONAL, *LIMITS)
    models_path = "/models"
    unflagged = ("stream_options", *LIMITS)
    used = (
        "base_url", "api_key_env", "timeout_s", "stream", "reasoning_effort", "extra_body", "chat_template_kwargs",
        "client_stop", "seed",
    )  # fmt: skip

    def __init__(self, served_name: str, options: ModelOptions) -> None:
        super().__init__(served_name, options)
        self._scorer: PromptScorer | None = None
        self._unproven: str | None = None

    def new_client(self, sdk: Any, key: str) -> Any:
        """See `SdkModel.new_client`."""
        transport = sdk.DefaultAioHttpClient()
        return sdk.AsyncOpenAI(
            api_key=key, base_url=self.address, max_retries=0, timeout=self.options.timeout_s, http_client=transport
        )

    def body_of(self, request: Generate) -> dict[str, Any]:
        """See `SdkModel.body_of`."""
        return body_of(request, self.served_name, self.options, official=self.official)

    def fitted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """See `SdkModel.fitted`; the limit goes under the name that the server knows."""
        return without(body, self.dropped)

    def may_drop(self, name: str) -> bool:
        """See `SdkModel.may_drop`; one name of the limit must stay."""
        return super().may_drop(name) and not set(LIMITS) <= {*self.dropped, name}

    async def reply(self, request: Generate, body: dict[str, Any]) -> Told:
        """See `SdkModel.reply`."""
        chat = isinstance(request.prompt, Chat)
        path = _CHAT if chat else _TEXT
        async with self.exchange():
            if body.get("stream"):
                return await self._streamed(path, body)
            about = tree_of((await self.connected().post(path, cast_to=self._plain, body=body)).text)
            return chat_output(about) if chat else text_output(about), about

    async def _streamed(self, path: str, body: dict[str, Any]) -> Told:
        client = self.connected()
        part = client.chat.completions if path == _CHAT else client.completions
        # What the SDK's signature wants; `extra_body` overwrites all of it.
        named = {"model": "", "messages": []} if path == _CHAT else {"model": "", "prompt": ""}
        async with part.with_streaming_response.create(extra_body=body, **named) as response:
            return await gather(response.iter_lines())

    async def submit_batch(self, requests: Mapping[str, Request], mark: str) -> str:
        """See `SdkModel.submit_batch`."""
        bodies = {key: self.batch_body(request) for key, request in requests.items()}
        url = "/v1" + (_CHAT if all("messages" in body for body in bodies.values()) else _TEXT)
        lines = [{"custom_id": key, "method": "POST", "url": url, "body": body} for key, body in bodies.items()]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        async with self.exchange():
            client = self.connected()
            file = await client.files.create(file=("batch.jsonl", text.encode("utf-8")), purpose="batch")
            batch = await client.batches.create(
                input_file_id=file.id, endpoint=url, completion_window="24h", metadata={"gwageo": mark}
            )
        return str(batch.id)

    async def find_batch(self, mark: str) -> str | None:
        """See `SdkModel.find_batch`."""
        async with self.exchange():
            async for batch in self.connected().batches.list(limit=100):
                if (batch.metadata or {}).get("gwageo") == mark:
                    return str(batch.id)
        return None

    async def collect_batch(self, name: str) -> dict[str, Output] | None:
        """See `SdkModel.collect_batch`."""
        found: dict[str, Output] = {}
        async with self.exchange():
            batch = await self.connected().batches.retrieve(name)
            if batch.status not in ("completed", "failed", "expired", "cancelled"):
                return None
            for file in (batch.output_file_id, batch.error_file_id):
                if file:
                    content = await self.connected().files.content(file)
                    found |= dict(map(self._batched, content.text.splitlines()))
        return found

    def _batched(self, line: str) -> tuple[str, Output]:
        """One line of a batch's result."""
        entry = json.loads(line)
        response = entry.get("response") or {}
        body = response.get("body") or {}
        if response.get("status_code") != 200:
            return entry["custom_id"], Output(
                error=f"batch: {self._redact(said(json.dumps(entry.get('error') or body))[0])}"
            )
        try:
            output = chat_output(body) if "message" in first_choice(body) else text_output(body)
        except Fault as fault:
            return entry["custom_id"], Output(error=str(fault))
        flags = note_served(self.served_name, body.get("model"), self.served)
        return entry["custom_id"], replace(output, flags=(*output.flags, *flags))

    def refuses(self, request: Request) -> str | None:
        """What cannot be asked of such a server."""
        if isinstance(request, LogLikelihood):
            return self._refuses_likelihood(request)
        if isinstance(request.prompt, Chat) and request.prompt.suffix:
            return "an API has no place for the beginning of a reply"
        if request.think_budget is not None:
            return (
                "--think-budget has no common name among such servers; give the server's own field with --extra-body, "
                "or use --reasoning-effort"
            )
        if self.official and request.sampling.top_k is not None:
            return "OpenAI's API has no top_k; leave out --top-k"
        return None

    def _refuses_likelihood(self, request: LogLikelihood) -> str | None:
        """Prove once that the server gives log-likelihoods; else say why not, and what can be asked instead."""
        instead = "ask for its -gen form instead"
        if isinstance(request.context, Chat):
            return f"a server applies its chat template out of sight, so that no log-likelihood lines up; {instead}"
        if self._scorer is None and self._unproven is None:
            try:
                self._scorer = asyncio.run(self._prove())
            except (NoProof, Fault, RequestRefused, EndpointRefused) as error:
                self._unproven = str(error)
        return self._unproven and f"the server gives no log-likelihoods of a prompt ({self._unproven}); {instead}"

    async def _prove(self) -> PromptScorer:
        await self.connect()
        try:
            return await prove(self._completed, self.served_name)
        finally:
            await self.disconnect()

    async def _completed(self, body: dict[str, Any]) -> Mapping[str, Any]:
        """One exchange with `/completions`, as the server's own tree."""
        async with self.exchange():
            sent = body | dict(self.options.extra_body)
            return tree_of((await self.connected().post(_TEXT, cast_to=self._plain, body=sent)).text)

    async def likelihood(self, request: LogLikelihood) -> Output:
        """See `SdkModel.likelihood`; `refuses` has shown that the server gives them."""
        if self._scorer is None:
            raise RequestRefused("this server was not shown to give log-likelihoods")
        return await self._scorer.score(self._completed, request)

    def facts(self) -> Mapping[str, Any]:
        """See `RemoteModel.facts`; and how log-likelihoods were had."""
        return {**super().facts(), **(self._scorer.facts() if self._scorer else {})}
