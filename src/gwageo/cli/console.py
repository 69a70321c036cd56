"""Messages and progress on standard error: a live bar on a terminal, plain lines elsewhere."""

import os
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from gwageo.cli.errors import INTERRUPTED
from gwageo.messages import translate
from gwageo.report import numbers
from gwageo.report.tables import verdict_text
from gwageo.report.visible import visible
from gwageo.runs.progress import Observer, Snapshot, Traffic

LINE_EVERY_S = 10.0


def progress_text(snapshot: Snapshot) -> str:
    """One line: how far, how fast, how long still, and the verdicts so far."""
    line = translate(
        "run.progress",
        done=snapshot.done,
        total=snapshot.total,
        rate=numbers.rate(snapshot.rate),
        left=numbers.duration(snapshot.eta_s),
        verdicts=verdict_text(snapshot.verdicts),
    )
    return line if snapshot.traffic is None else f"{line}  {traffic_text(snapshot.traffic)}"


def traffic_text(traffic: Traffic) -> str:
    """What went over a wire, in a few words; a sum with unknown parts is told as a lower bound."""
    least = "≥ " if traffic.unknown else ""
    return translate(
        "run.traffic",
        requests=traffic.requests,
        again=traffic.again,
        at_once=traffic.at_once,
        reused=traffic.reused,
        tokens=f"{least}{traffic.tokens:,}",
        cost=translate("run.no_price") if traffic.cost is None else f"{least}${traffic.cost:.4f}",
    )


class TerminalObserver(Observer):
    """Tells a person at standard error what a run is doing."""

    def __init__(self, go_on: str = "", console: Console | None = None) -> None:
        """Show on standard error; `go_on` is said when the run is abandoned."""
        self._go_on = go_on
        self._console = console or Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        self._bar = Progress(
            BarColumn(bar_width=24), TextColumn("{task.description}", markup=False), console=self._console
        )
        self._task: TaskID | None = None
        self._line_at = 0.0

    def say(self, text: str) -> None:
        """Print one sentence, above the bar where there is one."""
        self._console.print(visible(text))

    def advance(self, snapshot: Snapshot) -> None:
        """Move the bar, or print a line now and then."""
        last = snapshot.done >= snapshot.total
        if self._console.is_terminal:
            self._move(snapshot)
        elif last or time.monotonic() - self._line_at >= LINE_EVERY_S:
            self._line_at = time.monotonic()
            self._console.print(progress_text(snapshot))

    def abandoned(self) -> None:
        """End the process at once: a thread of the model would hold it, and the journal is whole at any moment."""
        self.__exit__(None, None, None)
        self._console.print(translate("run.stopped", go_on=self._go_on))
        os._exit(INTERRUPTED)

    def _move(self, snapshot: Snapshot) -> None:
        if self._task is None:
            self._task = self._bar.add_task("", total=snapshot.total)
            self._bar.start()
        if snapshot.total != self._bar.tasks[0].total or snapshot.done < self._bar.tasks[0].completed:
            self._bar.reset(self._task, total=snapshot.total)
        self._bar.update(self._task, completed=snapshot.done, description=progress_text(snapshot))

    def __enter__(self) -> "TerminalObserver":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:  # a bar that was never shown would leave an empty line
            self._bar.stop()
