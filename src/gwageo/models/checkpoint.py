"""Which checkpoint exactly a name stands for: the commit of a hub name, the content of a folder.

A nightly job overwrites the same folder with new weights; the fingerprint of a folder therefore reads the files and not
their names or dates. Weights are sampled at fixed places, so that a folder of a hundred gigabytes takes no longer than
a small one.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from gwageo.core import ConfigError, ModelError
from gwageo.models.extras import import_torch
from gwageo.models.options import ModelOptions

_COMMIT = re.compile(r"[0-9a-f]{40}")
_SAMPLES = 64
_SAMPLE_BYTES = 16 * 1024
_READ_WHOLE = 4 * 2**20
_ENDINGS = {".json", ".safetensors", ".bin", ".pt", ".pth", ".model", ".jinja", ".py", ".gguf", ".tiktoken"}
_NAMES = {"merges.txt", "vocab.txt"}


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint that was found."""

    location: str
    """Hub name or folder, as transformers takes it."""
    revision: str | None
    """Commit of a hub checkpoint; None for a folder."""
    fingerprint: str
    """Commit, or a digest of the folder's files."""
    adapter: str | None = None
    """The adapter with its fingerprint, `NAME@FINGERPRINT`."""


def resolve(name: str, options: ModelOptions) -> Checkpoint:
    """Find a checkpoint without loading its weights.

    Raises:
        ConfigError: No such folder, remote code without a pinned revision, or a revision for a folder.
        ModelError: A gated or unreachable repository, or none of that name.
    """
    adapter = None
    if options.adapter is not None:
        adapter = f"{options.adapter}@{_fingerprint(options.adapter, None, 'adapter_config.json')}"
    folder = _folder(name)
    if folder is not None and options.revision is not None:
        raise ConfigError(f"--revision {options.revision!r} has no meaning for the folder {name!r}; leave it out")
    if folder is None and options.trust_remote_code and not _COMMIT.fullmatch(options.revision or ""):
        raise ConfigError(
            "--trust-remote-code runs code from the checkpoint and needs a pinned revision: "
            f"give --revision with the 40 hexadecimal digits of a commit, not {options.revision!r}"
        )
    fingerprint = _fingerprint(name, options.revision, "config.json")
    return Checkpoint(
        location=str(folder) if folder else name,
        revision=None if folder else fingerprint,
        fingerprint=fingerprint,
        adapter=adapter,
    )


def _folder(name: str) -> Path | None:
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    if name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise ConfigError(
            f"There is no folder {name!r}; give a folder with config.json, or a hub name such as ORG/NAME"
        )
    return None


def _fingerprint(name: str, revision: str | None, needed: str) -> str:
    folder = _folder(name)
    if folder is None:
        return _commit(name, revision, needed)
    if not (folder / needed).is_file():
        present = ", ".join(sorted(path.name for path in folder.iterdir())[:8]) or "nothing"
        raise ConfigError(f"The folder {name!r} holds no {needed}, so it is no checkpoint; it holds {present}")
    return "sha256:" + folder_digest(folder)


def folder_digest(folder: Path) -> str:
    """SHA-256 over the files that a checkpoint is read from; large ones are sampled at 64 places.

    A note or a run that someone leaves beside them changes nothing.
    """
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*"), *folder.glob("additional_chat_templates/*")]):
        if not path.is_file() or (path.suffix not in _ENDINGS and path.name not in _NAMES):
            continue
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= _READ_WHOLE:
                digest.update(file.read())
                continue
            for sample in range(_SAMPLES):
                file.seek(sample * (size - _SAMPLE_BYTES) // (_SAMPLES - 1))
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def _commit(name: str, revision: str | None, needed: str) -> str:
    """The commit that a hub name and revision stand for now; only the small config file is fetched."""
    import_torch()
    from transformers.utils.hub import cached_file, extract_commit_hash

    try:
        path = cached_file(name, needed, revision=revision)
    except OSError as error:
        reason = " ".join(str(error).split())
        raise ModelError(
            f"The checkpoint {name!r} (revision {revision or 'main'}) could not be found: {reason[:300]} "
            "For a gated one accept its conditions on the hub and set HF_TOKEN; without a network give a local folder."
        ) from error
    return str(extract_commit_hash(str(path), None) or "unknown")
