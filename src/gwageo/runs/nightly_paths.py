"""Paths of a nightly file: relative ones are seen from the folder of the file, wherever the command is typed."""

import os
from pathlib import Path

_SPELLED = (".", "/", "~")


def from_folder(value: str, folder: Path) -> str:
    """A path as it is from here: one that the file spells relative begins at the file's folder.

    Example:
        >>> from_folder("items.jsonl", Path("nights")), from_folder("/data", Path("nights"))
        ('nights/items.jsonl', '/data')
    """
    path = Path(value).expanduser()
    if path.is_absolute() or folder == Path():
        return value
    return os.path.normpath(folder / path)


def model_from_folder(name: str, folder: Path) -> str:
    """A model's name; one that is a folder as a path from here, any other as it is.

    `hf:./step` and `./step` are folders; so is every name without a kind that has a `/`, or that lies beside the file.

    Example:
        >>> model_from_folder("hf:./step", Path("nights")), model_from_folder("hf:org/name", Path("nights"))
        ('hf:./nights/step', 'hf:org/name')
    """
    kind, colon, rest = name.partition(":")
    value = rest if kind == "hf" and colon else name
    if ":" in value or not _is_folder(value, folder, bare=value == name):
        return name
    found = from_folder(value, folder)
    spelled = found if found.startswith(_SPELLED) else f"./{found}"
    return name if found == value else name.removesuffix(value) + spelled


def _is_folder(value: str, folder: Path, *, bare: bool) -> bool:
    return value.startswith(_SPELLED) or (bare and "/" in value) or (folder / value).is_dir()
