"""Outlook: what a planned run would send, and what speaks against it. Nothing is asked and no weights are loaded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal

from gwageo.core import Chat, ConfigError, Generate, LogLikelihood, Prompt, Request, Usage
from gwageo.messages import speaking, translate
from gwageo.models.base import Model, Preview
from gwageo.runs.plan import Cell, Plan
from gwageo.runs.prices import find_price
from gwageo.tasks.describe import render_prompt
from gwageo.tasks.privacy import hidden, withheld

ENDS = 8
"""Tokens shown at each end of a prompt."""
THINKING_TOKENS = 4096
"""A thinking model with a lower limit may end before it answers."""
BYTES_A_TOKEN = 4
"""UTF-8 bytes of a token, about: today's large vocabularies give Korean and English four, give or take a third."""
KINDS = ("conditional", "question_free", "matched")

DecodingKind = Literal["loglikelihood", "greedy", "sampled", "recommended"]


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a reply is made."""

    kind: DecodingKind
    max_tokens: int | None = None
    """Limit of one reply; None for a log-likelihood."""
    stop: tuple[str, ...] = ()
    settings: Mapping[str, Any] | None = None
    """Of a draw: as asked for, or the checkpoint's own; None where nothing is drawn."""


@dataclass(frozen=True, slots=True)
class PromptView:
    """One prompt as the model would read it."""

    kind: str
    """`prompt`, or which context of a log-likelihood it is: `conditional`, `question_free`, `matched`."""
    text: str
    """By the model's own template where that is known, else with the turns marked."""
    continuation: str | None
    """What is scored; None where text is generated."""
    tokens: int | None = None
    """Their number; this and all below are None or empty where no tokenizer is at hand."""
    scored: int | None = None
    bos: int | None = None
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Caution:
    """One thing that speaks against the run, by the id of its sentence (`note.warn.*`) and its values."""

    id: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """The sentence in English, as runs keep it."""
        with speaking("en"):
            return translate(f"note.warn.{self.id}", **self.values)


SWITCH_IGNORED = str(Caution("nothink", {}))
"""The warning of a run whose template does not listen to the switch of thinking."""


@dataclass(frozen=True, slots=True)
class TaskOutlook:
    """What one task of the run would send."""

    label: str
    items: int
    requests: int
    """Repeats included."""
    origin: str
    shots: int
    first_item: str | None
    """Its id; None where there are no items."""
    shot_ids: tuple[str, ...]
    """Demonstrations of the first item."""
    decoding: Decoding | None
    departures: tuple[str, ...]
    notes: tuple[str, ...]
    prompts: tuple[PromptView, ...]
    """Of the first item."""
    warnings: tuple[Caution, ...]
    bill: "Bill | None" = None
    """None for a model in this process."""
    sent: Mapping[str, Any] | None = None
    """Fields of the first request to a server, beside its prompt."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a server would be sent and would cost, estimated: nobody but the server can count its tokens."""

    requests: int
    prompt_tokens: int
    """About; by `BYTES_A_TOKEN`."""
    most_reply_tokens: int
    """If every reply is as long as it may be."""
    prompt_cost: float | None
    """US dollars for the prompts alone; None where the price is not known."""
    most_cost: float | None
    """With every reply as long as it may be."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a run would send."""

    model: str
    protocol: str
    tasks: tuple[TaskOutlook, ...]

    @property
    def requests(self) -> int:
        """Requests of all tasks."""
        return sum(task.requests for task in self.tasks)

    @property
    def items(self) -> int:
        """Items of all tasks."""
        return sum(task.items for task in self.tasks)

    @property
    def bill(self) -> Bill | None:
        """What all tasks would cost; None for a model in this process."""
        bills = [task.bill for task in self.tasks if task.bill is not None]
        return reduce(_both, bills) if bills else None


def _both(one: Bill, other: Bill) -> Bill:
    def add(a: float | None, b: float | None) -> float | None:
        return None if a is None or b is None else a + b

    return Bill(
        one.requests + other.requests,
        one.prompt_tokens + other.prompt_tokens,
        one.most_reply_tokens + other.most_reply_tokens,
        add(one.prompt_cost, other.prompt_cost),
        add(one.most_cost, other.most_cost),
    )


@dataclass(frozen=True, slots=True)
class _Sums:
    """Over all requests of a cell, asked once."""

    count: int = 0
    size: int = 0
    """Bytes of all prompts."""
    most: int = 0
    """Tokens of all replies at most."""


@dataclass(frozen=True, slots=True)
class _Longest:
    """The request with the most characters."""

    characters: int
    item: str
    request: Request


def look_ahead(plan: Plan, model: Model) -> Outlook:
    """What a run would send to a model.

    Raises:
        ModelError: The model's tokenizer cannot be loaded.
    """
    tasks = tuple(_task(cell, plan, model) for cell in plan.cells)
    return Outlook(model.name, plan.config.protocol.name, tasks)


def cautions(cell: Cell, plan: Plan, model: Model) -> tuple[Caution, ...]:
    """What the first item's prompts say against a run; cheap, for a run that begins.

    Raises:
        ConfigError: The limit of one reply leaves no room for a prompt, so that every answer would fail.
    """
    shown = _shown(cell, model)
    for _, request, preview in shown:
        if isinstance(request, Generate) and preview and preview.problem is None and preview.room < 1:
            raise ConfigError(
                f"{cell.task.name}: replies of {request.max_tokens} tokens leave no room for a prompt in the context "
                f"of {preview.window}; lower --max-tokens or raise --context-length"
            )
    return tuple(_prompt_warnings(shown, plan, model))


_Shown = tuple[str, Request, Preview | None]


def _shown(cell: Cell, model: Model) -> list[_Shown]:
    """The first item's requests, one of each kind, as the model would see them."""
    first = cell.paper.requests(0) if cell.size else ()
    return [(kind, request, model.preview(request)) for kind, request in _kinds(first)]


def _task(cell: Cell, plan: Plan, model: Model) -> TaskOutlook:
    shown = _shown(cell, model)
    sums, longest = _all_requests(cell)
    previews = [preview for _, _, preview in shown if preview is not None]
    return TaskOutlook(
        label=cell.label,
        items=cell.size,
        requests=sums.count * plan.config.repeats,
        origin=cell.source.origin,
        shots=cell.shots,
        first_item=cell.items[0].id if cell.size else None,
        shot_ids=cell.paper.shown_ids(0) if cell.size else (),
        decoding=_decoding(shown[0][1], previews) if shown else None,
        departures=cell.paper.departures(),
        notes=cell.notes,
        prompts=tuple(_seen(cell, _view(kind, request, preview)) for kind, request, preview in shown),
        warnings=(
            *_prompt_warnings(shown, plan, model),
            *_own_warnings(cell, plan),
            *_window_warnings(longest, model),
            *_server_warnings(shown, model),
        ),
        bill=_bill(sums, plan, model),
        sent=_sent(shown, model),
    )


def _kinds(requests: Sequence[Request]) -> Iterator[tuple[str, Request]]:
    """The request of the first choice in each kind of context, or the one request for text."""
    if not requests:
        return
    first = requests[0]
    if isinstance(first, Generate):
        yield "prompt", first
        return
    same = [one for one in requests if isinstance(one, LogLikelihood) and one.continuation == first.continuation]
    yield from zip(KINDS, same, strict=False)


def _bill(sums: _Sums, plan: Plan, model: Model) -> Bill | None:
    remote, repeats = model.remote, plan.config.repeats
    if remote is None:
        return None
    prompts, replies = -(-sums.size // BYTES_A_TOKEN) * repeats, sums.most * repeats
    price = find_price(remote.price_name, plan.config.prices)
    least, most = (
        None if price is None else price.of(Usage(prompts, tokens), batch=plan.config.batch) for tokens in (0, replies)
    )
    return Bill(sums.count * repeats, prompts, replies, least, most)


def _sent(shown: Sequence[_Shown], model: Model) -> Mapping[str, Any] | None:
    if model.remote is None or not shown:
        return None
    hidden = ("messages", "prompt", "system", "context", "continuation")
    return {name: value for name, value in model.remote.wire(shown[0][1]).items() if name not in hidden}


def _server_warnings(shown: Sequence[_Shown], model: Model) -> Iterator[Caution]:
    """A server forwards the whole prompt anew for each choice; this machine shares what they have in common."""
    if model.remote is not None and any(isinstance(request, LogLikelihood) for _, request, _ in shown):
        yield Caution("server_likelihood", {})


def _all_requests(cell: Cell) -> tuple[_Sums, _Longest | None]:
    """Sums over the requests of all items, and the longest one."""
    count, size, most = 0, 0, 0
    longest: _Longest | None = None
    for index, item in enumerate(cell.items):
        requests = cell.paper.requests(index)
        count += len(requests)
        for request in requests:
            characters = _characters(request)
            size += len(_whole(request).encode("utf-8", "surrogatepass"))
            most += request.max_tokens if isinstance(request, Generate) else 1
            if longest is None or characters > longest.characters:
                longest = _Longest(characters, item.id, request)
    return _Sums(count, size, most), longest


def _whole(request: Request) -> str:
    """All that a server reads of a request."""
    prompt = _prompt(request)
    text = "".join(each.content for each in prompt.messages) if isinstance(prompt, Chat) else prompt
    return text + (request.continuation if isinstance(request, LogLikelihood) else "")


def _characters(request: Request) -> int:
    prompt, more = _prompt(request), ""
    if isinstance(request, LogLikelihood):
        more = request.continuation
    if isinstance(prompt, Chat):
        return sum(len(message.content) for message in prompt.messages) + len(prompt.suffix) + len(more)
    return len(prompt) + len(more)


def _prompt(request: Request) -> Prompt:
    return request.context if isinstance(request, LogLikelihood) else request.prompt


def _seen(cell: Cell, view: PromptView) -> PromptView:
    """The view, without its text where that must not be shown."""
    return replace(view, text=withheld(cell.task), first=(), last=()) if hidden(cell.task) else view


def _view(kind: str, request: Request, preview: Preview | None) -> PromptView:
    continuation = request.continuation if isinstance(request, LogLikelihood) else None
    if preview is None or preview.problem is not None:
        return PromptView(kind, render_prompt(_prompt(request)), continuation)
    return PromptView(
        kind,
        preview.text,
        continuation,
        tokens=len(preview.tokens),
        scored=preview.scored,
        bos=preview.bos,
        first=preview.tokens[:ENDS],
        last=preview.tokens[-ENDS:],
    )


def _decoding(request: Request, previews: Sequence[Preview]) -> Decoding:
    if isinstance(request, LogLikelihood):
        return Decoding("loglikelihood")
    sampling = request.sampling
    if sampling.recommended:
        return Decoding("recommended", request.max_tokens, request.stop, previews[0].recommended if previews else {})
    if sampling.temperature > 0:
        settings = {name: getattr(sampling, name) for name in ("temperature", "top_p", "top_k", "seed")}
        return Decoding("sampled", request.max_tokens, request.stop, settings)
    return Decoding("greedy", request.max_tokens, request.stop)


def _prompt_warnings(shown: Sequence[_Shown], plan: Plan, model: Model) -> Iterator[Caution]:
    """What the first item's prompts show of template and protocol; each kind of warning once."""
    found: dict[str, Caution] = {}
    for _, request, preview in shown:
        if model.name == "baseline:gold" and isinstance(request, Generate) and request.reference is None:
            found.setdefault("no_gold", Caution("no_gold", {}))
        for warning in _of_prompt(request, preview, plan) if preview else ():
            found.setdefault(warning.id, warning)
        if preview and preview.problem is None and _switch_ignored(request, preview, model):
            found.setdefault("nothink", Caution("nothink", {}))
    yield from found.values()


def _of_prompt(request: Request, preview: Preview, plan: Plan) -> Iterator[Caution]:
    protocol, prompt = plan.config.protocol, _prompt(request)
    if preview.problem is not None:
        missing = isinstance(prompt, Chat) and not preview.template
        yield Caution("no_template", {}) if missing else Caution("refused", {"reason": preview.problem})
        return
    if preview.template and not protocol.chat:
        yield Caution("chat_in_plain", {})
    if preview.bos > 1:
        yield Caution("several_starts", {"count": preview.bos})
    if isinstance(prompt, Chat) and _lost(prompt, preview.text):
        yield Caution("lost_question", {})
    thinking = preview.thinks and protocol.chat and protocol.thinking is not False
    if thinking and isinstance(request, Generate) and request.max_tokens < THINKING_TOKENS:
        yield Caution("thinking_limit", {"max_tokens": request.max_tokens})


def _switch_ignored(request: Request, preview: Preview, model: Model) -> bool:
    """Whether thinking is turned off, and the template gives the same text with it turned on or not spoken of."""
    prompt = _prompt(request)
    if not isinstance(prompt, Chat) or prompt.thinking is not False:
        return False
    others = [model.preview(_with_prompt(request, replace(prompt, thinking=value))) for value in (None, True)]
    return all(other is not None and other.text == preview.text for other in others)


def _with_prompt(request: Request, prompt: Prompt) -> Request:
    if isinstance(request, LogLikelihood):
        return replace(request, context=prompt)
    return replace(request, prompt=prompt)


def _lost(prompt: Chat, text: str) -> bool:
    """Whether the template leaves out what the user says last."""
    said = [message.content.strip() for message in prompt.messages if message.role == "user"]
    return bool(said) and said[-1] not in text


def _own_warnings(cell: Cell, plan: Plan) -> Iterator[Caution]:
    """Items that are shown to themselves; an equal id in other shot data is another item."""
    if plan.config.settings.shot_data is not None:
        return
    ids = [item.id for index, item in enumerate(cell.items) if item.id in cell.paper.shown_ids(index)]
    if ids:
        yield Caution("own_demonstration", {"count": len(ids), "ids": ", ".join(ids)})


def _window_warnings(longest: _Longest | None, model: Model) -> Iterator[Caution]:
    """The longest request by characters stands for all: what it has too many tokens, others may have too."""
    preview = model.preview(longest.request) if longest else None
    if longest is None or preview is None or preview.problem is not None:
        return
    if preview.room < 1:
        yield Caution("no_room", {"window": preview.window})
    elif len(preview.tokens) > preview.room:
        values = {"id": longest.item, "tokens": len(preview.tokens), "room": preview.room, "window": preview.window}
        yield Caution("window", values)
