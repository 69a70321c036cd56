"""SdkModel: a model reached through a provider's official SDK, whose own retries are off: the executor decides.

Bodies are read by us and not by the SDK, which would take an HTML page or half a reply for an answer. A field that the
server says it does not know is left out from then on, named in the manifest and flagged on every reply.
"""

import asyncio
import importlib
import re
import time
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gwageo.core import ConfigError, Generate, LogLikelihood, MissingExtra, ModelError, Output, Request, UnknownName
from gwageo.models.added import check_added, check_body
from gwageo.models.exchange import Exchange
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused
from gwageo.models.keys import check_address, find_key, redactor
from gwageo.models.openai.replies import tree_of
from gwageo.models.options import ModelOptions, refuse_unused
from gwageo.models.remote import RemoteModel, kept_to, note_served

_UNKNOWN = re.compile(
    r"(?:un|not |not be )supported|does not support|unrecognized|unknown|not (?:permit|allow)|extra (?:input|field)"
    r"|deprecated",
    re.I,
)
Told = tuple[Output, Mapping[str, Any]]
"""A reply, and what the server says of itself beside it."""


class SdkModel(RemoteModel):
    """A model behind a server that an official SDK speaks to.

    Args:
        served_name: As the server knows it.
        options: Address, key variable, and what is added to every request.
    """

    kind: str
    """What stands before the colon, and the SDK's package."""
    official_address: str
    key_variable: str
    example: str
    """A model's name, for sentences."""
    used: tuple[str, ...]
    """Options that mean something here."""
    who: str
    """The kind of model, at the beginning of a sentence."""
    optional: tuple[str, ...]
    """Fields without which a request still makes sense."""
    models_path: str
    """Where the server lists its models."""
    unflagged: tuple[str, ...] = ("stream_options",)
    """Fields whose loss moves no reply."""

    def __init__(self, served_name: str, options: ModelOptions) -> None:
        super().__init__()
        if not served_name:
            raise ConfigError(
                f"{self.kind}: needs a model's name behind the colon, for example {self.kind}:{self.example}"
            )
        refuse_unused(options, self.used, self.who)
        self.name = f"{self.kind}:{served_name}"
        self.served_name = served_name
        self.options = options
        self.address = check_address(options.base_url or self.official_address)
        self.official = self.address == self.official_address
        self._key = find_key(self.address, options.api_key_env, self.key_variable if self.official else None)
        self._redact = redactor(self._key)
        check_body(options.extra_body)
        for option, fields in (
            ("--extra-body", options.extra_body),
            ("--chat-template-kwargs", options.chat_template_kwargs),
        ):
            check_added(option, fields, self._redact)
        self._client: Any = None
        self._module: Any = None
        self._plain: Any = None
        """The type that makes the SDK give back a response as it came."""

    @property
    def price_name(self) -> str:
        """See `RemoteModel.price_name`; elsewhere than at the provider the server is part of it."""
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
        return {"backend": self.kind, "model": self.served_name, "base_url": self.address, **given}

    @abstractmethod
    def body_of(self, request: Generate) -> dict[str, Any]:
        """What is asked of the server, as it is asked first."""

    @abstractmethod
    def new_client(self, sdk: Any, key: str) -> Any:
        """The SDK's asynchronous client, without retries of its own."""

    @abstractmethod
    async def reply(self, request: Generate, body: dict[str, Any]) -> Told:
        """One exchange: the reply to a body."""

    def fitted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body as this server takes it."""
        return {name: value for name, value in body.items() if name not in self.dropped}

    def may_drop(self, name: str) -> bool:
        """Whether a request can be sent without a field that was not left out yet."""
        return name not in self.dropped

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
                f"{self.kind}: needs a key: set the environment variable {self.key_variable}, or name another with "
                "--api-key-env"
            )
        self._sdk()
        asyncio.run(self._look())

    def _sdk(self) -> Any:
        if self._module is not None:
            return self._module
        try:
            importlib.import_module("aiohttp")  # the SDK's faster transport
            self._plain = importlib.import_module("httpx2").Response
            self._module = importlib.import_module(self.kind)
        except ImportError as error:
            raise MissingExtra("A model behind an API", "api") from error
        return self._module

    async def _look(self) -> None:
        await self.connect()
        try:
            known = await self._listed()
        finally:
            await self.disconnect()
        mine = self.served_name.lower()
        if known and not any(name.lower() == mine or name.lower().startswith(f"{mine}-") for name in known):
            raise UnknownName("model", self.served_name, known)

    async def _listed(self) -> list[str]:
        """The server's list of models; empty where it has none."""
        try:
            async with self.exchange():
                tree = tree_of((await self.connected().get(self.models_path, cast_to=self._plain)).text)
        except RequestRefused:
            return []
        except EndpointRefused as error:
            if " answered 404" in str(error):
                return []
            raise
        except Fault as fault:
            self._judge_silence(fault)
            return []
        entries = tree.get("data")
        return [str(each["id"]) for each in entries if isinstance(each, dict) and "id" in each] if entries else []

    def _judge_silence(self, fault: Fault) -> None:
        if fault.kind == "dropped":
            raise EndpointRefused(
                f"{self.address} does not answer ({fault}); is the server running, and is --base-url right?"
            ) from None
        if fault.kind in ("not_json", "incomplete"):
            raise EndpointRefused(
                f"{self.address} is not an API of the kind {self.kind}: {self.models_path} answered {fault}"
            ) from None

    def wire(self, request: Request) -> Mapping[str, Any]:
        """See `RemoteModel.wire`."""
        if isinstance(request, LogLikelihood):
            return {"model": self.served_name, "context": request.context, "continuation": request.continuation}
        return self.body_of(request)

    async def connect(self) -> None:
        """Open a client."""
        if self._client is None:
            self._client = self.new_client(self._sdk(), self._key or "none")

    async def disconnect(self) -> None:
        """Close the client."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def connected(self) -> Any:
        """The open client."""
        if self._client is None:
            raise ModelError(f"{self.name} was asked before it was connected; call connect() first")
        return self._client

    def exchange(self) -> Exchange:
        """What stands around one exchange."""
        return Exchange(self._sdk(), self.options.timeout_s, self.address, self._redact)

    async def attempt(self, request: Request) -> Output:
        """See `RemoteModel.attempt`."""
        began = time.monotonic()
        if isinstance(request, LogLikelihood):
            output = await self.likelihood(request)
        else:
            asked = self.body_of(request)
            (output, about), body = await self._settled(request, asked)
            gone = [f"{name}_not_sent" for name in asked if name not in body and name not in self.unflagged]
            named = note_served(self.served_name, about.get("model"), self.served)
            output = self.noted(request, replace(output, flags=(*output.flags, *named, *gone)))
        return replace(output, latency_s=time.monotonic() - began)

    def noted(self, request: Generate, output: Output) -> Output:
        """A reply with flags for what was asked and not sent, and for what the server ignored."""
        flags = tuple(dict.fromkeys((*output.flags, *self.unsent(request))))
        return kept_to(request, replace(output, flags=flags), client_stop=self.options.client_stop)

    def unsent(self, request: Generate) -> tuple[str, ...]:
        """Flags for settings that are asked for and that this kind of server has no place for."""
        del request
        return ()

    async def _settled(self, request: Generate, asked: dict[str, Any]) -> tuple[Told, dict[str, Any]]:
        """The reply to a request, less whatever the server turns out not to know; and the body that it answers.

        A request that was under way while another one's refusal taught us the field is sent again without it. Every
        time round the body is another one, and fields are only ever left out, so that it ends.
        """
        while True:
            body = self.fitted(asked)
            try:
                return await self.reply(request, body), body
            except RequestRefused as error:
                name = culprit(error.words, error.param, self.optional, body, self.options.extra_body)
                if name is None:
                    raise
                if self.may_drop(name):
                    self.dropped[name] = error.words
                if self.fitted(asked) == body:
                    raise

    @abstractmethod
    async def submit_batch(self, requests: Mapping[str, Request], mark: str) -> str:
        """Submit requests as a batch; the batch's name.

        Args:
            requests: By the id under which each reply is to come.
            mark: Something by which `find_batch` knows the batch again.
        """

    @abstractmethod
    async def find_batch(self, mark: str) -> str | None:
        """The batch that was submitted under a mark; None where there is none, or the provider keeps no marks."""

    @abstractmethod
    async def collect_batch(self, name: str) -> dict[str, Output] | None:
        """The replies of a batch by their ids; None while it is under way."""

    def batch_body(self, request: Request) -> dict[str, Any]:
        """A request as it stands in a batch."""
        if isinstance(request, LogLikelihood):
            raise RequestRefused("a batch takes no log-likelihoods")
        return {name: value for name, value in self.fitted(self.body_of(request)).items() if "stream" not in name}

    async def likelihood(self, request: LogLikelihood) -> Output:
        """The log-likelihood of a continuation, where the server gives any."""
        raise RequestRefused("this server gives no log-likelihoods")


def culprit(
    words: str, param: str | None, optional: tuple[str, ...], body: Mapping[str, Any], own: Mapping[str, Any]
) -> str | None:
    """The field of a body that a server says it does not know; None where it complains of something else.

    Args:
        words: The server's words.
        param: The field that it names apart.
        optional: Fields that may be left out.
        body: What was sent.
        own: Fields that the user added by hand; they are never taken out behind his back.
    """
    if not _UNKNOWN.search(words):
        return None
    sent = [name for name in optional if name in body and name not in own]
    if param in sent:
        return param
    places = [(found.start(), name) for name in sent if (found := re.search(rf"(?<!\w){name}(?!\w)", words))]
    return min(places)[1] if places else None
