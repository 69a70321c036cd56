"""`gwageo tasks new`: a task of one's own that runs at once, as a commented TOML file and three rows."""

from importlib.resources import files
from pathlib import Path

from gwageo.core import ConfigError, UnknownName
from gwageo.core.disk import exists
from gwageo.tasks.bundle import write_text
from gwageo.tasks.own import plugins
from gwageo.tasks.own_toml import BUILDERS, NAME
from gwageo.tasks.registry import SUITES, TASKS

_PLACEHOLDER = "my-exam"


def write_skeleton(name: str, kind: str = "choice", folder: str | Path = ".") -> tuple[Path, Path]:
    """Write NAME.toml and NAME.jsonl, whole or not at all, over nothing that exists.

    Args:
        name: Of the task.
        kind: `choice`, `cloze`, `letter` or `number`.
        folder: Where; made if absent.

    Raises:
        UserError: No such kind, a name that cannot be, or a file that is there already.
    """
    if kind not in BUILDERS:
        raise UnknownName("kind of task", kind, BUILDERS)
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"A task cannot be named {name!r}; use small letters, digits and hyphens, for example my-exam"
        )
    if name in TASKS or name in SUITES or name in plugins():
        raise ConfigError(f"The name {name!r} belongs to a task or suite that exists; choose another")
    paths = (Path(folder) / f"{name}.toml", Path(folder) / f"{name}.jsonl")
    for path in paths:
        if exists(path):
            raise ConfigError(f"{path} is there already; choose another name, or another folder with -o")
    for path in paths:
        text = files("gwageo.tasks").joinpath("skeletons", f"{kind}{path.suffix}").read_text(encoding="utf-8")
        write_text(path, text.replace(_PLACEHOLDER.replace("-", "_"), name).replace(_PLACEHOLDER, name))
    return paths
