"""Everything about one exam, for `gwageo tasks NAME`: card, metrics, options, one rendered prompt per request kind."""

from dataclasses import dataclass, replace

from gwageo.core import Chat, Generate, Item, LogLikelihood, Prompt, Protocol, Request, UserError
from gwageo.tasks.base import DATA_ERRORS, Card, Hub, Metric, Option, Paper, Settings, Task
from gwageo.tasks.privacy import hidden, withheld
from gwageo.tasks.sources import BUNDLED, example_items, read_items


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
    """Mean chance level of the primary metric, as results have it; None where there is none, or where it depends on
    items that are not there."""
    shots: int
    options: tuple[Option, ...]
    max_tokens: int | None
    """Token limit of a reply; None for log-likelihood."""
    stop: tuple[str, ...]
    """Of the first item, as sent: an exam may end the replies to some of its items elsewhere."""
    prompts: tuple[Rendered, ...]
    """Of the first item; empty where there are no items."""
    id_columns: tuple[str, ...] = ("id",)
    """Fields that may be the id of an item; else it is the row number, counted from 0."""
    key_column: str | None = None
    """A published key under which answers may be named too."""
    parts: tuple[str, ...] = ()
    """Columns whose values get a figure of their own."""
    example: bool = False
    """Whether the items were written to show the prompt, since no others are at hand."""


def describe(task: Task, protocol: Protocol | None = None, data: str | None = BUNDLED) -> Description:
    """Describe an exam.

    Args:
        task: The exam.
        protocol: How the prompts are rendered; None is plain.
        data: Items to show a prompt of, as for `read_items`; without a bundled set an example is shown.

    Raises:
        UserError: Other items cannot be used.
    """
    items, example = _items(task, data)
    paper: Paper | None = None
    prompts: tuple[Rendered, ...] = ()
    stop = getattr(task, "stop", ())
    if items:
        settings = Settings(shots=min(task.shots, len(items) - 1))
        paper = task.prepare(items, protocol or Protocol(), settings)
        requests = paper.requests(0)
        prompts = _rendered(requests)
        stop = requests[0].stop if isinstance(requests[0], Generate) else stop
        if hidden(task) and not example:
            prompts = tuple(replace(each, text=withheld(task)) for each in prompts)
    return Description(
        name=task.name,
        version=task.version,
        card=task.card,
        hub=task.hub,
        columns=task.columns,
        metrics=paper.metrics if paper and not example else task.metrics,
        chance=_chance(task, items, example=example),
        shots=task.shots,
        options=(*task.options, DATA_ERRORS),
        max_tokens=getattr(task, "max_tokens", None),
        stop=stop,
        prompts=prompts,
        id_columns=task.id_columns,
        key_column=task.key_column,
        parts=task.part_columns,
        example=example,
    )


def _items(task: Task, data: str | None) -> tuple[tuple[Item, ...], bool]:
    """The items to show, and whether they are an example of gwageo's own."""
    try:
        return read_items(task, data).items, False
    except UserError:
        if data != BUNDLED:
            raise
        items = example_items(task)
        return items, bool(items)


def _chance(task: Task, items: tuple[Item, ...], *, example: bool) -> float | None:
    """The mean over the items; of an example only where every item has the same, as with a number of choices."""
    levels = [level for item in items if (level := task.chance(item)) is not None]
    graded = any(metric.primary and metric.unit == "points" for metric in task.metrics)
    return None if not levels or (example and graded) else sum(levels) / len(levels)


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
