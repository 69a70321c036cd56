"""The rows of a published set on the Hugging Face hub, or one sentence on why they cannot be had.

The hub is asked for the set's commit first, with a short limit: that pins the revision, and without a connection the
library is told to use its cache at once instead of trying for half a minute.
"""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gwageo.core import MissingExtra, UserError
from gwageo.tasks.base import Hub
from gwageo.tasks.files import Row, Rows, composed

_PATIENCE_S = 10


@dataclass(frozen=True, slots=True)
class Fetched:
    """A set from the hub."""

    rows: Rows
    name: str
    """Path, configuration and split, for messages."""
    revision: str | None
    """Commit; None where it could not be found out."""


def fetch(hub: Hub, task_name: str, token: str | None) -> Fetched:
    """Load a set with the library `datasets`, from its cache where there is no connection.

    Raises:
        MissingExtra: The library is absent.
        UserError: The set cannot be had; the sentence says what to do.
    """
    try:
        import datasets
        import huggingface_hub
    except ImportError as error:
        what = f"The set {hub.path} ({task_name}, unless a file is given with --data PATH)"
        raise MissingExtra(what, "hub") from error
    key = token or os.environ.get("HF_TOKEN") or None
    try:
        commit = _commit(huggingface_hub, hub, key)
        with _quiet(), _cache_only(datasets, huggingface_hub, on=commit is None):
            revision = commit or hub.revision
            loaded = datasets.load_dataset(hub.path, hub.config, split=hub.split, revision=revision, token=key)
            rows = composed([Row(number, dict(row)) for number, row in enumerate(loaded, 1)])
    except Exception as error:  # the hub, its cache and its parsers raise many kinds; all mean: no items
        raise UserError(_unavailable(hub, task_name, error)) from error
    name = f"{hub.path}{f' ({hub.config})' if hub.config else ''}, split {hub.split}"
    return Fetched(rows, name, revision or _cached_commit(loaded))


def _commit(library: Any, hub: Hub, token: str | None) -> str | None:
    """The commit of the set, or None where the hub cannot be asked; whether it may be read shows when it is loaded."""
    try:
        found = library.HfApi(token=token).dataset_info(hub.path, revision=hub.revision, timeout=_PATIENCE_S).sha
    except Exception as error:  # connection faults come from whichever HTTP library is below
        if getattr(error, "response", None) is not None:
            raise  # the hub did answer: no such set, no access
        return None
    return str(found) if found else None


@contextmanager
def _cache_only(*libraries: Any, on: bool) -> Iterator[None]:
    """Tell the libraries that there is no connection; both read the switch at every call."""
    places = [getattr(library, "config", None) or getattr(library, "constants", None) for library in libraries]
    known: list[Any] = [place for place in places if hasattr(place, "HF_HUB_OFFLINE")] if on else []
    before = [place.HF_HUB_OFFLINE for place in known]
    for place in known:
        place.HF_HUB_OFFLINE = True
    try:
        yield
    finally:
        for place, value in zip(known, before, strict=True):
            place.HF_HUB_OFFLINE = value


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the library's own complaints off the terminal; what matters is in the error."""
    loggers = [logging.getLogger(name) for name in ("huggingface_hub", "datasets")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _unavailable(hub: Hub, task_name: str, error: Exception) -> str:
    first = (str(error).strip().split("\n")[0][:200]).rstrip(".")
    name = f"{hub.path}, configuration {hub.config or 'default'}, split {hub.split}, revision {hub.revision or 'main'}"
    gate = (
        f" The set is gated: accept its conditions at https://huggingface.co/datasets/{hub.path} and set HF_TOKEN to a "
        "token of that account."
        if hub.gated
        else ""
    )
    return (
        f"The items of {task_name} could not be had from the hub ({name}): {type(error).__name__}: {first}.{gate} "
        "Without a connection give a local file or folder with --data PATH, or --data bundled for the quick set"
    )


def _cached_commit(loaded: Any) -> str | None:
    """The commit of a set from the cache, where the library kept it."""
    sums = getattr(getattr(loaded, "info", None), "download_checksums", None) or {}
    found = {match[1] for key in sums if (match := re.search(r"@([0-9a-f]{40})/", str(key)))}
    return found.pop() if len(found) == 1 else None
