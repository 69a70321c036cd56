"""What every paper of drawn demonstrations shares: the draw, what departs from the published protocol, what to say."""

from dataclasses import dataclass

from gwageo.core import Item, Protocol
from gwageo.tasks.base import Settings, Task
from gwageo.tasks.fewshot import Demonstrations, Draw, draw

PUBLISHED_SEED = 1234
_NAMED = 10


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

    def departures(self) -> tuple[str, ...]:
        """See `Paper.departures`."""
        found = []
        if self.shots != self.task.shots:
            found.append(f"{self.shots} demonstrations instead of {self.task.shots}")
        if self.shots and self.settings.shot_seed != PUBLISHED_SEED:
            found.append(f"demonstrations drawn with seed {self.settings.shot_seed} instead of {PUBLISHED_SEED}")
        if self.shots and self.protocol.chat and self.protocol.few_shot == "text":
            found.append("demonstrations as one text in the user's turn instead of as turns")
        for option in self.task.options:
            value = self.task.option(self.settings, option.name)
            if value not in (option.values[0], option.published):
                found.append(f"{option.name}={value} instead of {option.published or option.values[0]}")
        return tuple(found)

    def notes(self) -> tuple[str, ...]:
        """See `Paper.notes`."""
        if not self.shots:
            return ()
        found = [
            f"The {self.shots} demonstrations of an item come from the test items themselves: no other split exists."
        ]
        leaks = self.demonstrations.drew_itself
        if leaks:
            names = ", ".join(self.items[index].id for index in leaks[:_NAMED])
            names += f" and {len(leaks) - _NAMED} more" if len(leaks) > _NAMED else ""
            what = "see their own answer, as published" if self.keeps_self else "drew themselves and got a substitute"
            found.append(f"{len(leaks)} of {len(self.items)} items {what}: {names}.")
        return tuple(found)


def plan(task: Task, kind: Draw, items: tuple[Item, ...], protocol: Protocol, settings: Settings) -> Plan:
    """Check the settings and draw the demonstrations over the full set."""
    task.check(settings)
    shots = task.shots if settings.shots is None else settings.shots
    keeps = task.option(settings, "self_demonstration") == "keep"
    shown = draw(len(items), shots, kind=kind, seed=settings.shot_seed, name=task.data_name, keep_self=keeps)
    return Plan(task, items, protocol, settings, shots, shown, keeps)
