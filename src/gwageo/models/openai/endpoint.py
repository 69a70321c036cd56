"""A model behind an OpenAI-compatible server, asked through the official SDK.

Chats go to `/chat/completions`, plain texts to `/completions`. The SDK's own retries are off: the executor decides.
Bodies are read here and not by the SDK, which would take an HTML page or half a reply for an answer.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gwageo.core import (
    Chat,
    ConfigError,
    Generate,
    LogLikelihood,
    MissingExtra,
    ModelError,
    Output,
    Request,
    UnknownName,
)
from gwageo.models.exchange import Exchange
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused
from gwageo.models.keys import check_address, find_key, redactor
from gwageo.models.openai.bodies import LIMITS, OFFICIAL, body_of, culprit, without
from gwageo.models.openai.replies import chat_output, text_output, tree_of
from gwageo.models.openai.streaming import gather
from gwageo.models.options import ModelOptions, refuse_unused
from gwageo.models.remote import RemoteModel, kept_to, note_served

if TYPE_CHECKING:
    from openai import AsyncOpenAI

USED = (
    "base_url",
    "api_key_env",
    "timeout_s",
    "stream",
    "reasoning_effort",
    "extra_body",
    "chat_template_kwargs",
    "client_stop",
    "seed",
)
"""Options that mean something here."""
_CHAT, _TEXT = "/chat/completions", "/completions"
_NO_KEY = "none"
"""What is sent where no key is known; servers on one's own machine ask for none."""


class OpenAIModel(RemoteModel):
    """A model behind an OpenAI-compatible server.

    Args:
        served_name: As the server knows it.
        options: Address, key variable, and what is added to every request.
    """

    def __init__(self, served_name: str, options: ModelOptions) -> None:
        super().__init__()
        if not served_name:
            raise ConfigError("openai: needs a model's name behind the colon, for example openai:gpt-4.1-mini")
        refuse_unused(options, USED, "A model behind an OpenAI-compatible server")
        self.name = f"openai:{served_name}"
        self.served_name = served_name
        self.options = options
        self.address = check_address(options.base_url or OFFICIAL)
        self.official = self.address == OFFICIAL
        self._key = find_key(self.address, options.api_key_env, "OPENAI_API_KEY" if self.official else None)
        self._redact = redactor(self._key)
        self._client: AsyncOpenAI | None = None
        self._plain: Any = None
        """The type that makes the SDK give back a response as it came."""

    @property
    def price_name(self) -> str:
        """See `RemoteModel.price_name`; elsewhere than at OpenAI the server is part of it."""
        return self.name if self.official else f"{self.name}@{self.address.split('//')[1].split('/')[0]}"

    def identity(self) -> Mapping[str, Any]:
        """Server, model, and what is added to every request."""
        added = {
            "reasoning_effort": self.options.reasoning_effort,
            "extra_body": dict(self.options.extra_body) or None,
            "chat_template_kwargs": dict(self.options.chat_template_kwargs) or None,
            "client_stop": self.options.client_stop or None,
        }
        given = {name: value for name, value in added.items() if value is not None}
        return {"backend": "openai", "model": self.served_name, "base_url": self.address, **given}

    def load(self) -> None:
        """Look whether the server is there, speaks the language and knows the model.

        Raises:
            MissingExtra: The SDK is not installed.
            ConfigError: No key for a server that wants one.
            UnknownName: The server lists its models, and this is none of them.
            EndpointRefused: It does not answer as such a server does, or refuses us.
        """
        if self.official and self._key is None:
            raise ConfigError(
                "openai: needs a key: set the environment variable OPENAI_API_KEY, or name another with --api-key-env"
            )
        self._import()
        asyncio.run(self._look())

    def _import(self) -> None:
        try:
            import aiohttp  # noqa: F401 - the SDK's faster transport
            import httpx2
            import openai  # noqa: F401
        except ImportError as error:
            raise MissingExtra("A model behind an API", "api") from error
        self._plain = httpx2.Response

    async def _look(self) -> None:
        await self.connect()
        try:
            known = await self._listed()
        finally:
            await self.disconnect()
        if known and self.served_name not in known and not any(_same(self.served_name, name) for name in known):
            raise UnknownName("model", self.served_name, known)

    async def _listed(self) -> list[str]:
        """The server's list of models; empty where it has none."""
        try:
            async with self._exchange():
                tree = tree_of((await self._connected().get("/models", cast_to=self._plain)).text)
        except RequestRefused:
            return []
        except EndpointRefused as error:
            if " answered 404" in str(error):
                return []
            raise
        except Fault as fault:
            if fault.kind == "dropped":
                raise EndpointRefused(
                    f"{self.address} does not answer ({fault}); is the server running, and is --base-url right?"
                ) from None
            if fault.kind in ("not_json", "incomplete"):
                raise EndpointRefused(
                    f"{self.address} is not an OpenAI-compatible server: {self.address}/models answered {fault}"
                ) from None
            return []
        entries = tree.get("data")
        return [str(each["id"]) for each in entries if isinstance(each, dict) and "id" in each] if entries else []

    def refuses(self, request: Request) -> str | None:
        """What cannot be asked of such a server."""
        if isinstance(request, LogLikelihood):
            return "log-likelihoods cannot be had from this server; its -gen form can be asked instead"
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

    def wire(self, request: Request) -> Mapping[str, Any]:
        """See `RemoteModel.wire`."""
        if isinstance(request, LogLikelihood):
            return {"model": self.served_name, "context": request.context, "continuation": request.continuation}
        return body_of(request, self.served_name, self.options, official=self.official)

    async def connect(self) -> None:
        """Open a client whose own retries are off."""
        if self._client is None:
            self._import()
            from openai import AsyncOpenAI, DefaultAioHttpClient

            self._client = AsyncOpenAI(
                api_key=self._key or _NO_KEY,
                base_url=self.address,
                max_retries=0,
                timeout=self.options.timeout_s,
                http_client=DefaultAioHttpClient(),
            )

    async def disconnect(self) -> None:
        """Close the client."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def attempt(self, request: Request) -> Output:
        """See `RemoteModel.attempt`. A field that the server does not know is left out from here on."""
        if isinstance(request, LogLikelihood):
            raise RequestRefused("this server gives no log-likelihoods")
        asked = body_of(request, self.served_name, self.options, official=self.official)
        while True:
            body = without(asked, self.dropped)
            try:
                return await self._reply(request, body)
            except RequestRefused as error:
                name = culprit(error.words, error.param, body, self.options.extra_body)
                if name is None or set(LIMITS) <= {*self.dropped, name}:
                    raise
                self.dropped.setdefault(name, error.words)

    async def _reply(self, request: Generate, body: dict[str, Any]) -> Output:
        chat = isinstance(request.prompt, Chat)
        path = _CHAT if chat else _TEXT
        began = time.monotonic()
        async with self._exchange():
            if body.get("stream"):
                output, about = await self._streamed(path, body)
            else:
                about = tree_of((await self._connected().post(path, cast_to=self._plain, body=body)).text)
                output = chat_output(about) if chat else text_output(about)
        flags = (
            *output.flags,
            *note_served(self.served_name, about.get("model"), self.served),
            *self._missing(request),
        )
        output = Output(
            text=output.text,
            reasoning=output.reasoning,
            finish_reason=output.finish_reason,
            usage=output.usage,
            latency_s=time.monotonic() - began,
            flags=flags,
        )
        return kept_to(request, output, client_stop=self.options.client_stop)

    def _missing(self, request: Generate) -> list[str]:
        """Flags for settings of this request that the server did not take."""
        asked = body_of(request, self.served_name, self.options, official=self.official)
        gone = [name for name in self.dropped if name in asked and name not in (*LIMITS, "stream_options")]
        return [f"{name}_not_sent" for name in gone]

    async def _streamed(self, path: str, body: dict[str, Any]) -> tuple[Output, dict[str, Any]]:
        client = self._connected()
        part = client.chat.completions if path == _CHAT else client.completions
        async with part.with_streaming_response.create(extra_body=body, **_required(path)) as response:
            return await gather(response.iter_lines())

    def _connected(self) -> "AsyncOpenAI":
        if self._client is None:
            raise ModelError(f"{self.name} was asked before it was connected; call connect() first")
        return self._client

    def _exchange(self) -> Exchange:
        import openai

        return Exchange(openai, self.options.timeout_s, self.address, self._redact)


def _required(path: str) -> Any:
    """What the SDK's signature wants; `extra_body` overwrites all of it."""
    return {"model": "", "messages": []} if path == _CHAT else {"model": "", "prompt": ""}


def _same(asked: str, listed: str) -> bool:
    return asked.lower() == listed.lower()
