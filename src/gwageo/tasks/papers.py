"""What every paper with demonstrations shares: which ones, what departs from the published protocol, what to say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from gwageo.core import ConfigError, Item, Protocol
from gwageo.core.canonical import digest
from gwageo.tasks.base import DATA_ERRORS, Settings, Task
from gwageo.tasks.fewshot import Demonstrations, Draw, draw, draw_apart, fixed
from gwageo.tasks.sources import STOP, ItemSet, read_items

PUBLISHED_SEED = 1234
_NAMED = 10
_CLOSE = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of one paper, worked out."""

    task: Task
    items: tuple[Item, ...]
    protocol: Protocol
    settings: Settings
    shots: int
    demonstrations: Demonstrations
    keeps_self: bool
    apart: ItemSet | None = None
    """The set that the demonstrations come from; None is the test items themselves."""

    def shown(self, index: int) -> list[Item]:
        """The demonstrations of item number `index`, in order."""
        pool = self.items if self.apart is None else self.apart.items
        return [pool[each] for each in self.demonstrations.shown[index]]

    def identity(self) -> Mapping[str, Any]:
        """See `Paper.identity`."""
        return {} if self.apart is None else {"shot_data": self.apart.digest}

    def departures(self) -> tuple[str, ...]:
        """See `Paper.departures`."""
        found = [*self._shot_departures()]
        for option in self.task.options:
            value = self.task.option(self.settings, option.name)
            if value not in (option.values[0], option.published):
                found.append(f"{option.name}={value} instead of {option.published or option.values[0]}")
        return tuple(found)

    def _shot_departures(self) -> list[str]:
        found = []
        ids = self.settings.shot_ids
        if self.shots != self.task.shots:
            one = "demonstration" if self.shots == 1 else "demonstrations"
            found.append(f"{self.shots} {one} instead of {self.task.shots}")
        if not self.shots:
            return found
        if ids:
            found.append(f"the demonstrations {_names(ids)} for every item instead of drawn ones")
        elif self.settings.shot_seed != PUBLISHED_SEED:
            found.append(f"demonstrations drawn with seed {self.settings.shot_seed} instead of {PUBLISHED_SEED}")
        if self.apart is not None:
            found.append(
                f"demonstrations from {self.apart.origin} ({len(self.apart.items)} items, sha256 "
                f"{self.apart.digest[:12]}) instead of the test items"
            )
        if self.protocol.chat and self.protocol.few_shot == "text":
            found.append("demonstrations as one text in the user's turn instead of as turns")
        return found

    def notes(self, asked: int | None = None) -> tuple[str, ...]:
        """See `Paper.notes` and `Paper.notes_on`; None is all items."""
        items = self.items[:asked]
        if not self.shots:
            unused = self.settings.shot_data
            return () if unused is None else (f"Takes no demonstrations, so that {unused!r} was not read.",)
        if self.apart is not None:
            return (*self.apart.notes, *_overlap(items, self.apart))
        they = (
            "one demonstration of an item comes" if self.shots == 1 else f"{self.shots} demonstrations of an item come"
        )
        found = [f"The {they} from the test items themselves: no other split exists."]
        leaks = [index for index in self.demonstrations.drew_itself if index < len(items)]
        if leaks:
            found.append(f"{len(leaks)} of {len(items)} items {self._leak()}: {self._leaked(leaks)}.")
        return tuple(found)

    def _leak(self) -> str:
        if self.settings.shot_ids:
            return "see their own answer" if self.keeps_self else "are demonstrations themselves and got a substitute"
        return "see their own answer, as published" if self.keeps_self else "drew themselves and got a substitute"

    def _leaked(self, leaks: Sequence[int]) -> str:
        return _names([self.items[index].id for index in leaks])


def plan(task: Task, kind: Draw, items: tuple[Item, ...], protocol: Protocol, settings: Settings) -> Plan:
    """Check the settings and choose the demonstrations over the full set.

    Raises:
        ConfigError: Settings that the task does not have, that contradict each other, or too few items.
        DataError: The shot data cannot be used.
    """
    task.check(settings)
    if settings.max_tokens is not None and settings.max_tokens < 1:
        raise ConfigError(
            f"The limit of one reply is {settings.max_tokens} tokens; it must be at least 1 (--max-tokens)"
        )
    check_budget(settings, protocol)
    keeps = task.option(settings, "self_demonstration") == "keep"
    shots = len(settings.shot_ids) or (task.shots if settings.shots is None else settings.shots)
    apart = _shot_items(task, settings) if shots and settings.shot_data is not None else None
    shown = _chosen(task, kind, items, apart, settings, shots, keeps=keeps)
    return Plan(task, items, protocol, settings, shots, shown, keeps, apart)


def _shot_items(task: Task, settings: Settings) -> ItemSet:
    return read_items(task, settings.shot_data, data_errors=task.option(settings, DATA_ERRORS.name) or STOP)


def check_budget(settings: Settings, protocol: Protocol) -> None:
    """Refuse a budget of thinking where there is no thinking.

    Raises:
        ConfigError: It is below 1, or the protocol is plain or turns thinking off.
    """
    budget = settings.think_budget
    if budget is not None and budget < 1:
        raise ConfigError(f"--think-budget is {budget}; it must be at least 1 (--protocol nothink turns thinking off)")
    if budget is not None and protocol.name != "chat":
        raise ConfigError(
            f"--think-budget {budget} has no meaning under {protocol.name}: only --protocol chat lets a model think"
        )


def check_room(name: str, max_tokens: int, settings: Settings) -> None:
    """Refuse a budget of thinking that leaves no token for the answer.

    Raises:
        ConfigError: It reaches the limit of one reply.
    """
    budget = settings.think_budget
    if budget is not None and budget >= max_tokens:
        raise ConfigError(
            f"{name}: --think-budget {budget} leaves nothing of the {max_tokens} tokens of a reply for its answer; "
            "raise --max-tokens or lower the budget"
        )


def budget_departure(settings: Settings) -> tuple[str, ...]:
    """A word where thinking has a limit; a model of one's own is closed by force, a server keeps it by itself."""
    budget = settings.think_budget
    return () if budget is None else (f"thinking limited to {budget} tokens",)


def _chosen(
    task: Task,
    kind: Draw,
    items: tuple[Item, ...],
    apart: ItemSet | None,
    settings: Settings,
    shots: int,
    *,
    keeps: bool,
) -> Demonstrations:
    n, seed, name = len(items), settings.shot_seed, task.data_name
    if settings.shot_ids:
        chosen = _positions(task, items if apart is None else apart.items, settings.shot_ids)
        return fixed(n, chosen, apart=apart is not None, seed=seed, name=name, keep_self=keeps)
    if apart is not None:
        return draw_apart(n, len(apart.items), shots, seed=seed, name=name)
    return draw(n, shots, kind=kind, seed=seed, name=name, keep_self=keeps)


def _positions(task: Task, pool: Sequence[Item], ids: Sequence[str]) -> tuple[int, ...]:
    places = {item.id: index for index, item in enumerate(pool)}
    for name in ids:
        if name not in places:
            close = get_close_matches(name, list(places), n=_CLOSE, cutoff=0.5) or list(places)[:_CLOSE]
            raise ConfigError(
                f"{task.name}: --shot-ids names {name!r}, which is none of the {len(pool)} items that demonstrations "
                f"may come from; close ones are {', '.join(map(repr, close))}"
            )
    return tuple(places[name] for name in ids)


def _overlap(items: Sequence[Item], apart: ItemSet) -> tuple[str, ...]:
    """A word where the shot data holds test items: then an item may see its own answer."""
    known = {digest(item.fields) for item in apart.items}
    shared = [item.id for item in items if digest(item.fields) in known]
    if not shared:
        return ()
    what = "is among the demonstrations" if len(shared) == 1 else "are among the demonstrations"
    return (f"{len(shared)} of {len(items)} test items {what} ({_names(shared)}) and may see their own answer.",)


def _names(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(ids[:_NAMED]) + more
