"""The outlook of a run as lines for a person, and as one object for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from gwageo.analysis import power
from gwageo.analysis.comparing import MARGIN
from gwageo.core.canonical import dumps, plain
from gwageo.messages import IDS, translate
from gwageo.report import numbers
from gwageo.report.tables import origin_text, told
from gwageo.runs.outlook import Bill, Caution, Decoding, Outlook, PromptView, TaskOutlook

SCORED = "⟨scored⟩"
"""Stands before what is scored; it is no part of the prompt."""


def lines(outlook: Outlook) -> Iterator[str]:
    """The outlook in the reader's language, warnings before the prompts that they speak of."""
    yield translate(
        "plan.title",
        model=outlook.model,
        protocol=outlook.protocol,
        requests=counted("request", outlook.requests),
        items=counted("item", outlook.items),
    )
    if outlook.bill is not None:
        yield bill_text(outlook.bill)
    for task in outlook.tasks:
        yield ""
        yield from _task(task, outlook.model)


def _task(task: TaskOutlook, model: str) -> Iterator[str]:
    origin = origin_text(task.origin)
    requests, items = counted("request", task.requests), counted("item", task.items)
    yield translate("plan.task", label=task.label, requests=requests, items=items, origin=origin)
    yield "  " + _shots(task)
    if task.decoding is not None:
        yield "  " + decoding_text(task.decoding)
    yield "  " + power_text(task.items)
    if task.sent is not None:
        yield "  " + translate("plan.sent", fields=dumps(task.sent))
    if task.bill is not None:
        yield "  " + bill_text(task.bill)
    for sentence in task.departures:
        yield "  " + translate("plan.departure", sentence=told(sentence))
    for sentence in task.notes:
        yield "  " + translate("plan.note", sentence=told(sentence))
    for warning in task.warnings:
        yield "  " + translate("plan.warning", sentence=warning_text(warning))
    if task.prompts and all(view.tokens is None for view in task.prompts):
        reason = translate(f"plan.no_tokens_why.{'embedded' if model == 'embedded' else 'none'}")
        yield "  " + translate("plan.no_tokens", reason=reason)
    for view in task.prompts:
        yield from _prompt(view, task.first_item)


def counted(what: str, count: int) -> str:
    """A number of requests or items.

    Example:
        >>> counted("item", 1), counted("item", 1200)
        ('1 item', '1,200 items')
    """
    return translate(f"plan.count.{what}{'s' * (count != 1)}", count=f"{count:,}")


def bill_text(bill: Bill) -> str:
    """Tokens and price, as estimates and upper bounds."""
    tokens = {"prompts": f"{bill.prompt_tokens:,}", "replies": f"{bill.most_reply_tokens:,}"}
    if bill.prompt_cost is None or bill.most_cost is None:
        return translate("plan.bill_no_price", **tokens)
    return translate("plan.bill", **tokens, least=f"{bill.prompt_cost:.2f}", most=f"{bill.most_cost:.2f}")


def _shots(task: TaskOutlook) -> str:
    if not task.shot_ids:
        return translate("plan.shots", shots=task.shots)
    return translate("plan.shot_ids", shots=task.shots, ids=", ".join(task.shot_ids))


def power_text(items: int) -> str:
    """How much so many items can show, and how many would show five points."""
    found = power.detectable_by_pairs(items, power.DISCORDANT) if items else None
    values = {
        "items": f"{items:,}",
        "width": f"{power.half_width(items) * 100:.1f}" if items else numbers.UNKNOWN,
        "needed": f"{power.items_for_pairs(MARGIN, power.DISCORDANT):,}",
        "margin": f"{MARGIN * 100:g}",
    }
    if found is None:
        return translate("plan.power_none", **values)
    return translate("plan.power", **values, difference=f"{found * 100:.1f}")


def decoding_text(decoding: Decoding) -> str:
    """How replies are made, in one line."""
    if decoding.kind == "loglikelihood":
        return translate("plan.decoding.loglikelihood")
    settings = dict(decoding.settings or {})
    stop = ", ".join(map(repr, decoding.stop)) or translate("plan.decoding.nothing")
    if decoding.kind == "recommended":
        text = ", ".join(f"{name} {value}" for name, value in settings.items())
        settings = {"settings": text or translate("plan.decoding.nothing")}
    return translate(f"plan.decoding.{decoding.kind}", max_tokens=decoding.max_tokens, stop=stop, **settings)


def warning_text(warning: Caution) -> str:
    """What speaks against the run, in one sentence."""
    values = {name: numbers.few(str(value)) if name == IDS else value for name, value in warning.values.items()}
    return translate(f"note.warn.{warning.id}", **values)


def _prompt(view: PromptView, item: str | None) -> Iterator[str]:
    yield translate("plan.prompt", title=translate(f"plan.kind.{view.kind}"), id=item)
    if view.tokens is not None:
        ends = {"head": _ids(view.first), "tail": _ids(view.last)}
        key = "plan.tokens" if view.continuation is None else "plan.tokens_scored"
        yield translate(key, count=view.tokens, scored=view.scored, bos=view.bos, **ends)
    yield view.text if view.continuation is None else f"{view.text}{SCORED}{view.continuation}"


def _ids(tokens: Sequence[int]) -> str:
    return "[" + " ".join(map(str, tokens)) + "]"


def as_dict(outlook: Outlook) -> dict[str, Any]:
    """The outlook for programs, each warning with its sentence."""
    found: dict[str, Any] = plain(outlook)
    found |= {"requests": outlook.requests, "items": outlook.items, "bill": plain(outlook.bill)}
    for task, shown in zip(outlook.tasks, found["tasks"], strict=True):
        for warning, one in zip(task.warnings, shown["warnings"], strict=True):
            one["sentence"] = warning_text(warning)
    return found
