"""Task: where items come from, how an item becomes requests, how outputs become a score.

No network, no model, and no disk beyond the item source. A task is a value; its kinds (`choice.ChoiceTask`, ...)
carry the behaviour, and each benchmark is one short file that makes a few of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gwageo.core import GREEDY, ConfigError, Item, Output, Protocol, Request, Sampling, Score, UserError


class RowError(UserError):
    """A row of a source that cannot be used. The reader of the source adds file and row number."""

    def __init__(self, problem: str, column: str | None = None, *, shown: str = "") -> None:
        """Name what is wrong; `shown` is the part of the sentence that comes from the row's own cells."""
        super().__init__(problem if column is None else f"column {column!r}: {problem}")
        self.problem = problem
        self.column = column
        self.shown = shown


@dataclass(frozen=True, slots=True)
class Metric:
    """One number that a task reports: the mean over items that did not fail, unless the name says otherwise."""

    name: str
    unit: Literal["fraction", "points"] = "fraction"
    """Fractions lie in 0-1 and are printed as percent; points are printed as they are."""
    primary: bool = False
    """Whether this is the figure that the publication leads with."""
    graded: bool = False
    """Whether an item can have a part of it; points are graded unless an item has all 100 of them or none."""

    @property
    def top(self) -> float | None:
        """What an item has of it that has all; None where parts are possible."""
        return None if self.graded else 1.0 if self.unit == "fraction" else 100.0


@dataclass(frozen=True, slots=True)
class Hub:
    """A published set on the Hugging Face hub."""

    path: str
    config: str | None = None
    split: str = "test"
    revision: str | None = None
    gated: bool = True
    also: tuple[str, ...] = ()
    """Other ids under which the set may be found, tried in order."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a person wants to know about a task before running it."""

    title: str
    title_ko: str
    summary: str
    summary_ko: str
    source: str
    """Where the items and the rules come from."""
    licence: str
    """Licence of the published items."""
    size: int | None
    """Published number of items."""
    language: Literal["ko", "en"] = "ko"


@dataclass(frozen=True, slots=True)
class Settings:
    """What may be changed about a task; the defaults are the published protocol with gwageo's documented decisions."""

    shots: int | None = None
    """Demonstrations per item; None is the published number."""
    shot_seed: int = 1234
    """Seed of the published draw."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Task options by name, for example {"tie": "wrong"}; what exists is in `Task.options`."""
    shot_data: str | None = None
    """File or folder that the demonstrations are taken from; None is the test items, as published."""
    shot_ids: tuple[str, ...] = ()
    """Ids of the demonstrations that every item is shown, in this order; empty means that they are drawn."""
    max_tokens: int | None = None
    """Limit of one reply in tokens; None is the published one. Log-likelihood tasks have none."""
    sampling: Sampling = GREEDY
    """How replies are drawn; greedy as published."""
    think_budget: int | None = None
    """Tokens of thinking after which it is closed by force; None lets a model think as long as it likes."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a task: its values, the default first."""

    name: str
    values: tuple[str, ...]
    help: str
    published: str | None = None
    """The published protocol's value, where the default is gwageo's own decision; None where they agree."""


DATA_ERRORS = Option(
    "data_errors",
    ("stop", "skip", "count"),
    "Rows that cannot be used: stop refuses the set; skip leaves them out and counts them; count leaves out only those "
    "that cannot be read, and asks and counts the others.",
)
"""An option of every exam."""


class Task(ABC):
    """One exam. Subclasses are frozen dataclasses."""

    name: str
    version: int
    """Raised whenever a prompt, a row mapping or a scoring rule changes so that a score can move."""
    card: Card
    metrics: tuple[Metric, ...]
    options: tuple[Option, ...]
    hub: Hub | None
    """The published set; None where the items come from elsewhere."""
    shots: int
    """Published number of demonstrations."""
    columns: tuple[str, ...]
    """Columns that a row must have."""
    data_name: str
    """What the set is called on disk, for example `ko_arc_easy`; the forms of one benchmark share it."""
    kind: Literal["loglikelihood", "generation"]
    """What is asked of a model."""
    file_names: tuple[str, ...] = ()
    """Other names under which the set's file is passed around, for example `gsm8k`."""
    private: bool = False
    """Whether the texts of the items must not be shown (`privacy`)."""
    part_columns: tuple[str, ...] = ()
    """Columns whose values get a figure of their own beside the whole."""
    id_columns: tuple[str, ...] = ("id",)
    """Fields of a row that may be its id; without them it is the row number, counted from 0."""
    key_column: str | None = None
    """A published key of the rows that is not their id, and by which answers may be named."""

    @abstractmethod
    def item(self, row: Mapping[str, Any], number: int) -> Item:
        """Read one row of a source.

        Args:
            row: Column name to value, as published.
            number: Zero-based row number, the id where the row has none.

        Raises:
            RowError: The row cannot be used; it names the column.
        """

    @abstractmethod
    def prepare(self, items: Sequence[Item], protocol: Protocol, settings: Settings) -> "Paper":
        """The question paper over all items of the source: draws the demonstrations and fixes the settings."""

    @abstractmethod
    def chance(self, item: Item) -> float | None:
        """Expected value of the primary metric for a uniform guess; None where there is no such level."""

    def defect(self, item: Item) -> RowError | None:
        """Why an item that could be read cannot be judged fairly; None where nothing is wrong with it."""
        del item
        return None

    def takes(self, row: Mapping[str, Any]) -> bool:
        """Whether a row is of this exam, where a file may hold the rows of several."""
        del row
        return True

    def made(self) -> Sequence[Mapping[str, Any]] | None:
        """Rows of its own, where an exam makes its items; None where they come from a set."""
        return None

    def mark(self, items: Sequence[Item]) -> str | None:
        """A word beside the exam's name in results, where these items must not stand in one column with others."""
        del items
        return None

    def option(self, settings: Settings, name: str) -> str | None:
        """The value of a task option under these settings; None where the task has no such option."""
        for option in (*self.options, DATA_ERRORS):
            if option.name == name:
                return settings.options.get(name, option.values[0])
        return None

    def check(self, settings: Settings) -> None:
        """Refuse settings that this task does not have.

        Raises:
            ConfigError: An unknown option or value, a negative number of shots, or shots that contradict each other.
        """
        _check_shots(self.name, settings)
        known = {option.name: option.values for option in (*self.options, DATA_ERRORS)}
        for name, value in settings.options.items():
            if name not in known:
                have = ", ".join(sorted(known)) or "none"
                raise ConfigError(f"{self.name} has no option {name!r}; its options are: {have}")
            if value not in known[name]:
                raise ConfigError(f"{self.name}: option {name} is {value!r}, expected one of: {', '.join(known[name])}")


def _check_shots(name: str, settings: Settings) -> None:
    shots, ids = settings.shots, settings.shot_ids
    if shots is not None and shots < 0:
        raise ConfigError(f"{name}: --shots is {shots!r}, expected 0 or more")
    if shots == 0 and settings.shot_data is not None:
        raise ConfigError(
            f"{name}: --shots 0 shows nothing of --shot-data {settings.shot_data!r}; leave one of them out"
        )
    twice = [each for each in dict.fromkeys(ids) if ids.count(each) > 1]
    if twice:
        raise ConfigError(f"{name}: --shot-ids names {twice[0]!r} more than once")
    if ids and shots not in (None, len(ids)):
        raise ConfigError(f"{name}: --shots is {shots}, but --shot-ids names {len(ids)}; leave --shots out")


class Paper(ABC):
    """A task made ready for one protocol and one set of settings: items in, requests out, outputs in, scores out."""

    task: Task
    items: tuple[Item, ...]
    settings: Settings

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What is reported under this protocol: the task's metrics, and for some protocols more behind them."""
        return self.task.metrics

    @property
    def shots(self) -> int:
        """Demonstrations per item, as asked for or else as published."""
        return self.task.shots if self.settings.shots is None else self.settings.shots

    def identity(self) -> Mapping[str, Any]:
        """What decides the prompts beside task, items, protocol and settings, for the run's identity. JSON-able."""
        return {}

    def notes_on(self, asked: int) -> tuple[str, ...]:
        """The notes of a run that asks the first `asked` items only; those of all items, unless a paper counts."""
        del asked
        return self.notes()

    def shown_ids(self, index: int) -> tuple[str, ...]:
        """Ids of the demonstrations that item number `index` is shown, in order."""
        del index
        return ()

    @abstractmethod
    def requests(self, index: int) -> tuple[Request, ...]:
        """The requests of item number `index`, in the order in which `score` takes their outputs."""

    @abstractmethod
    def score(self, index: int, outputs: Sequence[Output]) -> Score:
        """Judge the outputs of item number `index`. Never raises on what a model said."""

    @abstractmethod
    def departures(self) -> tuple[str, ...]:
        """Every setting that departs from the published protocol, as a short sentence each; empty if none."""

    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """What a report must say even under the published settings (demonstrations come from the test split, ...)."""


Loader = Callable[[], Task]
