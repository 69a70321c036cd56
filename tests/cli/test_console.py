"""Progress for people: a bar on a terminal, plain lines elsewhere."""

import io
from collections import Counter

from rich.console import Console

from gwageo.cli.console import TerminalObserver, progress_text
from gwageo.runs.progress import Observer, Snapshot

HALF = Snapshot(50, 100, 40, 20.0, Counter({"right": 30, "wrong": 20}))


def shown(*snapshots: Snapshot, terminal: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=120, markup=False, highlight=False)
    with TerminalObserver(console=console) as observer:
        for snapshot in snapshots:
            observer.advance(snapshot)
    return out.getvalue()


def test_a_line_has_rate_time_left_and_verdicts() -> None:
    """40 fresh answers in 20 s are 2 a second; the 50 that are owed take 25 s."""
    assert progress_text(HALF) == "50/100  2.0/s  left 25 s  right 30, wrong 20"


def test_before_the_first_answer_rate_and_time_left_are_unknown() -> None:
    assert progress_text(Snapshot(0, 100, 0, 0.0)) == "0/100  –  left –  none"


def test_elsewhere_lines_come_now_and_then_and_at_the_end() -> None:
    last = Snapshot(100, 100, 90, 40.0, Counter({"right": 100}))
    assert shown(HALF, HALF, HALF, last, terminal=False).splitlines() == [progress_text(HALF), progress_text(last)]


def test_a_terminal_gets_a_bar() -> None:
    assert "50/100" in shown(HALF, terminal=True)


def test_a_run_without_progress_shows_nothing() -> None:
    assert shown(terminal=True) == ""


def test_the_plain_observer_is_silent() -> None:
    observer = Observer()
    observer.say("x")
    observer.advance(HALF)
    observer.abandoned()
