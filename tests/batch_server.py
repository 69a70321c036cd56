"""The batch APIs of OpenAI and Anthropic, as far as they are asked; a batch ends when it is told to."""

import json
import re
from typing import Any

from aiohttp import web

from fake_server import FakeServer


class BatchServer(FakeServer):
    """Files, batches and their results in memory."""

    def __init__(self) -> None:
        super().__init__(models=None)
        self.files: dict[str, str] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.ended = True
        """Whether batches that are looked at have ended."""
        self.broken: set[str] = set()
        """Texts of questions whose reply is an error."""
        self.asked_for: list[str] = []
        """Text of every question that was submitted."""

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        path, raw = request.path, await request.read()
        if path.endswith("/files"):
            found = re.search(rb"\r\n\r\n(\{.*?\})\n?\r\n--", raw, flags=re.S)
            assert found is not None
            name = f"file-{len(self.files)}"
            self.files[name] = found[1].decode("utf-8")
            return web.json_response({"id": name, "object": "file"})
        if path.endswith("/content"):
            return web.Response(text=self.files[path.split("/")[-2]])
        if path.endswith("/results"):
            return web.Response(text=self.files[path.split("/")[-2]])
        if "/messages/batches" in path:
            return self._anthropic(path, raw)
        if "/batches" in path:
            return self._openai(path, raw)
        return web.json_response({"error": {"message": "no such path"}}, status=404)

    def _openai(self, path: str, raw: bytes) -> web.Response:
        if raw:
            body = json.loads(raw)
            name = f"batch_{len(self.batches)}"
            self.batches[name] = {"id": name, "object": "batch", **body, "status": "in_progress"}
            lines = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines()]
            self.files[f"out-{name}"] = self._lines(lines, self._openai_reply)
            return web.json_response(self.batches[name])
        if path.endswith("/batches"):
            return web.json_response({"object": "list", "data": list(self.batches.values()), "has_more": False})
        batch = self.batches[path.split("/")[-1]]
        if self.ended:
            batch |= {"status": "completed", "output_file_id": f"out-{batch['id']}"}
        return web.json_response(batch)

    def _anthropic(self, path: str, raw: bytes) -> web.Response:
        if raw:
            name = f"msgbatch_{len(self.batches)}"
            lines = [{"custom_id": one["custom_id"], "body": one["params"]} for one in json.loads(raw)["requests"]]
            self.files[name] = self._lines(lines, self._anthropic_reply)
            self.batches[name] = {"id": name, "type": "message_batch"}
        else:
            name = path.split("/")[-1]
        return web.json_response(self.batches[name] | {"processing_status": "ended" if self.ended else "in_progress"})

    def _lines(self, lines: list[dict[str, Any]], reply: Any) -> str:
        made = []
        for line in lines:
            text = line["body"]["messages"][-1]["content"]
            self.asked_for.append(text.splitlines()[-1])
            made.append({"custom_id": line["custom_id"], **reply(text.splitlines()[-1])})
        return "".join(json.dumps(each) + "\n" for each in reversed(made))

    def _openai_reply(self, text: str) -> dict[str, Any]:
        if text in self.broken:
            return {"response": {"status_code": 500, "body": {"error": {"message": "oops"}}}}
        message = {"role": "assistant", "content": text}
        body = {"model": "m", "choices": [{"message": message, "finish_reason": "stop"}]}
        return {
            "response": {"status_code": 200, "body": body | {"usage": {"prompt_tokens": 10, "completion_tokens": 3}}}
        }

    def _anthropic_reply(self, text: str) -> dict[str, Any]:
        if text in self.broken:
            return {"result": {"type": "errored", "error": {"error": {"message": "oops"}}}}
        message = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
        return {
            "result": {"type": "succeeded", "message": message | {"usage": {"input_tokens": 10, "output_tokens": 3}}}
        }
