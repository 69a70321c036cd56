"""YAML as plain values that remember where they stood, so that a message can name the line.

Only what JSON has too: no tags, no references to other places (they can grow without bound), no key twice.
"""

from dataclasses import dataclass
from typing import Any

from gwageo.core import ConfigError

Path = tuple[str | int, ...]
"""Keys and positions from the top of the document down to a value."""

_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Document:
    """A document and the line on which each of its values begins."""

    file: str
    value: Any
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest thing around it that stands in the document."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(self, path: Path, problem: str) -> ConfigError:
        """The error for one field, with its line."""
        field = ".".join(str(part) for part in path)
        place = f"{self.file}, line {self.line(path)}"
        return ConfigError(f"{place}, {field}: {problem}" if field else f"{place}: {problem}")


def parse(text: str, file: str) -> Document:
    """Read one document.

    Raises:
        ConfigError: It is no YAML, or holds a key twice, a tag or a reference; the line is named.
    """
    import yaml

    if len(text) > _MOST_BYTES:
        raise ConfigError(f"{file}, line 1: holds {len(text)} characters, expected a short file")
    try:
        _refuse_references(yaml, text, file)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        value = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise ConfigError(f"{file}, line {line}: is not YAML ({error.problem or error.context})") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(f"{file}, line 1: is not YAML ({' '.join(str(error).split())[:200]})") from error
    lines: dict[Path, int] = {}
    if node is not None:
        _walk(yaml, node, (), lines, file)
    return Document(file, value, lines)


def _refuse_references(yaml: Any, text: str, file: str) -> None:
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            line = event.start_mark.line + 1
            raise ConfigError(f"{file}, line {line}: refers to *{event.anchor}; write the value out instead")


def _walk(yaml: Any, node: Any, path: Path, lines: dict[Path, int], file: str) -> None:
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for index, each in enumerate(node.value):
            _walk(yaml, each, (*path, index), lines, file)
    elif isinstance(node, yaml.MappingNode):
        for key, each in node.value:
            inner = (*path, str(key.value))
            if inner in lines:
                first = lines[inner]
                raise ConfigError(
                    f"{file}, line {key.start_mark.line + 1}, {'.'.join(map(str, inner))}: stands twice, "
                    f"first on line {first}; keep one of them"
                )
            _walk(yaml, each, inner, lines, file)
            lines[inner] = key.start_mark.line + 1
