"""What can go wrong, by the boundary that was crossed.

GwageoError
├── UserError            a mistake of the caller: one clean sentence, exit code 2
│   ├── UnknownName      no such task, suite, model: the closest names are in the sentence
│   ├── DataError        a data file or row that cannot be used: file, row and column named
│   ├── ConfigError      options that contradict each other or the run they continue
│   ├── MissingExtra     an optional package is absent: the install command is in the sentence
│   └── RunLocked        another process works on the same run
├── ModelError           a model could not be loaded or does not support what is asked of it
├── StoreError           the run directory could not be written or read
└── RunStopped           a run has reached a limit that was given for it, and can be gone on with
"""

from collections.abc import Iterable
from difflib import get_close_matches


class GwageoError(Exception):
    """Root of every error that gwageo raises on purpose."""


class UserError(GwageoError):
    """A mistake of the caller, told in one sentence that says what to do."""


class UnknownName(UserError):
    """A name that is not registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Build the sentence with up to three close names, or all of them where none is close."""
        names = sorted(known)
        close = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
        hint = "did you mean " + " or ".join(close) + "?" if close else "known are " + ", ".join(names) + "."
        super().__init__(f"There is no {kind} named {name!r}; {hint}")


class DataError(UserError):
    """A data file or row that cannot be used."""

    def __init__(self, problem: str, *, file: str, row: int | None = None, column: str | None = None) -> None:
        """Name the place first. `row` counts from 1, as editors and spreadsheets do."""
        place = file
        if row is not None:
            place += f", row {row}"
        if column is not None:
            place += f", column {column!r}"
        super().__init__(f"{place}: {problem}")

    @classmethod
    def of(cls, error: "DataError", hint: str) -> "DataError":
        """The same error with a word behind it on what to do."""
        made = cls.__new__(cls)
        Exception.__init__(made, f"{error}; {hint}")
        return made


class ConfigError(UserError):
    """Options that contradict each other, or the run that they would continue."""


class MissingExtra(UserError):
    """An optional package is absent."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs packages that are not installed; install them with: pip install 'gwageo[{extra}]'"
        )


class RunLocked(UserError):
    """Another process works on the same run."""


class ModelError(GwageoError):
    """A model could not be loaded, or does not support what is asked of it."""


class StoreError(GwageoError):
    """The run directory could not be written or read."""


class RunStopped(GwageoError):
    """A run has reached a limit that was given for it; everything that was answered is on disk."""
