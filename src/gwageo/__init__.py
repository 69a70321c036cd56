"""gwageo (과거): the examination system for Korean language models.

The public names are loaded on first use, so that `import gwageo` and `gwageo --help` stay light.

Example:
    >>> import gwageo
    >>> gwageo.__version__
    '0.1.0'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gwageo.core.version import VERSION

if TYPE_CHECKING:
    from gwageo.api import (
        Evaluation,
        Observer,
        RunInterrupted,
        audit,
        check_data,
        compare_runs,
        evaluate,
        fetch_data,
        judge_answers,
        load_model,
        load_task,
        rescore,
    )

__version__ = VERSION

__all__ = [
    "Evaluation",
    "Observer",
    "RunInterrupted",
    "__version__",
    "audit",
    "check_data",
    "compare_runs",
    "evaluate",
    "fetch_data",
    "judge_answers",
    "load_model",
    "load_task",
    "rescore",
]


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return list(__all__)


def __getattr__(name: str) -> Any:
    """Find a public name in `gwageo.api`."""
    if name in __all__:
        return getattr(import_module("gwageo.api"), name)
    raise AttributeError(f"module 'gwageo' has no attribute {name!r}")
