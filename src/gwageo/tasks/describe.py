"""Everything about one exam, for `gwageo tasks NAME`: card, metrics, options, one rendered prompt per request kind."""

from dataclasses import dataclass, replace

from gwageo.core import Chat, LogLikelihood, Prompt, Protocol, Request, UserError
from gwageo.tasks.base import DATA_ERRORS, Card, Hub, Metric, Option, Paper, Settings, Task
from gwageo.tasks.privacy import hidden, withheld
from gwageo.tasks.sources import BUNDLED, read_items


@dataclass(frozen=True, slots=True)
class Rendered:
    """One request as text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Description:
    """What a person wants to know about an exam."""

    name: str
    version: int
    card: Card
    hub: Hub | None
    columns: tuple[str, ...]
    metrics: tuple[Metric, ...]
    chance: float | None
    """Chance level of the primary metric on the first item; None where there is none."""
    shots: int
    options: tuple[Option, ...]
    max_tokens: int | None
    """Token limit of a reply; None for log-likelihood."""
    stop: tuple[str, ...]
    prompts: tuple[Rendered, ...]
    """Of the first item; empty where there are no items."""


def describe(task: Task, protocol: Protocol | None = None, data: str | None = BUNDLED) -> Description:
    """Describe an exam.

    Args:
        task: The exam.
        protocol: How the prompts are rendered; None is plain.
        data: Items to show a prompt of, as for `read_items`; without a bundled set no prompt is shown.

    Raises:
        UserError: Other items cannot be used.
    """
    try:
        items = read_items(task, data).items
    except UserError:
        if data != BUNDLED:
            raise
        items = ()
    paper: Paper | None = None
    prompts: tuple[Rendered, ...] = ()
    if items:
        settings = Settings(shots=min(task.shots, len(items) - 1))
        paper = task.prepare(items, protocol or Protocol(), settings)
        shown = _rendered(paper.requests(0))
        prompts = tuple(replace(each, text=withheld(task)) for each in shown) if hidden(task) else shown
    return Description(
        name=task.name,
        version=task.version,
        card=task.card,
        hub=task.hub,
        columns=task.columns,
        metrics=paper.metrics if paper else task.metrics,
        chance=task.chance(items[0]) if items else None,
        shots=task.shots,
        options=(*task.options, DATA_ERRORS),
        max_tokens=getattr(task, "max_tokens", None),
        stop=getattr(task, "stop", ()),
        prompts=prompts,
    )


def _rendered(requests: tuple[Request, ...]) -> tuple[Rendered, ...]:
    first = requests[0]
    if not isinstance(first, LogLikelihood):
        return (Rendered("prompt", render(first)),)
    same = [each for each in requests if isinstance(each, LogLikelihood) and each.continuation == first.continuation]
    titles = ("behind the question", "question-free", "question emptied under the same template")
    return tuple(Rendered(title, render(request)) for title, request in zip(titles, same, strict=False))


def render(request: Request) -> str:
    """A request as text; marks in ⟨⟩ are not part of it."""
    if isinstance(request, LogLikelihood):
        return f"{render_prompt(request.context)}⟨scored⟩{request.continuation}"
    return render_prompt(request.prompt)


def render_prompt(prompt: Prompt) -> str:
    """A prompt as text: turns begin with their role, and what the model goes on from stands behind ⟨model⟩."""
    if not isinstance(prompt, Chat):
        return prompt
    turns = "".join(f"⟨{message.role}⟩{message.content}\n" for message in prompt.messages)
    off = "⟨thinking off⟩" if prompt.thinking is False else ""
    return f"{turns}⟨model⟩{off}{prompt.suffix}"
