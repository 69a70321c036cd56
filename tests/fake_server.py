"""A server that speaks OpenAI's and Anthropic's APIs over a real socket, with faults on demand.

It answers with the last line of what was asked, so that a reply in the wrong place is seen. A script decides what
becomes of each request; what was asked lies in `asked`, in order of arrival.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(frozen=True)
class Ask:
    """One request as it came."""

    number: int
    """From 0, in order of arrival."""
    path: str
    body: dict[str, Any]
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        """What is asked: the last turn, or the prompt."""
        if "messages" in self.body:
            content = self.body["messages"][-1]["content"]
            return str(content if isinstance(content, str) else content[-1]["text"])
        return str(self.body.get("prompt"))

    @property
    def echo(self) -> str:
        """The reply that is right for it."""
        return self.text.splitlines()[-1]


@dataclass(frozen=True)
class Says:
    """What the server answers."""

    body: Any = None
    """JSON, or text as it is; None makes a whole reply around `text`."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    text: str | None = None
    """The reply; None echoes what was asked."""
    finish: str | None = "stop"
    delay_s: float = 0.0
    drop: bool = False
    """Close the connection without a word."""
    cut: bool = False
    """Send half of the body, and close the connection."""
    stall: bool = False
    """Send half of the body, and nothing more."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the message."""
    usage: Mapping[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13}
    )
    model: str | None = None
    done: bool = True
    """Whether a stream ends with its marker."""


Script = Callable[[Ask], Says]


def echoes(ask: Ask) -> Says:
    """Every request is answered."""
    del ask
    return Says()


class FakeServer:
    """The server, in a thread of its own."""

    def __init__(self, script: Script = echoes, models: tuple[str, ...] | None = ("m",)) -> None:
        self.script = script
        self.models = models
        self.site: str | None = None
        """A page that is answered to everything, as by a server of another kind."""
        self.asked: list[Ask] = []
        self.at_once = self.most_at_once = 0
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._closing: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "FakeServer":
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *unused: object) -> None:
        assert self._closing is not None
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(10)

    @property
    def completions(self) -> list[Ask]:
        """Requests for replies, without those for the list of models."""
        return [ask for ask in self.asked if "completions" in ask.path or "messages" in ask.path]

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._run())
        self._loop.close()

    async def _run(self) -> None:
        self._closing = asyncio.Event()
        app = web.Application(client_max_size=2**28)
        app.router.add_route("*", "/{path:.*}", self._handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}/v1"
        self._ready.set()
        await self._closing.wait()
        await runner.cleanup()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if self.site is not None:
            return web.Response(text=self.site, content_type="text/html")
        raw = await request.read()
        body = json.loads(raw) if raw else {}
        ask = Ask(len(self.asked), request.path, body, request.headers)
        self.asked.append(ask)
        if request.path.endswith("/models"):
            if self.models is None:
                return web.json_response({"error": {"message": "no such path"}}, status=404)
            return web.json_response({"object": "list", "data": [{"id": name} for name in self.models]})
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return await self._say(request, ask, self.script(ask))
        finally:
            self.at_once -= 1

    async def _say(self, request: web.Request, ask: Ask, says: Says) -> web.StreamResponse:
        if says.delay_s:
            await asyncio.sleep(says.delay_s)
        if says.drop:
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        if says.status == 200 and ask.body.get("stream") and says.body is None:
            return await self._stream(request, ask, says)
        text = says.body if isinstance(says.body, str) else json.dumps(self._body(ask, says), ensure_ascii=False)
        if says.cut or says.stall:
            return await self._half(request, text, stall=says.stall)
        kind = "text/html" if text.startswith("<") else "application/json"
        return web.Response(text=text, status=says.status, headers=dict(says.headers), content_type=kind)

    async def _half(self, request: web.Request, text: str, *, stall: bool) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        await response.write(text.encode()[: len(text) // 2])
        if stall:
            await asyncio.sleep(60)
        return response

    async def _stream(self, request: web.Request, ask: Ask, says: Says) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        messages = ask.path.endswith("/messages")
        for event in self._message_events(ask, says) if messages else self._events(ask, says):
            await response.write(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())
        if says.done:
            await response.write(b'data: {"type": "message_stop"}\n\n' if messages else b"data: [DONE]\n\n")
        return response

    def _events(self, ask: Ask, says: Says) -> Iterator[dict[str, Any]]:
        text = ask.echo if says.text is None else says.text
        chat = "messages" in ask.body
        for piece in [text[: len(text) // 2], text[len(text) // 2 :]]:
            yield self._event(ask, says, {"delta": {"content": piece}} if chat else {"text": piece})
        if says.extra:
            yield self._event(ask, says, {"delta": dict(says.extra)})
        if says.finish is not None:
            yield self._event(ask, says, {"delta": {}, "finish_reason": says.finish})
        if says.usage is not None:
            yield {"model": says.model or ask.body["model"], "choices": [], "usage": says.usage}

    def _message_events(self, ask: Ask, says: Says) -> Iterator[dict[str, Any]]:
        whole = self._body(ask, says)
        yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}
        for index, block in enumerate(whole["content"]):
            kind = block["type"]
            yield {"type": "content_block_start", "index": index, "content_block": {"type": kind, kind: ""}}
            for piece in (block[kind][:2], block[kind][2:]):
                yield {"type": "content_block_delta", "index": index, "delta": {"type": f"{kind}_delta", kind: piece}}
        yield {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"]}, "usage": {"output_tokens": 3}}

    @staticmethod
    def _event(ask: Ask, says: Says, choice: dict[str, Any]) -> dict[str, Any]:
        return {"model": says.model or ask.body["model"], "choices": [{"index": 0, **choice}]}

    @staticmethod
    def _body(ask: Ask, says: Says) -> Any:
        if says.body is not None:
            return says.body
        text = ask.echo if says.text is None else says.text
        if ask.path.endswith("/messages"):
            return {
                "type": "message",
                "model": says.model or ask.body.get("model"),
                "content": [*says.extra.get("blocks", ()), {"type": "text", "text": text}],
                "stop_reason": {"stop": "end_turn", "length": "max_tokens"}.get(says.finish or "", says.finish),
                "usage": says.usage and {"input_tokens": 10, "output_tokens": 3, **says.extra.get("usage", {})},
            }
        choice: dict[str, Any] = {"index": 0, "finish_reason": says.finish}
        if "messages" in ask.body:
            choice["message"] = {"role": "assistant", "content": text, **says.extra}
        else:
            choice |= {"text": text, **says.extra}
        return {"id": "x", "model": says.model or ask.body.get("model"), "choices": [choice], "usage": says.usage}


@contextmanager
def serving(script: Script = echoes, models: tuple[str, ...] | None = ("m",)) -> Iterator[FakeServer]:
    """A server for the length of a test."""
    with FakeServer(script, models) as server:
        yield server


async def lines_of(*lines: str) -> AsyncIterator[str]:
    """Lines as they come over a wire."""
    for line in lines:
        yield line
