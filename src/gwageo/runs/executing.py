"""Which executor a model needs: in this process, or over a wire."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gwageo.core import ConfigError
from gwageo.models.base import Model
from gwageo.models.cache_folder import cache_folder
from gwageo.models.remote import RemoteModel
from gwageo.models.sdk import SdkModel
from gwageo.runs.batches import BatchExecutor
from gwageo.runs.cache import ReplyCache
from gwageo.runs.config import RunConfig
from gwageo.runs.executors import Executor, LocalExecutor
from gwageo.runs.prices import find_price
from gwageo.runs.serving import RemoteExecutor
from gwageo.runs.spending import Ledger, Limits

CACHE = "replies.sqlite"


def cache_path() -> Path:
    """Where replies are kept for later runs."""
    return cache_folder() / CACHE


def ledger_of(model: RemoteModel, config: RunConfig) -> Ledger:
    """What counts the spending of a run.

    Raises:
        ConfigError: A limit of cost for a model whose price is not known, or a table of prices that cannot be read.
    """
    price = find_price(model.price_name, config.prices)
    limits = Limits(config.max_cost, config.max_total_tokens)
    return Ledger(price, limits, name=model.price_name, batch=config.batch)


@contextmanager
def executor_of(model: Model, config: RunConfig, folder: Path) -> Iterator[Executor]:
    """The executor for a run of this configuration; what it opened is closed behind it."""
    remote = model.remote
    if remote is None:
        yield LocalExecutor(model, config.concurrency)
        return
    with ExitStack() as stack:
        cache = None if config.no_cache else ReplyCache(cache_path())
        if cache is not None:
            stack.callback(cache.close)
        if config.batch:
            if not isinstance(remote, SdkModel):
                raise ConfigError(f"{model.name} has no batch API; leave out --batch")
            yield BatchExecutor(remote, ledger_of(remote, config), folder, cache)
            return
        yield RemoteExecutor(remote, ledger_of(remote, config), config.concurrency, cache)
