"""A completions server over a tiny transformers model: it speaks `prompt_logprobs`, `echo`, or neither."""

from typing import Any

import torch
import transformers

from fake_server import Ask, Says


class TinyCompletions:
    """A script for the fake server.

    Args:
        folder: The checkpoint.
        dialects: Which forms of prompt log-probabilities it gives.
        tops: Next tokens that it tells at most.
    """

    def __init__(self, folder: str, dialects: tuple[str, ...] = ("prompt_logprobs", "echo"), tops: int = 20) -> None:
        self.model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self.dialects = dialects
        self.tops = tops
        self.spoil: dict[str, Any] = {}
        """Faults on purpose: `shift`, `positive`, `flat`, `late`."""

    def __call__(self, ask: Ask) -> Says:
        body = ask.body
        if body.get("logprobs", 0) and body["logprobs"] > self.tops:
            return Says(status=400, body={"error": {"message": f"logprobs must be at most {self.tops}"}})
        ids = self.tokenizer(body["prompt"])["input_ids"]
        values = self._values(ids)
        following = values[-1]
        choice: dict[str, Any] = {"index": 0, "text": self._text(int(following.argmax())), "finish_reason": "length"}
        own = [None] + [float(values[at][token]) for at, token in enumerate(ids[1:])]
        own = self._spoiled(own)
        if "prompt_logprobs" in body and "prompt_logprobs" in self.dialects:
            choice["prompt_logprobs"] = [
                None
                if value is None
                else {str(token): {"logprob": value, "rank": 1, "decoded_token": self._text(token)}}
                for token, value in zip(ids, own, strict=True)
            ]
            choice["prompt_logprobs"][0] = None
        if "logprobs" in body:
            choice["logprobs"] = self._logprobs(ids, own, following, body)
        counts = {"prompt_tokens": len(ids), "completion_tokens": 1, "total_tokens": len(ids) + 1}
        return Says(body={"model": body["model"], "choices": [choice], "usage": counts})

    def _logprobs(self, ids: list[int], own: list[Any], following: torch.Tensor, body: dict[str, Any]) -> Any:
        best = int(following.argmax())
        tokens, numbers = [self._text(best)], [float(following[best])]
        if body.get("echo") and "echo" in self.dialects:
            tokens, numbers = [self._text(token) for token in ids] + tokens, own + numbers
        top = following.topk(body["logprobs"])
        tops = {self._text(int(token)): float(value) for value, token in zip(*top, strict=True)}
        return {"tokens": tokens, "token_logprobs": numbers, "top_logprobs": [tops]}

    @torch.inference_mode()
    def _values(self, ids: list[int]) -> torch.Tensor:
        logits: torch.Tensor = self.model(input_ids=torch.tensor([ids]), use_cache=False).logits[0].float()
        return logits.log_softmax(-1)

    def _text(self, token: int) -> str:
        return str(self.tokenizer.decode([token]))

    def _spoiled(self, own: list[Any]) -> list[Any]:
        if "shift" in self.spoil:
            return own[:1] + own[2:] + [-1.0]
        if "flat" in self.spoil:
            return own[:1] + [-1.0] * (len(own) - 1)
        if "positive" in self.spoil:
            return own[:1] + [0.5] * (len(own) - 1)
        if "late" in self.spoil:
            return own[:1] + [value - 0.2 * len(own) for value in own[1:]]
        return own
