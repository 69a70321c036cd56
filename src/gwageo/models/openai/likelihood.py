"""Log-likelihoods over a completions server: log-probabilities of a prompt's own tokens, proven before they are used.

Two dialects: `prompt_logprobs` (vLLM, SGLang) and `echo` with `logprobs` (older OpenAI servers, vLLM too). A server
that ignores either answers with log-probabilities of what it generated, or with none; taken for those of the prompt
they would give chance level without an error. So a probe asks first, and whoever fails it is refused.

Where a continuation begins is decided by the local engine's rule: the tokens of the whole beyond the number of the
context's. Servers forward such a prompt anew each time, so continuations of one token are read from the next token's
log-probabilities instead, once it is known that they are one token.
"""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gwageo.core import LogLikelihood, Output, Usage
from gwageo.models.faults import Fault, RequestRefused
from gwageo.models.openai.replies import first_choice, usage
from gwageo.models.tokens import move_white_space

Dialect = Literal["prompt_logprobs", "echo"]
DIALECTS: tuple[Dialect, ...] = ("prompt_logprobs", "echo")
Post = Callable[[dict[str, Any]], Awaitable[Mapping[str, Any]]]
"""Sends a body to `/completions`."""

PROBE = "Question: What is the colour of the sky?\nAnswer:"
LONGER = f"{PROBE} It is"
TOLERANCE = 0.05
"""Nats by which two answers of one server may differ: half precision, other batches."""
_MOST_TOPS = (20, 5)
_KEPT = 4096
_TAIL = 24
"""Characters at the end of a context that decide how a continuation is cut into tokens."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A text's own tokens, as a server scored them."""

    tokens: tuple[str, ...]
    values: tuple[float | None, ...]
    """Log-probability of each; None for the first, which nothing precedes."""
    usage: Usage


class NoProof(Exception):
    """The server's log-probabilities are not those of the prompt, or could not be shown to be."""


def body_of(dialect: Dialect, model: str, text: str) -> dict[str, Any]:
    """The request for a text's own log-probabilities."""
    body = {"model": model, "prompt": text, "max_tokens": 1, "temperature": 0.0}
    return body | ({"prompt_logprobs": 0} if dialect == "prompt_logprobs" else {"echo": True, "logprobs": 1})


def read(dialect: Dialect, tree: Mapping[str, Any]) -> Scored:
    """The tokens and values of a reply.

    Raises:
        NoProof: They are not there, or their number is not that of the prompt's tokens.
    """
    choice, used = first_choice(tree), usage(tree)
    tokens, values = _by_name(choice, tree) if dialect == "prompt_logprobs" else _echoed(choice)
    if used.prompt is None:
        raise NoProof("the server does not tell how many tokens the prompt has")
    generated = 0 if dialect == "prompt_logprobs" else 1
    if not used.prompt <= len(tokens) <= used.prompt + generated:
        raise NoProof(f"it gave {len(tokens)} log-probabilities for a prompt of {used.prompt} tokens")
    return Scored(tokens[: used.prompt], values[: used.prompt], used)


def _by_name(choice: Mapping[str, Any], tree: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[float | None, ...]]:
    """The form of vLLM: for each token a mapping of ids, its own first."""
    entries = choice.get("prompt_logprobs") or tree.get("prompt_logprobs")
    if not isinstance(entries, list):
        raise NoProof("it gave no prompt_logprobs")
    tokens: list[str] = []
    values: list[float | None] = []
    for entry in entries:
        own = next(iter(entry.values())) if isinstance(entry, dict) and entry else {}
        tokens.append(str(own.get("decoded_token") or ""))
        values.append(_number(own.get("logprob")))
    return tuple(tokens), tuple(values)


def _echoed(choice: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[float | None, ...]]:
    found = choice.get("logprobs")
    tokens, values = (found.get(name) for name in ("tokens", "token_logprobs")) if isinstance(found, dict) else (0, 0)
    if not isinstance(tokens, list) or not isinstance(values, list) or len(tokens) != len(values):
        raise NoProof("it gave no log-probabilities in the form of the completions API")
    return tuple(map(str, tokens)), tuple(map(_number, values))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


async def prove(post: Post, model: str) -> "PromptScorer":
    """Find the dialect that a server speaks, and prove it.

    Raises:
        NoProof: It speaks none; the reasons of both.
    """
    reasons = []
    for dialect in DIALECTS:
        try:
            return await _proven(dialect, post, model)
        except (NoProof, RequestRefused) as error:
            reasons.append(f"{dialect}: {error}")
    raise NoProof("; ".join(reasons))


async def _proven(dialect: Dialect, post: Post, model: str) -> "PromptScorer":
    """Three proofs: number and text of the tokens, causality, and agreement with what the server would say next."""
    short, longer = [read(dialect, await post(body_of(dialect, model, text))) for text in (PROBE, LONGER)]
    start = _start(short, PROBE)
    if any(value is None or not -1e4 < value <= 0 for value in longer.values[1:]):
        raise NoProof("a log-probability is missing or above 0")
    if len(set(longer.values[1:])) < 2:
        raise NoProof("all log-probabilities are the same")
    for before, after in zip(short.values[1:], longer.values[1:], strict=False):
        if before is not None and after is not None and abs(before - after) > TOLERANCE:
            raise NoProof(f"what stands behind a token changes its log-probability ({before:.3f}, then {after:.3f})")
    tops, said = await _next(post, model, PROBE)
    if said is not None:
        again = read(dialect, await post(body_of(dialect, model, PROBE + said[0])))
        own = again.values[len(short.tokens) :]
        if len(own) == 1 and own[0] is not None and abs(own[0] - said[1]) > TOLERANCE:
            raise NoProof(f"the next token has log-probability {said[1]:.3f} as a reply and {own[0]:.3f} as a prompt")
    return PromptScorer(dialect, model, start, tops)


def _start(scored: Scored, text: str) -> int:
    """How many tokens the server puts before a text: none or one."""
    whole, rest = "".join(scored.tokens), "".join(scored.tokens[1:])
    if rest.strip() == text.strip():
        return 1
    if whole.strip() == text.strip():
        return 0
    raise NoProof(f"its tokens do not make up the prompt: {whole[:60]!r}")


async def _next(post: Post, model: str, text: str) -> tuple[int, tuple[str, float] | None]:
    """How many next tokens a server tells, and the likeliest one where it is a plain word."""
    for most in _MOST_TOPS:
        try:
            tops = _tops(await post(_next_body(model, text, most)))
        except RequestRefused:
            continue
        best = max(tops.items(), key=lambda entry: entry[1], default=None)
        plain = best is not None and best[0].strip().isascii() and best[0].strip().isalpha()
        return len(tops), best if plain else None
    return 0, None


def _next_body(model: str, text: str, most: int) -> dict[str, Any]:
    return {"model": model, "prompt": text, "max_tokens": 1, "temperature": 0.0, "logprobs": most}


def _tops(tree: Mapping[str, Any]) -> dict[str, float]:
    """The likeliest next tokens, by their text."""
    found = first_choice(tree).get("logprobs")
    entries = found.get("top_logprobs") if isinstance(found, dict) else None
    first = entries[0] if isinstance(entries, list) and entries else None
    if not isinstance(first, dict):
        return {}
    return {text: float(value) for text, value in first.items() if isinstance(value, (int, float))}


@dataclass(slots=True)
class Shared:
    """Results that several requests want at once: asked for once, by the first; the usage is the first one's."""

    kept: "OrderedDict[str, asyncio.Future[Any]]" = field(default_factory=OrderedDict)

    async def get(self, key: str, ask: Callable[[], Awaitable[Any]]) -> tuple[Any, bool]:
        """The result, and whether this call asked for it. A failure is everybody's, and is not kept."""
        if (found := self.kept.get(key)) is not None:
            return await asyncio.shield(found), False
        future = self.kept[key] = asyncio.get_running_loop().create_future()
        try:
            future.set_result(await ask())
        except BaseException as error:
            del self.kept[key]
            waiting = error if isinstance(error, Exception) else Fault("dropped", "given up by another request")
            future.set_exception(waiting)
            future.exception()  # looked at: nobody may be waiting
            raise
        while len(self.kept) > _KEPT:
            self.kept.popitem(last=False)
        return future.result(), True


class PromptScorer:
    """Answers log-likelihood requests of one proven server.

    Args:
        dialect: How it is asked.
        model: The model's name there.
        start: Tokens that it puts before a text.
        tops: How many next tokens it tells.
    """

    def __init__(self, dialect: Dialect, model: str, start: int, tops: int) -> None:
        self.dialect = dialect
        self.start = start
        self.tops = tops
        self._model = model
        self._shared = Shared()
        self._single: dict[tuple[str, str], bool] = {}
        self.read_as_next = 0
        """Continuations of one token that were read from the next token's log-probabilities."""

    async def score(self, post: Post, request: LogLikelihood) -> Output:
        """The log-likelihood of one continuation.

        Raises:
            Fault, RequestRefused: As from the server.
        """
        if not isinstance(request.context, str):
            raise RequestRefused("log-likelihoods behind a chat template cannot be asked of a server")
        context, continuation = move_white_space(request.context, request.continuation)
        if not context and not self.start:
            return Output(error="empty_context: the server puts no start token before a text", flags=("empty_context",))
        flags = () if context else ("empty_context",)
        single = self._single.get((context[-_TAIL:], continuation), False)
        if single and (found := await self._as_next(post, context, continuation)) is not None:
            return Output(loglikelihood=found[0], usage=found[1], flags=flags)
        return await self._as_prompt(post, context, continuation, flags)

    async def _as_next(self, post: Post, context: str, continuation: str) -> tuple[float, Usage] | None:
        """From the likeliest next tokens; None where the continuation is not among them."""

        async def ask() -> tuple[dict[str, float], Usage]:
            tree = await post(_next_body(self._model, context, self.tops))
            return _tops(tree), usage(tree)

        (tops, used), mine = await self._shared.get(f"next {context}", ask)
        if continuation not in tops:
            return None
        self.read_as_next += 1
        return tops[continuation], used if mine else Usage(0, 0, 0, 0)

    async def _as_prompt(self, post: Post, context: str, continuation: str, flags: tuple[str, ...]) -> Output:
        """From the log-probabilities of context and continuation as one prompt."""

        async def ask(text: str) -> Scored:
            try:
                return read(self.dialect, await post(body_of(self.dialect, self._model, text)))
            except NoProof as error:
                raise Fault("incomplete", str(error)) from None

        head: tuple[str, ...] = ()
        before = self.start
        spent = []
        if context:
            scored, mine = await self._shared.get(f"context {context}", lambda: ask(context))
            head, before = scored.tokens, len(scored.tokens)
            spent += [scored.usage] if mine else []
        whole = await ask(context + continuation)
        used = _sum([*spent, whole.usage])
        if whole.tokens[: len(head)] != head:
            flags = (*flags, "boundary_merge")
        values = whole.values[before:]
        if not values:
            problem = "the continuation merges into the context's last token, and a server cannot be asked for it alone"
            return Output(error=f"boundary_merge: {problem}", usage=used, flags=(*flags, "boundary_merge"))
        known = [value for value in values if value is not None and not math.isnan(value)]
        if len(known) < len(values):
            return Output(error="invalid_logprob: a token of the continuation has none", usage=used, flags=flags)
        if context and self.tops:
            self._single[context[-_TAIL:], continuation] = len(values) == 1 and "boundary_merge" not in flags
        return Output(loglikelihood=min(0.0, math.fsum(known)), usage=used, flags=flags)

    def facts(self) -> dict[str, Any]:
        """For the manifest."""
        return {
            "loglikelihood_by": self.dialect,
            "start_tokens": self.start,
            "choices_read_as_next_token": self.read_as_next,
        }


def _sum(parts: list[Usage]) -> Usage:
    def total(values: list[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(values) else None

    return Usage(*(total([getattr(part, name) for part in parts]) for name in Usage.__dataclass_fields__))
