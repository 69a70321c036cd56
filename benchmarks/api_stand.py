"""What the benchmarks of API runs share: a loopback server in a process of its own, an exam of numbers, the command.

Item number i asks for its own number and is right only with it, so that a reply in the wrong place is a wrong answer.

    python benchmarks/api_stand.py --port 8765 --latency-s 0.2      # the server by itself
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TASK = """
name = "numbers"
version = 1
kind = "number"
data = "numbers.jsonl"
[columns]
answer = "answer"
[prompt]
question = "{question}\\n답:"
max_tokens = 16
"""
STEP = 1_000_003
NUMBER = re.compile(r"번호 (\d+)")
FAULTS = ("429", "500", "dropped", "cut", "stalled")


def write_exam(folder: Path, n: int) -> Path:
    """An exam of `n` short items; the file that `--task-file` takes."""
    rows = ({"id": str(i), "question": f"번호 {STEP * (i + 1)}", "answer": str(STEP * (i + 1))} for i in range(n))
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "numbers.jsonl").write_text(lines, encoding="utf-8")
    (folder / "numbers.toml").write_text(TASK, encoding="utf-8")
    return folder / "numbers.toml"


def reply(text: str, model: str) -> bytes:
    """The whole reply to a question."""
    found = NUMBER.search(text)
    message = {"role": "assistant", "content": f"#### {found[1] if found else 0}"}
    usage = {"prompt_tokens": 12, "completion_tokens": 6, "total_tokens": 18}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return json.dumps({"id": "x", "model": model, "choices": [choice], "usage": usage}).encode()


def serve(arguments: argparse.Namespace) -> None:
    """Serve until killed; every question is noted when it comes, and again when its reply has been sent."""
    from aiohttp import web

    chance = random.Random(arguments.seed)
    log = open(arguments.log, "a", buffering=1) if arguments.log else None  # noqa: SIM115,PTH123 - open to the end

    def note(sign: str, text: str) -> None:
        found = NUMBER.search(text)
        if log and found:
            log.write(f"{sign} {found[1]}\n")

    async def fault(request: web.Request, kind: str, body: bytes) -> web.StreamResponse:
        if kind == "429":
            return web.json_response({"error": {"message": "slow down"}}, status=429, headers={"Retry-After": "0.05"})
        if kind == "500":
            return web.json_response({"error": {"message": "oops"}}, status=500)
        if kind == "dropped":
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        if kind == "stalled":
            await asyncio.sleep(3600)
        return response

    async def chat(request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        text = body["messages"][-1]["content"]
        note("asked", text)
        if arguments.latency_s:
            await asyncio.sleep(arguments.latency_s)
        answer = reply(text, body["model"])
        draw = chance.random()
        if draw < arguments.fault_share * len(FAULTS):
            return await fault(request, FAULTS[int(draw / arguments.fault_share)], answer)
        response = web.Response(body=answer, content_type="application/json")
        note("sent", text)
        return response

    async def models(request: web.Request) -> web.Response:
        return web.json_response({"data": [{"id": "m"}]})

    app = web.Application()
    app.router.add_post("/v1/chat/completions", chat)
    app.router.add_get("/v1/models", models)
    web.run_app(app, host="127.0.0.1", port=arguments.port, print=None, access_log=None)


@contextmanager
def server(**options: Any) -> Iterator[str]:
    """The server in a process of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    given = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    process = subprocess.Popen([sys.executable, __file__, "--port", str(port), *given])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took."""

    seconds: float
    peak_mb: float
    code: int


def command(exam: Path, url: str, output: Path, *more: str) -> list[str]:
    """`gwageo run` over the exam."""
    given = ["--task-file", str(exam), "--model", "openai:m", "--base-url", url, "-p", "chat", "-o", str(output)]
    return [sys.executable, "-m", "gwageo", "run", *given, *more]


def start(line: list[str], cache: Path) -> subprocess.Popen[bytes]:
    """A process with a cache of its own, and quiet."""
    environment = {**os.environ, "GWAGEO_CACHE": str(cache)}
    return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def timed(line: list[str], cache: Path) -> Cost:
    """Run a process to its end."""
    began = time.monotonic()
    process = start(line, cache)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(time.monotonic() - began, _megabytes(used), process.returncode)


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--latency-s", type=float, default=0.0)
    parser.add_argument("--fault-share", type=float, default=0.0, help="of each kind of fault")
    parser.add_argument("--log")
    parser.add_argument("--seed", type=int, default=0)
    serve(parser.parse_args())


if __name__ == "__main__":
    main()
